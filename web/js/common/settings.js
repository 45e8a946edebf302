// What somebody has set for good: kept in the browser's own storage, by a short name.

/** Whether one is told by notices of the browser that one is asked: "on" or "off". */
export const NOTICES = "notices";
/** Whether the page answers a question that has only one answer: "always" or "ask". */
export const SINGLE = "single";

const PREFIX = "longroll.";

/**
 * What was set on this page, where the storage is switched off.
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
    return localStorage.getItem(PREFIX + name) ?? fallback;
  } catch {
    return here.get(name) ?? fallback;
  }
}

/**
 * Keeps a setting. Where the storage is switched off it lasts as long as the page.
 * @param {string} name
 * @param {string} value
 */
export function set(name, value) {
  here.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Nothing is lost but the memory of it.
  }
}
