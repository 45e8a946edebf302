// The differences as a list, by kind: each with both values and what they rest on, the way to its
// hex on both maps, and what can be taken over.

import { h } from "../common/html.js";
import * as texts from "../texts/compare.js";
import { charts } from "./charts.js";
import { bothCounters } from "./counters.js";

/**
 * @import { BoardCounter } from "../board/board.js"
 * @import { Child } from "../common/html.js"
 * @import { DataFiles, DifferenceTold, FactTold } from "protocol"
 */

/**
 * `counter(difference, which)` is the counter that it is about.
 * @typedef {{
 *   differences: DifferenceTold[],
 *   files: { here: DataFiles, there: DataFiles },
 *   counter: (difference: DifferenceTold, which: "here" | "there") => BoardCounter | null,
 *   hex: string,
 *   busy: boolean,
 *   on: { show: (difference: DifferenceTold) => void, take: (chosen: DifferenceTold[]) => void, more: (kind: string) => void },
 *   whole: Set<string>,
 * }} Listed
 */

/** How many of a kind are listed until all are asked for. */
const MOST = 60;

/**
 * Whether only what it rests on differs.
 * @param {DifferenceTold} difference
 */
export function ofBasis({ here, there }) {
  return Boolean(here && there && here.value === there.value);
}

/**
 * A fact as it is told.
 * @param {FactTold | undefined} fact
 */
export function told(fact) {
  if (!fact) return texts.nothing;
  return fact.basis ? texts.fact(fact.value, fact.basis) : fact.value;
}

/**
 * Those of each kind, in the order in which they come.
 * @param {DifferenceTold[]} differences
 */
export function byKind(differences) {
  /** @type {Map<string, DifferenceTold[]>} */
  const kinds = new Map();
  for (const difference of differences) {
    const kind = difference.kind || difference.file.split("/").at(-1) || "";
    kinds.set(kind, [...(kinds.get(kind) ?? []), difference]);
  }
  return [...kinds];
}

/** @param {Listed} listed */
export function differenceList(listed) {
  return byKind(listed.differences).map(([kind, of]) => group(kind, of, listed));
}

/**
 * @param {string} kind
 * @param {DifferenceTold[]} of
 * @param {Listed} listed
 */
function group(kind, of, listed) {
  const { busy, on, files, whole } = listed;
  const shown = whole.has(kind) ? of : of.slice(0, MOST);
  /** @type {string} */
  let unit = "";
  return h(
    "section",
    { key: kind, class: "kind", "aria-label": kind },
    h("h3", null, texts.kind(kind), h("span", { class: "small" }, texts.differences(of.length))),
    h(
      "p",
      null,
      h(
        "button",
        { class: "plain", key: `take-kind ${kind}`, disabled: busy, onclick: () => on.take(of) },
        texts.takeAll(of.length),
        h("span", { class: "aloud" }, texts.ofKind(kind)),
      ),
    ),
    charts(of, files),
    h(
      "ul",
      { class: "plain-list differences" },
      shown.map((difference) => {
        const place = difference.place.split(", ")[0];
        const again = place === unit;
        unit = place;
        const { counter } = listed;
        return line(
          difference,
          again ? null : bothCounters(counter(difference, "here"), counter(difference, "there")),
          listed,
        );
      }),
    ),
    shown.length < of.length &&
      h(
        "p",
        null,
        h("button", { class: "plain", key: `more ${kind}`, onclick: () => on.more(kind) }, texts.showAll(of.length)),
      ),
  );
}

/**
 * @param {DifferenceTold} difference
 * @param {Child} faces
 * @param {Listed} listed
 */
function line(difference, faces, { hex, busy, on }) {
  const { file, place, hexes = [], here, there, better } = difference;
  const key = `${file} ${place}`;
  const at = hexes.includes(hex);
  const values = [
    h("span", { class: "block" }, h("b", null, place)),
    h("span", { class: "block small" }, texts.these, ": ", told(here)),
    h("span", { class: "block small" }, texts.others, ": ", told(there)),
  ];
  return h(
    "li",
    { key, class: `${ofBasis(difference) ? "of-basis" : "of-value"}${at ? " at-hex" : ""}` },
    h(
      "div",
      { class: "fact" },
      hexes.length
        ? h(
            "button",
            {
              class: "line",
              key: `show ${key}`,
              "aria-current": at ? "true" : null,
              onclick: () => on.show(difference),
            },
            values,
          )
        : h("div", null, values),
      h(
        "button",
        { class: "plain take", key: `take ${key}`, disabled: busy, onclick: () => on.take([difference]) },
        better ? texts.takeBetterSource : texts.take,
        h("span", { class: "aloud" }, `, ${place}`),
      ),
    ),
    faces,
  );
}
