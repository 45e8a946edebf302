// The games that the pages know, by the id of their system. No other file outside a game's own
// folder names one.

/**
 * `title` heads the game's scenarios on the first page; `styles` is its style sheet, below
 * css/games.
 */
export const GAMES = {
  "blue-gray-1975": {
    title: "Blue & Gray",
    styles: "blue-gray.css",
    page: () => import("./blue-gray/page.js"),
    editor: () => import("./blue-gray/editor/system.js"),
  },
  kernstown: {
    title: "Kernstown: the Blind Swords system, on reconstructed charts and map",
    styles: "blind-swords.css",
    page: () => import("./blind-swords/page.js"),
    editor: () => import("./blind-swords/editor/system.js"),
  },
};

/**
 * The heading of a system's scenarios; that of one which these pages do not know is its id.
 * @param {string} system
 */
export function titleOf(system) {
  return new Map(Object.entries(GAMES)).get(system)?.title ?? system;
}
