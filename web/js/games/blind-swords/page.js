// The Blind Swords as the page shows them: Kernstown.

import { resting } from "./answers/answerer.js";
import { counter, counterClasses, meet } from "./counters.js";
import { coverFor, sentence } from "./cover.js";
import { marksKey } from "./marks-key.js";
import { brigadesPanel } from "./panel/brigades.js";
import { cupPanel } from "./panel/cup.js";
import { standingOrdersPanel } from "./panel/standing-orders.js";
import { turnsPanel } from "./panel/turns.js";
import { Choice } from "./prompts/choice.js";
import { EventChits } from "./prompts/event-chits.js";
import { KeyChits } from "./prompts/key-chits.js";
import { MovementAndCombat } from "./prompts/movement-and-combat.js";
import { ribbon } from "./ribbon.js";
import { unitDetails } from "./unit-details.js";
import { phase, turn, unitAloud } from "./words.js";

/**
 * @import { Child } from "../../common/html.js"
 * @import { GamePage, PromptClass } from "../pages.js"
 * @import { ToldEvent } from "protocol"
 * @import { SwordsUnit, SwordsView } from "protocol/blind-swords"
 */

/**
 * Questions with a way of their own; every other is put as a choice of the orders offered.
 * @type {Record<string, PromptClass>}
 */
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

/** @type {Record<string, (context: any) => Child>} */
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
  if (!SHOWN.has(event.event)) return [];
  return event.faces ?? (event.die === undefined ? [] : [event.die]);
}

/** @type {GamePage} */
export const page = {
  promptFor: (kind) => PROMPTS[kind] ?? Choice,
  wide: new Set(["fire", "movement", "close", "rally", "reserve"]),
  counter: (/** @type {SwordsUnit} */ unit) => counter(unit),
  unitAloud: (/** @type {SwordsUnit} */ unit) => unitAloud(unit),

  counterClasses: (/** @type {SwordsUnit} */ unit) => counterClasses(unit),
  unitDetails,
  phase,
  turn,
  marksKey,
  tabs: [
    { id: "turns", title: "Turns" },
    { id: "cup", title: "Cup" },
    { id: "brigades", title: "Forces" },
    { id: "standing", title: "Standing orders" },
  ],
  panel: (id, at) => PANELS[id](at),
  doing: (question) => {
    const text = question.text.replace(/[.]$/, "");
    // Those that begin with a name keep its capital.
    return `is asked: ${/^[^ ]+:/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)}`;
  },
  sentence,
  facesOf,
  dieCaption: (event) => event.text,
  isNight: () => false,
  owing: () => new Set(),
  outlines: () => [],
  waiting: (play) => {
    const view = /** @type {SwordsView} */ (play.view);
    return [ribbon(view), resting(play)];
  },
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
