// The pack: what it is called, saving it, opening another, beginning with an empty sheet.

import { h } from "../common/html.js";

/**
 * @import { About } from "./pack.js"
 * @import { DataFiles } from "protocol"
 */

/**
 * `about`: `{title, author, about}`, written as one types. `on`: `save`, `play`, `load(file)`,
 * `changed`, and `fresh` where an empty sheet can be begun.
 * @param {About} about
 * @param {DataFiles} texts
 * @param {{
 *   ready: boolean, saved: boolean, unsaved: boolean,
 *   on: { save: () => void, play: () => void, load: (file: File) => void, fresh: (() => void) | false, changed: () => void },
 * }} options
 */
export function packPanel(about, texts, { ready, saved, unsaved, on }) {
  const line = (/** @type {keyof About} */ key, /** @type {string} */ label, rows = 0) =>
    h(
      "p",
      { class: "field-row" },
      h("label", { for: `pack-${key}` }, label),
      h(rows ? "textarea" : "input", {
        rows: rows || null,
        id: `pack-${key}`,
        type: rows ? null : "text",
        autocomplete: "off",
        value: about[key] ?? "",
        oninput: (event) => {
          about[key] = event.target.value;
          on.changed();
        },
      }),
    );
  return [
    h(
      "p",
      null,
      "Your changes are saved as a pack: a file you can play from, send to others and open here again. ",
      "The program's own files stay as they are.",
    ),
    line("title", "Title of the pack"),
    line("author", "Made by"),
    line("about", "About it", 3),
    h(
      "div",
      { class: "actions" },
      h("button", { id: "save-pack", class: "primary", disabled: !ready, onclick: on.save }, "Save as a file"),
      h("button", { id: "play-pack", disabled: !ready, onclick: on.play }, "Play this"),
    ),
    !ready &&
      h("p", { class: "hint" }, "A pack with faults cannot be saved; meanwhile your work is kept in this browser."),
    h(
      "p",
      { class: "small", role: "status" },
      unsaved ? "There is unsaved work." : saved ? "Saved." : "Nothing has been changed.",
    ),
    h("h3", null, "Another pack"),
    h(
      "p",
      { class: "field-row" },
      h("label", { for: "open-pack" }, "Open a pack file"),
      h("input", {
        type: "file",
        id: "open-pack",
        accept: ".zip",
        // The same file may be chosen again once it is mended.
        onchange: ({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (file) on.load(file);
        },
      }),
    ),
    h("p", { id: "load-said", role: "alert", class: "refused" }),
    on.fresh && [
      h("h3", null, "A sheet of your own"),
      h(
        "p",
        null,
        "Clears the map and its units, and keeps the values of the scenario. One undo brings everything back.",
      ),
      h("p", null, h("button", { id: "fresh-sheet", onclick: on.fresh }, "Begin with an empty sheet")),
    ],
    h("h3", null, "The files"),
    Object.keys(texts).map((path) => h("p", { class: "small" }, path)),
  ];
}
