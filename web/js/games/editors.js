// What the editor needs for the files of each game.

import { GAMES, IDS } from "./registry.js";
import { style } from "./styles.js";

/**
 * @import { EditorSystem } from "../editor/systems.js"
 * @import { GameId } from "./registry.js"
 */

/** @type {Record<GameId, () => Promise<{ system: EditorSystem }>>} */
const MODULES = {
  "blue-gray-1975": () => import("./blue-gray/editor/system.js"),
  kernstown: () => import("./blind-swords/editor/system.js"),
};

/** In the order of the registry. */
export const EDITORS = await Promise.all(
  IDS.map(async (id) => {
    const [{ system }] = await Promise.all([MODULES[id](), style(GAMES[id].styles)]);
    return system;
  }),
);
