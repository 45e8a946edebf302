// Blue & Gray as the page shows it.

import { Advance } from "./prompts/advance.js";
import { RetreatBeforeCombat } from "./prompts/retreat-before-combat.js";
import { Combat } from "./prompts/combat.js";
import { Exchange } from "./prompts/exchange.js";
import { Movement } from "./prompts/movement.js";
import { Retreat } from "./prompts/retreat.js";
import { h } from "../../common/html.js";
import { forcesPanel } from "./panel/forces.js";
import { marksKey } from "./marks-key.js";
import { turnsPanel } from "./panel/turns.js";
import { counter } from "../../game/scene.js";
import * as words from "../../common/words.js";

const ASKS = {
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

export const blueGray = {
  ask: (kind) => ASKS[kind],
  /** Questions about the whole field, which need not be brought into sight. */
  wide: new Set(["movement", "combat"]),
  counter,
  said: words.unit,
  marks: (unit) => [unit.moved && "moved", unit.attacked && "attacked"],
  lines: (unit) => [
    h("p", { class: "small" }, `${words.side(unit.side)} ${unit.type}, strength ${words.strength(unit)}, ${words.gait(unit)}`),
    words.condition(unit).length > 0 && h("p", { class: "small" }, words.capital(words.condition(unit).join(", "))),
    (unit.notes ?? []).map((note) => h("p", { class: "small" }, words.sentence(note.text), " ", words.caseLink(note.case, note.system))),
  ],
  sentence: (play, event) => event.text,
  phase: words.phase,
  turn: words.turn,
  marksKey,
  tabs: [
    { id: "turns", title: "Turns" },
    { id: "forces", title: "Forces" },
  ],
  panel: (id, at) => PANELS[id](at),
  doing: (question) => DOING[question.kind] ?? "is playing",
};
