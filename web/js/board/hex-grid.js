// The board for screen readers alone: a grid with a cell for each hex, which says what the hex is,
// what stands in it and what can be done there. They walk it as a table and press its cells.

import { make } from "../common/html.js";

/** @import { Sheet } from "./sheet.js" */

/** How many cells are said anew in one go. */
const SLICE = 120;

export class HexGrid {
  /** @type {Sheet | null} */
  #sheet = null;
  #turn = 0;

  /**
   * @param {HTMLElement} frame the board, which the grid is put after
   * @param {{ press: (hex: string) => void, describe: (hex: string) => string }} on
   */
  constructor(frame, on) {
    this.on = on;
    this.element = make("div", { class: "hex-grid aloud", role: "grid", "aria-label": "Hexes" });
    this.element.addEventListener("click", (event) => {
      const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
      const hex = /** @type {HTMLElement | null} */ (cell)?.dataset.cell;
      if (hex) on.press(hex);
    });
    frame.after(this.element);
  }

  /**
   * Says every hex anew, a few at a time while the page has nothing better to do.
   * @param {Sheet} sheet
   */
  say(sheet) {
    if (sheet !== this.#sheet) this.#lay(sheet);
    const turn = ++this.#turn;
    const cells = [...this.element.querySelectorAll("[data-cell]")];
    let next = 0;
    const go = () => {
      if (turn !== this.#turn) return;
      for (const cell of cells.slice(next, next + SLICE)) {
        const words = this.on.describe(cell.getAttribute("data-cell") ?? "");
        if (cell.textContent !== words) cell.textContent = words;
      }
      next += SLICE;
      if (next < cells.length) later(go);
      else this.element.dataset.said = String(turn);
    };
    delete this.element.dataset.said;
    later(go);
  }

  /** @param {Sheet} sheet */
  #lay(sheet) {
    this.#sheet = sheet;
    /** @type {Map<number, { hex: string, column: number }[]>} */
    const rows = new Map();
    for (const { hex, row, column } of sheet.hexes.values()) rows.set(row, [...(rows.get(row) ?? []), { hex, column }]);
    const ordered = [...rows].sort(([a], [b]) => a - b);
    this.element.setAttribute("aria-rowcount", String(ordered.length));
    this.element.replaceChildren(
      ...ordered.map(([, cells], index) =>
        make(
          "div",
          { role: "row", "aria-rowindex": index + 1 },
          cells
            .sort((a, b) => a.column - b.column)
            .map(({ hex, column }) =>
              make("div", { role: "gridcell", "aria-colindex": column + 1, "data-cell": hex, tabindex: -1 }),
            ),
        ),
      ),
    );
  }
}

/** @param {() => void} act */
function later(act) {
  if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: 1000 });
  else setTimeout(act, 30);
}
