// What is left out of lists: nothing, `false` and empty texts.

/**
 * Whether there is something, for `filter`.
 * @template T
 * @param {T} value
 * @returns {value is Exclude<T, null | undefined | false | "" | 0>}
 */
export function truthy(value) {
  return Boolean(value);
}
