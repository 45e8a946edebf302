// How things are said on every page: sides, numbers, lists, cases. No rules, only words.

import { h } from "./html.js";
import { truthy } from "./truthy.js";

/** @import { Child } from "./html.js" */
/** @import { BySide, PrintedCase, Side, Unit } from "protocol" */

/**
 * Both sides, in the order in which they are told of.
 * @type {readonly Side[]}
 */
export const EACH_SIDE = ["union", "confederate"];
/** @type {BySide<string>} */
const SIDES = { union: "Union", confederate: "Confederate" };
/** @type {BySide<Side>} */
export const OTHER = { union: "confederate", confederate: "union" };

/**
 * "Union", "Confederate".
 * @param {string | null | undefined} name
 */
export function side(name) {
  return name === "union" || name === "confederate" ? SIDES[name] : (name ?? "");
}

/**
 * "3 units", "1 unit".
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
export function count(n, one, many = `${one}s`) {
  return `${n} ${n === 1 ? one : many}`;
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/**
 * "Third in the queue." for what waits at that place.
 * @param {number} place
 */
export function queued(place) {
  return `${capital(ORDINALS[place - 1] ?? `number ${place}`)} in the queue.`;
}

/** @type {Record<number, string>} */
const PARTS = { 0.25: "¼", 0.5: "½", 0.75: "¾" };

/**
 * "3½": a number of points with its fraction.
 * @param {number} number
 */
export function mixed(number) {
  const whole = Math.floor(number);
  const part = PARTS[number - whole];
  return part ? `${whole || ""}${part}` : String(Math.round(number * 100) / 100);
}

/**
 * The sign at the tip of a path: the points left there, and whether the move can be taken back.
 * @param {{ hex: string, left: number, undo: boolean }} target
 */
export function tip({ hex, left, undo }) {
  return { hex, kind: "tip", text: `${mixed(left)} left, ${undo ? "undo" : "no undo"}` };
}

/**
 * Text that people typed: however it is written, it turns nothing round it, and it breaks where it is longer than
 * its place.
 * @param {string | null | undefined} text
 */
export function typed(text) {
  return text ? h("bdi", null, text) : null;
}

/**
 * A sentence in which something stands that people typed: `isolated\`${name} won.\``. What is no text of its own stays
 * as it is.
 * @param {TemplateStringsArray} parts
 * @param {Child[]} values
 * @returns {Child[]}
 */
export function isolated(parts, ...values) {
  return parts.flatMap((part, at) => {
    const value = values[at];
    return [part, typeof value === "string" ? typed(value) : value];
  });
}

/**
 * "A, B and C" of what people typed.
 * @param {string[]} names
 * @returns {Child[]}
 */
export function listedNames(names) {
  return names.flatMap((name, at) => [at && (at < names.length - 1 ? ", " : " and "), typed(name)].filter(truthy));
}

/**
 * What is drawn, with a sign between.
 * @param {Child[]} parts
 * @param {string} sign
 * @returns {Child[]}
 */
export function joined(parts, sign) {
  return parts.flatMap((part, at) => (at ? [sign, part] : [part]));
}

/**
 * The name of an account, or what is said of one that is gone.
 * @param {string | null | undefined} name
 */
export function person(name) {
  return name || "somebody who has left";
}

/**
 * "Ann against Ben", "against Ben".
 * @param {string} one
 * @param {string} [other]
 */
export const against = (one, other) => (other ? isolated`${one} against ${other}` : isolated`against ${one}`);

/** Text in which no line breaks within odds ("3-1") or the name of a numbered unit ("7 OH-a"). */
export const unbroken = (/** @type {string} */ text) =>
  text
    .split(/(\d+-\d+|\d[\d/]* [A-Z]{2}[\w/-]*)/)
    .map((part, at) => (at % 2 ? h("span", { class: "unbroken" }, part) : part));

/**
 * "A, B and C".
 * @param {string[]} words
 */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/**
 * A unit in a sentence or a list: one whose counter bears only a number or a corps is told by its
 * arm as well.
 * @param {Unit | null | undefined} unit
 */
export function unitName(unit) {
  if (!unit) return "";
  return /^(\d+|[IVXLC]+|[A-Z])$/.test(unit.name) ? `${unit.name} ${unit.type}` : unit.name;
}

/**
 * "Decisive", "draw": a level as it comes, with a capital.
 * @param {string} text
 */
export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}

/**
 * "turn 5 of 10": a heading within a sentence.
 * @param {string} text
 */
export function lower(text) {
  return text ? text[0].toLowerCase() + text.slice(1) : "";
}

/**
 * A sentence: with a capital and a full stop, however it was sent.
 * @param {string} text
 */
export function sentence(text) {
  const whole = capital((text ?? "").trim());
  return /[.!?…]$/.test(whole) || !whole ? whole : `${whole}.`;
}

/**
 * The paragraphs of a text, which empty lines set apart, each in one line.
 * @param {string | null | undefined} text
 */
export function paragraphs(text) {
  const parts = (text ?? "").trim().split(/\n\s*\n/);
  return parts.filter(truthy).map((part) => part.replaceAll("\n", " "));
}

/**
 * The year of an edition, by its name.
 * @param {string} edition
 */
export function year(edition) {
  return edition.match(/\d{4}$/)?.[0] ?? edition;
}

/**
 * The number of a case as the edition prints it; where only another edition's is held, with the year of that.
 * @param {string} number
 * @param {PrintedCase | null} [printed]
 */
export function caseNumber(number, printed) {
  return (printed?.case ?? number) + (printed?.["not-held"] ? ` (${year(printed.system)})` : "");
}

/**
 * A case as a link into the rules reference; the page opens it in its panel. Its text is what the edition that is
 * played prints for it.
 * @param {string | null | undefined} number
 * @param {string | null} [system]
 * @param {PrintedCase | null} [printed]
 */
export function caseLink(number, system, printed) {
  if (!number) return null;
  const href = `/rules#${system ? `${system}/` : ""}${number}`;
  const text = caseNumber(number, printed);
  const title =
    printed?.["not-held"] && `This edition’s number is not known; this is the number of ${year(printed.system)}.`;
  const label = `Rules, case ${text}`;
  return h("a", { class: "case", href, title, "data-case": number, "data-system": system, "aria-label": label }, text);
}

/**
 * The case of what the server tells as a link.
 * @param {{ case?: string | null, system?: string | null, printed?: PrintedCase | null } | null | undefined} told
 */
export function cited(told) {
  return caseLink(told?.case, told?.system, told?.printed);
}

/**
 * "19–20 September 1863": days with the dash that stands between them in print.
 * @param {string} text
 */
export function dates(text) {
  return text.replace(/(\d)-(\d)/g, "$1–$2");
}

/**
 * "3 March 1863".
 * @param {number} stamp in seconds
 */
export function day(stamp) {
  return new Date(stamp * 1000).toLocaleDateString([], { day: "numeric", month: "long", year: "numeric" });
}

/**
 * When something happened, short: "14:05" today, "3 Mar" before.
 * @param {number} stamp
 */
export function when(stamp) {
  const date = typeof stamp === "number" ? new Date(stamp < 1e12 ? stamp * 1000 : stamp) : new Date(stamp);
  if (Number.isNaN(date.getTime())) return "";
  const today = new Date().toDateString() === date.toDateString();
  return today
    ? date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
    : date.toLocaleDateString([], { day: "numeric", month: "short" });
}
