// A small form: fields, a button, and what the server says to it.

import { h } from "../common/html.js";
import { Denied } from "./api.js";

/**
 * @typedef {{
 *   id: string, label: string, type?: "text" | "password", autocomplete: AutoFill, hint?: string, max?: number,
 * }} Field
 */

/**
 * `done` gets what was typed, field by field; what it is refused is told below the fields.
 * @param {{ id: string, fields: Field[], button: string, primary?: boolean, done: (...typed: string[]) => Promise<unknown> }} options
 */
export function form({ id, fields, button, primary = true, done }) {
  const said = h("p", { class: "refused", role: "alert", id: `${id}-said` });
  const inputs = fields.map((field) =>
    h("input", {
      id: `${id}-${field.id}`,
      name: field.id,
      type: field.type ?? "text",
      autocomplete: field.autocomplete,
      required: true,
      maxlength: field.max ?? 256,
      autocapitalize: "none",
      spellcheck: "false",
      "aria-describedby": field.hint && `${id}-${field.id}-hint`,
    }),
  );
  const submit = h("button", { type: "submit", class: primary ? "primary" : "" }, button);
  const element = h(
    "form",
    { id, method: "post" },
    fields.map(({ id: name, label, hint }, index) =>
      h(
        "p",
        null,
        h("label", { for: `${id}-${name}` }, label),
        inputs[index],
        hint && h("span", { class: "hint", id: `${id}-${name}-hint` }, hint),
      ),
    ),
    said,
    submit,
  );
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (submit.disabled) return;
    submit.disabled = true;
    said.textContent = "";
    try {
      await done(...inputs.map((input) => input.value));
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      said.textContent = error.message;
      inputs.at(-1)?.focus();
    } finally {
      submit.disabled = false;
    }
  });
  return element;
}
