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
  const [only] = meant;
  // Complete as soon as nothing longer could be meant.
  if (meant.length === 1 && only.value.length === text.length) return { value: only.value };
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
