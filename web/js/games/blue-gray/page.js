// Blue & Gray as the page shows it.

import { h } from "../../common/html.js";
import * as words from "../../common/words.js";
import { forces, standingOrders, turns } from "../../texts/games.js";
import { wear } from "./badges.js";
import { counter } from "./counters.js";
import { marksKey } from "./marks-key.js";
import { forcesPanel } from "./panel/forces.js";
import { offerAnswers } from "./panel/offer-answers.js";
import { owedPanel } from "./panel/owed.js";
import { quotaPanel } from "./panel/quota.js";
import { standingOrdersPanel } from "./panel/standing-orders.js";
import { turnsPanel } from "./panel/turns.js";
import { Advance } from "./prompts/advance.js";
import { Combat } from "./prompts/combat.js";
import { Exchange } from "./prompts/exchange.js";
import { Movement } from "./prompts/movement.js";
import { Retreat } from "./prompts/retreat.js";
import { RetreatBeforeCombat } from "./prompts/retreat-before-combat.js";
import * as texts from "./texts/game.js";
import * as terms from "./texts/terms.js";
import { throws } from "./throws.js";

/**
 * @import { Outline } from "../../board/board.js"
 * @import { Child } from "../../common/html.js"
 * @import { Play } from "../../game/play.js"
 * @import { GamePage, PanelContext, PromptClass } from "../pages.js"
 * @import { BlueGrayUnit, BlueGrayView } from "protocol/blue-gray"
 */

/** @type {Record<string, PromptClass>} */
const PROMPTS = {
  movement: Movement,
  combat: Combat,
  retreat: Retreat,
  "withdraw-battery": Retreat,
  exchange: Exchange,
  advance: Advance,
  "retreat-before-combat": RetreatBeforeCombat,
};

/** @type {Record<string, (context: any) => Child>} */
const PANELS = {
  turns: turnsPanel,
  forces: (/** @type {PanelContext<BlueGrayView>} */ { view, sides, show }) => forcesPanel(view, sides, show),
  standing: standingOrdersPanel,
};

/**
 * @param {BlueGrayUnit} unit
 * @returns {Child}
 */
function unitDetails(unit) {
  const condition = terms.condition(unit);
  return [
    h("p", { class: "small" }, terms.details(unit)),
    condition.length > 0 && h("p", { class: "small" }, words.capital(condition.join(", "))),
    // What is urgent is so until it is on the map.
    (unit.notes ?? [])
      .filter((note) => !note.urgent || !unit.hex)
      .map((note) => h("p", { class: "small" }, words.sentence(note.text), " ", words.cited(note))),
  ];
}

/**
 * What stands on the board whatever is asked.
 * @param {BlueGrayView} view
 * @returns {Outline[]}
 */
function outlines(view) {
  return [
    ...view.owed.defenders.map((hex) => ({ hex, kind: "owed", text: "!" })),
    ...(view.combat?.defenders ?? []).map((hex) => ({ hex, kind: "fought" })),
  ];
}

/**
 * What is shown while the other side is at it.
 * @param {Play} play
 * @returns {Child}
 */
function waiting(play) {
  const view = /** @type {BlueGrayView} */ (play.view);
  return [
    quotaPanel(view, (hexes) => play.board.highlight(hexes)),
    view.question?.kind === "combat" && owedPanel(play),
    offerAnswers(play),
  ];
}

/**
 * What a unit has suffered from one view to another, in a few words.
 * @param {BlueGrayUnit} was
 * @param {BlueGrayUnit} is
 */
function harm(was, is) {
  return is.ineffective && !was.ineffective ? texts.isIneffective : "";
}

/** @type {GamePage} */
export const page = {
  promptFor(kind) {
    const Kind = PROMPTS[kind];
    if (!Kind) throw new Error(`This page cannot put the question "${kind}".`);
    return Kind;
  },
  wide: new Set(["movement", "combat"]),
  acting: () => [],
  counter: (/** @type {BlueGrayUnit} */ unit) => counter(unit),
  // One that has attacked is done, as is one that has moved.
  counterClasses: (/** @type {BlueGrayUnit} */ { moved, attacked }) => [
    (moved || attacked) && "moved",
    attacked && "attacked",
  ],
  unitAloud: terms.unit,
  unitDetails,
  sentence: (_play, event) => event.text ?? "",
  facesOf: (event) => (event.die === undefined ? [] : [event.die]),
  throws,
  harm,
  phase: terms.phase,
  turn: terms.turn,
  ended: (before, after) =>
    before.phase !== "over" &&
    (before.turn !== after.turn || before.phasing !== after.phasing || after.phase === "over")
      ? before.phasing
      : null,
  phasingSide: (view) => (view.phase === "over" ? null : view.phasing),
  isNight: (/** @type {BlueGrayView} */ view) => view.night.includes(view.turn),
  owing: (/** @type {BlueGrayView} */ view) => new Set(view.owed.attackers),
  outlines,
  marksKey,
  tabs: [
    { id: "turns", title: turns },
    { id: "forces", title: forces },
    { id: "standing", title: standingOrders },
  ],
  panel: (id, context) => PANELS[id](context),
  doing: (question) => texts.doing[question.kind],
  // The bar at the top says turn and phase.
  where: () => null,
  waiting,
  seesLines: true,
  tells: new Set(["zones", "reach"]),
  total: (/** @type {BlueGrayUnit[]} */ stack) => `${stack.reduce((sum, unit) => sum + unit.strength, 0)}`,
  battle: wear,
  meet() {},
};
