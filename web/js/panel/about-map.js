// About this map and this edition: where they come from, and what is still in doubt.

import { certaintyKey, reconstructed } from "../board/certainty.js";
import { h } from "../common/html.js";
import { editable, editor, transcribe } from "../common/packs.js";
import { truthy } from "../common/truthy.js";
import { isolated, typed } from "../common/words.js";
import { pictureControls } from "../picture/controls.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { MapPicture } from "../picture/map-picture.js"
 * @import { Layout, PackMark, Scenario } from "protocol"
 */

/**
 * `layout`: what the server says of the sheet; `scenario`: of the edition; `pack`: what it is
 * played on. `tinted`: whether the map is coloured by what it rests on, `tint()` turns that over;
 * `show(hexes)` marks hexes on the map; `marks`: the key to the marks of the board; `picture`: this
 * person's own of the printed map.
 * @param {{
 *   layout: Layout | null, scenario: Scenario | null, pack: PackMark | undefined, tinted: boolean,
 *   tint: () => void, show: (hexes: string[]) => void, marks: Child, picture: MapPicture,
 * }} options
 */
export function aboutMapPanel({ layout, scenario, pack, tinted, tint, show, marks, picture }) {
  const doubts = layout?.doubts ?? [];
  return [
    scenario &&
      h(
        "section",
        null,
        h(
          "h3",
          null,
          typed(scenario.title),
          scenario.edition && h("span", { class: "small" }, " ", typed(scenario.edition)),
        ),
        paragraphs(scenario.about),
        notes(scenario.notes),
      ),
    h(
      "section",
      null,
      h("h3", null, "About this map"),
      pack && h("p", null, isolated`This game uses the pack “${pack.title}”.`),
      paragraphs(layout?.about),
      layout &&
        reconstructed(layout.hexes) && [
          h(
            "p",
            null,
            h(
              "button",
              { id: "tint", "aria-pressed": String(tinted), onclick: tint },
              "Colour the hexes by their source",
            ),
          ),
          certaintyKey(layout.hexes),
        ],
      scenario &&
        editable(scenario) &&
        h(
          "p",
          null,
          h("a", { id: "correct-map", class: "button", href: editor(scenario.id, pack?.id) }, "Correct this map"),
          " ",
          h("a", { id: "make-mine", class: "button", href: transcribe(scenario.id, pack?.id) }, "Match my copy"),
        ),
      picture.laid && [h("h4", null, "Your picture of the printed map"), pictureControls(picture)],
      doubts.length > 0 && [
        h("p", null, `In doubt (${doubts.length}). Choose one to see it on the map.`),
        h(
          "ul",
          { class: "plain-list" },
          doubts.map((doubt) => {
            const { hexes } = doubt;
            const text = [doubt.kept && `${doubt.kept}.`, doubt.text].filter(truthy).join(" ");
            return h(
              "li",
              null,
              hexes.length ? h("button", { class: "line", onclick: () => show(hexes) }, hexes.join(", ")) : null,
              hexes.length ? ": " : "",
              text,
            );
          }),
        ),
        h("button", { onclick: () => show(doubts.flatMap((doubt) => doubt.hexes)) }, "Show all of them"),
      ],
      !layout?.about && !doubts.length && h("p", { class: "hint" }, "Nothing is noted about this map."),
    ),
    h("section", null, h("h3", null, "Marks on the map"), marks),
  ];
}

/**
 * @param {string | undefined} text
 */
function paragraphs(text) {
  return (text ?? "")
    .trim()
    .split(/\n\s*\n/)
    .filter(truthy)
    .map((paragraph) => h("p", null, typed(paragraph.replaceAll("\n", " "))));
}

/**
 * @param {string[]} list
 */
function notes(list) {
  return list?.length
    ? h(
        "ul",
        { class: "notes" },
        list.map((note) => h("li", null, note)),
      )
    : null;
}
