// What a value rests on, as a field of a form.

import { choice } from "../../../editor/form-specs.js";
import { LABELS } from "../../../editor/source-labels.js";
import { FIELDS } from "../../../texts/editor.js";
import { COLUMN } from "../texts/editor.js";

/** @import { Column, Shape, Spec } from "../../../editor/form-specs.js" */

/** Sources as fields of these names, `label`, `casualty-label`. @type {(...keys: string[]) => Shape} */
export const sources = (...keys) =>
  Object.fromEntries(
    keys.map((key) => [
      key,
      { kind: "choice", label: FIELDS.source, choices: LABELS.map(([id, , said]) => [id, said]) },
    ]),
  );

// A column of what a source is given for.
/** @type {(key: keyof typeof COLUMN, spec?: Partial<Spec>, rests?: string[]) => Column} */
export const column = (key, spec, rests = ["label"]) => ({
  key,
  spec: { kind: "number", label: COLUMN[key], ...spec },
  rests,
});

/** The source as a column, in a word. @type {(key?: string) => Column} */
export const sourceColumn = (key = "label") => ({
  key,
  spec: { ...choice(Object.fromEntries(LABELS.map(([id]) => [id, id]))), label: FIELDS.source },
});
