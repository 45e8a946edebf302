// An attack before it is committed: strengths, multiples, odds, every result of the die, and lower
// columns.

import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { why as whys } from "../../../texts/game.js";
import * as texts from "../texts/game.js";
import * as terms from "../texts/terms.js";

/**
 * @import { Child } from "../../../common/html.js"
 * @import { Combat } from "../prompts/combat.js"
 * @import { AttackPreview } from "protocol/blue-gray"
 */

const FACES = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/** How many columns are shown unasked. */
const FEW = 3;

/**
 * `ask`: the combat question, with the draft and what is known of it.
 * @param {Combat} prompt
 */
export function draftPanel(prompt) {
  const { attackers, defenders, draft } = prompt;
  if (!attackers.size)
    return [
      part(texts.attackers, h("p", { class: "hint" }, texts.chooseAttackers)),
      defending(prompt, null),
      joiners(prompt),
    ];
  if (!defenders.size)
    return [attacking(prompt, null), h("p", { class: "hint" }, texts.chooseDefenders), joiners(prompt)];
  if (!draft) return [attacking(prompt, null), defending(prompt, null), h("p", { class: "hint" }, texts.workingOut)];
  if (!draft.legal) {
    return [
      attacking(prompt, null),
      defending(prompt, null),
      h(
        "p",
        { class: "refused" },
        words.sentence(draft.refusal.message),
        " ",
        words.cited(draft.refusal),
        " ",
        why(prompt),
      ),
      joiners(prompt),
    ];
  }
  return [attacking(prompt, draft), defending(prompt, draft), odds(prompt, draft), joiners(prompt)];
}

/**
 * How an attack comes to its column, unit by unit.
 * @param {Combat} prompt
 */
export function account(prompt) {
  const { draft, view } = prompt;
  if (!draft?.legal) return null;
  const { attackers, attack, defenders, defence, column, cases, "best-column": best } = draft;
  const named = (/** @type {string} */ unit, /** @type {number} */ strength) =>
    `${words.unitName(prompt.unitOf(unit))} ${strength}`;
  const multiple = (/** @type {AttackPreview["defenders"][number]} */ { best: by, multiples, strength, total }) => {
    const counts = multiples.find((one) => one.by === by);
    return counts && by > 1 && [`; ${strength} × ${by} ${counts.text} `, words.caseLink(counts.case), ` = ${total}`];
  };
  return [
    h(
      "p",
      null,
      texts.attackSum,
      attackers.map(({ unit, strength, weakened }, at) => [
        at ? " + " : "",
        named(unit, strength),
        weakened && reduced(weakened, view.system),
      ]),
      ` = ${attack}.`,
    ),
    defenders.map((one) =>
      h(
        "p",
        null,
        texts.defenceSum(one.hex),
        one.units
          .map(({ unit, strength, counts }) => `${named(unit, strength)}${counts ? "" : texts.addsNothing}`)
          .join(" + "),
        multiple(one),
        ".",
      ),
    ),
    h(
      "p",
      null,
      texts.oddsOf(attack, defence, best),
      words.cited(cases.odds),
      column !== best && [texts.chose(column), words.cited(cases.columns)],
      ".",
    ),
  ];
}

/** @param {Combat} prompt */
function why({ play, order, draft }) {
  const text = whys[draft?.legal ? "odds" : "refused"];
  return h("button", { class: "plain", key: "why-draft", onclick: () => play.explain(order) }, text);
}

/**
 * @param {string} title
 * @param {Child[]} children
 */
function part(title, ...children) {
  return h("section", { class: "part" }, h("h3", null, title), children);
}

/**
 * Strengths in a table with their sum, once it is known.
 * @param {string} title
 * @param {Child[]} rows
 * @param {string} label
 * @param {number | undefined} sum
 */
function sums(title, rows, label, sum) {
  const total = [h("th", { scope: "row", colspan: 2 }, label), h("td", { class: "number" }, sum), h("td")];
  return part(
    title,
    h("table", { class: "sums" }, h("tbody", null, rows), sum !== undefined && h("tfoot", null, h("tr", null, total))),
  );
}

/**
 * @param {string | undefined} name
 * @param {() => unknown} onclick
 */
function removable(name, onclick) {
  const label = texts.takeOut(name);
  return h(
    "td",
    null,
    h("button", { class: "plain remove", "aria-label": label, key: `remove-${name}`, onclick }, "×"),
  );
}

/**
 * What the range leaves of a battery's strength, beside how it attacks.
 * @param {{ printed: number, case: string }} weakened
 * @param {string} system
 */
function reduced({ printed, case: number }, system) {
  return [texts.reducedFrom(printed), words.caseLink(number, system)];
}

/**
 * @param {Combat} prompt
 * @param {AttackPreview | null} draft
 */
function attacking(prompt, draft) {
  const rows = [...prompt.attackers].map((id) => {
    const unit = prompt.unitOf(id);
    const known = draft?.attackers?.find((one) => one.unit === id);
    return h(
      "tr",
      null,
      h("th", { scope: "row" }, words.unitName(unit)),
      h("td", null, known && texts.mode(known), known?.weakened && reduced(known.weakened, prompt.view.system)),
      h("td", { class: "number" }, known?.strength ?? unit?.strength),
      removable(unit?.name, () => prompt.toggleAttacker(id)),
    );
  });
  return sums(texts.attackers, rows, texts.attackStrength, draft?.attack);
}

/**
 * @param {Combat} prompt
 * @param {AttackPreview | null} draft
 */
function defending(prompt, draft) {
  if (!prompt.defenders.size) return null;
  const rows = [...prompt.defenders].map((hex) => {
    const known = draft?.defenders?.find((one) => one.hex === hex);
    const units =
      known?.units ??
      prompt.enemies(hex).map((unit) => ({ unit, strength: prompt.unitOf(unit).strength, counts: true }));
    const names = units.map(({ unit, strength, counts }) =>
      texts.defender(words.unitName(prompt.unitOf(unit)), strength, counts),
    );
    // The best multiple counts alone; the others are shown, so that one sees they were not
    // forgotten.
    const counts = known?.multiples?.find(({ by }) => by === known.best);
    const multiples = (known?.multiples ?? []).map((one) =>
      h(
        "li",
        { class: one === counts ? "counts" : "idle" },
        `×${one.by} ${one.text} `,
        words.caseLink(one.case),
        one === counts ? "" : texts.notAdded,
      ),
    );
    return h(
      "tr",
      null,
      h(
        "th",
        { scope: "row" },
        hex,
        h("span", { class: "small block" }, names.join(", ")),
        multiples.length > 0 && h("ul", { class: "multiples" }, multiples),
      ),
      h("td", null, known && known.best > 1 ? `${known.strength} × ${known.best}` : ""),
      h("td", { class: "number" }, known?.total ?? units.reduce((sum, one) => sum + (one.strength ?? 0), 0)),
      removable(hex, () => prompt.toggleDefender(hex)),
    );
  });
  return sums(texts.defenders, rows, texts.defenceStrength, draft?.defence);
}

/**
 * @param {Combat} prompt
 * @param {AttackPreview} draft
 */
function odds(prompt, draft) {
  const { columns, "next-column": next } = draft;
  const best = columns[0].column;
  const chosen = draft.column;
  const head = h(
    "tr",
    null,
    h("th", { scope: "col" }, texts.odds),
    FACES.map((face, index) =>
      h("th", { scope: "col", "aria-label": texts.die(index + 1) }, h("span", { class: "pip" }, face)),
    ),
  );
  const at = columns.findIndex((one) => one.column === chosen);
  const few = !prompt.allColumns && columns.length > FEW + 1 && at < FEW;
  const rows = (few ? columns.slice(0, FEW) : columns).map(({ column, results }) =>
    h(
      "tr",
      { class: column === chosen ? "taken" : "" },
      h(
        "th",
        { scope: "row" },
        h(
          "label",
          { class: "column" },
          h("input", {
            type: "radio",
            name: "column",
            value: column,
            checked: column === chosen,
            key: `column-${column}`,
            onchange: () => prompt.chooseColumn(column, best),
          }),
          column,
        ),
      ),
      results.map((result) => h("td", { class: `result ${result}`, title: terms.RESULTS[result] }, result)),
    ),
  );
  return [
    h(
      "section",
      { class: "part", "aria-label": texts.oddsAndResults },
      h(
        "h3",
        null,
        texts.oddsTitle(draft.attack, draft.defence),
        h("b", { class: "odds" }, chosen),
        " ",
        words.caseLink(draft.cases.odds.case, draft.cases.odds.system),
      ),
      h(
        "div",
        { class: "scroller", role: "group", "aria-label": texts.results },
        h("table", { class: "crt" }, h("thead", null, head), h("tbody", null, rows)),
      ),
      next && h("p", { class: "missing small" }, h("b", null, texts.missing(next.missing, next.column))),
      columns.length > 1 &&
        h(
          "p",
          { class: "small" },
          texts.lowerColumn(words.caseLink(draft.cases.columns.case, draft.cases.columns.system)),
          few &&
            h(
              "button",
              { class: "plain small-button", key: "all-columns", onclick: () => prompt.showColumns() },
              texts.allColumns(columns.length),
            ),
        ),
    ),
    part(texts.possibleResults, h("ul", { class: "chances" }, draft.chances.map(chance))),
  ];
}

/**
 * The button that throws the die, once the attack is legal, and the one that clears the draft.
 * @param {Combat} prompt
 */
export function commit(prompt) {
  const { draft } = prompt;
  const legal = prompt.attackers.size > 0 && prompt.defenders.size > 0 && draft?.legal;
  return h(
    "div",
    { class: "actions final" },
    legal && [
      h("button", { id: "attack", class: "primary", onclick: () => prompt.commit() }, texts.attackAt(draft.column)),
      why(prompt),
    ],
    h("button", { key: "clear-draft", onclick: () => prompt.escape() }, texts.clear),
  );
}

/** @param {{ result: string, sixths: number, text: string }} options */
function chance({ result, sixths, text }) {
  const bar = h("span", { class: `bar ${result}`, "aria-hidden": "true", style: `--share: ${sixths / 6}` });
  return h(
    "li",
    null,
    bar,
    h("span", { class: "said" }, h("b", null, result), " ", texts.chance(sixths), h("span", { class: "small" }, text)),
  );
}

/**
 * Units that could still join the attack.
 * @param {Combat} prompt
 */
function joiners(prompt) {
  const free = (prompt.info?.attackers ?? [])
    .filter(({ unit }) => !prompt.attackers.has(unit))
    .sort((a, b) => Number(b.must) - Number(a.must));
  const blocked = prompt.info?.blocked ?? [];
  return [
    free.length > 0 &&
      part(
        texts.couldJoin,
        h(
          "div",
          { class: "choices tight" },
          free.map(({ unit, mode, must, case: number }) => {
            const one = prompt.unitOf(unit);
            return h(
              "button",
              { key: `join-${unit}`, onclick: () => prompt.toggleAttacker(unit) },
              texts.joins(one, mode, must && number),
            );
          }),
        ),
      ),
    prompt.attackers.size > 0 &&
      blocked.length > 0 &&
      h(
        "details",
        { class: "part" },
        h("summary", null, texts.notSeen(blocked.length)),
        h(
          "ul",
          { class: "plain-list" },
          blocked.map(({ hex, text, case: number }) =>
            h("li", null, `${hex}${text ? `: ${words.sentence(text)}` : ""} `, words.caseLink(number)),
          ),
        ),
      ),
  ];
}
