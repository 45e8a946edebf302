// Submitting a form.

import { attempt } from "./attempt.js";
import { byId } from "./html.js";

/**
 * Handles a form's submit, one at a time. A refusal is shown in the element with the id `said`, and the last field
 * gets the focus.
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
