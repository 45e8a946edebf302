// The turn track: where the game stands, and who is due when.

import { chip } from "../board/counter-face.js";
import { h } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import { turnTrack as title } from "../texts/games.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { Play } from "../game/play.js"
 * @import { Unit } from "protocol"
 */

/**
 * `said` gives what a turn's row says before where the game stands, and after it.
 * @template {Unit} U
 * @param {{ view: { turn: number, phase: string, units: U[] }, play: Play }} context
 * @param {number} turns
 * @param {(turn: number, due: U[], past: boolean) => [before: Child, after: Child]} said
 * @param {number[]} night
 */
export function turnTrack({ view, play }, turns, said, night = []) {
  const rows = Array.from({ length: turns }, (_, index) => {
    const turn = index + 1;
    const due = view.units.filter((unit) => unit.status === "due" && unit.turn === turn);
    const now = turn === view.turn && view.phase !== "over";
    const past = turn < view.turn || view.phase === "over";
    const [before, after] = said(turn, due, past);
    const classes = ["turn", now && "now", past && "past", night.includes(turn) && "night"].filter(truthy).join(" ");
    return h(
      "li",
      { class: classes, "aria-current": now ? "step" : null },
      h("span", { class: "turn-number" }, turn),
      h("span", { class: "turn-text" }, before, now && h("span", { class: "here" }, play.page.phase(play.view)), after),
      due.length > 0 &&
        h(
          "span",
          { class: "due" },
          due.map((unit) => [
            chip(play.page.counter(unit), 30),
            h("span", { class: "aloud" }, `${play.page.unitAloud(unit)} `),
          ]),
        ),
    );
  });
  return h("ol", { class: "turns", "aria-label": title }, rows);
}
