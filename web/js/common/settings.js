// Settings for good: kept in the browser's own storage, by a short name.

/** Whether one is told by notices of the browser that one is asked: "on" or "off". */
export const NOTICES = "notices";
/** Whether the page answers a question that has only one answer: "always" or "ask". */
export const SINGLE = "single";

const PREFIX = "longroll.";

/**
 * What was set on this page and could not be stored.
 * @type {Map<string, string>}
 */
const here = new Map();

/**
 * What was set under that name, or `fallback`.
 * @param {string} name
 * @param {string} fallback
 */
export function setting(name, fallback) {
  try {
    return here.get(name) ?? localStorage.getItem(PREFIX + name) ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * Keeps a setting. Where the storage is switched off it lasts as long as the page.
 * @param {string} name
 * @param {string} value
 */
export function set(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
    here.delete(name);
  } catch {
    here.set(name, value);
  }
}
