// A small form: fields, a button, and what the server says to it.

import { h } from "../common/html.js";
import { sending } from "../common/sending.js";

/** @import { Child } from "../common/html.js" */

/**
 * @typedef {{
 *   id: string, label: string, type?: "text" | "password", autocomplete: AutoFill, hint?: string, max?: number,
 * }} Field
 */

/**
 * `done` gets what was typed, field by field; what it is refused is told below the fields. `lead` stands above them.
 * @param {{
 *   id: string, class?: string, lead?: Child, fields?: Field[], button: string, primary?: boolean,
 *   done: (...typed: string[]) => Promise<unknown>,
 * }} options
 */
export function form({ id, class: name, lead, fields = [], button, primary = true, done }) {
  const onsubmit = sending(
    `${id}-said`,
    async (form) => {
      await done(...[...form.querySelectorAll("input")].map((input) => input.value));
      form.reset();
    },
    true,
  );
  return h(
    "form",
    { id, class: name, method: "post", onsubmit },
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
    // What is said is set by `sending`.
    h("p", { class: "refused", role: "alert", id: `${id}-said` }),
    h("button", { type: "submit", class: primary ? "primary" : "" }, button),
  );
}
