// What is said and noted, as text.

import * as words from "../common/words.js";

/** The most characters of a message or a note. */
export const LONGEST = 1000;

/**
 * The sentence of a refusal as it is shown.
 * @param {unknown} error
 */
export function refusal(error) {
  return words.sentence(error instanceof Error ? error.message : String(error));
}
