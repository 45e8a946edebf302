// Features on hexsides in a map document: creeks and works as lists, `0502/0601 0503/0601`, and
// crossings, one each.

import { truthy } from "../common/truthy.js";
import { split } from "./map-lists.js";

/** @typedef {{ sides: string, name?: string }} HexsideFeature */
/** @typedef {{ side: string, name?: string }} Spot */

/** @param {HexsideFeature} border */
const sides = (border) => split(border.sides);

/** @type {(side: string, a: string, b: string, directed: boolean) => boolean} */
const same = (side, a, b, directed) => side === `${a}/${b}` || (!directed && side === `${b}/${a}`);

/** Every hexside, `{from, to, name}`. @param {HexsideFeature[] | undefined} borders */
export function all(borders) {
  return (borders ?? []).flatMap((border) =>
    sides(border).map((side) => ({ from: side.split("/")[0], to: side.split("/")[1], name: border.name })),
  );
}

/**
 * Whether one lies between two hexes; `directed`: seen from the first.
 * @param {HexsideFeature[] | undefined} borders
 * @param {string} a
 * @param {string} b
 * @param {boolean} [directed]
 */
export function lies(borders, a, b, directed = false) {
  return (borders ?? []).some((border) => sides(border).some((side) => same(side, a, b, directed)));
}

/**
 * Draws a hexside. It joins the feature that ends beside it (`touch(side, a, b)` says whether two
 * hexsides meet), or the one chosen by its position, or becomes one of its own.
 * @param {HexsideFeature[]} borders
 * @param {string} a
 * @param {string} b
 * @param {{
 *   touch?: (side: string | undefined, a: string, b: string) => boolean, chosen?: number | null,
 * }} [options]
 */
export function draw(borders, a, b, { touch, chosen = null } = {}) {
  if (lies(borders, a, b, true)) return;
  const wanted = chosen === null ? borders : [borders[chosen]].filter(truthy);
  for (const border of wanted) {
    const list = sides(border);
    if (touch?.(list.at(-1), a, b)) list.push(`${a}/${b}`);
    else if (touch?.(list[0], a, b)) list.unshift(`${a}/${b}`);
    else continue;
    border.sides = list.join(" ");
    return;
  }
  const home =
    chosen === null ? borders.find((border) => sides(border).some((side) => touch?.(side, a, b))) : wanted[0];
  if (home) home.sides = [...sides(home), `${a}/${b}`].join(" ");
  else borders.push({ sides: `${a}/${b}` });
}

/**
 * Takes a hexside out of whatever it belongs to.
 * @param {HexsideFeature[]} borders
 * @param {string} a
 * @param {string} b
 */
export function erase(borders, a, b) {
  for (const border of borders)
    border.sides = sides(border)
      .filter((side) => !same(side, a, b, false))
      .join(" ");
  const left = borders.filter((border) => border.sides !== "");
  borders.splice(0, borders.length, ...left);
}

/**
 * Where in a list of crossings the one on a hexside stands, or -1.
 * @param {Spot[] | undefined} spots
 * @param {string} a
 * @param {string} b
 */
export function crossing(spots, a, b) {
  return (spots ?? []).findIndex((spot) => same(spot.side.trim(), a, b, false));
}
