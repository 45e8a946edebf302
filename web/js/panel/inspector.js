// The stack inspector: what stands in the hex under the pointer, and what the hex is.

import { reconstructed, restsOn } from "../board/certainty.js";
import { h, show } from "../common/html.js";
import { chip } from "../board/counter-face.js";
import * as words from "../common/words.js";

export class Inspector {
  constructor(element, play) {
    this.element = element;
    this.play = play;
    this.hex = null;
    this.pinned = false;
  }

  /** Shows a hex, or nothing. `pinned` keeps it until something else is shown by a press. */
  look(hex, pinned = false) {
    if (this.pinned && !pinned && hex === null) return;
    this.hex = hex;
    this.pinned = pinned && hex !== null;
    this.draw();
  }

  close() {
    this.pinned = false;
    this.look(null);
  }

  draw() {
    const { hex, play } = this;
    const place = hex && play.board.sheet?.centre(hex);
    const stack = place ? play.stack(hex) : [];
    const control = play.view?.control?.find((one) => one.hex === hex);
    const known = place && (place.name || place.ground || place.text || control);
    this.element.hidden = !place || !(stack.length || known);
    if (this.element.hidden) return;
    const said = play.describe(hex);
    show(
      this.element,
      h(
        "header",
        null,
        h("b", null, `Hex ${hex}`),
        control?.name || place.name ? ` ${control?.name ?? place.name}` : "",
        this.pinned && h("button", { class: "plain close", "aria-label": "Close", onclick: () => this.close() }, "×"),
      ),
      (place.ground || place.text) && h("p", { class: "small" }, words.capital([place.ground, place.text].filter(Boolean).join("; "))),
      ground(play.board.sheet, place),
      control && h("p", { class: "small" }, `Held by: ${control.side ? words.side(control.side) : "nobody"}. ${control.text ?? ""} `, words.caseLink(control.case, control.system)),
      said && h("p", { class: "small" }, words.capital(said)),
      play.sight.line(hex),
      this.pinned && play.sight.able && h("button", { id: "sight-from", "aria-pressed": String(play.sight.from === hex), onclick: () => play.sight.look(hex) }, "Line of sight from here"),
      stack.length > 0 &&
        h(
          "ul",
          { class: "stack" },
          [...stack].reverse().map((unit) =>
            h(
              "li",
              null,
              chip(play.system.counter(unit), 46),
              h(
                "div",
                null,
                h("b", null, words.called(unit)),
                play.system.lines(unit, play.view),
              ),
            ),
          ),
        ),
    );
  }
}

/** On a reconstructed sheet: what this hex rests on. */
function ground(sheet, place) {
  if (!reconstructed(sheet.hexes.values()) || !place.certainty) return null;
  return h("p", { class: "small rests-on" }, h("span", { class: `certain-dot certain-${place.certainty}`, "aria-hidden": "true" }), `Rests on: ${restsOn(place.certainty)}.`);
}
