// Blue & Gray as the page shows it.

import { Advance } from "./prompts/advance.js";
import { RetreatBeforeCombat } from "./prompts/retreat-before-combat.js";
import { Combat } from "./prompts/combat.js";
import { Exchange } from "./prompts/exchange.js";
import { Movement } from "./prompts/movement.js";
import { Retreat } from "./prompts/retreat.js";
import { h } from "../../common/html.js";
import { quotaPanel } from "./panel/quota.js";
import { owedPanel } from "./panel/owed.js";
import { forcesPanel } from "./panel/forces.js";
import { marksKey } from "./marks-key.js";
import { turnsPanel } from "./panel/turns.js";
import { counter } from "./counters.js";
import * as words from "../../common/words.js";
import * as terms from "./words.js";

/** @import { ToldEvent } from "protocol" */

const PROMPTS = {
  movement: Movement,
  combat: Combat,
  retreat: Retreat,
  "withdraw-battery": Retreat,
  exchange: Exchange,
  advance: Advance,
  "retreat-before-combat": RetreatBeforeCombat,
};

const DOING = {
  movement: "is moving",
  combat: "is choosing attacks",
  retreat: "is choosing a retreat",
  "withdraw-battery": "is deciding whether guns withdraw",
  exchange: "is choosing losses",
  advance: "is deciding on an advance",
  "retreat-before-combat": "may retreat before combat",
};

const PANELS = {
  turns: ({ view }) => turnsPanel(view),
  forces: ({ view, sides, show }) => forcesPanel(view, sides, show),
};

/**
 * What is said beside a die as it falls.
 * @param {ToldEvent} event
 */
function dieCaption(event) {
  const small = (text) => h("span", { class: "small block" }, text);
  if (event.event === "withdrawal-thrown")
    return [h("b", null, event.succeeded ? "It gets away" : "It is held fast"), small(`Die ${event.die}`)];
  return [
    h("b", null, event.result),
    ` ${terms.RESULTS[event.result]}`,
    small(`Die ${event.die} at ${terms.column(event.column)}`),
  ];
}

export const page = {
  /**
   * @param {string} kind
   */
  promptFor(kind) {
    const Kind = PROMPTS[kind];
    if (!Kind) throw new Error(`This page cannot put the question "${kind}".`);
    return Kind;
  },
  /** Questions about the whole field, which need not be brought into sight. */
  wide: new Set(["movement", "combat"]),
  counter,
  unitAloud: terms.unit,
  counterClasses: (unit) => [unit.moved && "moved", unit.attacked && "attacked"],
  unitDetails: (unit) => [
    h(
      "p",
      { class: "small" },
      `${words.side(unit.side)} ${unit.type}, strength ${terms.strength(unit)}, ${terms.gait(unit)}`,
    ),
    terms.condition(unit).length > 0 && h("p", { class: "small" }, words.capital(terms.condition(unit).join(", "))),
    (unit.notes ?? []).map((note) =>
      h("p", { class: "small" }, words.sentence(note.text), " ", words.caseLink(note.case, note.system)),
    ),
  ],
  sentence: (play, event) => event.text,
  facesOf: (event) => ("die" in event ? [event.die] : []),
  dieCaption,
  phase: terms.phase,
  turn: terms.turn,
  marksKey,
  tabs: [
    { id: "turns", title: "Turns" },
    { id: "forces", title: "Forces" },
  ],
  panel: (id, at) => PANELS[id](at),
  doing: (question) => DOING[question.kind],
  isNight: (view) => view.night.includes(view.turn),
  owing: (view) => new Set(view.owed.attackers),
  outlines: (view) => [
    ...view.owed.defenders.map((hex) => ({ hex, kind: "owed", text: "!" })),
    ...(view.combat?.defenders ?? []).map((hex) => ({ hex, kind: "fought" })),
  ],
  waiting: (play) => [
    quotaPanel(play.view, (hexes) => play.board.highlight(hexes)),
    play.view.question?.kind === "combat" && owedPanel(play),
  ],
  seesLines: false,
  meet() {},
};
