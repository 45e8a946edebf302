// What a map can show on demand: enemy zones and reach, range and sight, the level of each hex, the
// ground without counters, a magnifier. Each is a switch, and a key that shows it as long as it is held.

import { byId, h, make, show } from "../common/html.js";
import { tick } from "../common/tick.js";
import * as words from "../common/words.js";
import { Lost, Refusal } from "../session/connection.js";
import * as texts from "../texts/panel.js";
import { Magnifier } from "./magnifier.js";
import { follows } from "./opponent.js";

/**
 * @import { Outline } from "../board/board.js"
 * @import { Play } from "../game/play.js"
 * @import { ReachTarget, Side, ZoneTarget } from "protocol"
 */

/** A key that is held for so long was meant to be held. */
const HELD = 350;

/** @typedef {keyof typeof texts.aids} Aid */

/** The key of each. */
const KEYS = { zones: "z", reach: "x", sight: "s", levels: "v", numbers: "u", bare: "h", glass: "g" };
const AIDS = /** @type {Aid[]} */ (Object.keys(KEYS));

export class Aids {
  /** @type {Set<Aid>} */
  #on = new Set();
  /** @type {Map<string, { at: number, was: boolean }>} */
  #down = new Map();
  /** @type {Map<string, ZoneTarget>} */
  #zones = new Map();
  /** @type {Map<string, ReachTarget>} */
  #reach = new Map();
  /** For which view and side they were asked. */
  #asked = "";

  /**
   * @param {Play} play
   * @param {HTMLElement} field
   */
  constructor(play, field) {
    this.play = play;
    this.magnifier = new Magnifier(play.board);
    this.list = make("div", { class: "aids-list" });
    this.element = make(
      "details",
      { class: "aids", id: "aids" },
      make(
        "summary",
        { title: texts.showOnMap, "aria-label": texts.showLabel },
        make("span", { "aria-hidden": "true" }, "◉"),
        make("span", { class: "aids-word" }, texts.show),
      ),
      this.list,
    );
    field.append(this.element);
    document.addEventListener("pointerdown", ({ target }) => {
      if (!this.element.contains(/** @type {Node} */ (target))) this.element.open = false;
    });
    play.aids = this;
    play.session.on("change", () => this.#renew());
    play.camera.on("change", () => this.draw());
    this.draw();
  }

  /**
   * Whether an aid can be had in the game at hand.
   * @param {Aid} id
   */
  able(id) {
    const { session } = this.play;
    if (id === "numbers" || id === "bare" || id === "glass") return true;
    if (id === "levels") return this.play.board.leveled;
    if (!session.begun || session.you === null) return false;
    if (id === "sight") return this.play.sight.able;
    return this.play.page.tells.has(id);
  }

  /** The enemy of the seat; at a screen for both, of the side that is asked. */
  get #enemy() {
    const { view, session } = this.play;
    const own = session.you === "both" ? (view.question?.side ?? view.phasing) : session.you;
    return own ? words.OTHER[/** @type {Side} */ (own)] : null;
  }

  /**
   * @param {Aid} id
   * @param {boolean} [on]
   */
  set(id, on = !this.#on.has(id)) {
    if (on === this.#on.has(id) || (on && !this.able(id))) return;
    if (on) this.#on.add(id);
    else this.#on.delete(id);
    byId("board").classList.toggle("bare", this.#on.has("bare"));
    this.magnifier.show(this.#on.has("glass"));
    if (id === "levels") this.play.board.showLevels(on);
    if (id === "numbers") this.play.board.showNumbers(!on);
    if (id === "sight") this.play.sight.arm(on);
    const [title, says] = texts.aids[id];
    this.play.say(on ? says : texts.off(title));
    this.draw();
    this.#renew();
  }

  /** Closes the list; false if it is closed. */
  close() {
    const { open } = this.element;
    this.element.open = false;
    if (open && this.element.contains(document.activeElement)) this.element.querySelector("summary")?.focus();
    return open;
  }

  /** The tool for sight was laid down by other means. */
  sightClosed() {
    if (this.#on.delete("sight")) this.draw();
  }

  /**
   * A key goes down: its aid is switched. True if there is such a key.
   * @param {string} key
   */
  press(key) {
    const aid = AIDS.find((one) => KEYS[one] === key);
    if (!aid || !this.able(aid)) return false;
    if (this.#down.has(key)) return true;
    this.#down.set(key, { at: performance.now(), was: this.#on.has(aid) });
    this.set(aid);
    // From the hex at hand at once, if there is one.
    const at = this.play.board.cursor ?? this.play.pointed;
    if (aid === "sight" && this.#on.has("sight") && at) this.play.sight.look(at);
    return true;
  }

  /**
   * A key comes up: what was shown while it was held is shown no more.
   * @param {string} key
   */
  release(key) {
    const aid = AIDS.find((one) => KEYS[one] === key);
    const down = this.#down.get(key);
    this.#down.delete(key);
    if (!aid || !down) return;
    if (performance.now() - down.at > HELD && aid !== "sight") this.set(aid, down.was);
  }

  /** What is drawn on the map. */
  get outlines() {
    /** @type {Outline[]} */
    const drawn = [];
    if (this.#on.has("reach"))
      for (const { hex, by } of this.#reach.values())
        drawn.push({ hex, kind: by.length > 3 ? "enemy-reach many" : "enemy-reach", letter: `${by.length}` });
    if (this.#on.has("zones")) for (const hex of this.#zones.keys()) drawn.push({ hex, kind: "enemy-zone" });
    return drawn;
  }

  /**
   * What the aids that are shown say of a hex.
   * @param {string} hex
   */
  said(hex) {
    const side = this.#enemy;
    const reach = this.#on.has("reach") && this.#reach.get(hex);
    const zone = this.#on.has("zones") && this.#zones.get(hex);
    const name = (/** @type {string} */ unit) => words.unitName(this.play.unitOf(unit));
    return [
      zone && texts.inZone(zone.by.map(({ unit }) => name(unit))),
      reach &&
        texts.inReach(
          side,
          reach.by.map(({ points, unit }) => ({ name: name(unit), points })),
        ),
    ]
      .filter(Boolean)
      .join("; ");
  }

  draw() {
    show(
      this.list,
      AIDS.filter((id) => this.able(id)).map((id) =>
        tick(
          {
            class: "check",
            id: `aid-${id}`,
            checked: this.#on.has(id),
            onchange: ({ target }) => this.set(id, target.checked),
          },
          h("span", null, texts.aids[id][0]),
          h("kbd", { "aria-hidden": "true" }, KEYS[id].toUpperCase()),
        ),
      ),
      follows(this.play, "aid-follows"),
    );
  }

  /** Asks for what is shown, as things stand now. */
  async #renew() {
    const { play } = this;
    if (!play.session.begun) return;
    const side = this.#enemy;
    const asked = `${play.session.version} ${side} ${[...this.#on].sort()}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    /** @param {"zones" | "reach"} id */
    const ask = async (id) => {
      if (!side || !this.#on.has(id)) return [];
      try {
        return (await play.session.call("game.targets", { verb: id, subject: side })).targets;
      } catch (error) {
        if (error instanceof Refusal || error instanceof Lost) return [];
        throw error;
      }
    };
    const [zones, reach] = await Promise.all([ask("zones"), ask("reach")]);
    if (asked !== this.#asked) return;
    this.#zones = new Map(/** @type {ZoneTarget[]} */ (zones).map((one) => [one.hex, one]));
    this.#reach = new Map(/** @type {ReachTarget[]} */ (reach).map((one) => [one.hex, one]));
    this.draw();
    play.draw();
  }
}
