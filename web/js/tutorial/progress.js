// Where the pupil is in each lesson, kept in the browser: `{step, game, tokens}`.

import { set, setting } from "../common/settings.js";

/** @import { Tokens } from "protocol" */

/** @typedef {{ step: number, game?: string, tokens: Partial<Tokens> }} Progress */

/** The setting of a lesson, by the scenario it is played on; the first has none. */
const key = (/** @type {string | undefined} */ lesson) => (lesson ? `lesson.${lesson}` : "lesson");

/** @param {string} [lesson] */
export function read(lesson) {
  try {
    const kept = JSON.parse(setting(key(lesson), "null"));
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
  set(key(lesson), JSON.stringify(kept));
}
