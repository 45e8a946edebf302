// The Blind Swords as the page shows them: Kernstown.

import { EventChits } from "./prompts/event-chits.js";
import { Choice } from "./prompts/choice.js";
import { MovementAndCombat } from "./prompts/movement-and-combat.js";
import { KeyChits } from "./prompts/key-chits.js";
import { coverFor, sentence } from "./cover.js";
import { counter, counterClasses, meet } from "./counters.js";
import { marksKey } from "./marks-key.js";
import { unitDetails } from "./unit-details.js";
import { brigadesPanel } from "./panel/brigades.js";
import { cupPanel } from "./panel/cup.js";
import { standingOrdersPanel } from "./panel/standing-orders.js";
import { turnsPanel } from "./panel/turns.js";
import { phase, turn, unitAloud } from "./words.js";

/**
 * @import { ToldEvent } from "protocol"
 * @import { SwordsView } from "protocol/blind-swords"
 */

/** Questions with a way of their own; every other is put as a choice of the orders offered. */
const PROMPTS = {
  keys: KeyChits,
  held: EventChits,
  drawn: EventChits,
  moment: EventChits,
  "battery-hex": MovementAndCombat,
  fire: MovementAndCombat,
  movement: MovementAndCombat,
  reserve: MovementAndCombat,
  close: MovementAndCombat,
  opportunity: MovementAndCombat,
  "defensive-fire": MovementAndCombat,
  "fire-back": MovementAndCombat,
};

const PANELS = { turns: turnsPanel, cup: cupPanel, brigades: brigadesPanel, standing: standingOrdersPanel };

/** Throws that are shown: not those by which chits are drawn from the cup. */
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
 * @param {ToldEvent} event
 */
function facesOf(event) {
  return SHOWN.has(event.event) ? (event.faces ?? [event.die]) : [];
}

export const page = {
  promptFor: (kind) => PROMPTS[kind] ?? Choice,
  wide: new Set(["fire", "movement", "close", "rally", "reserve"]),
  counter,
  unitAloud,

  counterClasses,
  unitDetails,
  phase,
  turn,
  marksKey,
  tabs: [
    { id: "turns", title: "Turns" },
    { id: "cup", title: "Cup" },
    { id: "brigades", title: "Forces" },
    { id: "standing", title: "Habits" },
  ],
  panel: (id, at) => PANELS[id](at),
  doing: (question) =>
    `is asked: ${question.text.charAt(0).toLowerCase()}${question.text.slice(1).replace(/[.]$/, "")}`,
  sentence,
  facesOf,
  dieCaption: (event) => [event.text],
  isNight: () => false,
  owing: () => new Set(),
  outlines: () => [],
  waiting: () => null,
  seesLines: true,
  /**
   * A newer view has come.
   * @param {SwordsView} view
   */
  meet(view) {
    meet(view);
    if (view.question) coverFor(view.question.side);
  },
};
