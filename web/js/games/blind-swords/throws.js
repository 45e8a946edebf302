// The throws of the Blind Swords as they are told on the map: who fires at or closes with whom, and
// what the dice do. Those by which chits come out of the cup are not shown.

import { h } from "../../common/html.js";
import * as words from "../../common/words.js";
import { someOf } from "../../texts/games.js";
import * as texts from "./texts/game.js";

/**
 * @import { ToldEvent } from "protocol"
 * @import { SwordsEvent, SwordsView } from "protocol/blind-swords"
 * @import { Throw } from "../pages.js"
 */

const SHOWN = new Set([
  "command-thrown",
  "combat-thrown",
  "test-thrown",
  "break-thrown",
  "rebuild-thrown",
  "fog-thrown",
  "general-thrown",
  "confusion-thrown",
  "earning-thrown",
]);

/**
 * The dice that an event shows.
 * @param {ToldEvent} event
 */
export function facesOf(event) {
  if (!SHOWN.has(event.event)) return [];
  return event.faces ?? (event.die === undefined ? [] : [event.die]);
}

/** What came of a throw, which its sentence says in brackets or at its end. */
function outcome(/** @type {string} */ text) {
  const read = [...text.matchAll(/\(([^)]+)\)/g)].map(([, said]) => said);
  return read.join(", ") || text.match(/[,:;] ([^,:;]+)\.$/)?.[1] || "";
}

/**
 * The throws among events that follow on a view.
 * @param {SwordsView} view
 * @param {SwordsEvent[]} events
 * @returns {Throw[]}
 */
export function throws(view, events) {
  const at = new Map(view.units.map((unit) => [unit.id, unit.hex]));
  const hexOf = (/** @type {string | undefined} */ id) => (id && at.get(id)) || null;
  const name = (/** @type {string | undefined} */ id) => view.units.find((unit) => unit.id === id)?.name ?? "";
  let { units = [], target = null } = view.combat ?? {};
  let close = view.combat?.kind === "close";
  /** @type {Throw[]} */
  const thrown = [];
  for (const event of events) {
    if (event.unit && event.to) at.set(event.unit, event.to);
    if (event.event === "fire-declared" || event.event === "melee-began") {
      units = event.units ?? [];
      target = event.target ?? null;
      close = event.event === "melee-began";
    }
    const faces = facesOf(event);
    if (!faces.length) continue;
    const combat = event.event === "combat-thrown";
    const subject = event.lead ?? event.unit;
    const hex = combat ? target : hexOf(subject);
    const from = combat ? [...new Set(units.map(hexOf))].filter((one) => one !== null && one !== hex) : [];
    const title = combat ? (close ? texts.closeCombat : texts.fire) : (texts.thrown[event.event] ?? texts.dice);
    const under = combat ? texts.column(event.column) : name(subject);
    const test = (close && event.test === "none" ? texts.closeFight : texts.tests[event.test ?? ""]) ?? "";
    const text = event.text ?? "";
    thrown.push({
      event,
      faces,
      hex,
      from: from.filter((one) => one !== null),
      before: [h("b", null, title), under && h("span", { class: "small block" }, words.capital(under))],
      after: combat
        ? [h("b", null, words.capital(test)), h("span", { class: "small block" }, texts.onColumn(faces, event.column))]
        : [h("b", null, words.capital(outcome(text))), h("span", { class: "small block" }, text)],
      text: combat ? texts.combat(someOf(units.map(name)), close, target, event.column, test) : text,
      attack: combat,
    });
  }
  return thrown;
}
