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

/**
 * What a form does when it is sent, once at a time; a refusal is shown in the element with the id `said`, and the
 * last field gets the focus.
 * @param {string} said
 * @param {(form: HTMLFormElement) => Promise<unknown>} doing
 */
export function sending(said, doing) {
  return async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const submit = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
    if (submit.disabled) return;
    submit.disabled = true;
    byId(said).textContent = "";
    try {
      await attempt(
        () => doing(form),
        (text) => {
          byId(said).textContent = text;
          [...form.querySelectorAll("input")]
            .filter((input) => input.checkVisibility())
            .at(-1)
            ?.focus();
        },
      );
    } finally {
      submit.disabled = false;
    }
  };
}
