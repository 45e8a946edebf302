// A magnifier over the map: what lies under the pointer, or about the keyboard's hex, so large that
// every counter can be read.

import { make, makeSvg } from "../common/html.js";

/** @import { Board } from "../board/board.js" */

/** How wide it is, and how large a hex's radius is under it, in pixels. */
const WIDE = 260;
const RADIUS = 62;

export class Magnifier {
  #shown = false;
  #picture = "";

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.map = make("img", { alt: "", draggable: "false" });
    this.canvas = makeSvg("svg", { focusable: "false" });
    this.sheet = make("div", { class: "magnified" }, this.map, this.canvas);
    this.element = make("div", { class: "magnifier", "aria-hidden": "true", hidden: true }, this.sheet);
    board.frame.append(this.element);
    board.canvas.id = "board-canvas";
    board.frame.addEventListener("pointermove", (event) => this.#over(event));
    board.frame.addEventListener("pointerdown", (event) => this.#over(event));
    board.canvas.addEventListener("focusin", () => this.#atCursor());
  }

  /** @param {boolean} shown */
  show(shown) {
    this.#shown = shown;
    this.element.hidden = !shown;
    if (!shown) return;
    this.#fit();
    this.#atCursor();
  }

  /** Takes up the map that lies there now. */
  #fit() {
    const { picture, sheet } = this.board;
    if (picture === this.#picture) return;
    this.#picture = picture;
    this.map.src = picture.startsWith("<")
      ? URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }))
      : picture;
    this.sheet.style.width = `${sheet.width}px`;
    this.sheet.style.height = `${sheet.height}px`;
    this.canvas.setAttribute("viewBox", `0 0 ${sheet.width} ${sheet.height}`);
    this.canvas.style.setProperty("--r", `${sheet.radius}px`);
    // The same drawing once more, not a copy of it: it changes with the board.
    this.canvas.replaceChildren(makeSvg("use", { href: "#board-canvas", width: sheet.width, height: sheet.height }));
  }

  #atCursor() {
    const at = this.board.sheet.hex(this.board.cursor);
    if (!this.#shown || !at) return;
    const { k, x, y } = this.board.viewport;
    this.#place({ x: at.x * k + x, y: at.y * k + y }, at, 0);
  }

  /** @param {PointerEvent} event */
  #over(event) {
    if (!this.#shown) return;
    const box = this.board.frame.getBoundingClientRect();
    // A finger would lie on it: there it stands above.
    const above = event.pointerType === "touch" ? WIDE * 0.7 : 0;
    this.#place({ x: event.clientX - box.left, y: event.clientY - box.top }, this.board.viewport.point(event), above);
  }

  /**
   * @param {{ x: number, y: number }} on the frame
   * @param {{ x: number, y: number }} at of the sheet
   * @param {number} above
   */
  #place(on, at, above) {
    this.#fit();
    const k = Math.max(RADIUS / this.board.sheet.radius, this.board.viewport.k * 1.6);
    this.element.style.left = `${on.x - WIDE / 2}px`;
    this.element.style.top = `${on.y - WIDE / 2 - above}px`;
    this.sheet.style.transform = `translate(${WIDE / 2 - at.x * k}px, ${WIDE / 2 - at.y * k}px) scale(${k})`;
  }
}
