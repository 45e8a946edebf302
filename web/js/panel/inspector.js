// The stack inspector: what stands in the hex under the pointer, and what the hex is.

import { reconstructed, restsOn } from "../board/certainty.js";
import { chip } from "../board/counter-face.js";
import { overlap } from "../board/lettering.js";
import { h, show } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import * as texts from "../texts/panel.js";
import { close } from "../texts/parts.js";

/**
 * @import { Box } from "../board/lettering.js"
 * @import { Sheet } from "../board/sheet.js"
 * @import { Child } from "../common/html.js"
 * @import { Play } from "../game/play.js"
 * @import { Control, LayoutHex } from "protocol"
 */

/** What may lie over the map already, and how far from its edge the card does, in px. */
const TAKEN = ".zoom, .aids, .sheet-note, .sheet-key, .replay, .sidebar, .rules-panel";
const GAP = 10;

/**
 * The corner of a frame where a card hides the fewest points and lies farthest from them; one that is taken only if all
 * are.
 * @param {Box} frame
 * @param {{ offsetWidth: number, offsetHeight: number }} card
 * @param {{ x: number, y: number }[]} points
 * @param {Box[]} taken
 */
export function corner(frame, { offsetWidth: width, offsetHeight: height }, points, taken) {
  const [left, top] = [frame.x + GAP, frame.y + GAP];
  const [right, bottom] = [frame.x + frame.width - GAP - width, frame.y + frame.height - GAP - height];
  const all = [bottom, top].flatMap((y) => [left, right].map((x) => ({ x, y, width, height })));
  const free = all.filter((box) => taken.every((one) => !overlap(one, box)));
  const ranked = (free.length ? free : all).map((box) => {
    const far = points.map(({ x, y }) =>
      Math.hypot(Math.max(box.x - x, x - box.x - width, 0), Math.max(box.y - y, y - box.y - height, 0)),
    );
    return { box, worth: Math.min(...far) || -far.filter((one) => !one).length };
  });
  return ranked.reduce((best, one) => (one.worth > best.worth ? one : best)).box;
}

export class Inspector {
  /**
   * @param {HTMLElement} element
   * @param {Play} play
   */
  constructor(element, play) {
    this.element = element;
    this.play = play;
    /** @type {string | null} */
    this.hex = null;
    this.pinned = false;
    /**
     * What is noted of a hex, to be shown with it.
     * @type {(hex: string, pinned: boolean) => Child}
     */
    this.noted = () => null;
  }

  /**
   * Shows a hex, or nothing. `pinned` keeps it until something else is shown by a press.
   * @param {string | null} hex
   * @param {boolean} [pinned]
   */
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
    this.element.hidden = !play.session.begun;
    if (this.element.hidden) return;
    const sheetHex = play.board.sheet.hex(hex);
    const stack = sheetHex ? play.stack(hex) : [];
    /** @type {Control | undefined} */
    const control = play.view.control.find((one) => one.hex === hex);
    const outside = "outside" in play.view ? play.view.outside : undefined;
    const known = sheetHex && (sheetHex.name || sheetHex.ground || sheetHex.text || control);
    this.element.hidden = !hex || !sheetHex || !(stack.length || known);
    if (!hex || !sheetHex || this.element.hidden) return;
    const said = play.describe(hex);
    show(
      this.element,
      h(
        "header",
        null,
        h("b", null, texts.hexTitle(sheetHex.label ?? hex)),
        control?.name || sheetHex.name ? ` ${control?.name ?? sheetHex.name}` : "",
        this.pinned && h("button", { class: "plain close", "aria-label": close, onclick: () => this.close() }, "×"),
      ),
      (sheetHex.ground || sheetHex.text) &&
        h("p", { class: "small" }, words.capital([sheetHex.ground, sheetHex.text].filter(truthy).join("; "))),
      outside?.hexes.includes(hex) &&
        h("p", { class: "small outside" }, texts.outside, words.caseLink(outside.case, play.view.system)),
      ground(play.board.sheet, sheetHex, this.pinned || play.tints.length > 0),
      control && h("p", { class: "small" }, texts.heldBy(control), words.cited(control)),
      said && h("p", { class: "small" }, words.capital(said)),
      this.noted(hex, this.pinned),
      play.sight.line(hex),
      this.pinned &&
        play.sight.able &&
        h(
          "button",
          { id: "sight-from", "aria-pressed": String(play.sight.from === hex), onclick: () => play.sight.look(hex) },
          texts.sightFrom,
        ),
      stack.length > 0 &&
        h(
          "ul",
          { class: "stack" },
          [...stack]
            .reverse()
            .map((unit) =>
              h(
                "li",
                null,
                chip(play.page.counter(unit), 46),
                h("div", null, h("b", null, words.unitName(unit)), play.page.unitDetails(unit, play.view)),
              ),
            ),
        ),
    );
    this.#place(sheetHex);
  }

  /**
   * Lays the card into the corner farthest from what the question is about, and not over the hex that it tells of.
   * @param {LayoutHex} at
   */
  #place(at) {
    const { board, camera, prompt } = this.play;
    const field = board.frame.getBoundingClientRect();
    const { k, x, y } = board.viewport;
    const [hex, ...others] = [at, ...(prompt ? camera.about(prompt.question) : [])].map((one) => ({
      x: field.x + x + one.x * k,
      y: field.y + y + one.y * k,
    }));
    const r = board.sheet.radius * k;
    const taken = [...document.querySelectorAll(TAKEN)].map((one) => one.getBoundingClientRect());
    taken.push(new DOMRect(hex.x - r, hex.y - r, 2 * r, 2 * r));
    const place = corner(field, this.element, [hex, ...others], taken);
    this.element.style.translate = `${place.x - field.x}px ${place.y - field.y}px`;
  }
}

/** @type {WeakMap<Sheet, string | undefined>} */
const USUAL = new WeakMap();

/**
 * What most hexes of a sheet rest on.
 * @param {Sheet} sheet
 */
function usual(sheet) {
  if (!USUAL.has(sheet)) {
    /** @type {Map<string | undefined, number>} */
    const counts = new Map();
    for (const { certainty } of sheet.hexes.values()) counts.set(certainty, (counts.get(certainty) ?? 0) + 1);
    const [most] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
    // Half a sheet and more: that is said of the sheet, not of each hex.
    USUAL.set(sheet, (counts.get(most) ?? 0) * 2 > sheet.hexes.size ? most : undefined);
  }
  return USUAL.get(sheet);
}

/**
 * On a reconstructed sheet: what this hex rests on. What most hexes rest on is told only to who
 * asks, by pinning the hex.
 * @param {Sheet} sheet
 * @param {LayoutHex} sheetHex
 * @param {boolean} pinned
 */
function ground(sheet, sheetHex, pinned) {
  if (!reconstructed(sheet.hexes.values()) || !sheetHex.certainty) return null;
  if (!pinned && sheetHex.certainty === usual(sheet)) return null;
  return h(
    "p",
    { class: "small rests-on" },
    h("span", { class: `certain-dot certain-${sheetHex.certainty}`, "aria-hidden": "true" }),
    texts.restsOn(restsOn(sheetHex.certainty)),
  );
}
