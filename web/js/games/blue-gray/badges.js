// The badges of the Union corps, as their men wore them: the shape is the corps', the colour the
// division's.

/**
 * @import { Badge } from "../../board/counter-face.js"
 * @import { BattleFacts } from "protocol"
 */

/**
 * Each in a box of one unit about the origin.
 * @type {Record<NonNullable<BattleFacts["badges"]>[number]["shape"], string>}
 */
const SHAPES = {
  triangle: "M0 -.44 .5 .42H-.5z",
  crescent: "M.12 -.5A.5 .5 0 1 0 .5 .12 .4 .4 0 1 1 .12 -.5z",
  star: "M0 -.5 .118 -.162 .476 -.155 .19 .062 .294 .405 0 .2 -.294 .405 -.19 .062 -.476 -.155 -.118 -.162z",
  acorn:
    "M0 -.5 .05 -.36C.3 -.36 .44 -.24 .44 -.06H-.44C-.44 -.24 -.3 -.36 -.05 -.36zM-.36 0H.36C.36 .26 .16 .4 0 .5 -.16 .4 -.36 .26 -.36 0z",
  "cartridge-box": "M-.44 -.34H.44V.42H-.44zM-.44 -.1H.44V-.02H-.44z",
};

/**
 * Which corps wears which, in the battle at hand.
 * @type {Map<string, string>}
 */
const worn = new Map();

/**
 * What is told of a battle says who wears what.
 * @param {BattleFacts | undefined} facts
 */
export function wear(facts) {
  worn.clear();
  for (const { formation, shape } of facts?.badges ?? []) worn.set(formation, SHAPES[shape]);
}

/**
 * The badge of a unit by its designation, brigade, division and corps ("1/3/XIV"), or its corps
 * alone; null for those who wore none.
 * @param {{ side: string, name: string }} unit
 * @returns {Badge | null}
 */
export function badge({ side, name }) {
  if (side !== "union") return null;
  const parts = name.split("/");
  const path = worn.get(parts.at(-1) ?? "");
  if (!path) return null;
  const division = parts.length > 2 ? parts.at(-2) : "0";
  return { id: `corps-${parts.at(-1)} division-${division}`, path };
}
