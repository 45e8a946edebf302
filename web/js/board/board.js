// The board: a map, counters on it, and what is drawn over both. It shows a state and reports what
// people do with it; it knows no rules.

import { calm, h, make, makeSvg, show } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import { AFAR, FAR, face, SIZE, stand } from "./counter-face.js";
import { Ground } from "./ground.js";
import { HexGrid } from "./hex-grid.js";
import { Keyboard } from "./keyboard.js";
import * as overlays from "./overlays.js";
import { Pointer } from "./pointer.js";
import { Sheet } from "./sheet.js";
import { NEAR, Viewport } from "./viewport.js";

/**
 * @import { CounterFace } from "./counter-face.js"
 * @import { Place } from "./lettering.js"
 * @import { SheetLayout } from "./sheet.js"
 * @import { Side } from "protocol"
 */

/**
 * A counter on the board; `pressed` is what a screen reader is told.
 * @typedef {CounterFace & {
 *   id: string, hex: string | null, name: string, classes?: string[], tab?: boolean,
 *   drag?: boolean, pressed?: string,
 * }} BoardCounter
 */

/**
 * A hex that can be chosen; `kind` is a class of the style sheet, here and below.
 * @typedef {{
 *   hex: string, kind: string, label: string | number, stop?: boolean, corner?: boolean,
 *   name?: string, tab?: boolean,
 * }} Target
 */

/** @typedef {{ hex: string, kind: string, text?: string, letter?: string }} Outline */
/**
 * An objective: who holds it, and the points it is worth.
 * @typedef {{
 *   hex: string, side: Side | null, letter: string, points?: string,
 * }} Flag
 */

/**
 * What stands in a hex, summed up: a pip for each unit.
 * @typedef {{ hex: string, side: Side, text: string, pips: number }} Total
 */
/** @typedef {{ hex: string, kind: string, text: string }} Sign */
/** @typedef {{ from: string, to: string, kind: string, arrow?: boolean }} Line */
/** @typedef {{ hex: string, hexside: number, kind: string }} Edge */

/**
 * Who attacks: a stroke from one hex to another.
 * @typedef {{ from: string, to: string, kind: string }} Stroke
 */

/**
 * What a board shows: counters in stacking order, the hex whose counters lie side by side, hatched
 * hexes, those that are not played on, the hexes of a path from first to last and signs on them.
 * @typedef {{
 *   counters: BoardCounter[], fanned: string | null, targets: Target[], zones: string[],
 *   outlines: Outline[], flags: Flag[], veiled: string[],
 *   path: string[], signs: Sign[], lines: Line[], edges: Edge[], strokes: Stroke[], totals: Total[],
 * }} BoardState
 */

/**
 * What was pressed: a counter or a hex, or with `named` the hex by its own button; `badge`: the counter by its corps
 * badge; `key`: by the keyboard; `again`: the second of a double click or tap.
 * @typedef {{
 *   unit: string | null, hex: string | null, named?: boolean, badge?: boolean, key?: string, touch?: boolean,
 *   shift?: boolean, again?: boolean,
 *   point?: { x: number, y: number },
 * }} Press
 */

/** @typedef {Press & { hex: string }} HexPress */

/**
 * Where the board's `paints` is set a drag draws: `stroke` hears of it.
 * @typedef {{
 *   press: (at: Press) => void,
 *   hover?: (hex: string | null, unit: string | null) => void,
 *   drag?: (unit: string) => void,
 *   drop?: (unit: string, hex: string | null) => void,
 *   hold?: (at: Press) => void,
 *   focus?: (hex: string, unit: string | null) => void,
 *   blur?: () => void,
 *   describe?: (hex: string) => string,
 *   view?: () => void,
 *   stroke?: (phase: "begin" | "over" | "end" | "cancel", at?: Press) => void,
 * }} BoardHandlers
 */

/** How long a counter takes to go, and how many at most are seen to go at once. */
const FADE = 450;
const FEW = 8;

/** The smallest radius of a hex, in CSS pixels, at which what is written on the board can be read. */
const TINY = 8.2;

/** What lies on the table before a map does. */
const NO_SHEET = { width: 1, height: 1, radius: 1, layout: "flat", corners: [], directions: [], hexes: [] };

/** @type {BoardState} */
const EMPTY = {
  counters: [],
  fanned: null,
  targets: [],
  zones: [],
  outlines: [],
  flags: [],
  veiled: [],
  path: [],
  signs: [],
  lines: [],
  edges: [],
  totals: [],
  strokes: [],
};

export class Board {
  state = EMPTY;
  sheet = new Sheet(NO_SHEET);
  /**
   * The hex the keyboard is at.
   * @type {string | null}
   */
  cursor = null;
  /** Whether a drag draws instead of moving the map. */
  paints = false;
  /** @type {Map<string, { element: SVGGElement, print: string }>} */
  #counters = new Map();
  /** @type {SVGGElement | null} */
  #ghost = null;
  /**
   * The counter that is dragged onto the board from elsewhere on the page.
   * @type {(CounterFace & { id: string }) | null}
   */
  #carried = null;
  /** The picture of the map, or its address. */
  picture = "";

  /**
   * @param {HTMLElement} frame
   * @param {BoardHandlers} on
   */
  constructor(frame, on) {
    this.frame = frame;
    this.on = on;
    this.layer = make("div", { class: "layer" });
    this.ground = new Ground(frame);
    this.layers = Object.fromEntries(
      [
        "veil",
        "zones",
        "under",
        "flags",
        "rings",
        "path",
        "counters",
        "totals",
        "outlines",
        "discs",
        "over",
        "lines",
        "strokes",
        "signs",
        "ghost",
      ].map((name) => [name, makeSvg("g", { class: name })]),
    );
    this.marker = makeSvg("g", { class: "cursor", role: "button", tabindex: -1, "aria-label": "Map" });
    this.canvas = makeSvg(
      "svg",
      { class: "canvas", focusable: "false" },
      show(makeSvg("defs"), overlays.patterns()),
      ...Object.values(this.layers),
      this.marker,
    );
    this.layer.append(this.canvas);
    frame.append(this.ground.canvas, this.layer);
    this.viewport = new Viewport(frame, this.layer, {
      onchange: (radius) => {
        on.view?.();
        // While a hand zooms looks stay: a change would have every letter laid out anew at each further step.
        if (this.viewport.zooming) return;
        frame.dataset.scale = radius < FAR ? "far" : radius < NEAR ? "middle" : "near";
        frame.classList.toggle("tiny", radius < TINY);
      },
      onplace: (lie) => this.ground.place(lie),
      onframe: () => this.pointer.leave(),
    });
    this.pointer = new Pointer(frame, this, {
      press: (at) => this.#press(at),
      hover: (hex, unit) => on.hover?.(hex, unit),
      drag: (drag) => this.#drag(drag),
      drop: (unit, hex) => on.drop?.(unit, hex),
      hold: (at) => on.hold?.(at),
      stroke: (phase, at) => on.stroke?.(phase, at),
    });
    this.grid = new HexGrid(frame, {
      press: (hex) => this.#press({ unit: null, hex, named: true, key: "enter" }),
      describe: (hex) => on.describe?.(hex) ?? `Hex ${hex}`,
    });
    this.keyboard = new Keyboard(frame, this, { press: (at) => on.press(at) });
    this.canvas.addEventListener("focusin", (event) => this.#focused(/** @type {Element} */ (event.target)));
    this.canvas.addEventListener("focusout", ({ relatedTarget: to }) => {
      if (!(to instanceof Element && this.canvas.contains(to))) this.on.blur?.();
    });
  }

  /**
   * Puts a map on the board: its layout, its picture or the address of that, and what it is called.
   * @param {SheetLayout} layout
   * @param {string} picture
   * @param {string} title
   */
  lay(layout, picture, title) {
    this.sheet = new Sheet(layout);
    const { width, height, radius } = this.sheet;
    void this.ground.lay(picture, { width, height, radius });
    this.ground.canvas.setAttribute("role", "img");
    this.ground.canvas.setAttribute("aria-label", title);
    this.picture = picture;
    this.canvas.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.canvas.style.setProperty("--r", `${radius}px`);
    this.viewport.fit(width, height, radius);
    this.viewport.whole();
  }

  /**
   * Puts the map's next state in place of the one that lies there; what is seen of it stays where
   * it is. Resolves when it is drawn, and until then the old one stays.
   * @param {SheetLayout} layout
   * @param {string} picture
   */
  relay(layout, picture) {
    const { width, height } = this.sheet;
    this.sheet = new Sheet(layout);
    const lies = this.ground.lay(picture, layout);
    if (layout.width !== width || layout.height !== height) {
      this.canvas.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
      this.viewport.fit(layout.width, layout.height, layout.radius);
    }
    return lies;
  }

  /** Whether its hexes have levels. */
  get leveled() {
    return [...this.sheet.hexes.values()].some(({ level }) => level !== undefined);
  }

  /**
   * Shows the level of every hex in the place of its number, or its number.
   * @param {boolean} on
   */
  showLevels(on) {
    const hexes = [...this.sheet.hexes.values()];
    const every = hexes.flatMap(({ x, y, level }) => (level === undefined ? [] : [{ text: `${level}`, x, y }]));
    this.ground.level(on ? every : null);
  }

  /**
   * Shows the number of every hex that has room for it, or of none.
   * @param {boolean} on
   */
  showNumbers(on) {
    this.ground.number(on);
  }

  /** Whether a map lies on it. */
  get laid() {
    return this.sheet.hexes.size > 0;
  }

  /**
   * Shows a state; fields left out are empty.
   * @param {Partial<BoardState>} state
   */
  set(state) {
    this.state = { ...EMPTY, ...state };
    if (!this.laid) return;
    const held = this.canvas.contains(document.activeElement) ? document.activeElement : null;
    const at = held ? this.#at(held) : null;
    this.#drawCounters();
    this.#drawOverlays();
    if (held && !held.isConnected && at?.hex) this.point(at.hex);
    this.#labelCursor();
    this.grid.say(this.sheet);
  }

  /**
   * The hex a counter of the state stands on.
   * @param {string | null} unit
   */
  hexOf(unit) {
    return unit === null ? null : (this.state.counters.find((counter) => counter.id === unit)?.hex ?? null);
  }

  /**
   * Whether a counter may be dragged: with a finger only one that was chosen before, for a finger
   * also moves the map.
   * @param {string | null} unit
   * @param {boolean} touch
   */
  canDrag(unit, touch) {
    const counter = this.state.counters.find((one) => one.id === unit);
    return Boolean(counter?.drag && (!touch || counter.classes?.includes("selected")));
  }

  /**
   * Sets the keyboard's cursor on a hex and the focus with it.
   * @param {string | null} hex
   */
  point(hex) {
    if (!hex || !this.sheet.hex(hex)) return;
    this.cursor = hex;
    const { x, y } = this.sheet.centre(hex);
    this.#labelCursor();
    // Walking on with the cursor in hand is no new focus to the browser, but it is to us.
    if (document.activeElement === this.marker) this.on.focus?.(hex, null);
    else this.marker.focus({ preventScroll: true });
    this.viewport.reveal(x, y);
  }

  /**
   * Brings hexes into sight, and lets them flash.
   * @param {string[]} hexes
   */
  highlight(hexes) {
    const sheetHexes = hexes.map((hex) => this.sheet.hex(hex)).filter(truthy);
    if (!sheetHexes.length) return;
    this.viewport.frameOn(sheetHexes, this.sheet.radius);
    this.layers.ghost.querySelector(".flashes")?.remove();
    const known = hexes.filter((hex) => this.sheet.hex(hex));
    const flashes = known.map((hex) => overlays.outline(this.sheet, { hex, kind: "flash" }));
    const flash = show(makeSvg("g", { class: "flashes" }), flashes);
    this.layers.ghost.append(flash);
    setTimeout(() => flash.remove(), 2600);
  }

  /** What has the keyboard: `{unit, hex}`, or null. */
  focused() {
    const element = document.activeElement;
    return element && this.canvas.contains(element) ? this.#at(element) : null;
  }

  /** The hex in the middle of what is seen. */
  nearest() {
    const { x, y } = this.viewport.middle;
    return this.sheet.at(x, y, Infinity);
  }

  /** @param {Element} element */
  #at(element) {
    const unit = /** @type {SVGElement | null} */ (element.closest("[data-unit]"))?.dataset.unit ?? null;
    const hex =
      /** @type {SVGElement | null} */ (element.closest("[data-hex]"))?.dataset.hex ?? this.hexOf(unit) ?? this.cursor;
    return { unit, hex };
  }

  /** @param {Press} at */
  #press(at) {
    if (at.hex) {
      this.cursor = at.hex;
      this.keyboard.reset();
      this.#labelCursor();
    }
    this.on.press(at);
  }

  /** @param {Element} element */
  #focused(element) {
    const at = this.#at(element);
    if (at.hex) {
      if (at.hex !== this.cursor) this.keyboard.reset();
      this.cursor = at.hex;
      this.#labelCursor();
      // A press of the pointer needs no help to be seen.
      if (element.matches(":focus-visible")) {
        const { x, y } = this.sheet.centre(at.hex);
        this.viewport.reveal(x, y);
        this.on.focus?.(at.hex, at.unit);
      }
    }
  }

  #labelCursor() {
    if (!this.cursor || !this.sheet.hex(this.cursor)) return;
    show(this.marker, h("polygon", { points: this.sheet.corners(this.cursor, 1) }));
    const words = this.on.describe?.(this.cursor) ?? `Hex ${this.cursor}`;
    if (this.marker.getAttribute("aria-label") !== words) this.marker.setAttribute("aria-label", words);
  }

  #drawCounters() {
    const r = this.sheet.radius;
    /** @type {Map<string | null, BoardCounter[]>} */
    const stacks = new Map();
    for (const counter of this.state.counters) stacks.set(counter.hex, [...(stacks.get(counter.hex) ?? []), counter]);
    const kept = new Set();
    /** @type {SVGGElement[]} */
    const order = [];
    /** @type {Place[]} */
    const places = [];
    for (const [hex, stack] of stacks) {
      const sheetHex = this.sheet.hex(hex);
      if (!sheetHex) continue;
      stack.forEach((counter, index) => {
        const [dx, dy] = stand(index, stack.length, this.state.fanned === hex);
        const element = this.#counter(counter);
        element.style.transform = `translate(${sheetHex.x + dx * r}px, ${sheetHex.y + dy * r}px)`;
        kept.add(counter.id);
        order.push(element);
        const half = (SIZE * r) / 2;
        places.push({ x: sheetHex.x + dx * r, y: sheetHex.y + dy * r, half, afar: half * AFAR });
      });
    }
    for (const { hex } of this.state.flags) {
      const place = overlays.discPlace(this.sheet, hex, stacks.has(hex));
      if (place) places.push(place);
    }
    for (const { hex } of this.state.totals) {
      const sheetHex = this.sheet.hex(hex);
      if (sheetHex) places.push({ x: sheetHex.x, y: sheetHex.y + r * 0.6, half: r * 0.32, afar: 0 });
    }
    this.ground.occupy(places);
    const gone = [...this.#counters].filter(([id]) => !kept.has(id));
    for (const [id, { element }] of gone) {
      element.remove();
      this.#counters.delete(id);
      // One that is lost is seen to go; another game's counters are just cleared away.
      if (gone.length <= FEW && !calm()) this.#fade(element);
    }
    // Moving an element in the document would take the focus from it: only what stands wrong is
    // moved.
    const parent = this.layers.counters;
    order.forEach((element, index) => {
      if (parent.children[index] !== element) {
        const focus = element === document.activeElement;
        parent.insertBefore(element, parent.children[index] ?? null);
        if (focus) element.focus({ preventScroll: true });
      }
    });
  }

  /**
   * A counter goes.
   * @param {SVGGElement} element
   */
  #fade(element) {
    for (const name of ["data-unit", "role", "tabindex", "aria-label", "aria-pressed"]) element.removeAttribute(name);
    element.classList.add("leaving");
    this.layers.ghost.append(element);
    const end = () => element.remove();
    element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, easing: "ease-in" }).finished.then(end, end);
  }

  /**
   * Lets a counter walk from hex to hex to where it stands now.
   * @param {string} unit
   * @param {string[]} hexes
   * @param {number} time
   */
  travel(unit, hexes, time) {
    const element = this.#counters.get(unit)?.element;
    const points = hexes.slice(0, -1).map((hex) => this.sheet.hex(hex));
    if (!element || calm()) return;
    const way = points.filter(truthy).map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    element.animate([...way, { transform: element.style.transform }], { duration: time, easing: "ease-in-out" });
  }

  /** @param {BoardCounter} counter */
  #counter(counter) {
    const print =
      counter.print ??
      [counter.side, counter.type, counter.strength, counter.label, counter.foot, counter.back, counter.badge?.id].join(
        "|",
      );
    let known = this.#counters.get(counter.id);
    if (!known || known.print !== print) {
      const element = known?.element ?? makeSvg("g", { "data-unit": counter.id, role: "button" });
      // Another face is drawn from nothing: what this one was drawn from need not be kept.
      element.replaceChildren(...show(makeSvg("g"), face(counter, this.sheet.radius * SIZE)).childNodes);
      known = { element, print };
      this.#counters.set(counter.id, known);
    }
    const { element } = known;
    const classes = ["counter", `side-${counter.side}`, counter.back && "back", ...(counter.classes ?? [])]
      .filter(truthy)
      .join(" ");
    if (element.getAttribute("class") !== classes) element.setAttribute("class", classes);
    element.setAttribute("aria-label", counter.name);
    element.setAttribute("tabindex", counter.tab ? "0" : "-1");
    if (counter.pressed === undefined) element.removeAttribute("aria-pressed");
    else element.setAttribute("aria-pressed", counter.pressed);
    return element;
  }

  #drawOverlays() {
    const { sheet, state, layers } = this;
    const known = (/** @type {string} */ hex) => sheet.hex(hex) !== null;
    const occupied = new Set(state.counters.map((counter) => counter.hex));
    const targets = state.targets
      .filter((target) => known(target.hex))
      .map((target) => overlays.target(sheet, target, occupied.has(target.hex)));
    // One shape over all that is not played on.
    const veiled = state.veiled.filter(known).map((hex) => `M${sheet.corners(hex, 1.01).replaceAll(" ", "L")}z`);
    show(layers.veil, veiled.length > 0 && h("path", { d: veiled.join("") }));
    show(
      layers.zones,
      ...state.zones.filter(known).map((hex) => h("polygon", { key: hex, points: sheet.corners(hex, 0.99) })),
    );
    show(layers.under, ...targets.map((target) => target.under));
    show(layers.over, ...targets.map((target) => target.over));
    // An objective without counters is a disc on the ground; otherwise a small one beside them.
    const discs = (/** @type {boolean} */ covered) =>
      state.flags
        .filter((flag) => occupied.has(flag.hex) === covered)
        .map((flag) => overlays.disc(sheet, flag, covered));
    show(layers.flags, ...discs(false));
    show(layers.discs, ...discs(true));
    show(
      layers.totals,
      ...state.totals.filter(({ hex }) => hex !== state.fanned).map((total) => overlays.total(sheet, total)),
    );
    // A ring goes under the counters it is drawn round; one with a tag above them.
    const outlines = state.outlines.filter((one) => known(one.hex));
    show(layers.rings, ...outlines.filter((one) => !one.text).map((one) => overlays.outline(sheet, one)));
    show(layers.outlines, ...outlines.filter((one) => one.text).map((one) => overlays.outline(sheet, one)));
    const edges = state.edges.map((edge) => overlays.edge(sheet, edge));
    show(layers.lines, ...[...edges, ...state.lines.map((line) => overlays.line(sheet, line))]);
    show(
      layers.strokes,
      state.strokes.map((stroke) => overlays.stroke(sheet, stroke)),
    );
    this.trace(state.path, state.signs);
  }

  /**
   * Draws just the path anew, with its signs: it follows the pointer.
   * @param {string[]} path
   * @param {Sign[]} [signs]
   */
  trace(path, signs = []) {
    Object.assign(this.state, { path, signs });
    const drawn = path.length > 1 ? overlays.path(this.sheet, path) : null;
    show(this.layers.path, drawn);
    // The one at the tip is the last.
    const hexes = [...this.state.counters.map(({ hex }) => hex), ...path.slice(0, -1)];
    const place = (/** @type {Sign} */ sign) =>
      sign.kind === "tip" ? overlays.signPlace(this.sheet, sign, signs.slice(0, -1), hexes) : undefined;
    show(this.layers.signs, ...signs.map((sign) => overlays.sign(this.sheet, sign, place(sign))));
  }

  /**
   * A counter elsewhere on the page is pressed, and may be dragged onto the board.
   * @param {PointerEvent} event
   * @param {CounterFace & { id: string }} counter
   */
  carry(event, counter) {
    this.#carried = counter;
    this.pointer.carry(event, counter.id);
  }

  /** @param {{ unit: string | null, point: { x: number, y: number }, start?: boolean } | null} drag */
  #drag(drag) {
    if (!drag) {
      this.#ghost?.remove();
      this.#ghost = null;
      return;
    }
    if (drag.start) {
      if (drag.unit !== null) this.on.drag?.(drag.unit);
      const carried = drag.unit === null ? undefined : this.#counters.get(drag.unit)?.element;
      this.#ghost = /** @type {SVGGElement | undefined} */ (carried?.cloneNode(true)) ?? null;
      const { radius } = this.sheet;
      if (!this.#ghost && this.#carried?.id === drag.unit)
        this.#ghost = show(
          makeSvg("g", { class: `counter side-${this.#carried.side}` }),
          face(this.#carried, radius * SIZE),
        );
      if (!this.#ghost) return;
      for (const name of ["data-unit", "role", "tabindex", "aria-label"]) this.#ghost.removeAttribute(name);
      this.#ghost.classList.add("ghost");
      this.layers.ghost.append(this.#ghost);
    }
    if (this.#ghost) this.#ghost.style.transform = `translate(${drag.point.x}px, ${drag.point.y}px)`;
  }
}
