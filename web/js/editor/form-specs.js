// What the forms call the fields of a file, and what may be added to it. A file's other fields get
// a form all the same, made from what stands in them; whether it is right the server says.

import { EACH_SIDE, side } from "../common/words.js";
import * as texts from "../texts/editor.js";

/**
 * @import { ChartRow } from "./chart-cells.js"
 * @import { PackDocument } from "./pack-document.js"
 * @import { DataFile } from "protocol"
 */

/**
 * What a form calls a field, and of what kind it is: `choices` of a choice, `shape` of a table,
 * `one` of a list of tables, `fixed` if it always has the same entries; `from` gives the choices that
 * the open files offer. Of a ledger, `listed` gives the rows, each by its key below the ledger's
 * place; `detail` is a form of the rest of its entries.
 * @typedef {{
 *   kind: string, label: string, optional?: boolean, choices?: [string, string][], shape?: Shape,
 *   one?: string, of?: string, fixed?: boolean, from?: (packDocument: PackDocument) => [string, string][],
 *   suggest?: string, cell?: string, size?: number,
 *   heads?: (file: DataFile) => string[], rows?: (value: any) => ChartRow[],
 *   listed?: Listed, columns?: Column[], detail?: Spec, parts?: Part[],
 * }} Spec
 */
/**
 * A column of a ledger: where in each row its field is, and the sources that what is written there
 * rests on; `within`: the table of the row that holds it, which not all rows have.
 * @typedef {{ key: string, spec: Spec, rests?: string[], within?: string }} Column
 */
/** @typedef {Record<string, Spec>} Shape */
/** What a form is made of: fields in a row, or others by their names. @typedef {string | Shape} Part */
/** @typedef {(value: any) => [key: string, title: string][]} Listed */

// The labels of a form by its fields; of a table within it its own by "", what one of a list is called by "one".
/** @typedef {{ [key: string]: string | Labels }} Labels */

/** @type {Labels} */
const FIELDS = texts.FIELDS;
export const optional = { optional: true };
/** What stands in a form elsewhere. @type {Spec} */
export const HIDDEN = { kind: "none", label: "" };
/** @type {[string, string][]} */
export const SIDES = EACH_SIDE.map((one) => [one, side(one)]);
const KINDS = ["text", "long", "number", "numbers", "yes", "hex", "words", "lines", "case", "rows", "side", "none"];

/** @type {(choices: Record<string, string>, more?: Partial<Spec>) => Spec} */
export const choice = (choices, more) => ({ kind: "choice", label: "", choices: Object.entries(choices), ...more });
/** @type {(from: Spec["from"], more?: Partial<Spec>) => Spec} */
export const chosen = (from, more) => ({ kind: "choice", label: "", from, ...more });
/** @type {(from: Spec["from"]) => Spec} */
export const ticks = (from) => ({ kind: "ticks", label: "", from });
/** @type {(...parts: Part[]) => Spec} */
export const table = (...parts) => ({ kind: "table", label: "", parts });
/** @type {(...parts: Part[]) => Spec} */
export const tables = (...parts) => ({ kind: "tables", label: "", optional: true, parts });
/** @type {(spec: Spec) => Spec} */
export const maybe = (spec) => ({ ...spec, ...optional });
/**
 * A table of entries that are alike; `rows` are their keys with titles.
 * @type {(rows: [string, string][] | Listed, columns: Column[], more?: Partial<Spec>) => Spec}
 */
export const ledger = (rows, columns, more) => ({
  kind: "ledger",
  label: "",
  listed: typeof rows === "function" ? rows : () => rows,
  columns,
  ...more,
});
/** The entries of a list as rows. @type {(title: (entry: DataFile) => string) => Listed} */
export const eachOf = (title) => (list) =>
  (list ?? []).map((/** @type {DataFile} */ entry, /** @type {number} */ at) => [String(at), title(entry)]);

/**
 * Fields in a row, `name strength:number movement:number?`: each with its kind, if that is neither its name nor text,
 * and with a mark if it may be left out.
 * @param {string} row
 * @returns {Shape}
 */
const plain = (row) =>
  Object.fromEntries(
    row.split(" ").map((field) => {
      const [, key, told, left] = /^([^:?]+):?(\w*)(\??)$/.exec(field) ?? [];
      const kind = told || (KINDS.includes(key) ? key : "text");
      const spec = kind === "side" ? { kind: "choice", choices: SIDES } : { kind };
      return [key, { label: "", ...spec, ...(left && optional) }];
    }),
  );

/**
 * A form of fields in rows and of others, with their labels: its own, or those that fields of the name always have.
 * @param {Labels} labels
 * @param {Part[]} parts
 * @returns {Shape}
 */
export function form(labels, ...parts) {
  const all = Object.entries(
    Object.assign({}, ...parts.map((part) => (typeof part === "string" ? plain(part) : part))),
  );
  return Object.fromEntries(
    all.map(([key, spec]) => [key, labelled(spec, labels[key] ?? (spec.label || FIELDS[key] || ""))]),
  );
}

/** @type {(spec: Spec, told: string | Labels) => Spec} */
export function labelled({ parts, ...spec }, told) {
  const { "": label = spec.label, one = "", ...inner } = typeof told === "string" ? { "": told } : told;
  return /** @type {Spec} */ ({
    ...spec,
    label,
    ...(one && { one }),
    ...(parts && { shape: form({ "@rows": label, ...inner }, ...parts) }),
  });
}

export const SPOT = form(texts.SPOT, "name? side:text source? certainty?");
export const CHAIN = form(texts.CHAIN, "name? hexes:long source? certainty?");
export const BORDER = form(texts.BORDER, "name? sides:long source? certainty?");
export const FERRY = form(texts.FERRY, "name? hex banks source?");
export const PLACE = form(texts.PLACE, "name hex", { kind: { kind: "text", label: "", suggest: "kind" } }, "source?");
export const EDGE = form(texts.EDGE, "hex", { way: choice(texts.WAYS), side: choice(texts.EDGES) });
export const DOUBT = form(texts.DOUBT, "kept what:long hexes:long");
// What the letters stand for is fixed: their table is for readers of the file.
export const RULED = form(texts.RULED, "legend:none? rows");

/**
 * A field of a form that no shape names: made from what stands there.
 * @param {string} key
 * @param {unknown} value
 */
export function guess(key, value) {
  const label = key.replaceAll(/[-_]/g, " ").replace(/^./, (letter) => letter.toUpperCase());
  const isTable = (/** @type {unknown} */ one) => one !== null && typeof one === "object";
  if (typeof value === "boolean") return { kind: "yes", label };
  if (typeof value === "number") return { kind: "number", label };
  if (Array.isArray(value) && value.some(isTable)) return labelled(tables(), { "": label, one: label.toLowerCase() });
  if (Array.isArray(value)) return { kind: "lines", label };
  if (isTable(value)) return labelled(table(), label);
  return { kind: String(value).length > 60 ? "long" : "text", label };
}

/**
 * A new value of a field, as empty as it may be.
 * @param {Spec} spec
 * @param {PackDocument} packDocument
 * @returns {unknown}
 */
export function blank(spec, packDocument) {
  switch (spec.kind) {
    case "number":
      return 0;
    case "yes":
      return false;
    case "choice":
      return (spec.choices ?? spec.from?.(packDocument))?.[0]?.[0];
    case "cells":
      return spec.heads?.({}).map(() => "");
    case "words":
    case "numbers":
    case "lines":
    case "turns":
    case "ticks":
    case "tables":
      return [];
    case "table":
      return Object.fromEntries(
        Object.entries(spec.shape ?? {})
          .filter(([, inner]) => !inner.optional)
          .map(([key, inner]) => [key, blank(inner, packDocument)]),
      );
    default:
      return "";
  }
}
