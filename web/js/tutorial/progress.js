// Where the pupil is, kept in the browser: `{step, game, tokens}`.

/** @import { Tokens } from "protocol" */

/** @typedef {{ step: number, game?: string, tokens: Partial<Tokens> }} Progress */

const KEY = "longroll.lesson";

export function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept && Number.isInteger(kept.step) ? kept : null;
  } catch {
    return null;
  }
}

/**
 * @param {Progress} kept
 */
export function write(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Then it is kept as long as the page.
  }
}
