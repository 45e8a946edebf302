// The pack: what it is called, saving it, opening another, beginning with an empty sheet.

import { actions, h } from "../common/html.js";
import * as texts from "../texts/editor.js";
import { fileField } from "./choices.js";

/**
 * @import { About } from "./pack.js"
 * @import { DataFiles } from "protocol"
 */

/**
 * `about`: `{title, author, about}`, written as one types. `on`: `save`, `play`, `load(file)`,
 * `changed`, and `fresh` where an empty sheet can be begun.
 * @param {About} about
 * @param {DataFiles} files
 * @param {{
 *   ready: boolean, saved: boolean, unsaved: boolean,
 *   on: { save: () => void, play: () => void, load: (file: File) => void, fresh: (() => void) | false, changed: () => void },
 * }} options
 */
export function packPanel(about, files, { ready, saved, unsaved, on }) {
  const line = (/** @type {keyof About} */ key, rows = 0) => {
    const field = {
      id: `pack-${key}`,
      autocomplete: "off",
      value: about[key] ?? "",
      oninput: (/** @type {Event & { target: HTMLInputElement | HTMLTextAreaElement }} */ { target }) => {
        about[key] = target.value;
        on.changed();
      },
    };
    const input = rows ? h("textarea", { ...field, rows }) : h("input", { ...field, type: "text" });
    return h("p", { class: "field-row" }, h("label", { for: field.id }, texts.ABOUT[key]), input);
  };
  return [
    h("p", null, texts.isSaved),
    line("title"),
    line("author"),
    line("about", 3),
    actions(
      h("button", { id: "save-pack", class: "primary", disabled: !ready, onclick: on.save }, texts.saveFile),
      h("button", { id: "play-pack", disabled: !ready, onclick: on.play }, texts.play),
    ),
    !ready && h("p", { class: "hint" }, texts.cannotSave),
    h("p", { class: "small", role: "status" }, unsaved ? texts.isUnsaved : saved ? texts.saved : texts.unchanged),
    h("h3", null, texts.anotherPack),
    fileField("open-pack", texts.openPack, ".zip", on.load, "field-row"),
    h("p", { id: "load-said", role: "alert", class: "refused" }),
    on.fresh && [
      h("h3", null, texts.ownSheet),
      h("p", null, texts.clears),
      h("p", null, h("button", { id: "fresh-sheet", onclick: on.fresh }, texts.emptySheet)),
    ],
    h("h3", null, texts.files),
    Object.keys(files).map((path) => h("p", { class: "small" }, path)),
  ];
}
