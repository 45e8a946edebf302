// A page's one dialog: what it says, and questions that are asked once more.

import { close } from "../texts/parts.js";
import { actions, h, make, show } from "./html.js";

/** @import { Child } from "./html.js" */

/**
 * Fills the page's one dialog and opens it.
 * @param {HTMLDialogElement} dialog
 * @param {Child} title
 * @param {Child[]} content
 */
export function open(dialog, title, ...content) {
  // A new box each time: nothing typed or said in the last one stays.
  dialog.replaceChildren(
    show(
      make("div", { class: "dialog-box" }),
      h(
        "header",
        null,
        h("h2", { id: "dialog-title" }, title),
        h("button", { class: "plain close", "aria-label": close, onclick: () => dialog.close() }, "×"),
      ),
      content,
    ),
  );
  if (!dialog.open) dialog.showModal();
  // A property, so that there is one however often the dialog opens. It must return nothing: false
  // would stop links.
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
}

/**
 * Asks once more before something is done that cannot be undone, or that may be a slip; `primary`: whether to do it is
 * the primary button.
 * @param {HTMLDialogElement} dialog
 * @param {Child} title
 * @param {Child} content
 * @param {{ id: string, yes: string, no: string, primary?: boolean, act: () => unknown }} answers
 */
export function askOnceMore(dialog, title, content, { id, yes, no, primary = true, act }) {
  const done = () => {
    dialog.close();
    act();
  };
  open(
    dialog,
    title,
    typeof content === "string" ? h("p", null, content) : content,
    actions(
      h("button", { id, class: primary && "primary", onclick: done }, yes),
      h("button", { class: !primary && "primary", onclick: () => dialog.close() }, no),
    ),
  );
}
