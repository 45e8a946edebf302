// The Blind Swords as the page shows them: Kernstown.

import { Chits } from "./prompts/event-chits.js";
import { Choice } from "./prompts/choice.js";
import { Field } from "./prompts/movement-and-combat.js";
import { Keys } from "./prompts/key-chits.js";
import { coverFor, sentence } from "./cover.js";
import { counter, marks, meet } from "./counters.js";
import { marksKey } from "./marks-key.js";
import { lines } from "./unit-details.js";
import { brigadesPanel } from "./panel/brigades.js";
import { cupPanel } from "./panel/cup.js";
import { instructionsPanel } from "./panel/standing-orders.js";
import { turnsPanel } from "./panel/turns.js";
import { phase, said, turn } from "./words.js";

/** Questions with a way of their own; every other is put as a choice of the orders offered. */
const ASKS = {
  keys: Keys,
  held: Chits,
  drawn: Chits,
  moment: Chits,
  "battery-hex": Field,
  fire: Field,
  movement: Field,
  reserve: Field,
  close: Field,
  opportunity: Field,
  "defensive-fire": Field,
  "fire-back": Field,
};

const PANELS = { turns: turnsPanel, cup: cupPanel, brigades: brigadesPanel, standing: instructionsPanel };

export const blindSwords = {
  ask: (kind) => ASKS[kind] ?? Choice,
  wide: new Set(["fire", "movement", "close", "rally", "reserve"]),
  counter,
  said,
  marks,
  lines,
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
  doing: (question) => `is asked: ${question.text.charAt(0).toLowerCase()}${question.text.slice(1).replace(/[.]$/, "")}`,
  sentence,
  /** The server tells lines of sight. */
  sees: true,
  /** A newer view has come. */
  meet(view) {
    meet(view);
    if (view.question) coverFor(view.question.side);
  },
};
