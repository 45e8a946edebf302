// The page of a player: ratings game by game, and what was won with which side and against whom.

import { byId, h, show } from "../common/html.js";
import * as words from "../common/words.js";
import { titleOf } from "../games/registry.js";
import * as api from "./api.js";
import { plot } from "./plot.js";
import { begin, day, measured, player, record, table } from "./telling.js";

/** @import { InSystem, Step } from "./api.js" */

const HOW = new Map([
  ["end", ""],
  ["resignation", ", given up"],
  ["agreement", ", agreed"],
  ["time", ", on time"],
]);

/** @param {Step} step */
function came(step) {
  const by = step.by === "end" && step.margin ? ` by ${words.count(Math.abs(step.margin), "point")}` : "";
  return `${step.result}${by}${HOW.get(step.by) ?? ""}`;
}

/** @param {InSystem} of */
function part(of) {
  const title = titleOf(of.system);
  const battles = of.battles.map((one) => [
    words.typed(one.title),
    record(one.union),
    record(one.confederate),
    measured(one.measured),
  ]);
  const opponents = of.opponents.map((one) => [player(one.name), record(one)]);
  const games = of.history.map((step, at) => [
    String(at + 1),
    day(step.finished),
    h("a", { href: `/game/${step.game}` }, words.typed(step.title)),
    words.capital(step.side),
    player(step.opponent),
    came(step),
    `${step.rating} ±${step.deviation}`,
  ]);
  return h(
    "section",
    null,
    h("h2", null, title),
    h(
      "p",
      { class: "rating" },
      h("b", null, String(of.rating)),
      ` ±${of.deviation}, ${record(of.games)} (won–drawn–lost)`,
    ),
    plot(of.history, `Rating after each of ${words.count(of.history.length, "game")}; the table below tells the same`),
    table("By battle and side", ["Battle", "Union", "Confederate", "The sides"], battles, { texts: [0, 3] }),
    table("Head to head", ["Opponent", "Won–drawn–lost"], opponents),
    table("Game by game", ["Game", "Over", "Battle", "Side", "Opponent", "Result", "Rating after"], games, {
      texts: [1, 2, 3, 4, 5],
    }),
  );
}

async function draw() {
  const name = new URLSearchParams(location.search).get("name") ?? "";
  show(byId("head"), words.typed(name));
  document.title = `Longroll: ${name}`;
  const of = await api.player(name);
  show(byId("head"), words.typed(of.name));
  if (of.commander) byId("motto").textContent = "A commander of the program: rated by its games against people.";
  show(byId("content"), of.systems.map(part));
}

await begin(draw);
