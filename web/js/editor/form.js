// Forms made from a document and what its fields are called. Every field writes as one types, and
// shows what is wrong with it.

import { h } from "../common/html.js";
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
 * @param {ToolState} toolState
 * @param {string} role
 * @param {string} fieldPath
 * @param {string} label
 * @param {unknown} value
 * @param {string} [join]
 */
export function write(toolState, role, fieldPath, label, value, join) {
  toolState.change(label, (open) => set(open(role), fieldPath, value), join);
}

/**
 * The fields of the table at a place. `shape` names them; fields that it does not name come after.
 * @param {ToolState} toolState
 * @param {string} role
 * @param {string} fieldPath
 * @param {Shape} shape
 * @returns {Child}
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

/**
 * One field at a place, with its label and what is wrong with it.
 * @param {ToolState} toolState
 * @param {string} role
 * @param {string} fieldPath
 * @param {Spec} spec
 * @returns {Child}
 */
export function field(toolState, role, fieldPath, spec) {
  if (spec.from) spec = { ...spec, choices: spec.from(toolState.packDocument) };
  if (spec.kind === "table") return table(toolState, role, fieldPath, spec);
  if (spec.kind === "tables") return tables(toolState, role, fieldPath, spec);
  if (spec.kind === "cells") return chart(toolState, role, fieldPath, spec);
  if (spec.kind === "ledger") return rowsOf(toolState, role, fieldPath, spec);
  if (spec.kind === "turns") return turns(toolState, role, fieldPath, spec);
  if (spec.kind === "ticks") return ticks(toolState, role, fieldPath, spec);
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
  const jump =
    spec.kind === "hex" &&
    h(
      "button",
      {
        type: "button",
        class: "plain small-button",
        "aria-label": `Show ${spec.label.toLowerCase()} on the map`,
        onclick: () => toolState.show(String(value ?? "").trim()),
      },
      "Show",
    );
  return h(
    "div",
    { key, class: `field-row kind-${spec.kind}` },
    h("label", { for: id }, spec.label),
    jump ? h("span", { class: "with-button" }, input, jump) : input,
    fault("span"),
  );
}

/**
 * @param {ToolState} toolState
 * @param {string} role
 * @param {string} fieldPath
 * @param {Spec} spec
 * @returns {Child}
 */
function table(toolState, role, fieldPath, spec) {
  if (toolState.value(role, fieldPath) === undefined) return adder(toolState, role, fieldPath, spec);
  return fold(
    role,
    fieldPath,
    spec.label,
    h(
      "div",
      { class: "entry", "data-entry": fieldPath, "data-role": role },
      fields(toolState, role, fieldPath, spec.shape ?? {}),
      dropper(toolState, role, fieldPath, spec),
      entryFaults(role, fieldPath),
    ),
  );
}

/**
 * A chart of cells.
 * @param {ToolState} toolState
 * @param {string} role
 * @param {string} fieldPath
 * @param {Spec} spec
 * @returns {Child}
 */
function chart(toolState, role, fieldPath, spec) {
  if (toolState.value(role, fieldPath) === undefined) return adder(toolState, role, fieldPath, spec);
  return [cells(toolState, role, fieldPath, spec), dropper(toolState, role, fieldPath, spec)];
}

/**
 * A ledger, and below it the form of what else its entries hold. That of a list has a fold of its own.
 * @param {ToolState} toolState
 * @param {string} role
 * @param {string} fieldPath
 * @param {Spec} spec
 * @returns {Child}
 */
function rowsOf(toolState, role, fieldPath, spec) {
  const rows = ledger(toolState, role, fieldPath, spec);
  if (!spec.detail) return rows;
  const count = Object.keys(toolState.value(role, fieldPath) ?? {}).length;
  return fold(role, fieldPath, `${spec.label} (${count})`, [
    rows,
    tables(toolState, role, fieldPath, spec.detail, DETAIL),
  ]);
}

/** Marks the fold of an entry's details, which has the place of the ledger that it stands below. */
const DETAIL = " detail";

/**
 * A button that adds what is not there and may be.
 * @param {ToolState} toolState
 * @param {string} role
 * @param {string} fieldPath
 * @param {Spec} spec
 */
function adder(toolState, role, fieldPath, spec) {
  if (!spec.optional) return null;
  const add = () => {
    write(toolState, role, fieldPath, `Add: ${spec.label}`, blank(spec, toolState.packDocument));
    toolState.draw();
  };
  return h(
    "p",
    null,
    h(
      "button",
      { type: "button", class: "add", key: `add ${role} ${fieldPath}`, onclick: add },
      `Add: ${spec.label.toLowerCase()}`,
    ),
  );
}

/**
 * A button that takes away what need not be there.
 * @param {ToolState} toolState
 * @param {string} role
 * @param {string} fieldPath
 * @param {Spec} spec
 */
function dropper(toolState, role, fieldPath, spec) {
  if (!spec.optional) return null;
  const drop = () => {
    write(toolState, role, fieldPath, `Remove: ${spec.label}`, undefined);
    toolState.draw();
  };
  return h(
    "button",
    {
      type: "button",
      class: "plain small-button",
      key: `drop ${role} ${fieldPath}`,
      "aria-label": `Remove ${spec.label.toLowerCase()}`,
      onclick: drop,
    },
    "Remove",
  );
}

/**
 * What tells an entry of a list from the others.
 * @param {DataFile} entry
 */
function gist(entry) {
  const told = [
    entry.name,
    entry.unit,
    entry.chit,
    entry.hex,
    entry.way,
    entry.side,
    entry.kept,
    entry.hexes,
    entry.sides,
    entry.type,
    entry.points,
  ].filter((one) => one !== undefined && one !== "");
  const text = told.slice(0, 2).map(String).join(", ");
  return text.length > 44 ? `${text.slice(0, 44)}…` : text;
}

/**
 * `mark` tells its fold from another of the same place.
 * @param {ToolState} toolState
 * @param {string} role
 * @param {string} fieldPath
 * @param {Spec} spec
 * @param {string} [mark]
 * @returns {Child}
 */
function tables(toolState, role, fieldPath, spec, mark = "") {
  const entries = /** @type {DataFile[]} */ (toolState.value(role, fieldPath) ?? []);
  const add = () => {
    const made = blank({ kind: "table", label: "", shape: spec.shape }, toolState.packDocument);
    toolState.change(`Add: ${spec.one}`, (open) =>
      set(open(role), fieldPath, [...(get(open(role), fieldPath) ?? []), made]),
    );
    opened.add(`${role} ${fieldPath}${mark}`).add(`${role} ${fieldPath}.${entries.length}`);
    toolState.draw();
    const first = document.querySelector(`[data-role="${role}"][data-place^="${fieldPath}.${entries.length}."]`);
    /** @type {HTMLElement | null} */ (first)?.focus();
  };
  const drop = (/** @type {number} */ index) => {
    toolState.change(`Remove: ${spec.one}`, (open) =>
      set(
        open(role),
        fieldPath,
        entries.length === 1
          ? undefined
          : get(open(role), fieldPath).filter((/** @type {unknown} */ _, /** @type {number} */ at) => at !== index),
      ),
    );
    toolState.draw();
  };
  const list = entries.map((entry, index) => {
    const at = within(fieldPath, index);
    const content = h(
      "div",
      { class: "entry", "data-entry": at, "data-role": role },
      fields(toolState, role, at, spec.shape ?? {}),
      !spec.fixed &&
        h(
          "button",
          {
            type: "button",
            class: "plain small-button",
            key: `drop ${role} ${at}`,
            "aria-label": `Remove ${spec.one} ${gist(entry)}`,
            onclick: () => drop(index),
          },
          "Remove",
        ),
      entryFaults(role, at),
    );
    return fold(role, at, `${index + 1}. ${gist(entry) || spec.one}`, content);
  });
  return fold(
    role,
    fieldPath + mark,
    `${spec.label} (${entries.length})`,
    h(
      "div",
      { class: "entries" },
      list,
      !spec.fixed &&
        h(
          "button",
          { type: "button", class: "add", key: `add ${role} ${fieldPath}`, onclick: add },
          `Add: ${spec.one}`,
        ),
    ),
  );
}

/**
 * A box for each game-turn.
 * @param {ToolState} toolState
 * @param {string} role
 * @param {string} fieldPath
 * @param {Spec} spec
 * @returns {Child}
 */
function turns(toolState, role, fieldPath, spec) {
  const chosen = /** @type {number[]} */ (toolState.value(role, fieldPath) ?? []);
  const count = Number(toolState.value(role, spec.of ?? "")) || 0;
  const turn = (/** @type {number} */ number, /** @type {boolean} */ on) =>
    write(
      toolState,
      role,
      fieldPath,
      spec.label,
      (on ? [...chosen, number] : chosen.filter((one) => one !== number)).sort((a, b) => a - b),
    );
  const numbers = [...new Set([...Array.from({ length: Math.min(count, 99) }, (_, index) => index + 1), ...chosen])];
  return h(
    "fieldset",
    { key: spec.label, class: "turn-boxes", "data-entry": fieldPath, "data-role": role },
    h("legend", null, spec.label),
    numbers.map((number) =>
      h(
        "label",
        { key: number },
        h("input", {
          type: "checkbox",
          key: `${role} ${fieldPath} ${number}`,
          checked: chosen.includes(number),
          onchange: (event) => {
            turn(number, event.target.checked);
            toolState.draw();
          },
        }),
        String(number),
      ),
    ),
    entryFaults(role, fieldPath),
  );
}

/**
 * A box for each choice; what stands in the file and is none of them has one too.
 * @param {ToolState} toolState
 * @param {string} role
 * @param {string} fieldPath
 * @param {Spec} spec
 * @returns {Child}
 */
function ticks(toolState, role, fieldPath, spec) {
  const picked = /** @type {string[]} */ (toolState.value(role, fieldPath) ?? []);
  const offered = spec.choices ?? [];
  const strange = picked.filter((one) => !offered.some(([id]) => id === one));
  const pick = (/** @type {string} */ id, /** @type {boolean} */ on) => {
    const left = picked.filter((one) => one !== id);
    write(toolState, role, fieldPath, spec.label, on ? [...left, id] : left);
    toolState.draw();
  };
  return h(
    "fieldset",
    { key: spec.label, class: "turn-boxes ticks", "data-entry": fieldPath, "data-role": role },
    h("legend", null, spec.label),
    [...offered, ...strange.map((one) => [one, one])].map(([id, text]) =>
      h(
        "label",
        { key: id },
        h("input", {
          type: "checkbox",
          value: id,
          key: `${role} ${fieldPath} ${id}`,
          checked: picked.includes(id),
          onchange: (event) => pick(id, event.target.checked),
        }),
        text,
      ),
    ),
    entryFaults(role, fieldPath),
  );
}

/** Which folds are open: a form that is made anew looks as it did. */
const opened = new Set();

/**
 * @param {string} role
 * @param {string} fieldPath
 * @param {string} title
 * @param {Child} content
 */
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

/**
 * Opens whatever hides a place, for the next time the form is made.
 * @param {string} role
 * @param {string} fieldPath
 */
export function reveal(role, fieldPath) {
  const parts = fieldPath.split(".");
  for (let length = 1; length <= parts.length; length++) {
    const outer = `${role} ${parts.slice(0, length).join(".")}`;
    opened.add(outer);
    opened.add(outer + DETAIL);
  }
}
