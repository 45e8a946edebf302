// The way of units that move: how it is told before it is taken, tapped first where a finger hides
// the hex, or laid hex by hex where it is not to be the cheapest.

import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import * as texts from "../texts/game.js";
import { names, percent } from "../texts/terms.js";

/**
 * @import { MovementAndCombat } from "./movement-and-combat.js"
 * @import { SwordsPreview } from "protocol/blind-swords"
 */

/**
 * What a move can meet on its way.
 * @param {SwordsPreview | null} answer
 */
const marchOf = (answer) => (answer && "march" in answer ? answer.march : undefined);

export class Route {
  /** What is said of the way that is shown. */
  said = "";
  /**
   * The hex that was tapped once: the next tap goes there.
   * @type {string | null}
   */
  tapped = null;
  /**
   * The hexes of a way of one's own, in order; null while the cheapest is taken.
   * @type {string[] | null}
   */
  hexes = null;
  #legal = false;
  #asked = 0;

  /**
   * `prompt`: the question, with the units in hand and where they can go.
   * @param {MovementAndCombat} prompt
   */
  constructor(prompt) {
    this.prompt = prompt;
  }

  /** Forgets everything. */
  clear() {
    this.said = "";
    this.tapped = null;
    this.hexes = null;
    this.#legal = false;
    this.#asked++;
  }

  /**
   * What is shown of a move, as `game.preview` tells it; empty if there is nothing to tell.
   * @param {SwordsPreview | null} answer
   * @param {string} unit
   * @param {string} to
   */
  tell(answer, unit, to) {
    const { view, play } = this.prompt;
    const march = marchOf(answer);
    const start = this.prompt.unitOf(unit)?.hex;
    if (!march?.path.length || !start) {
      play.board.trace([]);
      return this.say("");
    }
    const { path, cost, opportunity, reactions, support } = march;
    const signs = opportunity.map(({ hex, effect }) => ({ hex, kind: "fire", text: `⚔ ${percent(effect)}` }));
    const end = path[path.length - 1];
    play.board.trace([start, ...path], [...signs, words.tip({ ...march, hex: end })]);
    const fires = opportunity.map((one) => texts.opportunityFire(names(view, one.by), one));
    const there = support.map((one) => texts.supportThere(names(view, [one.unit]), names(view, one.by)));
    this.say([texts.march(to, cost, reactions), ...there, ...fires].join(""));
  }

  /** @param {string} text */
  say(text) {
    this.said = text;
    this.put(document.getElementById("way-said"));
  }

  /**
   * What is said follows the pointer, without everything being drawn.
   * @param {HTMLElement | null} place
   */
  put(place) {
    if (place && place.textContent !== this.said) place.textContent = this.said;
  }

  /**
   * A tap of a finger on a hex in reach: true if it is only shown so far.
   * @param {string} hex
   */
  tap(hex) {
    if (this.tapped === hex) return false;
    this.tapped = hex;
    this.prompt.play.draw();
    this.prompt.hover(hex);
    return true;
  }

  /** Begins a way of one's own, or gives it up. */
  toggle() {
    const laying = this.hexes === null;
    this.clear();
    if (laying) this.hexes = [];
    this.prompt.play.board.trace([]);
    this.prompt.play.draw();
  }

  /**
   * A press on a hex while a way is being laid: the first may be any in reach, those after it lie
   * beside the last.
   * @param {string} hex
   */
  async press(hex) {
    const { prompt } = this;
    const { sheet } = prompt.play.board;
    const hexes = this.hexes ?? [];
    const last = hexes.at(-1);
    if (hex === last) hexes.pop();
    else if (last ? sheet.hexsideTo(last, hex) >= 0 : prompt.start && sheet.hexsideTo(prompt.start, hex) >= 0)
      hexes.push(hex);
    else if (!last && prompt.moves.has(hex)) this.hexes = await this.#cheapest(hex);
    else return prompt.play.say(texts.notBeside(hex, last ?? prompt.start));
    return this.#check();
  }

  /** @param {string} hex */
  async #cheapest(hex) {
    const one = this.prompt.moves.get(hex);
    if (!one) return [];
    return marchOf(await this.prompt.preview(one.order))?.path ?? [];
  }

  get order() {
    return {
      move: { units: [...this.prompt.chosen], path: this.hexes ?? [], ...(this.prompt.charge && { charge: true }) },
    };
  }

  /** Asks what the way costs, or why it cannot be gone. */
  async #check() {
    const { prompt } = this;
    const asked = ++this.#asked;
    this.#legal = false;
    const hexes = this.hexes ?? [];
    const end = hexes.at(-1);
    if (end === undefined) {
      prompt.play.board.trace([]);
      this.said = "";
      return prompt.play.draw();
    }
    const answer = await prompt.preview(this.order);
    if (asked !== this.#asked) return;
    this.#legal = Boolean(answer?.legal);
    // Drawn first: a board that is drawn anew has no way on it.
    prompt.play.draw();
    if (this.#legal) return this.tell(answer, [...prompt.chosen][0], end);
    this.say(answer?.legal === false ? words.sentence(answer.refusal.message) : "");
    prompt.play.board.trace(prompt.start ? [prompt.start, ...hexes] : hexes);
  }

  /** The button that sends the units where they were pointed. */
  go() {
    const { prompt, tapped, hexes } = this;
    const one = prompt.moves.get(tapped ?? "");
    const id = one ? "go" : "go-way";
    const onclick = () => (one ? prompt.give(one) : prompt.play.order(this.order));
    const button = { id, class: "primary", key: id, disabled: !one && !this.#legal, onclick };
    return (one || hexes) && h("button", button, one ? texts.goTo(tapped) : texts.goBy(hexes ?? []));
  }

  /** The button that lays a way, or gives it up. */
  button() {
    const laying = this.hexes !== null;
    const button = { id: "lay-way", key: "lay-way", "aria-pressed": String(laying), onclick: () => this.toggle() };
    return (laying || this.prompt.moves.size > 0) && h("button", button, texts.ownRoute);
  }
}
