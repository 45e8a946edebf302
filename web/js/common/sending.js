// Submitting a form.

import { attempt } from "./attempt.js";
import { byId } from "./html.js";

/**
 * Handles a form's submit, one at a time. A refusal is shown in the element with the id `said`; in a form of few
 * fields (`focuses`) the last one gets the focus then.
 * @param {string} said
 * @param {(form: HTMLFormElement) => Promise<unknown>} doing
 * @param {boolean} [focuses]
 */
export function sending(said, doing, focuses = false) {
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
          const fields = [...form.querySelectorAll("input")].filter((input) => input.checkVisibility());
          if (focuses) fields.at(-1)?.focus();
        },
      );
    } finally {
      submit.disabled = false;
    }
  };
}
