// The Blind Swords as the page shows them: Kernstown.

import { lower } from "../../common/words.js";
import { forces, standingOrders, turns } from "../../texts/games.js";
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
import * as texts from "./texts/game.js";
import { phase, phrase, points, turn, unitAloud } from "./texts/terms.js";
import { facesOf, throws } from "./throws.js";
import { unitDetails } from "./unit-details.js";

/**
 * @import { Child } from "../../common/html.js"
 * @import { GamePage, PromptClass } from "../pages.js"
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

/** The questions to the side whose batteries act. */
const BATTERIES = new Set(["batteries", "battery-hex", "battery-rally"]);

/** @type {Record<string, (context: any) => Child>} */
const PANELS = { turns: turnsPanel, cup: cupPanel, brigades: brigadesPanel, standing: standingOrdersPanel };

/**
 * What a unit has suffered from one view to another, in a few words.
 * @param {SwordsUnit} was
 * @param {SwordsUnit} is
 */
function harm(was, is) {
  if (is.worn && !was.worn) return texts.harm.worn;
  if (is.hits > was.hits) return is.hits > 1 ? texts.harm.disrupted : texts.harm.shaken;
  return "";
}

/** @type {GamePage} */
export const page = {
  promptFor: (kind) => PROMPTS[kind] ?? Choice,
  wide: new Set(["fire", "movement", "close", "rally", "reserve"]),
  acting: (/** @type {SwordsView} */ { activation, question, units }) =>
    units.filter(({ brigade, side, hex }) => hex && side === question?.side && brigade === activation?.brigade),
  counter: (/** @type {SwordsUnit} */ unit) => counter(unit),
  unitAloud: (/** @type {SwordsUnit} */ unit) => unitAloud(unit),

  counterClasses: (/** @type {SwordsUnit} */ unit) => counterClasses(unit),
  unitDetails,
  phase,
  turn,
  // Both sides act in a game-turn.
  ended: (before, after) =>
    before.phase !== "over" && (before.turn !== after.turn || after.phase === "over") ? "both" : null,
  // `phasing` is the side that is asked. A brigade's activation is its side's turn, and so is an action of batteries.
  phasingSide: (/** @type {SwordsView} */ { activation, question }) =>
    activation?.side ?? (question && BATTERIES.has(question.kind) ? question.side : null),
  marksKey,
  tabs: [
    { id: "turns", title: turns },
    { id: "cup", title: texts.cup },
    { id: "brigades", title: forces },
    { id: "standing", title: standingOrders },
  ],
  panel: (id, at) => PANELS[id](at),
  doing: (question) => {
    const text = question.text.replace(/[.]$/, "");
    // Those that begin with a name keep its capital.
    return texts.isAsked(/^[^ ]+:/.test(text) ? text : lower(text));
  },
  phrase: (/** @type {SwordsView} */ view, order) => phrase(view, view.question?.kind ?? "", order),
  sentence,
  facesOf,
  throws,
  harm,
  isNight: () => false,
  owing: () => new Set(),
  outlines: () => [],
  where: (/** @type {SwordsView} */ view) => ribbon(view),
  waiting: resting,
  seesLines: true,
  tells: new Set(["reach"]),
  total: (/** @type {SwordsUnit[]} */ stack) =>
    points(stack.reduce((sum, unit) => sum + (unit.now?.strength ?? unit.strength), 0)),
  battle() {},
  /**
   * A newer view has come.
   * @param {SwordsView} view
   */
  meet(view) {
    meet(view);
    if (view.question) coverFor(view.question.side);
  },
};
