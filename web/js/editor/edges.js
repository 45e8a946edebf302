// The edges of the sheet.

/** @import { Sheet } from "../board/sheet.js" */

/**
 * The edge of the sheet that a hex lies nearest to.
 * @param {Sheet} sheet
 * @param {string} hex
 */
export function nearestEdge(sheet, hex) {
  const { x, y } = sheet.centre(hex);
  const all = [...sheet.hexes.values()];
  const [left, right] = [Math.min(...all.map((one) => one.x)), Math.max(...all.map((one) => one.x))];
  const [top, foot] = [Math.min(...all.map((one) => one.y)), Math.max(...all.map((one) => one.y))];
  /** @type {Record<string, number>} */
  const far = { west: x - left, east: right - x, north: y - top, south: foot - y };
  return Object.keys(far).sort((a, b) => far[a] - far[b])[0];
}
