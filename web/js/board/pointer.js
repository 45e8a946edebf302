// Mouse, pen and fingers on the board: press, drag a counter, drag the map, pinch, hold (by mouse: its right button).

/** @import { Board, BoardHandlers, Press } from "./board.js" */

/**
 * What of the page was hit, if it lies in such an element.
 * @param {Event} event
 * @param {string} selector
 */
function closest(event, selector) {
  const hit = event.target instanceof Element ? event.target.closest(selector) : null;
  return /** @type {HTMLElement | SVGElement | null} */ (hit);
}

const SLACK = 6;
const HOLD = 480;

/** @typedef {{ unit: string | null, point: { x: number, y: number }, start?: boolean }} Drag */

/**
 * What hears of presses and drags; `drag` also of the end of one, with null.
 * @typedef {Required<Pick<BoardHandlers, "press" | "hover" | "drop" | "hold" | "stroke">> & {
 *   drag: (drag: Drag | null) => void,
 * }} PointerHandlers
 */

/**
 * Turns pointer events of the frame into what they mean. `board` provides `viewport`, `sheet`,
 * `canDrag(unit, touch)`, `paints`; `on` takes `press`, `hover`, `drag`, `drop`, `hold`, and
 * `stroke(phase, at)` where a drag paints: one finger then draws and two move the map; a mouse
 * moves it with Shift or its middle button.
 */
export class Pointer {
  /** @type {Map<number, PointerEvent>} */
  #down = new Map();
  /** @type {{ event: PointerEvent, meant: Press, carried?: boolean } | null} */
  #start = null;
  /** @type {"press" | "held" | "drag" | "stroke" | "pan" | "pinch" | null} */
  #mode = null;
  /** @type {{ x: number, y: number, apart: number } | null} */
  #pinch = null;
  /** @type {number | undefined} */
  #timer = undefined;
  #over = "";
  #pressed = 0;
  #clicks = 0;

  /**
   * @param {HTMLElement} frame
   * @param {Board} board
   * @param {PointerHandlers} on
   */
  constructor(frame, board, on) {
    this.frame = frame;
    this.board = board;
    this.on = on;
    frame.addEventListener("pointerdown", (event) => this.#pointerdown(event));
    frame.addEventListener("mousedown", ({ detail }) => (this.#clicks = detail));
    frame.addEventListener("pointermove", (event) => this.#pointermove(event));
    frame.addEventListener("pointerup", (event) => this.#pointerup(event));
    frame.addEventListener("pointercancel", (event) => this.#cancel(event));
    frame.addEventListener("pointerleave", () => this.leave());
    // A click that no pointer made: assistive technology pressing a button.
    frame.addEventListener("click", (event) => {
      if (performance.now() - this.#pressed > 400 && event.target !== frame) this.on.press(this.#meant(event));
    });
    frame.addEventListener("contextmenu", (event) => {
      if (!this.#mode && event.button !== 2) return;
      event.preventDefault();
      if (!this.#mode) this.on.hold(this.#meant(event));
    });
  }

  /** Nothing is pointed at any more: the pointer goes from the map, or the map from under it. */
  leave() {
    if (!this.#down.size) this.#hover(null, null);
  }

  /** @param {MouseEvent} event */
  #meant(event) {
    const unit = closest(event, "[data-unit]")?.dataset.unit ?? null;
    const named = closest(event, "[data-hex]")?.dataset.hex ?? null;
    const point = this.board.viewport.point(event);
    return {
      unit: named ? null : unit,
      hex: named ?? this.board.hexOf(unit) ?? this.board.sheet.at(point.x, point.y) ?? null,
      named: named !== null,
      badge: closest(event, ".badge-sign") !== null,
      point,
    };
  }

  /** @param {PointerEvent} event */
  #pointerdown(event) {
    if (event.button > 1 || closest(event, "button, a, input")) return;
    // The middle button would scroll.
    if (event.button === 1) event.preventDefault();
    this.#down.set(event.pointerId, event);
    if (this.#down.size === 2) {
      this.#stopHold();
      if (this.#mode === "drag") this.on.drag(null);
      if (this.#mode === "stroke") this.on.stroke("cancel");
      this.#mode = "pinch";
      this.#pinch = this.#fingers();
      return;
    }
    this.#mode = "press";
    this.#start = { event, meant: this.#meant(event) };
    // A finger holds; a mouse has another button for that, and its press counts however long it takes.
    if (this.board.paints || event.pointerType === "mouse") return;
    this.#timer = setTimeout(() => {
      if (this.#mode !== "press") return;
      this.#mode = "held";
      if (this.#start) this.on.hold(this.#start.meant);
    }, HOLD);
  }

  /** @param {PointerEvent} event */
  #pointermove(event) {
    if (!this.#down.has(event.pointerId)) {
      if (event.pointerType !== "touch") {
        const { unit, hex } = this.#meant(event);
        this.#hover(hex, unit);
      }
      return;
    }
    const before = this.#down.get(event.pointerId);
    this.#down.set(event.pointerId, event);
    if (this.#mode === "pinch") return this.#pinched();
    if (!this.#start || !before) return;
    const { meant } = this.#start;
    if (this.#mode === "press") {
      const first = this.#start.event;
      if (Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < SLACK) return;
      this.#stopHold();
      const { unit } = meant;
      const free = first.button === 0 && !first.shiftKey;
      const grips = () => free && this.board.canDrag(unit, event.pointerType === "touch");
      const carried = unit && (this.#start.carried || grips());
      this.#mode = carried ? "drag" : free && this.board.paints ? "stroke" : "pan";
      this.frame.setPointerCapture(event.pointerId);
      this.frame.classList.add({ drag: "dragging", stroke: "drawing", pan: "panning" }[this.#mode]);
      if (this.#mode === "stroke") this.on.stroke("begin", meant);
      if (this.#mode === "drag") this.on.drag({ unit, point: this.board.viewport.point(event), start: true });
    }
    if (this.#mode === "stroke") this.#drawn(before, event);
    if (this.#mode === "pan") this.board.viewport.pan(event.clientX - before.clientX, event.clientY - before.clientY);
    if (this.#mode === "drag") {
      const point = this.board.viewport.point(event);
      this.on.drag({ unit: meant.unit, point });
      this.#hover(this.board.sheet.at(point.x, point.y), null);
    }
  }

  /** @param {PointerEvent} event */
  #pointerup(event) {
    if (!this.#down.delete(event.pointerId)) return;
    const mode = this.#mode;
    this.#stopHold();
    this.frame.classList.remove("dragging", "drawing", "panning");
    if (mode === "pinch") {
      // The finger that stays goes on as a drag of the map.
      this.#mode = this.#down.size ? "pan" : null;
      return;
    }
    this.#mode = null;
    this.#pressed = performance.now();
    const meant = this.#start?.meant;
    if (!meant) return;
    if (mode === "stroke") this.on.stroke("end");
    if (mode === "press" && event.button === 0) {
      const again = event.pointerType === "mouse" && this.#clicks > 1;
      this.on.press({ ...meant, touch: event.pointerType === "touch", shift: event.shiftKey, again });
    }
    if (mode === "drag") {
      const point = this.board.viewport.point(event);
      const { left, right, top, bottom } = this.frame.getBoundingClientRect();
      const [x, y] = [event.clientX, event.clientY];
      const within = left <= x && x <= right && top <= y && y <= bottom;
      this.on.drag(null);
      if (meant.unit !== null) this.on.drop(meant.unit, within ? this.board.sheet.at(point.x, point.y) : null);
    }
  }

  /**
   * A counter elsewhere on the page is pressed: it may be dragged onto the board, by a finger once it is chosen.
   * @param {PointerEvent} event
   * @param {string} unit
   */
  carry(event, unit) {
    const chip = /** @type {HTMLElement} */ (event.currentTarget);
    const touch = event.pointerType === "touch";
    if (event.button !== 0 || this.#down.size || (touch && chip.ariaPressed !== "true")) return;
    const move = (/** @type {PointerEvent} */ event) => this.#pointermove(event);
    chip.setPointerCapture(event.pointerId);
    chip.addEventListener("pointermove", move);
    // Let go of, or the board has taken it over.
    const end = () => {
      chip.removeEventListener("pointermove", move);
      if (this.#mode !== "press") return;
      this.#down.delete(event.pointerId);
      this.#mode = null;
    };
    chip.addEventListener("lostpointercapture", end, { once: true });
    this.#down.set(event.pointerId, event);
    this.#mode = "press";
    this.#start = { event, meant: { unit, hex: null }, carried: true };
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    this.#down.delete(event.pointerId);
    this.#stopHold();
    this.frame.classList.remove("dragging", "drawing", "panning");
    if (this.#mode === "drag") this.on.drag(null);
    if (this.#mode === "stroke") this.on.stroke("cancel");
    if (!this.#down.size) this.#mode = null;
  }

  /**
   * A quick hand leaves hexes out between two events: the way between them is walked in small
   * steps.
   * @param {PointerEvent} before
   * @param {PointerEvent} event
   */
  #drawn(before, event) {
    const [a, b] = [this.board.viewport.point(before), this.board.viewport.point(event)];
    const steps = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / (this.board.sheet.radius / 2)));
    for (let i = 1; i <= steps; i++) {
      const point = { x: a.x + ((b.x - a.x) * i) / steps, y: a.y + ((b.y - a.y) * i) / steps };
      this.on.stroke("over", { unit: null, hex: this.board.sheet.at(point.x, point.y), named: false, point });
    }
  }

  #stopHold() {
    clearTimeout(this.#timer);
  }

  #fingers() {
    const [a, b] = [...this.#down.values()];
    const box = this.frame.getBoundingClientRect();
    return {
      x: (a.clientX + b.clientX) / 2 - box.left,
      y: (a.clientY + b.clientY) / 2 - box.top,
      apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
    };
  }

  #pinched() {
    const now = this.#fingers();
    const was = this.#pinch ?? now;
    this.#pinch = now;
    this.board.viewport.pan(now.x - was.x, now.y - was.y);
    if (was.apart > 0) this.board.viewport.zoom(now.apart / was.apart, now);
  }

  /**
   * @param {string | null} hex
   * @param {string | null} unit
   */
  #hover(hex, unit) {
    const over = `${hex} ${unit}`;
    if (over === this.#over) return;
    this.#over = over;
    this.on.hover(hex, unit);
  }
}
