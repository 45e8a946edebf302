// About this map and this edition: where they come from, and what is still in doubt.

import { certaintyKey, reconstructed } from "../board/certainty.js";
import { h } from "../common/html.js";
import { editable, editor, transcribe } from "../common/packs.js";
import { paragraphs as parts, typed } from "../common/words.js";
import { pictureControls } from "../picture/controls.js";
import * as texts from "../texts/panel.js";

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
      h("h3", null, texts.aboutMap),
      pack && h("p", null, texts.usesPack(pack.title)),
      paragraphs(layout?.about),
      layout &&
        reconstructed(layout.hexes) && [
          h("p", null, h("button", { id: "tint", "aria-pressed": String(tinted), onclick: tint }, texts.bySource)),
          certaintyKey(layout.hexes),
        ],
      scenario &&
        editable(scenario) &&
        h(
          "p",
          null,
          h("a", { id: "correct-map", class: "button", href: editor(scenario.id, pack?.id) }, texts.correct),
          " ",
          h("a", { id: "make-mine", class: "button", href: transcribe(scenario.id, pack?.id) }, texts.matchMyCopy),
        ),
      picture.laid && [h("h4", null, texts.picture), pictureControls(picture)],
      doubts.length > 0 && [
        h("p", null, texts.inDoubt(doubts.length)),
        h(
          "ul",
          { class: "plain-list" },
          doubts.map(({ hexes, kept, text }) => {
            const line = { class: "line", onclick: () => show(hexes) };
            return h(
              "li",
              null,
              hexes.length > 0 && [h("button", line, hexes.join(", ")), ": "],
              kept && `${kept}. `,
              text,
            );
          }),
        ),
        h("button", { onclick: () => show(doubts.flatMap((doubt) => doubt.hexes)) }, texts.showAll),
      ],
      !layout?.about && !doubts.length && h("p", { class: "hint" }, texts.noNotes),
    ),
    h("section", null, h("h3", null, texts.marks), marks),
  ];
}

/** @param {string | undefined} text */
function paragraphs(text) {
  return parts(text).map((paragraph) => h("p", null, typed(paragraph)));
}

/** @param {string[]} list */
function notes(list) {
  const lines = list?.map((note) => h("li", null, note));
  return lines?.length ? h("ul", { class: "notes" }, lines) : null;
}
