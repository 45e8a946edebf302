// Forms made from a document and what its fields are called. Every field writes as one types, and shows what is wrong with it.

import { h } from "../common/html.js";
import { cells } from "./chart-cells.js";
import { control, shown } from "./field-control.js";
import { get, holds, set, within } from "./field-path.js";
import { blank, guess } from "./form-specs.js";

/** What each control stands for: `{role, place, spec}`. */
const controls = new WeakMap();
let number = 0;

function write(bench, role, place, label, value, join) {
  bench.change(label, (open) => set(open(role), place, value), join);
}

/** The fields of the table at a place. `shape` names them; fields that it does not name come after. */
export function fields(bench, role, place, shape) {
  const value = bench.value(role, place) ?? {};
  const specs = { ...shape };
  for (const key of Object.keys(value)) specs[key] ??= guess(key, value[key]);
  return Object.entries(specs)
    .filter(([, spec]) => spec.kind !== "none")
    .map(([key, spec]) => field(bench, role, within(place, key), spec));
}

/** One field at a place, with its label and what is wrong with it. */
export function field(bench, role, place, spec) {
  if (spec.kind === "table") return table(bench, role, place, spec);
  if (spec.kind === "tables") return tables(bench, role, place, spec);
  if (spec.kind === "cells") return cells(bench, role, place, spec, (input, own) => controls.set(input, own));
  if (spec.kind === "turns") return turns(bench, role, place, spec);
  const id = `field-${++number}`;
  const on = (value) => write(bench, role, place, spec.label, value, `field ${role} ${place}`);
  const attributes = { id, "data-role": role, "data-place": place, "data-key": `${role} ${place}`, "aria-describedby": `${id}-fault` };
  const input = control(spec, bench.value(role, place), attributes, { on, rest: () => bench.work.rest() });
  controls.set(input, { role, place, spec });
  const fault = h("span", { class: "field-fault", id: `${id}-fault`, hidden: true });
  if (spec.kind === "yes") return h("div", { class: "field-row" }, h("label", { class: "tick" }, input, h("span", null, spec.label)), fault);
  const jump = spec.kind === "hex" && h("button", { type: "button", class: "plain small-button", "aria-label": `Show ${spec.label.toLowerCase()} on the map`, onclick: () => bench.show(input.value.trim()) }, "Show");
  return h("div", { class: `field-row kind-${spec.kind}` }, h("label", { for: id }, spec.label), jump ? h("span", { class: "with-button" }, input, jump) : input, fault);
}

function table(bench, role, place, spec) {
  const there = bench.value(role, place) !== undefined;
  if (!there) {
    if (!spec.optional) return null;
    return h("p", null, h("button", { type: "button", class: "add", "data-key": `add ${role} ${place}`, onclick: () => (write(bench, role, place, `Add: ${spec.label}`, blank(spec)), bench.draw()) }, `Add: ${spec.label.toLowerCase()}`));
  }
  const drop = spec.optional && h("button", { type: "button", class: "plain small-button", "data-key": `drop ${role} ${place}`, onclick: () => (write(bench, role, place, `Remove: ${spec.label}`, undefined), bench.draw()) }, "Remove");
  return fold(bench, role, place, spec.label, h("div", { class: "entry", "data-entry": place, "data-role": role }, fields(bench, role, place, spec.shape), drop));
}

/** What tells an entry of a list from the others. */
function gist(entry) {
  const told = [entry.name, entry.unit, entry.hex, entry.way, entry.side, entry.kept, entry.hexes, entry.sides, entry.type, entry.points].filter((one) => one !== undefined && one !== "");
  const text = told.slice(0, 2).map(String).join(", ");
  return text.length > 44 ? `${text.slice(0, 44)}…` : text;
}

function tables(bench, role, place, spec) {
  const entries = bench.value(role, place) ?? [];
  const add = () => {
    const made = blank({ kind: "table", shape: spec.shape });
    bench.change(`Add: ${spec.one}`, (open) => set(open(role), place, [...(get(open(role), place) ?? []), made]));
    opened.add(`${role} ${place}`).add(`${role} ${place}.${entries.length}`);
    bench.draw();
    document.querySelector(`[data-role="${role}"][data-place^="${place}.${entries.length}."]`)?.focus();
  };
  const drop = (index) => {
    bench.change(`Remove: ${spec.one}`, (open) => set(open(role), place, entries.length === 1 ? undefined : get(open(role), place).filter((_, at) => at !== index)));
    bench.draw();
  };
  const list = entries.map((entry, index) => {
    const at = within(place, index);
    const content = h(
      "div",
      { class: "entry", "data-entry": at, "data-role": role },
      fields(bench, role, at, spec.shape),
      h("button", { type: "button", class: "plain small-button", "data-key": `drop ${role} ${at}`, "aria-label": `Remove ${spec.one} ${gist(entry)}`, onclick: () => drop(index) }, "Remove"),
    );
    return fold(bench, role, at, `${index + 1}. ${gist(entry) || spec.one}`, content);
  });
  return fold(bench, role, place, `${spec.label} (${entries.length})`, h("div", { class: "entries" }, list, h("button", { type: "button", class: "add", "data-key": `add ${role} ${place}`, onclick: add }, `Add: ${spec.one}`)));
}

/** A box for each game-turn. */
function turns(bench, role, place, spec) {
  const chosen = bench.value(role, place) ?? [];
  const count = Number(bench.value(role, spec.of)) || 0;
  const turn = (number, on) => write(bench, role, place, spec.label, (on ? [...chosen, number] : chosen.filter((one) => one !== number)).sort((a, b) => a - b));
  const numbers = [...new Set([...Array.from({ length: Math.min(count, 99) }, (_, index) => index + 1), ...chosen])];
  return h(
    "fieldset",
    { class: "turn-boxes", "data-entry": place, "data-role": role },
    h("legend", null, spec.label),
    numbers.map((number) => h("label", null, h("input", { type: "checkbox", "data-key": `${role} ${place} ${number}`, checked: chosen.includes(number), onchange: (event) => (turn(number, event.target.checked), bench.draw()) }), String(number))),
  );
}

/** Which folds are open: a form that is made anew looks as it did. */
const opened = new Set();

function fold(bench, role, place, title, content) {
  const key = `${role} ${place}`;
  const details = h("details", { class: "fold", open: opened.has(key), "data-fold": place, ontoggle: () => (details.open ? opened.add(key) : opened.delete(key)) }, h("summary", { "data-key": `fold ${key}` }, title), content);
  return details;
}

/** Opens whatever hides a place, for the next time the form is made. */
export function reveal(role, place) {
  const parts = place.split(".");
  for (let length = 1; length <= parts.length; length++) opened.add(`${role} ${parts.slice(0, length).join(".")}`);
}

/** Brings a form up to date without making it anew: the field that is being typed in is left alone. */
export function refresh(container, bench, faults) {
  for (const input of container.querySelectorAll("[data-place]")) {
    const { role, place, spec } = controls.get(input) ?? {};
    if (!spec) continue;
    if (input !== document.activeElement) {
      const value = bench.value(role, place);
      if (spec.kind === "yes") input.checked = value === true;
      else if (input.value !== shown(spec, value)) input.value = shown(spec, value);
    }
  }
  mark(container, bench, faults);
}

/** Shows each fault beside its field, or in the entry that it is somewhere in. */
export function mark(container, bench, faults) {
  for (const old of container.querySelectorAll(".entry-fault")) old.remove();
  const inputs = [...container.querySelectorAll("[data-place]")];
  const wrong = new Map();
  for (const fault of faults) {
    const role = bench.work.role(fault.file);
    if (!role || !fault.place) continue;
    const field = inputs.find((input) => input.dataset.role === role && holds(input.dataset.place, fault.place));
    if (field) wrong.set(field, [...(wrong.get(field) ?? []), fault.text]);
    else entry(container, role, fault);
  }
  for (const input of inputs) {
    const texts = wrong.get(input);
    const said = document.getElementById(`${input.id}-fault`);
    if (texts) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    if (!said) continue;
    said.hidden = !texts;
    said.textContent = texts?.join(" ") ?? "";
  }
  for (const fold of container.querySelectorAll("details.fold")) fold.classList.toggle("faulty", Boolean(fold.querySelector("[aria-invalid], .entry-fault")));
}

function entry(container, role, fault) {
  const homes = [...container.querySelectorAll("[data-entry]")].filter((one) => one.dataset.role === role && holds(one.dataset.entry, fault.place));
  homes.sort((a, b) => b.dataset.entry.length - a.dataset.entry.length);
  homes[0]?.append(h("p", { class: "entry-fault" }, fault.text));
}
