// Where the pupil is in each lesson, kept in the browser: `{step, game, tokens}`.

/** @import { Tokens } from "protocol" */

/** @typedef {{ step: number, game?: string, tokens: Partial<Tokens> }} Progress */

const KEY = "longroll.lesson";

/**
 * `lesson`: the scenario it is played on; none of the first.
 * @param {string} [lesson]
 */
function key(lesson) {
  return lesson ? `${KEY}.${lesson}` : KEY;
}

/** @param {string} [lesson] */
export function read(lesson) {
  try {
    const kept = JSON.parse(localStorage.getItem(key(lesson)) ?? "null");
    return kept && Number.isInteger(kept.step) ? kept : null;
  } catch {
    return null;
  }
}

/**
 * @param {Progress} kept
 * @param {string} [lesson]
 */
export function write(kept, lesson) {
  try {
    localStorage.setItem(key(lesson), JSON.stringify(kept));
  } catch {
    // Then it is kept as long as the page.
  }
}
