// What a value rests on, as a field of a form.

import { LABELS } from "../../../editor/source-labels.js";

/** @import { Column, Spec } from "../../../editor/form-specs.js" */

/** @type {(title?: string, more?: Partial<Spec>) => Spec} */
export const label = (title = "Source", more) => ({
  kind: "choice",
  label: title,
  choices: LABELS.map(([id, , said]) => [id, said]),
  ...more,
});

/** The same as a column, in a word. @type {(key?: string) => Column} */
export const sourceColumn = (key = "label") => ({
  key,
  spec: { kind: "choice", label: "Source", choices: LABELS.map(([id]) => [id, id]) },
});
