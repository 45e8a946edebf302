// A small form: fields, a button, and what the server says to it.

import { byId, h } from "../common/html.js";
import { Denied } from "./api.js";

/** @import { Child } from "../common/html.js" */

/**
 * @typedef {{
 *   id: string, label: string, type?: "text" | "password", autocomplete: AutoFill, hint?: string, max?: number,
 * }} Field
 */

/**
 * `done` gets what was typed, field by field; what it is refused is told below the fields. `lead` stands above them.
 * @param {{
 *   id: string, class?: string, lead?: Child, fields: Field[], button: string, primary?: boolean,
 *   done: (...typed: string[]) => Promise<unknown>,
 * }} options
 */
export function form({ id, class: name, lead, fields, button, primary = true, done }) {
  const send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const own = /** @type {HTMLFormElement} */ (event.currentTarget);
    const submit = /** @type {HTMLButtonElement} */ (own.querySelector("[type=submit]"));
    const said = byId(`${id}-said`);
    const inputs = [...own.querySelectorAll("input")];
    if (submit.disabled) return;
    submit.disabled = true;
    said.textContent = "";
    try {
      await done(...inputs.map((input) => input.value));
      own.reset();
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      said.textContent = error.message;
      inputs.at(-1)?.focus();
    } finally {
      submit.disabled = false;
    }
  };
  return h(
    "form",
    { id, class: name, method: "post", onsubmit: send },
    lead,
    fields.map(({ id: field, label, type = "text", autocomplete, hint, max = 256 }) =>
      h(
        "p",
        { key: field },
        h("label", { for: `${id}-${field}` }, label),
        h("input", {
          id: `${id}-${field}`,
          name: field,
          type,
          autocomplete,
          required: true,
          maxlength: max,
          autocapitalize: "none",
          spellcheck: "false",
          "aria-describedby": hint && `${id}-${field}-hint`,
        }),
        hint && h("span", { class: "hint", id: `${id}-${field}-hint` }, hint),
      ),
    ),
    // What is said is set by `send`.
    h("p", { class: "refused", role: "alert", id: `${id}-said` }),
    h("button", { type: "submit", class: primary ? "primary" : "" }, button),
  );
}
