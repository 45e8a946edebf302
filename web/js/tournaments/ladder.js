// The page of the ratings of all players, a table for each system of rules.

import { byId, h, show } from "../common/html.js";
import * as words from "../common/words.js";
import { titleOf } from "../games/registry.js";
import * as texts from "../texts/tournaments.js";
import * as api from "./api.js";
import { begin, player, record, table } from "./telling.js";

/** @import { Ladder, Measured } from "./api.js" */

/**
 * @param {Ladder} of
 * @param {Measured[]} advantages
 */
function part(of, advantages) {
  const title = titleOf(of.system);
  const rows = of.players.map((one, at) => [
    String(at + 1),
    player(one.name),
    String(one.rating),
    `±${one.deviation}`,
    record(one.games),
  ]);
  const sides = advantages
    .filter(({ system }) => system === of.system)
    .map((one) => h("li", null, words.isolated`${one.title}, ${one.edition}`, `: ${texts.measured(one.measured)}.`));
  return h(
    "section",
    null,
    h("h2", null, title),
    rows.length
      ? table(texts.ladder(title, of.rated), texts.ladderHeads, rows, { texts: [1] })
      : h("p", { class: "hint" }, texts.nothingRated),
    h("details", null, h("summary", null, texts.advantages), h("ul", null, sides)),
  );
}

async function draw() {
  const { systems, advantages } = await api.ladders();
  show(
    byId("content"),
    systems.map((of) => part(of, advantages)),
    h(
      "section",
      { class: "sheet" },
      h("h2", null, texts.whatCounts),
      h("p", null, texts.whatCountsHint),
      h("p", null, texts.ratedGames()),
    ),
  );
}

await begin(draw);
