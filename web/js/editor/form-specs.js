// What the forms call the fields of a file, and what may be added to it. A file's other fields get
// a form all the same, made from what stands in them; whether it is right the server says.

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
 *   listed?: Listed, columns?: Column[], detail?: Spec,
 * }} Spec
 */
/**
 * A column of a ledger: where in each row its field is, and the sources that what is written there
 * rests on; `within`: the table of the row that holds it, which not all rows have.
 * @typedef {{ key: string, spec: Spec, rests?: string[], within?: string }} Column
 */
/** @typedef {Record<string, Spec>} Shape */
/** @typedef {(value: any) => [key: string, title: string][]} Listed */

/** @type {(label: string, more?: Partial<Spec>) => Spec} */
export const text = (label, more) => ({ kind: "text", label, ...more });
/** @type {(label: string, more?: Partial<Spec>) => Spec} */
export const long = (label, more) => ({ kind: "long", label, ...more });
/** @type {(label: string, more?: Partial<Spec>) => Spec} */
export const number = (label, more) => ({ kind: "number", label, ...more });
/** @type {(label: string, more?: Partial<Spec>) => Spec} */
export const yes = (label, more) => ({ kind: "yes", label, ...more });
/** @type {(label?: string, more?: Partial<Spec>) => Spec} */
export const hex = (label = "Hex", more) => ({ kind: "hex", label, ...more });
/** @type {(label: string, more?: Partial<Spec>) => Spec} */
export const words = (label, more) => ({ kind: "words", label, ...more });
/** @type {(label: string, more?: Partial<Spec>) => Spec} */
export const lines = (label, more) => ({ kind: "lines", label, ...more });
/** @type {(label?: string, more?: Partial<Spec>) => Spec} */
export const rule = (label = "Case", more) => ({ kind: "case", label, ...more });
/** @type {(label: string, shape: Shape, more?: Partial<Spec>) => Spec} */
export const table = (label, shape, more) => ({ kind: "table", label, shape, ...more });
/** @type {(label: string, one: string, shape: Shape, more?: Partial<Spec>) => Spec} */
export const tables = (label, one, shape, more) => ({ kind: "tables", label, one, shape, optional: true, ...more });
/** @type {(label: string, choices: [string, string][], more?: Partial<Spec>) => Spec} */
export const choice = (label, choices, more) => ({ kind: "choice", label, choices, ...more });
/** @type {(label: string, from: Spec["from"], more?: Partial<Spec>) => Spec} */
export const chosen = (label, from, more) => ({ kind: "choice", label, from, ...more });
/** @type {(label: string, from: Spec["from"], more?: Partial<Spec>) => Spec} */
export const ticks = (label, from, more) => ({ kind: "ticks", label, from, ...more });
/** What stands in a form elsewhere. @type {Spec} */
export const HIDDEN = { kind: "none", label: "" };
/**
 * A table of entries that are alike; `rows` are their keys with titles.
 * @type {(label: string, rows: [string, string][] | Listed, columns: Column[], more?: Partial<Spec>) => Spec}
 */
export const ledger = (label, rows, columns, more) => ({
  kind: "ledger",
  label,
  listed: typeof rows === "function" ? rows : () => rows,
  columns,
  ...more,
});
/** The entries of a list as rows. @type {(title: (entry: DataFile) => string) => Listed} */
export const eachOf = (title) => (list) =>
  (list ?? []).map((/** @type {DataFile} */ entry, /** @type {number} */ at) => [String(at), title(entry)]);
export const optional = { optional: true };

/** @type {[string, string][]} */
export const SIDES = [
  ["union", "Union"],
  ["confederate", "Confederate"],
];
/** @type {(label?: string, more?: Partial<Spec>) => Spec} */
export const side = (label = "Side", more) => ({ kind: "choice", label, choices: SIDES, ...more });
const source = text("Source", optional);
const name = text("Name", optional);

export const SPOT = { name, side: text("Between"), source, certainty: text("Certainty", optional) };
export const CHAIN = { name, hexes: long("Hexes in order"), source, certainty: text("Certainty", optional) };
export const BORDER = { name, sides: long("Hexsides"), source, certainty: text("Certainty", optional) };
export const FERRY = { name, hex: hex(), banks: text("Banks"), source };
export const PLACE = { name: text("Name"), hex: hex(), kind: text("What it is", { suggest: "kind" }), source };
/** @type {Shape} */
export const EDGE = {
  hex: hex(),
  way: {
    kind: "choice",
    label: "What leaves",
    choices: [
      ["road", "road"],
      ["trail", "trail"],
    ],
  },
  side: {
    kind: "choice",
    label: "Edge of the sheet",
    choices: ["north", "east", "south", "west"].map((edge) => [edge, edge]),
  },
};
export const DOUBT = { kept: text("Kept as"), what: long("What is in doubt"), hexes: long("Hexes") };

// What the letters stand for is fixed: their table is for readers of the file.
/** @type {Shape} */
export const ruled = {
  legend: { kind: "none", label: "", optional: true },
  rows: { kind: "rows", label: "Rows of letters" },
};

/**
 * A field of a form that no shape names: made from what stands there.
 * @param {string} key
 * @param {unknown} value
 */
export function guess(key, value) {
  const label = key.replaceAll(/[-_]/g, " ").replace(/^./, (letter) => letter.toUpperCase());
  if (typeof value === "boolean") return yes(label);
  if (typeof value === "number") return number(label);
  if (Array.isArray(value)) {
    if (value.some((one) => one !== null && typeof one === "object")) return tables(label, label.toLowerCase(), {});
    return { kind: "lines", label };
  }
  if (value !== null && typeof value === "object") return table(label, {});
  return String(value).length > 60 ? long(label) : text(label);
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
      return [];
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
