// The throws of Blue & Gray as they are told on the map: who attacks whom, at which odds, and what
// the die does.

import { h } from "../../common/html.js";
import * as words from "../../common/words.js";
import { someOf } from "../../texts/games.js";
import * as texts from "./texts/game.js";
import * as terms from "./texts/terms.js";

/**
 * @import { BlueGrayEvent, BlueGrayView } from "protocol/blue-gray"
 * @import { Throw } from "../pages.js"
 */

/**
 * What a die did, in a few words.
 * @param {BlueGrayEvent} event
 */
function outcome(event) {
  if (event.event === "withdrawal-thrown") return event.succeeded ? texts.getsAway : texts.heldFast;
  return terms.RESULTS[event.result ?? ""];
}

/**
 * The throws among events that follow on a view.
 * @param {BlueGrayView} view
 * @param {BlueGrayEvent[]} events
 * @returns {Throw[]}
 */
export function throws(view, events) {
  const at = new Map(view.units.map((unit) => [unit.id, unit.hex]));
  const name = (/** @type {string} */ id) => words.unitName(view.units.find((unit) => unit.id === id));
  let { attackers = [], bombarding = [], defenders = [] } = view.combat ?? {};
  /** @type {{ attack?: number, defence?: number }} */
  let strengths = {};
  /** @type {Throw[]} */
  const thrown = [];
  for (const event of events) {
    if (event.unit && event.to) at.set(event.unit, event.to);
    if (event.event === "attack-declared") {
      ({ attackers = [], bombarding = [], defenders = [] } = event);
      strengths = event;
    }
    if (event.die === undefined) continue;
    const small = h("span", { class: "small block" }, texts.die(event.die));
    if (event.event === "withdrawal-thrown") {
      thrown.push({
        event,
        faces: [event.die],
        hex: at.get(event.unit ?? "") ?? null,
        from: [],
        before: h("b", null, texts.titles["retreat-before-combat"]),
        after: [h("b", null, words.capital(outcome(event))), small],
        text: texts.triesRetreat(name(event.unit ?? ""), outcome(event)),
        attack: false,
      });
      continue;
    }
    const [hex = null] = defenders;
    const units = [...new Set([...attackers, ...bombarding])];
    const from = units.map((unit) => at.get(unit)).filter((one) => typeof one === "string");
    const { column = "" } = event;
    const { attack, defence } = strengths;
    const ratio = attack ? texts.strengths(attack, defence ?? 0) : "";
    thrown.push({
      event,
      faces: [event.die],
      hex,
      to: defenders,
      from: [...new Set(from)],
      before: [h("b", null, column), ratio && h("span", { class: "small block" }, ratio)],
      after: [
        h("b", null, event.result),
        ` ${outcome(event)}`,
        h("span", { class: "small block" }, texts.dieAt(event.die, column)),
      ],
      text: texts.attackThrown(
        someOf(units.map(name)),
        defenders,
        column.replace("-", "\u2060-\u2060"),
        outcome(event),
      ),
      attack: true,
    });
  }
  return thrown;
}
