// A text in a field, to be taken elsewhere.

import * as texts from "../texts/parts.js";
import { make } from "./html.js";

/**
 * A link with a button that copies it.
 * @param {string} label
 * @param {string} address
 * @param {string} id
 */
export function copyable(label, address, id) {
  const field = make("input", {
    type: "text",
    readonly: true,
    value: address,
    id,
    onfocus: (event) => event.target.select(),
  });
  const said = make("span", { class: "small", role: "status" });
  const button = make(
    "button",
    {
      "aria-label": texts.copyOf(label),
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(address);
          said.textContent = texts.copied;
        } catch {
          // Without permission for the clipboard the text is at least selected.
          field.select();
          said.textContent = texts.copyByKeys;
        }
      },
    },
    texts.copy,
  );
  return make(
    "div",
    { class: "copyable" },
    make("label", { for: id }, label),
    make("div", { class: "copy-row" }, field, button),
    said,
  );
}
