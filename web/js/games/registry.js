// The games that the pages know, by the id of their system. Outside a game's own folders only this
// file and two beside it name one: `pages.js`, how the battle page shows each, and `editors.js`.

/**
 * `title` heads the game's scenarios on the first page; `styles` is its style sheet, below
 * css/games.
 */
export const GAMES = {
  "blue-gray-1975": {
    title: "Blue & Gray",
    styles: "blue-gray.css",
  },
  kernstown: {
    title: "Kernstown: the Blind Swords system, on reconstructed charts and map",
    styles: "blind-swords.css",
  },
};

/** @typedef {keyof typeof GAMES} GameId */

/** The ids of the games, in their order. */
export const IDS = /** @type {GameId[]} */ (Object.keys(GAMES));

/**
 * The heading of a system's scenarios; that of one which these pages do not know is its id.
 * @param {string} system
 */
export function titleOf(system) {
  return new Map(Object.entries(GAMES)).get(system)?.title ?? system;
}
