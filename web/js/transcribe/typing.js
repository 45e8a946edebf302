// What a key means where a value is asked for: a word by its key, or a value typed letter by letter.

/** @import { WordTold } from "protocol" */

/**
 * What became of a key: the answer, if it is complete, or what has been typed so far.
 * @typedef {{ value?: string, typed?: string }} Typed
 */

/**
 * @param {WordTold[]} words those that may be the answer
 * @param {string} typed what was typed before
 * @param {string} key
 * @returns {Typed}
 */
export function press(words, typed, key) {
  if (typed === "") {
    const word = words.find((one) => one.key?.toLowerCase() === key.toLowerCase());
    if (word) return { value: word.value };
  }
  const text = typed + key;
  const meant = words.filter(({ value }) => value.toLowerCase().startsWith(text.toLowerCase()));
  // Complete as soon as nothing longer could be meant; what has a key of its own is not.
  const whole = meant.find(({ value }) => value.length === text.length);
  const longer = meant.some(({ value, key: own }) => value.length > text.length && !own);
  if (whole && !longer) return { value: whole.value };
  return { typed: text };
}

/**
 * A text as the word that it is, however it was written.
 * @param {WordTold[]} words
 * @param {string} text
 */
export function meant(words, text) {
  const plain = text.trim().toLowerCase();
  return words.find(({ value }) => value.toLowerCase() === plain)?.value ?? text.trim();
}
