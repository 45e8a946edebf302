// How things are said: sides, units, hexes, phases, results. No rules, only words.

import { h } from "./html.js";

export const SIDES = { union: "Union", confederate: "Confederate" };
export const OTHER = { union: "confederate", confederate: "union" };

/** "Union", "Confederate". */
export function side(name) {
  return SIDES[name] ?? name ?? "";
}

/** "3 units", "1 unit". */
export function count(n, one, many = `${one}s`) {
  return `${n} ${n === 1 ? one : many}`;
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** "Third in the queue." for what waits at that place. */
export function queued(place) {
  return `${capital(ORDINALS[place - 1] ?? `number ${place}`)} in the queue.`;
}

/** "A, B and C". */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** The letter that is printed behind a strength: artillery "a", cavalry "c", infantry nothing. */
export function letter(unit) {
  return { artillery: "a", cavalry: "c" }[unit.type] ?? "";
}

/** "(1)" for a train, whose strength counts in defence only; else "5", "3a", "4c". */
export function strength(unit) {
  return unit.type === "train" ? `(${unit.strength})` : `${unit.strength}${letter(unit)}`;
}

/** The condition of a unit in words, the important ones first. */
export function condition(unit) {
  const words = [];
  if (unit.ineffective) words.push("ineffective");
  if (unit.moved) words.push("moved");
  if (unit.attacked) words.push("has fought");
  if (unit.retreated) words.push("retreated");
  if (unit.advanced) words.push("advanced");
  return words;
}

/** A unit in a sentence or a list: one whose counter bears only a number or a corps is told by its arm as well. */
export function called(unit) {
  if (!unit) return "";
  if (unit.long) return unit.long;
  return /^(\d+|[IVXLC]+|[A-Z])$/.test(unit.name) ? `${unit.name} ${unit.type}` : unit.name;
}

/** How far a unit moves, if at all. */
export function gait(unit) {
  return unit.fixed ? "cannot move" : `moves ${unit.movement}`;
}

/** What stands at the foot of a unit's counter: how it moves, unless it moves as most do. */
export function foot(unit) {
  if (unit.fixed) return "fixed";
  return unit.movement === 6 ? "" : `moves ${unit.movement}`;
}

/** What is printed on a unit's counter, in the order it is printed: "Wilder 8 moves 7". */
export function printed(unit) {
  const movement = foot(unit) && ` ${foot(unit)}`;
  return `${unit.name} ${strength(unit)}${movement}${unit.ineffective ? " ineffective" : ""}`;
}

/** A unit in one phrase, as it is read aloud: "Wood 5, Confederate infantry, moved". */
export function unit(unit) {
  const rest = condition(unit).filter((word) => word !== "ineffective");
  return [printed(unit), `${side(unit.side)} ${unit.type}`, ...rest].join(", ");
}

/** "Turn 3 of 15". */
export function turn(view) {
  return `Turn ${view.turn} of ${view.turns}`;
}

/** "Union movement". */
export function phase(view) {
  if (view.phase === "over") return "Game over";
  return `${side(view.phasing)} ${view.phase}`;
}

/** "Decisive", "draw": a level as it comes, with a capital. */
export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}

/** A sentence: with a capital and a full stop, however it was sent. */
export function sentence(text) {
  const whole = capital((text ?? "").trim());
  return /[.!?…]$/.test(whole) || !whole ? whole : `${whole}.`;
}

/** Odds `{attack, defence}` or a column "3-1" as text. */
export function column(name) {
  return typeof name === "string" ? name.replace("-", "–") : String(name ?? "");
}

/** The results of the combat results table in words, by their printed letters. */
export const RESULTS = {
  Ae: "attackers eliminated",
  De: "defenders eliminated",
  Ex: "exchange",
  Ar: "attackers retreat",
  Dr: "defenders retreat",
};

/** A case as a link into the rules reference; the page opens it in its drawer. */
export function caseLink(number, system) {
  if (!number) return null;
  const href = `/rules#${system ? `${system}/` : ""}${number}`;
  return h("a", { class: "case", href, "data-case": number, "data-system": system, title: `Rules, case ${number}` }, number);
}

/** When something happened, short: "14:05" today, "3 Mar" before. */
export function when(stamp) {
  const date = typeof stamp === "number" ? new Date(stamp < 1e12 ? stamp * 1000 : stamp) : new Date(stamp);
  if (Number.isNaN(date.getTime())) return "";
  const today = new Date().toDateString() === date.toDateString();
  return today
    ? date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
    : date.toLocaleDateString([], { day: "numeric", month: "short" });
}
