// What is done at the server, and where the page says what came of it.

import { Denied } from "../account/api.js";
import { byId, show } from "./html.js";
import { sentence } from "./words.js";

/** @import { Child } from "./html.js" */

/**
 * Says something at the head of the page.
 * @param {Child} text
 */
export function say(text) {
  show(byId("said"), text);
}

/**
 * Does something; returns false if the server refuses, and says why.
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
