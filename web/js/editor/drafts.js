// Unsaved work, kept in this browser until it is saved or thrown away.

/**
 * @import { About } from "./pack.js"
 * @import { DataFiles } from "protocol"
 */

/**
 * `from`: the packs that facts were taken over from.
 * @typedef {{ files: DataFiles, about: Partial<About>, from?: string[], when: number }} Draft
 */

const KEY = "longroll.editor";

/**
 * @param {string | null} scenario
 * @param {string} [pack]
 */
function key(scenario, pack) {
  return `${KEY}.${scenario}${pack ? `.${pack}` : ""}`;
}

/**
 * Keeps work on a scenario; `pack`: the pack it was opened from. False where the browser keeps
 * nothing.
 * @param {string} scenario
 * @param {string | undefined} pack
 * @param {Omit<Draft, "when">} draft
 */
export function keep(scenario, pack, draft) {
  try {
    localStorage.setItem(key(scenario, pack), JSON.stringify({ ...draft, when: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

/**
 * `{files, title?, author?, about?, when}` kept of a scenario, or null.
 * @param {string} scenario
 * @param {string | undefined} pack
 */
export function find(scenario, pack) {
  try {
    const kept = JSON.parse(localStorage.getItem(key(scenario, pack)) ?? "null");
    return kept && typeof kept.files === "object" ? kept : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} scenario
 * @param {string | undefined} pack
 */
export function forget(scenario, pack) {
  try {
    localStorage.removeItem(key(scenario, pack));
  } catch {
    // Nothing was kept then.
  }
}
