// What a form shows beside its fields while it is drawn: the faults, each at its field, or in the entry that it is
// somewhere in.

import { h, show } from "../common/html.js";
import { holds } from "./field-path.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { ToolState } from "./tool-state.js"
 * @import { Fault } from "protocol"
 */

/** @typedef {{ role: string, fieldPath: string, slot: Child[] }} Entry */

/**
 * The form that is being drawn: where, the faults with the roles of their files, and the entries that may show one.
 * @type {{ id: string, faults: { role: string | null, place: string, text: string, shown: boolean }[], entries: Entry[] }}
 */
let form = { id: "", faults: [], entries: [] };

/**
 * Draws what holds fields and entries.
 * @param {HTMLElement} container
 * @param {ToolState} toolState
 * @param {Fault[]} faults
 * @param {() => Child} content
 */
export function drawForm(container, toolState, faults, content) {
  const told = faults.map(({ file, place = "", text }) => ({
    role: toolState.packDocument.role(file),
    place,
    text,
    shown: !place,
  }));
  form = { id: container.id, faults: told, entries: [] };
  const drawn = content();
  for (const { role, place, text } of told.filter(({ shown }) => !shown)) {
    const homes = form.entries.filter((one) => one.role === role && holds(one.fieldPath, place));
    homes.sort((a, b) => b.fieldPath.length - a.fieldPath.length);
    homes[0]?.slot.push(h("p", { class: "entry-fault" }, text));
  }
  show(container, drawn);
}

/**
 * An id that no other place of the page has. `kind`: as what the place is drawn.
 * @param {string} kind
 * @param {string} role
 * @param {string} fieldPath
 */
export function idOf(kind, role, fieldPath) {
  return [kind, form.id, role, fieldPath].join("-").replaceAll(/\s+/g, "_");
}

/**
 * What the control of a field has for attributes, and what is wrong with it as an element.
 * @param {string} kind
 * @param {string} role
 * @param {string} fieldPath
 */
export function fieldAt(kind, role, fieldPath) {
  const id = idOf(kind, role, fieldPath);
  const wrong = form.faults.filter((one) => !one.shown && one.role === role && holds(fieldPath, one.place));
  for (const one of wrong) one.shown = true;
  const attributes = {
    id,
    "data-role": role,
    "data-place": fieldPath,
    key: `${role} ${fieldPath}`,
    "aria-describedby": `${id}-fault`,
    "aria-invalid": wrong.length ? "true" : null,
  };
  const fault = (/** @type {"p" | "span"} */ tag) =>
    h(tag, { class: "field-fault", id: `${id}-fault`, hidden: !wrong.length }, wrong.map(({ text }) => text).join(" "));
  return { id, attributes, fault };
}

/**
 * The faults of an entry that are at none of its fields, as the last that it holds.
 * @param {string} role
 * @param {string} fieldPath
 * @returns {Child}
 */
export function entryFaults(role, fieldPath) {
  /** @type {Child[]} */
  const slot = [];
  form.entries.push({ role, fieldPath, slot });
  return slot;
}
