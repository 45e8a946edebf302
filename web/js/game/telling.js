// The battle told on the map: strokes from the attackers to the defender, the dice beside it, and
// only when they have fallen what comes of it; then units are seen to move.

import { calm } from "../common/html.js";
import { DiceThrow } from "../dice/throw.js";

/**
 * @import { Throw } from "../games/pages.js"
 * @import { Play } from "./play.js"
 * @import { Entry, ToldEvent, View } from "protocol"
 */

/** How long strokes are looked at before the dice are thrown. */
const AIM = 450;
/** How long a unit takes from one hex to the next, and at most for a whole way. */
const STEP = 130;
const WAY = 620;

export class Telling {
  /**
   * The order that is being told.
   * @type {Entry | null}
   */
  entry = null;
  #hastened = false;
  /** @type {(() => void) | null} */
  #wake = null;

  /**
   * @param {Play} play
   * @param {HTMLElement} element
   */
  constructor(play, element) {
    this.play = play;
    this.dice = new DiceThrow(element, {
      place: (box, thrown) => this.#beside(box, thrown),
      gone: () => this.#show(null),
    });
    const { session } = play;
    session.tell = ({ fresh, before }) => this.#tell(fresh, before);
    session.on("left", () => this.hasten());
    // A die that was read leaves before the next question is put.
    session.on("change", () => session.question && this.dice.finish());
    session.pace.on("change", () => this.entry && !this.#factor(this.entry) && this.hasten());
  }

  /** How long things take that this entry tells of: 0 where they are not told at all. */
  #factor(/** @type {Entry} */ entry) {
    const { session } = this.play;
    return session.commands(entry.side) ? session.pace.factor : session.pace.personFactor;
  }

  /** What is being told is told to its end at once. */
  hasten() {
    this.#hastened = true;
    this.#wake?.();
    this.dice.hasten();
  }

  /**
   * Tells entries before anything comes of them.
   * @param {Entry[]} fresh
   * @param {View} before
   */
  async #tell(fresh, before) {
    this.dice.finish();
    // Who comes back to many orders, or does not look, does not wait for them.
    const [entry] = fresh;
    if (fresh.length !== 1 || document.hidden || calm() || this.play.past) return;
    await this.tell(entry, before);
  }

  /**
   * Tells an entry that follows on a view.
   * @param {Entry} entry
   * @param {View} before
   */
  async tell(entry, before) {
    const factor = this.#factor(entry);
    const thrown = factor ? this.play.page.throws(before, entry.events ?? []) : [];
    if (!thrown.length) return;
    this.entry = entry;
    this.#hastened = false;
    this.play.emit("draw");
    try {
      let aimed = "";
      for (const one of thrown) {
        if (this.#hastened) break;
        this.#show(one);
        const aim = [...one.from, one.hex].join(" ");
        if (one.from.length && aim !== aimed) await this.#rest(AIM * factor);
        aimed = aim;
        if (!this.#hastened) await this.dice.cast(one, factor);
      }
    } finally {
      this.entry = null;
    }
  }

  /**
   * Shows what came of entries: dice of unseen throws lie on the table, and units are seen to move.
   * @param {Entry[]} fresh
   * @param {View | null} before
   */
  follow(fresh, before) {
    const [entry] = fresh;
    if (!before || fresh.length !== 1 || !entry.events) return;
    const factor = this.#factor(entry);
    if (!factor) return;
    if (calm()) {
      const thrown = this.play.page.throws(before, entry.events);
      if (!thrown.length) return;
      this.#show(thrown[0]);
      this.dice.lie(thrown);
      return;
    }
    const { board } = this.play;
    for (const [unit, hexes] of journeys(entry, before)) {
      board.travel(unit, hexes, Math.min(WAY, STEP * (hexes.length - 1) + 160) * factor);
    }
  }

  /** Shows who attacks whom; nothing for null. */
  #show(/** @type {Throw | null} */ thrown) {
    const { play } = this;
    if (play.fight === thrown) return;
    play.fight = thrown;
    if (thrown?.hex) play.camera.told([thrown.hex, ...(thrown.to ?? []), ...thrown.from]);
    play.drawBoard();
  }

  /**
   * Puts the dice beside the hex they are about, where they hide nothing that has to do with it; at
   * the top where they are about none.
   * @param {HTMLElement} element
   * @param {Throw} thrown
   */
  #beside(element, { hex, from, to = [] }) {
    const { board } = this.play;
    const { left, top, width, height } = board.viewport.room;
    const box = { width: element.offsetWidth, height: element.offsetHeight };
    const target = board.sheet.hex(hex);
    element.dataset.beside = hex ?? "";
    const put = (/** @type {number} */ x, /** @type {number} */ y) => {
      element.style.left = `${Math.round(x)}px`;
      element.style.top = `${Math.round(y)}px`;
    };
    if (!target) return put(left + (width - box.width) / 2, top + 14);
    const { k, x: dx, y: dy } = board.viewport;
    const [right, bottom] = [left + width - box.width - 8, top + height - box.height - 8];
    const onScreen = (/** @type {{ x: number, y: number }} */ at) => ({ x: at.x * k + dx, y: at.y * k + dy });
    const middle = onScreen(target);
    const r = board.sheet.radius * k;
    const kept = [hex, ...from, ...to]
      .map((one) => board.sheet.hex(one))
      .filter((one) => one !== null)
      .map(onScreen);
    // The strokes are to be seen as well.
    const ways = kept.map((one) => ({ x: (one.x + middle.x) / 2, y: (one.y + middle.y) / 2 }));
    let best = { x: 0, y: 0, cost: Infinity };
    for (let way = 0; way < 12; way++) {
      const angle = (way * Math.PI) / 6;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const far = r * 1.15;
      const x = middle.x + cos * (far + box.width / 2) - box.width / 2;
      const y = middle.y + sin * (far + box.height / 2) - box.height / 2;
      const out = Math.max(left + 8 - x, 0, x - right) + Math.max(top + 8 - y, 0, y - bottom);
      const hidden = [...kept, ...ways].filter(
        (one) =>
          one.x > x - r * 0.7 &&
          one.x < x + box.width + r * 0.7 &&
          one.y > y - r * 0.7 &&
          one.y < y + box.height + r * 0.7,
      ).length;
      const cost = out * 20 + hidden * 100 + Math.abs(sin) * 5;
      if (cost < best.cost) best = { x, y, cost };
    }
    put(Math.max(left + 8, Math.min(best.x, right)), Math.max(top + 8, Math.min(best.y, bottom)));
  }

  /** @param {number} time */
  #rest(time) {
    return new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      const timer = setTimeout(resolve, time);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * The hexes that units come through in an entry, each from where it stood.
 * @param {Entry} entry
 * @param {View} before
 */
function journeys(entry, before) {
  /** @type {Map<string, string[]>} */
  const ways = new Map();
  const start = new Map(before.units.map((unit) => [unit.id, unit.hex]));
  /** @type {ToldEvent[]} */
  const events = entry.events ?? [];
  for (const { unit, to, path } of events) {
    if (!unit || !(to || path)) continue;
    const from = start.get(unit);
    const way = ways.get(unit) ?? (from ? [from] : []);
    const added = path ?? (to ? [to] : []);
    ways.set(unit, [...way, ...added.filter((hex, at) => at > 0 || hex !== way.at(-1))]);
  }
  return [...ways].filter(([, hexes]) => hexes.length > 1);
}
