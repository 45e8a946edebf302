// What the drawing on the table does not show yet: painted over it at once, until the server's next
// drawing comes.

import * as texts from "../texts/editor.js";
import * as hexChains from "./hex-chains.js";
import * as hexsides from "./hexsides.js";
import { reader } from "./letter-rows.js";
import { split } from "./map-lists.js";
import { slug } from "./tint-names.js";

/**
 * @import { BoardState } from "../board/board.js"
 * @import { Sheet } from "../board/sheet.js"
 * @import { Spot } from "./hexsides.js"
 * @import { DataFile } from "protocol"
 */

const CHAINS = ["road", "trail", "river", "turnpike", "lane", "stream"];
/** All but the creeks look otherwise from their other side. */
const BORDERS = ["creek", "works", "slope", "steep"];
const SPOTS = ["bridge", "ford"];

/**
 * Lists compared by what is the same in both: what is new, and what is gone.
 * @template T
 * @param {T[]} now
 * @param {T[]} before
 * @param {(one: T) => string} key
 */
function changed(now, before, key) {
  const old = new Set(before.map(key));
  const fresh = new Set(now.map(key));
  return { fresh: now.filter((one) => !old.has(key(one))), gone: before.filter((one) => !fresh.has(key(one))) };
}

/** @param {Spot[] | undefined} list */
const spots = (list) =>
  (list ?? []).map((spot) => ({ from: spot.side.trim().split("/")[0], to: spot.side.trim().split("/")[1] }));

/**
 * What differs between two map documents as marks of the board, `{outlines, lines, edges}`.
 * `drawn`: the document that the drawing was made from.
 * @param {DataFile} now
 * @param {DataFile | null} drawn
 * @param {Sheet} sheet
 */
export function pending(now, drawn, sheet) {
  /** @type {Pick<BoardState, "outlines" | "lines" | "edges">} */
  const marks = { outlines: [], lines: [], edges: [] };
  if (!now || !drawn || now === drawn) return marks;
  const [letter, old] = [reader(now.ground), reader(drawn.ground)];
  for (const sheetHex of sheet.hexes.values()) {
    const painted = letter(sheetHex);
    if (painted !== null && painted !== old(sheetHex))
      marks.outlines.push({ hex: sheetHex.hex, kind: `paint paint-${slug(now.ground.legend?.[painted] ?? "")}` });
  }
  const [level, oldLevel] = [reader(now.levels), reader(drawn.levels)];
  for (const sheetHex of sheet.hexes.values()) {
    const raised = level(sheetHex);
    if (raised !== null && raised !== oldLevel(sheetHex))
      marks.outlines.push({ hex: sheetHex.hex, kind: "level", text: now.levels.legend?.[raised] ?? raised });
  }
  const walled = (/** @type {DataFile} */ map) => (map.wall ?? []).flatMap(({ hexes = "" }) => split(hexes));
  const { fresh: built, gone: razed } = changed(walled(now), walled(drawn), (hex) => hex);
  for (const hex of [...built, ...razed].filter((one) => sheet.hex(one)))
    marks.outlines.push({ hex, kind: "listed", text: built.includes(hex) ? texts.wall : texts.noWall });
  const either = (/** @type {{ from: string, to: string }} */ { from, to }) => [from, to].sort().join("/");
  for (const kind of [...CHAINS, ...SPOTS]) {
    const all = (/** @type {DataFile} */ map) => (SPOTS.includes(kind) ? spots : hexChains.steps)(map[kind]);
    const { fresh, gone } = changed(all(now), all(drawn), either);
    marks.lines.push(
      ...fresh.map((step) => ({ ...step, kind: `drawn ${kind}` })),
      ...gone.map((step) => ({ ...step, kind: "gone" })),
    );
  }
  const edge = (/** @type {{ from: string, to: string }} */ side, /** @type {string} */ kind) => ({
    hex: side.from,
    hexside: sheet.hexsideTo(side.from, side.to),
    kind,
  });
  for (const kind of BORDERS) {
    const key =
      kind === "creek" ? either : (/** @type {{ from: string, to: string }} */ { from, to }) => `${from}/${to}`;
    const { fresh, gone } = changed(hexsides.all(now[kind]), hexsides.all(drawn[kind]), key);
    marks.edges.push(...fresh.map((side) => edge(side, `drawn ${kind}`)), ...gone.map((side) => edge(side, "gone")));
  }
  marks.edges = marks.edges.filter(({ hexside }) => hexside >= 0);
  return marks;
}
