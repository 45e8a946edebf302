// What a fire or a Close Combat can bring, before the dice: strength with every factor, the column
// with every shift, and the chance of each test and of what becomes of the unit that takes it.

import { h } from "../../common/html.js";
import * as words from "../../common/words.js";
import { obstacles } from "../../panel/sight.js";
import * as texts from "./texts/game.js";
import { names, percent, points } from "./texts/terms.js";

/** @import { Child } from "../../common/html.js" */
/** @import { Chances, ClosePreview, FirePreview, Led, SwordsPreview, SwordsView } from "protocol/blind-swords" */

/**
 * The chances of any effect, and of a retreat or worse, for the unit that leads in each fire or Close Combat; in this
 * from the Assaulting Hex that promises most, with what the attacker suffers.
 * @param {SwordsPreview | null} answer
 * @returns {{ effect: number, said: string }[]}
 */
export function prospects(answer) {
  if (answer && "fires" in answer) return answer.fires.map(({ targets: [one] }) => prospect(one));
  if (!answer || !("assaults" in answer)) return [];
  return answer.assaults.map(({ ways }) => {
    const [best] = ranked(ways);
    return best ? { ...best, said: texts.assaultProspects(best.way, best.said) } : prospect();
  });
}

/**
 * The Assaulting Hexes, the one that promises most first.
 * @param {ClosePreview["ways"]} ways
 */
const ranked = (ways) =>
  ways.map((way) => ({ way, ...prospect(way) })).sort((a, b) => b.worse - a.worse || b.effect - a.effect);

/** @param {Led} [one] */
function prospect(one) {
  if (!one?.chances) return { effect: 0, worse: 0, said: texts.tests.none };
  const { broken, eliminated, retreat } = one.chances;
  const worse = [...Object.values(retreat), ...broken, eliminated].reduce((total, chance) => total + chance, 0);
  const effect = 1 - one.chances["no-effect"];
  return { effect, worse, said: texts.prospects(effect, worse) };
}

/**
 * A row of the sums.
 * @param {string} text
 * @param {Child} note
 * @param {number} value
 */
function sum(text, note, value) {
  const head = h("th", { scope: "row" }, text, note && h("span", { class: "small block" }, note));
  return h("tr", null, head, h("td", { class: "number" }, points(value)));
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
        fire.units.map((share) => {
          const cases = share.factors.map((factor) => [words.caseLink(factor.case, system), " "]);
          return sum(`${names(view, [share.unit])}, ${share.band}`, [texts.factors(share), " ", cases], share.brought);
        }),
      ),
      h(
        "tfoot",
        null,
        sum(texts.strengthColumn(fire.start), fire["next-column"] && texts.missing(fire["next-column"]), fire.strength),
      ),
    ),
    fire["flanking-case"] &&
      h("p", { class: "small" }, h("b", null, texts.flankingFire), words.caseLink(fire["flanking-case"], system)),
    fire.sights
      .filter(({ sight }) => sight.view !== "clear")
      .map(({ from, sight }) =>
        h("p", { class: "small" }, texts.seenFrom(from, sight.view), obstacles(sight.obstacles, system), "."),
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
    ranked(assault.ways).map(({ way }, at) =>
      h(
        "details",
        { open: at === 0 },
        h("summary", null, texts.assaultFrom(way)),
        h("p", { class: "small" }, texts.assaultSum(way)),
        led(view, way),
        way.attacker && h("p", { class: "small" }, texts.attacker(way.attacker)),
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
        target.shifts.map((shift) => {
          const columns = `${shift.columns > 0 ? "+" : "−"}${Math.abs(shift.columns)}`;
          return h("li", null, h("b", null, columns), ` ${shift.name} `, words.caseLink(shift.case, system));
        }),
      ),
    h(
      "p",
      null,
      h("b", { class: "odds" }, texts.columnTitle(target.column)),
      texts.ledBy(names(view, [target.lead]), target),
      chits.map(({ shift, column }) => texts.withChit(column, shift.name)),
    ),
    tests && h("p", { class: "small tests" }, texts.testChances(tests)),
    chances &&
      h(
        "ul",
        { class: "chances" },
        rows([chances, ...chits.map((chit) => chit.chances)]).map(([text, [chance = 0, ...others], kind]) => {
          const played = others.map((other, at) => texts.chanceWith(other, chits[at].shift.name));
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
    row(texts.outcomes.none, "none", (chances) => chances["no-effect"]),
    row(texts.outcomes.worn, "worn", ({ depleted }) => depleted),
    row(texts.outcomes.morale, "morale", ({ morale }) => morale),
    ...[...far].map((hexes) =>
      row(texts.outcomes.retreat(Number(hexes)), "retreat", ({ retreat }) => retreat[hexes] ?? 0),
    ),
    row(texts.outcomes.broken, "broken", ({ broken }) => broken.reduce((sum, one) => sum + one, 0)),
    row(texts.outcomes.eliminated, "broken", ({ eliminated }) => eliminated),
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
