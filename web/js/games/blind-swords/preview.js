// What a fire or a Close Combat can bring, before the dice: strength with every factor, the column
// with every shift, and the chance of each test and of what becomes of the unit that takes it.

import { h } from "../../common/html.js";
import * as words from "../../common/words.js";
import { obstacles } from "../../panel/sight.js";
import { names, percent, points } from "./texts/terms.js";

/** @import { Chances, ClosePreview, FirePreview, Led, SwordsPreview, SwordsView, Test } from "protocol/blind-swords" */

/** @type {[Test, string][]} */
const TESTS = [
  ["none", "No test"],
  ["routine", "Routine"],
  ["tough", "Tough"],
  ["severe", "Severe"],
];

/**
 * What fires or Close Combats can bring the units that lead, in a few words for a button; null
 * where nothing is told.
 * @param {SwordsPreview | null} answer
 */
export function prospects(answer) {
  if (!answer) return null;
  /** @type {Led[]} */
  const led =
    "fires" in answer
      ? answer.fires.map(({ targets }) => targets[0])
      : "assaults" in answer
        ? answer.assaults.map(({ ways }) => ways[0])
        : [];
  if (!led.length) return null;
  const said = led.map((one) => {
    if (!one?.chances) return "no effect";
    const { broken, eliminated, retreat } = one.chances;
    const sum = (/** @type {number[]} */ all) => all.reduce((total, chance) => total + chance, 0);
    const worse = sum(Object.values(retreat)) + sum(broken) + eliminated;
    const effect = 1 - one.chances["no-effect"];
    return `${percent(effect)} of an effect, ${percent(worse)} of a retreat or worse`;
  });
  return said.join("; ");
}

/**
 * One fire, as `game.preview` tells it.
 * @param {SwordsView} view
 * @param {FirePreview} fire
 */
export function firePreview(view, fire) {
  const { system } = view;
  return h(
    "div",
    { class: "preview" },
    h(
      "table",
      { class: "sums" },
      h(
        "tbody",
        null,
        fire.units.map((share) =>
          h(
            "tr",
            null,
            h(
              "th",
              { scope: "row" },
              `${names(view, [share.unit])}, ${share.band}`,
              h(
                "span",
                { class: "small block" },
                [points(share.strength), ...share.factors.map(({ times, name }) => `× ${points(times)} ${name}`)].join(
                  " ",
                ),
                " ",
                share.factors.map((factor) => [words.caseLink(factor.case, system), " "]),
              ),
            ),
            h("td", { class: "number" }, points(share.brought)),
          ),
        ),
      ),
      h(
        "tfoot",
        null,
        h(
          "tr",
          null,
          h(
            "th",
            { scope: "row" },
            `Strength, column ${fire.start ?? "none"}`,
            fire["next-column"] &&
              h(
                "span",
                { class: "small block" },
                `${points(fire["next-column"].missing)} more for ${fire["next-column"].column}`,
              ),
          ),
          h("td", { class: "number" }, points(fire.strength)),
        ),
      ),
    ),
    fire["flanking-case"] &&
      h("p", { class: "small" }, h("b", null, "Flanking Fire "), words.caseLink(fire["flanking-case"], system)),
    fire.sights
      .filter(({ sight }) => sight.view !== "clear")
      .map(({ from, sight }) =>
        h("p", { class: "small" }, `From ${from} ${sight.view}: `, obstacles(sight.obstacles, system), "."),
      ),
    fire.targets.map((target) => led(view, target)),
  );
}

/**
 * One Close Combat, by each hex that can be the Assaulting Hex.
 * @param {SwordsView} view
 * @param {ClosePreview} assault
 */
export function closePreview(view, assault) {
  return h(
    "div",
    { class: "preview" },
    assault.ways.map((way, at) =>
      h(
        "details",
        { open: at === 0 },
        h(
          "summary",
          null,
          `From ${way.assaulting}: ${points(way.total)} to ${points(way.defence)}, column ${way.column ?? way.start}`,
        ),
        h(
          "p",
          { class: "small" },
          `Assaulting Hex ${points(way.attack)}, total ${points(way.total)} to ${points(way.defence)}: column ${way.start}.`,
        ),
        led(view, way),
        way.attacker &&
          h(
            "p",
            { class: "small" },
            "For the attacker: ",
            /** @type {["depleted" | "morale" | "retreats", string][]} */ ([
              ["depleted", "depleted"],
              ["morale", "a Morale Hit"],
              ["retreats", "retreats"],
            ])
              .filter(([id]) => way.attacker[id] > 0)
              .map(([id, text]) => `${text} ${percent(way.attacker[id])}`)
              .join(", ") || "nothing",
            ". Before Defensive Fire and chits.",
          ),
      ),
    ),
  );
}

/**
 * The shifts, the column, the tests and what they come to for the unit that leads.
 * @param {SwordsView} view
 * @param {Led} target
 */
function led(view, target) {
  const { system } = view;
  const { tests, chances } = target;
  const chits = ("chits" in target && target.chits) || [];
  return h(
    "div",
    { class: "led" },
    target.shifts?.length > 0 &&
      h(
        "ul",
        { class: "shifts" },
        target.shifts.map((shift) =>
          h(
            "li",
            null,
            h("b", null, `${shift.columns > 0 ? "+" : "−"}${Math.abs(shift.columns)}`),
            ` ${shift.name} `,
            words.caseLink(shift.case, system),
          ),
        ),
      ),
    h(
      "p",
      null,
      h("b", { class: "odds" }, target.column ? `Column ${target.column}` : "No column"),
      ` on ${names(view, [target.lead])}, CR ${target.cohesion}${target.supported ? ", supported" : ", not supported"}`,
      chits.map(({ shift, column }) => `; ${column ? `column ${column}` : "no column"} with ${shift.name}`),
    ),
    tests &&
      h(
        "p",
        { class: "small tests" },
        TESTS.filter(([id]) => tests[id] > 0).map(([id, name], at) => `${at ? ", " : ""}${name} ${percent(tests[id])}`),
      ),
    chances &&
      h(
        "ul",
        { class: "chances" },
        rows([chances, ...chits.map((chit) => chit.chances)]).map(([text, [chance = 0, ...others], kind]) => {
          const played = others.map((other, at) => `, ${percent(other)} with ${chits[at].shift.name}`);
          return row(text + played.join(""), chance, kind);
        }),
      ),
  );
}

/**
 * What can happen, and the chance of it in each of these accounts.
 * @param {(Chances | null | undefined)[]} all
 */
function rows(all) {
  const far = new Set(all.flatMap((chances) => Object.keys(chances?.retreat ?? {})));
  const row = (
    /** @type {string} */ text,
    /** @type {string} */ kind,
    /** @type {(chances: Chances) => number} */ of,
  ) => /** @type {const} */ ([text, all.map((chances) => (chances ? of(chances) : 0)), kind]);
  return [
    row("nothing happens", "none", (chances) => chances["no-effect"]),
    row("Battleworn", "worn", ({ depleted }) => depleted),
    row("a Morale Hit", "morale", ({ morale }) => morale),
    ...[...far].map((hexes) =>
      row(`retreats ${words.count(Number(hexes), "hex", "hexes")}`, "retreat", ({ retreat }) => retreat[hexes] ?? 0),
    ),
    row("breaks", "broken", ({ broken }) => broken.reduce((sum, one) => sum + one, 0)),
    row("eliminated", "broken", ({ eliminated }) => eliminated),
  ].filter(([, chances]) => chances.some((chance) => chance > 0));
}

/**
 * @param {string} text
 * @param {number} chance
 * @param {string} kind
 */
function row(text, chance, kind) {
  const bar = h("span", { class: `bar ${kind}`, "aria-hidden": "true", style: `--share: ${chance}` });
  return h("li", null, bar, h("span", { class: "said" }, h("b", null, percent(chance)), ` ${text}`));
}
