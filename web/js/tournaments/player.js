// The page of a player: ratings game by game, and what was won with which side and against whom.

import { byId, h, show } from "../common/html.js";
import * as words from "../common/words.js";
import { titleOf } from "../games/registry.js";
import * as texts from "../texts/tournaments.js";
import * as api from "./api.js";
import { plot } from "./plot.js";
import { begin, player, record, table } from "./telling.js";

/** @import { InSystem } from "./api.js" */

/** @param {InSystem} of */
function part(of) {
  const title = titleOf(of.system);
  const battles = of.battles.map((one) => [
    words.typed(one.title),
    record(one.union),
    record(one.confederate),
    texts.measured(one.measured),
  ]);
  const opponents = of.opponents.map((one) => [player(one.name), record(one)]);
  const games = of.history.map((step, at) => [
    String(at + 1),
    words.day(step.finished),
    h("a", { href: `/game/${step.game}` }, words.typed(step.title)),
    words.capital(step.side),
    player(step.opponent),
    texts.came(step),
    `${step.rating} ±${step.deviation}`,
  ]);
  return h(
    "section",
    null,
    h("h2", null, title),
    h("p", { class: "rating" }, h("b", null, String(of.rating)), texts.rating(of.deviation, record(of.games))),
    plot(of.history, texts.plot(of.history.length)),
    table(texts.bySide, texts.bySideHeads, battles, { texts: [0, 3] }),
    table(texts.headToHead, texts.headToHeadHeads, opponents),
    table(texts.byGame, texts.byGameHeads, games, { texts: [1, 2, 3, 4, 5] }),
  );
}

async function draw() {
  const name = new URLSearchParams(location.search).get("name") ?? "";
  show(byId("head"), words.typed(name));
  document.title = texts.title(name);
  const of = await api.player(name);
  show(byId("head"), words.typed(of.name));
  if (of.commander) byId("motto").textContent = texts.commanderHint;
  show(byId("content"), of.systems.map(part));
}

await begin(draw);
