// Requests to the server, and the status line at the head of a page.

import { Denied } from "../account/api.js";
import { byId, show } from "./html.js";
import { sentence } from "./words.js";

/** @import { Child } from "./html.js" */

/**
 * Shows a text in the status line.
 * @param {Child} text
 */
export function say(text) {
  show(byId("said"), text);
}

/**
 * Returns false if the server refuses, and shows its reason.
 * @param {() => Promise<unknown>} doing
 * @param {(text: string) => unknown} tell
 */
export async function attempt(doing, tell = say) {
  try {
    await doing();
    return true;
  } catch (error) {
    if (!(error instanceof Denied)) throw error;
    tell(sentence(error.message));
    return false;
  }
}
