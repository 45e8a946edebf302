// A text in a field, to be taken elsewhere.

import { h } from "./html.js";

/**
 * A link with a button that copies it.
 * @param {string} label
 * @param {string} address
 * @param {string} id
 */
export function copyable(label, address, id) {
  const field = h("input", {
    type: "text",
    readonly: true,
    value: address,
    id,
    onfocus: (event) => event.target.select(),
  });
  const said = h("span", { class: "small", role: "status" });
  const button = h(
    "button",
    {
      "aria-label": `Copy: ${label}`,
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(address);
          said.textContent = "Copied.";
        } catch {
          // Without permission for the clipboard the text is at least selected.
          field.select();
          said.textContent = "Press Ctrl+C to copy.";
        }
      },
    },
    "Copy",
  );
  return h(
    "div",
    { class: "copyable" },
    h("label", { for: id }, label),
    h("div", { class: "copy-row" }, field, button),
    said,
  );
}
