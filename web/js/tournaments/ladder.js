// The page of the ratings of all players, a table for each system of rules.

import { byId, h, show } from "../common/html.js";
import * as words from "../common/words.js";
import { titleOf } from "../games/registry.js";
import * as api from "./api.js";
import { begin, measured, player, record, table } from "./telling.js";

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
  const heads = ["Place", "Player", "Rating", "Deviation", "Won–drawn–lost"];
  return h(
    "section",
    null,
    h("h2", null, title),
    rows.length
      ? table(`${title}, ${words.count(of.rated, "rated game")}`, heads, rows, { texts: [1] })
      : h("p", { class: "hint" }, "No rated game is over yet."),
    h(
      "details",
      null,
      h("summary", null, "How much better one side is"),
      h(
        "ul",
        null,
        advantages
          .filter(({ system }) => system === of.system)
          .map((one) => h("li", null, words.isolated`${one.title}, ${one.edition}`, `: ${measured(one.measured)}.`)),
      ),
    ),
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
      h("h2", null, "What counts"),
      h(
        "p",
        null,
        "Games of rated matches and of tournaments; between two of the computer's commanders none. Practice dice, data packs ",
        "and games with advice never count. Ratings are Glicko-2, reckoned anew after every game from all games in the order ",
        "in which they ended; the ± is one standard deviation. A win with the side that is better to have brings less. ",
        "Thirty days without a game make a rating less certain.",
      ),
      h(
        "p",
        null,
        h("a", { href: "/rated-games.json" }, "All rated games"),
        ", from which anybody can reckon the ratings.",
      ),
    ),
  );
}

await begin(draw);
