// Forms made from a document and what its fields are called. Every field writes as one types, and
// shows what is wrong with it.

import { h } from "../common/html.js";
import { tick } from "../common/tick.js";
import * as texts from "../texts/editor.js";
import { cells } from "./chart-cells.js";
import { entryFaults, fieldAt } from "./drawn-form.js";
import { control } from "./field-control.js";
import { get, set, within } from "./field-path.js";
import { blank, guess } from "./form-specs.js";
import { ledger } from "./ledger.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { Shape, Spec } from "./form-specs.js"
 * @import { ToolState } from "./tool-state.js"
 * @import { DataFile } from "protocol"
 */

/**
 * Writes a value into the field of a place.
 * @type {(toolState: ToolState, role: string, fieldPath: string, label: string, value: unknown, join?: string) => void}
 */
export function write(toolState, role, fieldPath, label, value, join) {
  toolState.change(label, (open) => set(open(role), fieldPath, value), join);
}

// What is drawn at a place.
/** @typedef {(toolState: ToolState, role: string, fieldPath: string, spec: Spec) => Child} Drawn */

/**
 * The fields of the table at a place. `shape` names them; fields that it does not name come after.
 * @type {(toolState: ToolState, role: string, fieldPath: string, shape: Shape) => Child}
 */
export function fields(toolState, role, fieldPath, shape) {
  const value = /** @type {DataFile} */ (toolState.value(role, fieldPath) ?? {});
  const specs = { ...shape };
  for (const key of Object.keys(value)) specs[key] ??= guess(key, value[key]);
  // What is called @… is about the table itself.
  return Object.entries(specs)
    .filter(([, spec]) => spec.kind !== "none")
    .map(([key, spec]) => field(toolState, role, key.startsWith("@") ? fieldPath : within(fieldPath, key), spec));
}

/** @type {Record<string, Drawn>} */
const KINDS = { table, tables, cells: chart, ledger: rowsOf, turns, ticks };

/** One field at a place, with its label and what is wrong with it. @type {Drawn} */
export function field(toolState, role, fieldPath, spec) {
  if (spec.from) spec = { ...spec, choices: spec.from(toolState.packDocument) };
  if (KINDS[spec.kind]) return KINDS[spec.kind](toolState, role, fieldPath, spec);
  const { id, attributes, fault } = fieldAt("field", role, fieldPath);
  const { key } = attributes;
  const on = (/** @type {unknown} */ value) =>
    write(toolState, role, fieldPath, spec.label, value, `field ${role} ${fieldPath}`);
  const value = toolState.value(role, fieldPath);
  const input = control(spec, value, attributes, { on, rest: () => toolState.packDocument.rest() });
  if (spec.kind === "yes")
    return h(
      "div",
      { key, class: "field-row" },
      h("label", { class: "tick" }, input, h("span", null, spec.label)),
      fault("span"),
    );
  const show = () => toolState.show(String(value ?? "").trim());
  const jump = spec.kind === "hex" && small("show", texts.show, texts.showOnMap(spec.label), show);
  return h(
    "div",
    { key, class: `field-row kind-${spec.kind}` },
    h("label", { for: id }, spec.label),
    jump ? h("span", { class: "with-button" }, input, jump) : input,
    fault("span"),
  );
}

// A small button; `said`: what it says to those who hear the page.
/** @type {(key: string, text: string, said: string, onclick: () => unknown) => Child} */
const small = (key, text, said, onclick) =>
  h("button", { type: "button", class: "plain small-button", key, "aria-label": said, onclick }, text);

/** @type {(key: string, label: string, onclick: () => unknown) => Child} */
const addButton = (key, label, onclick) =>
  h("button", { type: "button", class: "add", key: `add ${key}`, onclick }, texts.add(label));

/** @type {Drawn} */
function table(toolState, role, fieldPath, spec) {
  if (toolState.value(role, fieldPath) === undefined) return adder(toolState, role, fieldPath, spec);
  return fold(
    role,
    fieldPath,
    spec.label,
    entry(
      role,
      fieldPath,
      fields(toolState, role, fieldPath, spec.shape ?? {}),
      dropper(toolState, role, fieldPath, spec),
    ),
  );
}

/** @type {(role: string, fieldPath: string, ...content: Child[]) => Child} */
const entry = (role, fieldPath, ...content) =>
  h("div", { class: "entry", "data-entry": fieldPath, "data-role": role }, content, entryFaults(role, fieldPath));

/** A chart of cells. @type {Drawn} */
function chart(toolState, role, fieldPath, spec) {
  if (toolState.value(role, fieldPath) === undefined) return adder(toolState, role, fieldPath, spec);
  return [cells(toolState, role, fieldPath, spec), dropper(toolState, role, fieldPath, spec)];
}

// A ledger, and below it the form of what else its entries hold. That of a list has a fold of its own.
/** @type {Drawn} */
function rowsOf(toolState, role, fieldPath, spec) {
  const rows = ledger(toolState, role, fieldPath, spec);
  if (!spec.detail) return rows;
  const count = Object.keys(toolState.value(role, fieldPath) ?? {}).length;
  return fold(role, fieldPath, texts.list(spec.label, count), [
    rows,
    tables(toolState, role, fieldPath, spec.detail, DETAIL),
  ]);
}

/** Marks the fold of an entry's details, which has the place of the ledger that it stands below. */
const DETAIL = " detail";

/** A button that adds what is not there and may be. @type {Drawn} */
function adder(toolState, role, fieldPath, spec) {
  if (!spec.optional) return null;
  const add = () => write(toolState, role, fieldPath, texts.add(spec.label), blank(spec, toolState.packDocument));
  return h("p", null, addButton(`${role} ${fieldPath}`, spec.label.toLowerCase(), add));
}

/** A button that takes away what need not be there. @type {Drawn} */
function dropper(toolState, role, fieldPath, spec) {
  if (!spec.optional) return null;
  const drop = () => write(toolState, role, fieldPath, texts.removed(spec.label), undefined);
  return small(`drop ${role} ${fieldPath}`, texts.remove, texts.removeEntry(spec.label.toLowerCase()), drop);
}

const TELLING = ["name", "unit", "chit", "hex", "way", "side", "kept", "hexes", "sides", "type", "points"];

/** What tells an entry of a list from the others. @param {DataFile} entry */
function gist(entry) {
  const told = TELLING.map((key) => entry[key]).filter((one) => one !== undefined && one !== "");
  const text = told.slice(0, 2).map(String).join(", ");
  return text.length > 44 ? `${text.slice(0, 44)}…` : text;
}

// `mark` tells its fold from another of the same place.
/** @type {(...place: [...Parameters<Drawn>, mark?: string]) => Child} */
function tables(toolState, role, fieldPath, spec, mark = "") {
  const entries = /** @type {DataFile[]} */ (toolState.value(role, fieldPath) ?? []);
  const { one = "", shape = {} } = spec;
  const add = () => {
    opened.add(`${role} ${fieldPath}${mark}`).add(`${role} ${fieldPath}.${entries.length}`);
    const made = blank({ kind: "table", label: "", shape }, toolState.packDocument);
    toolState.change(texts.add(one), (open) =>
      set(open(role), fieldPath, [...(get(open(role), fieldPath) ?? []), made]),
    );
    const first = document.querySelector(`[data-role="${role}"][data-place^="${fieldPath}.${entries.length}."]`);
    /** @type {HTMLElement | null} */ (first)?.focus();
  };
  const drop = (/** @type {number} */ index) =>
    toolState.change(texts.removed(one), (open) =>
      set(open(role), entries.length === 1 ? fieldPath : within(fieldPath, index), undefined),
    );
  const list = entries.map((each, index) => {
    const at = within(fieldPath, index);
    const removal = small(`drop ${role} ${at}`, texts.remove, texts.removeEntry(one, gist(each)), () => drop(index));
    const content = entry(role, at, fields(toolState, role, at, shape), !spec.fixed && removal);
    return fold(role, at, texts.entryOf(index, gist(each) || one), content);
  });
  const adding = !spec.fixed && addButton(`${role} ${fieldPath}`, one, add);
  const title = texts.list(spec.label, entries.length);
  return fold(role, fieldPath + mark, title, h("div", { class: "entries" }, list, adding));
}

/**
 * A box for each of several.
 * @param {[role: string, fieldPath: string]} place
 * @param {Spec} spec
 * @param {[value: string | number, text: string][]} all
 * @param {(value: any) => boolean} isOn
 * @param {(value: any, on: boolean) => unknown} pick
 */
const boxes = ([role, fieldPath], { label }, all, isOn, pick, kind = "") =>
  h(
    "fieldset",
    { key: label, class: `turn-boxes ${kind}`.trim(), "data-entry": fieldPath, "data-role": role },
    h("legend", null, label),
    all.map(([value, text]) =>
      tick(
        {
          value,
          key: `${role} ${fieldPath} ${value}`,
          checked: isOn(value),
          onchange: (event) => pick(value, event.target.checked),
        },
        text,
      ),
    ),
    entryFaults(role, fieldPath),
  );

/** A box for each game-turn. @type {Drawn} */
function turns(toolState, role, fieldPath, spec) {
  const chosen = /** @type {number[]} */ (toolState.value(role, fieldPath) ?? []);
  const count = Math.min(Number(toolState.value(role, spec.of ?? "")) || 0, 99);
  const numbers = new Set([...Array.from({ length: count }, (_, index) => index + 1), ...chosen]);
  const pick = (/** @type {number} */ number, /** @type {boolean} */ on) => {
    const next = on ? [...chosen, number] : chosen.filter((one) => one !== number);
    write(
      toolState,
      role,
      fieldPath,
      spec.label,
      next.sort((a, b) => a - b),
    );
  };
  const all = [...numbers].map((one) => /** @type {[number, string]} */ ([one, String(one)]));
  return boxes([role, fieldPath], spec, all, (one) => chosen.includes(one), pick);
}

/** A box for each choice; what stands in the file and is none of them has one too. @type {Drawn} */
function ticks(toolState, role, fieldPath, spec) {
  const picked = /** @type {string[]} */ (toolState.value(role, fieldPath) ?? []);
  const offered = spec.choices ?? [];
  const strange = picked.filter((one) => !offered.some(([id]) => id === one));
  const pick = (/** @type {string} */ id, /** @type {boolean} */ on) => {
    const left = picked.filter((one) => one !== id);
    write(toolState, role, fieldPath, spec.label, on ? [...left, id] : left);
  };
  const all = [...offered, ...strange.map((one) => /** @type {[string, string]} */ ([one, one]))];
  return boxes([role, fieldPath], spec, all, (one) => picked.includes(one), pick, "ticks");
}

/** Which folds are open: a form that is made anew looks as it did. */
const opened = new Set();

/** @type {(role: string, fieldPath: string, title: string, content: Child) => Child} */
function fold(role, fieldPath, title, content) {
  const key = `${role} ${fieldPath}`;
  return h(
    "details",
    {
      key,
      class: "fold",
      open: opened.has(key),
      "data-fold": fieldPath,
      ontoggle: ({ currentTarget }) =>
        /** @type {HTMLDetailsElement} */ (currentTarget).open ? opened.add(key) : opened.delete(key),
    },
    h("summary", { key: `fold ${key}` }, title),
    content,
  );
}

// Opens whatever hides a place, for the next time the form is made.
/** @type {(role: string, fieldPath: string) => void} */
export function reveal(role, fieldPath) {
  const parts = fieldPath.split(".");
  for (let length = 1; length <= parts.length; length++) {
    const outer = `${role} ${parts.slice(0, length).join(".")}`;
    opened.add(outer);
    opened.add(outer + DETAIL);
  }
}
