// The style sheets of the games, on pages that show their counters.

import { make } from "../common/html.js";

/** @type {Map<string, Promise<unknown>>} */
const LOADED = new Map();

/**
 * Adds a game's style sheet, once, where it may still be overruled by those that come after. A page whose
 * style sheets the server joined into one has it already, and no such place.
 * @param {string} file
 */
export function style(file) {
  const before = document.getElementById("before-games");
  if (!before || LOADED.has(file)) return LOADED.get(file);
  const link = make("link", { rel: "stylesheet", href: `/static/css/games/${file}` });
  const loaded = new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
  });
  LOADED.set(file, loaded);
  before.after(link);
  return loaded;
}
