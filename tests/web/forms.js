// What the editor's forms write, without the forms: the field of a place is found as a form lays it out, and a text
// typed into it.

import { Sheet } from "../../web/js/board/sheet.js";
import { writeCell } from "../../web/js/editor/chart-cells.js";
import { Check } from "../../web/js/editor/check.js";
import { meant, shown } from "../../web/js/editor/field-control.js";
import { get, within } from "../../web/js/editor/field-path.js";
import { write } from "../../web/js/editor/form.js";
import { blank } from "../../web/js/editor/form-specs.js";
import { writeRow } from "../../web/js/editor/ledger.js";
import { ToolState } from "../../web/js/editor/tool-state.js";
import { opened } from "./work.js";

/** Every field of a form, with its place, what it shows, and `put(text, printed)`, which types into it. */
export function* fieldsOf(toolState, role, shape, at = "") {
  const file = toolState.packDocument.file(role);
  const value = (place) => get(file, place);
  for (const [key, spec] of Object.entries(shape)) {
    const place = key.startsWith("@") ? at : within(at, key);
    if (value(place) === undefined && spec.kind !== "ledger") {
      if (!["none", "table", "tables", "cells"].includes(spec.kind)) yield plain(toolState, role, place, spec);
    } else if (spec.kind === "cells") {
      for (const row of spec.rows(value(place)))
        for (const [index, one] of (get(value(place), row.cells) ?? []).entries())
          yield {
            place: within(place, within(row.cells, index)),
            text: shown({ kind: "" }, one),
            put: (text, printed = true) => writeCell(toolState, role, place, spec, row, index, text, printed),
          };
    } else if (spec.kind === "ledger") {
      for (const [row, title] of spec.listed(value(place)))
        for (const column of spec.columns) {
          const home = within(place, row);
          if (column.within && value(within(home, column.within)) === undefined) continue;
          yield {
            place: within(home, column.key),
            text: value(within(home, column.key)),
            put: (text, printed = true) =>
              writeRow(toolState, role, home, title, column, understood(column.spec, text), printed),
          };
        }
      if (spec.detail) yield* entriesOf(toolState, role, spec.detail, place);
    } else if (spec.kind === "table") yield* fieldsOf(toolState, role, spec.shape, place);
    else if (spec.kind === "tables") yield* entriesOf(toolState, role, spec, place);
    else if (spec.kind !== "none") yield plain(toolState, role, place, spec);
  }
}

function* entriesOf(toolState, role, { shape }, place) {
  for (const index of toolState.value(role, place).keys())
    yield* fieldsOf(toolState, role, shape, within(place, index));
}

function plain(toolState, role, place, spec) {
  return {
    place,
    text: toolState.value(role, place),
    put: (text) => write(toolState, role, place, spec.label, understood(spec, text), `field ${role} ${place}`),
  };
}

/** What a form makes of what one types, ticks or chooses; a value that is shown as a text is read from it again. */
function understood(spec, text) {
  if (["yes", "turns", "ticks"].includes(spec.kind) || (spec.kind === "choice" && text !== "")) return text;
  return meant(spec, typeof text === "string" ? text : shown(spec, text));
}

/** Work in the editor: `type` types into a field, `faults` are what the server finds, `add` adds what may be there. */
export async function edit(scenario, shapes) {
  const work = await opened(scenario);
  const { packDocument, pack, connection } = work;
  const check = new Check(connection);
  let answer = null;
  const faults = async () => {
    check.request(packDocument.files, pack.base, pack.opened);
    await new Promise((resolve) => {
      const end = check.on("answer", (told) => {
        answer = told;
        if (!check.settled) return;
        end();
        resolve();
      });
    });
    return check.faults;
  };
  await faults();
  const sheet = () => new Sheet(answer.maps[packDocument.paths.map].layout);
  const board = { sheet: sheet(), cursor: null, nearest: () => board.cursor, highlight: () => {} };
  const said = [];
  const toolState = new ToolState(packDocument, board, { draw: () => {}, say: (text) => said.push(text) });
  const find = (role, place) => {
    for (const field of fieldsOf(toolState, role, shapes[role])) if (field.place === place) return field;
    throw new Error(`no form of ${role} has a field ${place}`);
  };
  return {
    ...work,
    toolState,
    said,
    faults,
    type: (role, place, text, printed) => find(role, place).put(text, printed),
    add: (role, place, spec) => write(toolState, role, place, spec.label, blank(spec, packDocument)),
  };
}
