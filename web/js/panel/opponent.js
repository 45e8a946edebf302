// What is shown while a computer plays: what it has just done and why, and how to hurry it.

import { h } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import { toldEvents } from "./log.js";

/**
 * @import { Play } from "../game/play.js"
 * @import { Side } from "protocol"
 */

/**
 * The panel for the computer that is asked, or whose orders are still being shown.
 * @param {Play} play
 * @param {{ commander: string, side: Side }} options
 */
export function opponent(play, { commander, side }) {
  const { session } = play;
  const { pace } = session;
  const last = [...session.entries.values()].filter((entry) => entry.order && session.commands(entry.side)).at(-1);
  const said =
    last &&
    toldEvents(last)
      .map((event) => play.page.sentence(play, event))
      .filter(truthy)
      .join(" ");
  const thinking = !pace.waiting;
  return [
    h(
      "div",
      { class: `asked side-${side}` },
      h("h2", null, `${words.side(side)}: ${commander}`),
      h(
        "p",
        { role: "status" },
        thinking
          ? session.thinking.turn
            ? `Waiting its turn to think. ${words.queued(session.thinking.turn)}`
            : "Thinking."
          : pace.held
            ? "Held."
            : `${words.count(pace.waiting, "order")} to come.`,
      ),
    ),
    said &&
      h("div", { class: "last-order" }, h("p", null, said), last.reason && h("p", { class: "reason" }, last.reason)),
    h(
      "div",
      { class: "actions" },
      h("button", { id: "hurry", class: "primary", onclick: () => pace.hurry() }, "Hurry"),
      h("button", { id: "hold-pace", onclick: () => pace.hold(!pace.held) }, pace.held ? "Go on" : "Pause"),
      h("button", { id: "step-pace", disabled: !pace.waiting, onclick: () => pace.step() }, "Next order"),
    ),
  ];
}
