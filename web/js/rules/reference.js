// The rules reference: every case in our own words, searchable, with rulings and diagrams.

import { h } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import { caseLink, caseNumber, paragraphs as parts } from "../common/words.js";
import * as texts from "../texts/rules.js";
import { diagram } from "./diagram.js";

/** @import { PrintedCase, RulesCase, RulesReference, RulesTable } from "protocol" */

/** @typedef {RulesCase & { system: string, of?: string }} FoundCase */
/** @typedef {{ system?: string | null, number: string }} CaseName */
/** @typedef {(system: string | null | undefined, number: string) => PrintedCase | undefined} Numbers */

/** @type {Promise<RulesReference> | null} */
let loading = null;

/**
 * The reference as the server serves it, fetched once.
 * @returns {Promise<RulesReference>}
 */
export function load() {
  loading ??= fetch("/reference.json").then((answer) => {
    if (!answer.ok) throw new Error(texts.notLoaded(answer.status));
    return answer.json();
  });
  loading.catch(() => (loading = null));
  return loading;
}

/**
 * `"7.72"`, `"SYSTEM/7.72"`, or the words of a link, as `{system, number}`.
 * @param {string} text
 */
export function parseCase(text) {
  const [system, number] = decodeURIComponent(text).includes("/")
    ? decodeURIComponent(text).split("/")
    : [null, decodeURIComponent(text)];
  return { system, number };
}

/**
 * What an edition prints for a case, where it is not the number of the reference.
 * @param {RulesCase} entry
 * @param {string | null | undefined} edition
 */
export function printed(entry, edition) {
  return entry.printed?.find((one) => one.edition === edition);
}

/**
 * What an edition prints for the cases that another names.
 * @param {RulesReference} reference
 * @param {string | null | undefined} edition
 * @returns {Numbers}
 */
export function numbersOf(reference, edition) {
  return (system, number) => {
    const of = reference.systems.find((one) => one.system === system);
    const entry = of?.cases.find((one) => one.number === number);
    return entry && printed(entry, edition);
  };
}

/**
 * The case a number names: that of the system asked for, by the numbers of an edition too, else the standard rules',
 * else its chapter's.
 * @param {RulesReference} reference
 * @param {CaseName} options
 * @returns {(RulesCase & { system: string }) | null}
 */
export function find(reference, { system, number }) {
  const all = reference.systems.flatMap((one) => one.cases.map((entry) => ({ ...entry, system: one.system })));
  if (system && !all.some((one) => one.system === system)) {
    const named = all.find((one) => ownNumber(one, system) === number);
    if (named) return named;
    // What it prints as the reference has it.
    const book = reference.systems.find((one) => system.startsWith(`${one.system}-`));
    if (book) return find(reference, { system: book.system, number });
  }
  const same = all.filter(
    (one) => one.number === number || one.number === `${number}.0` || `${one.number}` === number.replace(/\.0$/, ""),
  );
  const exact = same.find((one) => one.system === system) ?? same[0];
  if (exact || !number.includes("."))
    return exact ?? all.find((one) => chapter(one) === number && (!system || one.system === system)) ?? null;
  return find(reference, { system, number: number.slice(0, -1).replace(/\.$/, "") });
}

/**
 * The number of a case in an edition, where that is held and not the reference's.
 * @param {RulesCase} entry
 * @param {string | null | undefined} edition
 */
function ownNumber(entry, edition) {
  const own = printed(entry, edition);
  return own?.["not-held"] ? undefined : own?.case;
}

/**
 * Words as they are looked for: "ferries" finds what "ferry" finds, "retreats" what "retreat" does.
 * @param {string} text
 */
export function terms(text) {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(truthy)
    .map((word) => word.replace(/(?<=..)ies$/, "y").replace(/(?<=[a-rt-z]{2})s$/, ""));
}

/**
 * Everything a case says: its text, ruling, table and the words under its picture.
 * @param {RulesCase} entry
 */
function said(entry) {
  const rows = [
    entry.table?.title,
    entry.table?.note,
    ...(entry.table?.head ?? []),
    ...(entry.table?.rows ?? []).flat(),
  ];
  return [entry.text, entry.ruling, entry.diagram?.caption, ...rows].filter(truthy).join(" ").replaceAll("\n", " ");
}

/** Words that a question has and a rule need not. */
const COMMON = new Set(
  (
    "a an and any are many much as at be but by can could do does for from get has have how i if in into is it its me my " +
    "of on or our shall should so than that the their them then there they this to up was we were what when " +
    "where which who why will with would you your"
  ).split(" "),
);

/** What people call the same thing. */
const ALIKE = [
  ["artillery", "gun", "battery", "cannon"],
  ["shoot", "fire", "bombard", "shell"],
  ["far", "range", "distance", "reach"],
  ["move", "march", "movement"],
  ["retreat", "withdraw", "fall back"],
  ["see", "sight"],
  ["woods", "forest"],
  ["stack", "stacking"],
  ["win", "victory"],
  ["die", "dice", "eliminated"],
];

/**
 * A word and what means the same.
 * @param {string} word
 */
function meant(word) {
  return [word, ...ALIKE.filter((group) => group.includes(word)).flat()];
}

/**
 * Cases that hold all the words of a question that matter, those with them in the title first; where
 * there are none, those that hold most of them. Each with the title of its rules, `of`. A number is looked for among those of
 * the reference and of all editions, that of the one named first.
 * @param {RulesReference} reference
 * @param {string} text
 * @param {string | null} [edition]
 */
export function search(reference, text, edition) {
  const typed = terms(text.replace(/[?!,;:]|[.](?=\s|$)/g, " "));
  const telling = typed.filter((word) => !COMMON.has(word));
  const words = (telling.length ? telling : typed).map(meant);
  /** @type {(FoundCase & { score: number, held: number })[]} */
  const found = [];
  for (const one of reference.systems) {
    for (const entry of one.cases) {
      const title = ` ${terms(entry.title).join(" ")}`;
      const whole = `${entry.title} ${said(entry)} ${one.title}`.toLowerCase();
      const body = `${whole} ${terms(whole.replace(/[.,;:()[\]!?]/g, " ")).join(" ")}`;
      const named = (ownNumber(entry, edition) ?? entry.number).toLowerCase();
      const numbers = [entry.number.toLowerCase(), ...(entry.printed ?? []).map((one) => one.case)];
      const number = (/** @type {string} */ word) =>
        /^k?\d/.test(word) && [named, ...numbers].some((one) => one.startsWith(word));
      // What was typed may be the middle of a word, what means the same only its beginning.
      const within = (/** @type {string} */ where, /** @type {string[]} */ [word, ...others]) =>
        where.includes(word) || others.some((other) => where.includes(` ${other}`));
      const held = words.filter((word) => number(word[0]) || within(body, word)).length;
      if (held * 2 < words.length || held === 0) continue;
      const titled = (/** @type {string[]} */ word) => (title.includes(word[0]) ? 2 : within(title, word) ? 1 : 0);
      const score = words.reduce(
        (sum, word) =>
          sum + (named === word[0] ? 8 : numbers.includes(word[0]) ? 6 : number(word[0]) ? 4 : titled(word)),
        0,
      );
      found.push({ ...entry, system: one.system, of: one.title, score, held });
    }
  }
  const most = Math.max(0, ...found.map(({ held }) => held));
  const enough = found.filter(({ held }) => held === words.length || (most < words.length && held >= most));
  return enough.sort((a, b) => b.score - a.score);
}

/**
 * One case as an article. `level` is that of its heading; `edition` the one by whose numbers, `numbers`, it is read.
 * @param {FoundCase} entry
 * @param {{ level?: 3 | 4, edition?: string, numbers?: Numbers }} [options]
 */
export function article(entry, { level = 3, edition, numbers } = {}) {
  const number = caseNumber(entry.number, printed(entry, edition));
  return h(
    "article",
    { class: "rule", id: `${entry.system}/${entry.number}`, tabindex: -1 },
    entry.of && h("p", { class: "small rule-of" }, entry.of),
    h(`h${level}`, null, h("span", { class: "rule-number" }, number), " ", entry.title),
    elsewhere(entry, edition),
    paragraphs(entry.text, entry.system, numbers),
    entry.table && table(entry.table),
    entry.table?.note && h("p", { class: "small" }, entry.table.note),
    entry.ruling &&
      h(
        "div",
        { class: "ruling" },
        h("p", { class: "ruling-head" }, texts.ruling),
        paragraphs(entry.ruling, entry.system, numbers),
      ),
    entry.diagram && diagram(entry.diagram),
    entry.see &&
      entry.see.length > 0 &&
      h(
        "p",
        { class: "small" },
        texts.see,
        entry.see.map((number, index) => [index ? ", " : "", link(number, entry.system, numbers)]),
        ".",
      ),
  );
}

/**
 * Under which other numbers a case is printed, and where none is known.
 * @param {RulesCase} entry
 * @param {string | undefined} edition
 */
function elsewhere(entry, edition) {
  const others = (entry.printed ?? []).map((one) => {
    if (one["not-held"]) return texts.unnumbered(one.edition);
    return one.edition === edition ? texts.listedAs(entry.number) : texts.printedAs(one.case, one.edition);
  });
  return others.length > 0 && h("p", { class: "small rule-printed" }, others.join(" "));
}

/**
 * Our text: paragraphs apart by empty lines, and numbers in square brackets are links.
 * @param {string | undefined} text
 * @param {string | null | undefined} system
 * @param {Numbers} [numbers]
 */
function paragraphs(text, system, numbers) {
  return parts(text).map((paragraph) => h("p", null, linked(paragraph, system, numbers)));
}

/**
 * @param {string} text
 * @param {string | null | undefined} system
 * @param {Numbers} [numbers]
 */
export function linked(text, system, numbers) {
  return text.split(/\[([^\]]+)\]/).map((piece, index) => (index % 2 ? link(piece, system, numbers) : piece));
}

/**
 * A link to a case by its number, or of other rules by `SYSTEM/12.1a`.
 * @param {string} text
 * @param {string | null | undefined} system
 * @param {Numbers} [numbers]
 */
function link(text, system, numbers) {
  const named = parseCase(text);
  const of = named.system ?? system;
  return caseLink(named.number, of, numbers?.(of, named.number));
}

/**
 * The number of the chapter a case belongs to: the first part of its own, unless it says otherwise.
 * @param {RulesCase} entry
 */
export function chapter(entry) {
  return entry.chapter ?? entry.number.split(".")[0];
}

/** @param {RulesTable} options */
function table({ title, head = [], rows = [] }) {
  const heads = head.map((cell) => h("th", { scope: "col" }, cell));
  const body = rows.map((row) => {
    const cells = row.map((cell, index) => (index ? h("td", null, cell) : h("th", { scope: "row" }, cell)));
    return h("tr", null, cells);
  });
  const chart = h(
    "table",
    { class: "chart" },
    head.length > 0 && h("thead", null, h("tr", null, heads)),
    h("tbody", null, body),
  );
  return h("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": title ?? texts.table }, chart);
}
