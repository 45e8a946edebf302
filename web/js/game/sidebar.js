// The sidebar gives way to the map: at a desk it folds into a card on the map, which holds the orders
// alone; on a phone the map is moved clear of the sheet at the foot, which keeps its height.

import { set, setting } from "../common/settings.js";

/** @import { Viewport } from "../board/viewport.js" */
/** @typedef {Pick<DOMRect, "left" | "top" | "right" | "bottom">} Box */

/** The button that folds the panels away, and what it was left at. */
export function foldingDesk(/** @type {HTMLElement} */ button) {
  const fold = (/** @type {boolean} */ folded) => {
    document.body.classList.toggle("desk-folded", folded);
    button.setAttribute("aria-pressed", String(!folded));
    set("desk", folded ? "folded" : "open");
  };
  fold(setting("desk", "open") === "folded");
  button.addEventListener("click", () => fold(setting("desk", "open") === "open"));
}

/** What the reader has in hand, or is asked about. */
const IN_HAND = ".counter:is(.selected, .chosen), .outline:is(.defender, .owed, .look), .target:is(.retreat, .advance)";
/** So far from the edge it is well in sight, in px. */
const MARGIN = 8;

/** What can cover a part of the map. */
const CARDS = ".sidebar, .rules-panel, .replay, .zoom, .aids";
const SIDES = /** @type {const} */ (["left", "top", "right", "bottom"]);

/**
 * What cards cover of a frame: each along the edge where that costs least. One that leaves less than half is looked
 * past, for it will be closed.
 * @param {Box} frame
 * @param {Box[]} cards
 */
export function insets(frame, cards) {
  const covered = { left: 0, top: 0, right: 0, bottom: 0 };
  const [wide, high] = [frame.right - frame.left, frame.bottom - frame.top];
  for (const card of cards) {
    const part = {
      left: (card.right - frame.left) / wide,
      top: (card.bottom - frame.top) / high,
      right: (frame.right - card.left) / wide,
      bottom: (frame.bottom - card.top) / high,
    };
    const side = SIDES.reduce((best, one) => (part[one] < part[best] ? one : best));
    const deep = part[side] * (side === "left" || side === "right" ? wide : high);
    if (part[side] > 0 && part[side] <= 0.5) covered[side] = Math.max(covered[side], deep);
  }
  return covered;
}

/**
 * The map is framed clear of the cards over it, and where only its foot gives way, to a sheet that opens, what is in
 * hand stays in sight.
 * @param {HTMLElement} board
 * @param {Viewport} viewport
 */
export function clearOfSheet(board, viewport) {
  const cards = [...document.querySelectorAll(CARDS)];
  const box = (/** @type {Element} */ one) => one.getBoundingClientRect();
  viewport.insets = () => insets(box(board), cards.map(box));
  let { clientWidth: width, clientHeight: height } = board;
  new ResizeObserver(() => {
    const covered = board.clientWidth === width && board.clientHeight < height;
    ({ clientWidth: width, clientHeight: height } = board);
    if (!covered) return;
    const field = board.getBoundingClientRect();
    const boxes = [...board.querySelectorAll(IN_HAND)].map((one) => one.getBoundingClientRect());
    const top = Math.min(...boxes.map((box) => box.top)) - field.top;
    const hidden = Math.max(...boxes.map((box) => box.bottom)) - field.bottom + MARGIN;
    // Never so far that what stands highest leaves at the head.
    const up = Math.min(hidden, top - MARGIN);
    if (boxes.length && up > 0) viewport.pan(0, -up);
  }).observe(board);
}

/**
 * On a phone the sheet at the foot grows with its orders but does not shrink again within a phase, so that
 * the edge of the map does not move with each tap. Returns what to call before the orders of a phase are
 * drawn.
 * @param {HTMLElement} sheet
 * @returns {(phase: string) => void}
 */
export function steadySheet(sheet) {
  let height = 0;
  let shown = "";
  const release = () => {
    height = 0;
    sheet.style.removeProperty("--steady");
  };
  new ResizeObserver(() => {
    if (sheet.dataset.open !== "orders" || sheet.classList.contains("folded") || sheet.offsetHeight <= height) return;
    height = sheet.offsetHeight;
    sheet.style.setProperty("--steady", `${height}px`);
  }).observe(sheet);
  // A phone that is turned has another room to share.
  addEventListener("resize", release);
  return (phase) => {
    if (phase !== shown) release();
    shown = phase;
  };
}
