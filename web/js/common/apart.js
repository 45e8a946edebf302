// Modules that a page is not sent with its others, since few readers need them.

/**
 * Loads one by its whole address. It comes with copies of its own of what it imports: so it must not
 * share anything with the page's modules but what it is handed.
 * @param {string} address
 * @returns {Promise<any>}
 */
export function apart(address) {
  // The server joins what is named in an import, but for one behind a comment.
  return /* when asked for */ import(address);
}
