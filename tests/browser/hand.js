// A hand at Kernstown: looks at what is offered and answers the question at hand by clicks, as a
// player of modest gifts would.

import assert from "node:assert/strict";
import { accessible } from "./axe.js";
import { asksFirst, middle, unitAt } from "./table.js";

/** Loaded dice, the same for the same seed. */
export function faces(count, seed) {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return 1 + Math.floor((state / 2 ** 32) * 6);
  });
}

/** A position of The Stone Wall in which two regiments of Tyler's are asked to fire at the 27th Virginia. */
export function beforeFire(scout, more = {}) {
  return scout.ask("game.position", {
    scenario: "kernstown-1-stone-wall",
    units: [
      { id: "u62-7oh-a", hex: "1733" },
      { id: "u62-7oh-b", hex: "1733" },
      { id: "c62-27va", hex: "1834" },
    ],
    activation: { side: "union", brigade: "b62-tyler", order: "attack" },
    dice: faces(60, 7919),
    ...more,
  });
}

/** Waits until the page has put the question of that view. */
export async function asked(page, view) {
  await page.locator(`#orders[data-version="${view.version}"][aria-busy="false"]`).waitFor();
}

/** Unfolds the list of what can be chosen on the map. */
export async function unfold(page) {
  const folded = page.locator("#orders details.hexes:not([open]) > summary");
  if (await folded.count()) await folded.click();
}

/** `answer(view)` answers the question at hand; the view after it. */
export class Hand {
  /** How often it has answered each kind of question. */
  kinds = new Map();
  #step = "";
  #marched = 0;

  /**
   * `audit`: the page is audited where a kind of question comes first; `marches`: units moved in one step, at most;
   * `passes`: chits and moments of each kind that are let pass by clicks, before others are let pass by messages.
   */
  constructor(page, known, { audit = false, marches = Infinity, passes = Infinity } = {}) {
    Object.assign(this, { page, known, audit, marches, passes });
  }

  async act(view, doing) {
    await doing();
    const next = await this.known.after(view.version);
    await asked(this.page, next);
    return next;
  }

  /** Ends the step, or lets the moment pass. */
  async end(view, selector = "#end") {
    const asks = await asksFirst(this.page, this.known);
    return this.act(view, async () => {
      await this.button(selector).click();
      if (asks) await this.page.locator("#end-now").click();
    });
  }

  button(selector) {
    return this.page.locator(`#orders ${selector}`).first();
  }

  async answer(view) {
    const { page } = this;
    const { kind } = view.question;
    const often = this.kinds.get(kind) ?? 0;
    const first = this.audit && !often;
    this.kinds.set(kind, often + 1);
    await asked(page, view);
    switch (kind) {
      case "keys":
        // The page may have chosen those of the turn before, or those recommended.
        while (!(await this.button("#choose-keys").isEnabled()))
          await this.button(".chit-button[aria-pressed=false]:enabled").click();
        return this.act(view, () => this.button("#choose-keys").click());
      case "drawn":
        return this.act(view, () => this.button("[data-verb=hold]").click());
      case "orders":
        return this.act(view, () => this.button("[data-verb=order]").click());
      case "held":
      case "moment":
        return this.act(view, () =>
          often < this.passes ? this.button("#pass").click() : this.known.give({ pass: {} }),
        );
      case "rally":
        return this.end(view);
      case "fire":
      case "battery-hex":
        return this.fire(view, first);
      case "opportunity":
      case "defensive-fire":
      case "fire-back":
        return this.proposed(view, "fire", "#fire", first);
      case "close":
        return this.proposed(view, "close", "#declare", first);
      case "movement":
      case "reserve":
        return this.move(view, first);
      default:
        // Where much is offered, a unit is chosen first.
        if (!(await page.locator("#orders .choices button").count())) await this.button(".chip-button").click();
        await unfold(page);
        return this.act(view, () => this.button(".choices button").click());
    }
  }

  /** Takes one unit in hand, and no other. */
  async take(unit) {
    // Looked and let go in one: what was in hand before may be laid down by the page itself at any
    // moment.
    const held = await this.page.locator("#orders").evaluate((orders, key) => {
      const pressed = [...orders.querySelectorAll(".chip-button[aria-pressed=true]")].map((one) => one.dataset.key);
      if (pressed.length === 1 && pressed[0] === key) return true;
      if (pressed.length) orders.querySelector("[data-key=let-go]")?.click();
      return false;
    }, `unit-${unit}`);
    if (held) return;
    await this.button(`[data-key="unit-${unit}"]`).click();
  }

  /** Fires with the first unit that can, once it has been seen what the server says of it. */
  async fire(view, first) {
    const { page } = this;
    const { targets } = (await this.known.options()).verbs.some(({ verb }) => verb === "fire")
      ? await this.known.targets("fire", null)
      : { targets: [] };
    const able = targets.find(({ order }) => order.fire.shots.length === 1);
    if (!able) return this.end(view);
    const [shot] = able.order.fire.shots;
    await this.take(shot.units[0]);
    // A fire that is proposed as it is has no second button.
    await this.button(`:is([data-aim="${shot.target}"], [data-key='${JSON.stringify(able.order)}'])`).click();
    await this.button("#fire:enabled").waitFor();
    await this.prospects(first, view.question.kind);
    return this.act(view, () => page.locator("#fire").click());
  }

  /** Takes the first announcement that is proposed, or none. */
  async proposed(view, verb, go, first) {
    if (!(await this.page.locator(`#orders [data-verb="propose-${verb}"]`).count()))
      return this.end(view, "#end, #orders #pass");
    await this.button(`[data-verb="propose-${verb}"]`).click();
    await this.button(`${go}:enabled`).waitFor();
    await this.prospects(first, view.question.kind);
    return this.act(view, () => this.button(go).click());
  }

  /** The draft tells strength, column and chances. */
  async prospects(first, kind) {
    const draft = this.page.locator("#orders .draft");
    await draft.locator(".chances li").first().waitFor();
    assert.match(await draft.innerText(), /[Cc]olumn \S+/);
    if (!first) return;
    await this.page.screenshot({ path: new URL(`shots/kernstown-${kind}.png`, import.meta.url).pathname });
    await accessible(this.page, kind);
  }

  /** Sends the first unit that can come nearer to the enemy there, by a press on the map. */
  async move(view, first) {
    const { page, known } = this;
    const { verbs } = await known.options();
    const targets = verbs.some(({ verb }) => verb === "move") ? (await known.targets("move", null)).targets : [];
    const foes = view.units.filter((unit) => unit.hex && unit.side !== view.question.side);
    const far = (hex) => Math.min(...foes.map((foe) => known.apart(hex, foe.hex)));
    const gain = ({ order, hex }) => far(view.units.find(({ id }) => id === order.move.units[0]).hex) - far(hex);
    const free = (hex) => !view.units.some((unit) => unit.hex === hex);
    const best = targets
      .filter(({ order, hex }) => hex && free(hex) && !order.move.charge)
      .sort((a, b) => gain(b) - gain(a))[0];
    const step = `${view.turn} ${view.activation?.brigade}`;
    if (step !== this.#step) [this.#step, this.#marched] = [step, 0];
    if (!best || gain(best) < 0.3 || this.#marched++ >= this.marches) return this.end(view);
    const [unit] = best.order.move.units;
    await this.take(unit);
    await page.locator(`#board [data-hex="${best.hex}"]`).first().waitFor({ state: "attached" });
    const { x, y } = await middle(page, known, best.hex);
    await page.mouse.move(x, y);
    if (first) {
      await page.locator("#way-said", { hasText: `To ${best.hex}` }).waitFor();
      await accessible(page, "movement");
      await page.screenshot({ path: new URL("shots/kernstown-movement.png", import.meta.url).pathname });
    }
    const next = await this.act(view, () => page.mouse.click(x, y));
    await page
      .locator(`${unitAt(unit)}[aria-label*="hex"]`)
      .first()
      .waitFor({ state: "attached" });
    return next;
  }
}
