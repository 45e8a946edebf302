// Hands on the keyboard: an order of the protocol, given without touching the mouse.

import assert from "node:assert/strict";
import { asksFirst, keyed, sentAlong } from "./table.js";

/** Keys that walk the map, and their directions on the sheet. */
const WAYS = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [0.87, -0.5],
  PageDown: [0.87, 0.5],
  Home: [-0.87, -0.5],
  End: [-0.87, 0.5],
};
/** Tab is pressed no more than this often on the way to a button. */
const FAR = 80;

export class Keyboard {
  constructor(page, known) {
    this.page = page;
    this.known = known;
  }

  press(key) {
    return this.page.keyboard.press(key);
  }

  /** What has the focus: whether it matches a selector. */
  at(selector) {
    return this.page.evaluate((selector) => Boolean(document.activeElement?.matches(selector)), selector);
  }

  /** Tabs on until what is wanted has the focus, and sees that the focus shows. */
  async tabTo(selector) {
    for (let tabs = 0; tabs < FAR; tabs++) {
      if (await this.at(selector)) return;
      await this.press("Tab");
    }
    assert.fail(`${selector} cannot be reached with the Tab key`);
  }

  /** Presses a button among the orders, coming from wherever the focus is. */
  async button(selector) {
    await this.page.locator(selector).waitFor();
    await this.press("o");
    await this.tabTo(selector);
    await this.press("Enter");
  }

  /** Opens a list of hexes; it stays open. */
  async unfold(key) {
    await this.page.locator(keyed(key)).waitFor();
    if (!(await this.page.locator(`${keyed(key)}[open]`).count())) await this.button(keyed(`fold-${key}`));
  }

  async give(order) {
    const [[verb, fields]] = Object.entries(order);
    switch (verb) {
      case "move":
        return this.move(fields);
      case "attack":
        return this.attack(fields);
      case "retreat":
      case "withdraw-battery":
        return this.retreat(fields);
      case "lose":
        return this.lose(fields);
      case "advance":
        await this.unfold("advances");
        return this.button(keyed(`advance-${fields.unit}-${fields.to}`));
      case "end-movement":
      case "end-combat":
        return this.end();
      default:
        return this.button(`#${verb}`);
    }
  }

  /** Ends the phase; where the page asks first, the answer has the focus. */
  async end() {
    const asks = await asksFirst(this.page, this.known);
    await this.press("e");
    if (!asks) return;
    await this.page.locator("#end-now:focus").waitFor();
    await this.press("Enter");
  }

  /** Goes from unit to unit until one has the focus. */
  async toUnit(unit) {
    const wanted = `.counters [data-unit="${unit}"]`;
    await this.page.locator(`${wanted}.active`).waitFor({ state: "attached" });
    const able = await this.page.locator(".counters .active").count();
    for (let steps = 0; steps <= able; steps++) {
      if (await this.at(wanted)) return;
      await this.press("n");
    }
    assert.fail(`${unit} cannot be reached with the key N`);
  }

  /** The hex the map's cursor is at; null if it has not been set. */
  cursor() {
    return this.page.evaluate(
      () => /^Hex (\w+)/.exec(document.querySelector("#board .cursor").getAttribute("aria-label"))?.[1] ?? null,
    );
  }

  /** Walks the map's cursor to a hex, by the arrow keys and their neighbours. */
  async walk(to) {
    await this.press("m");
    // The first arrow only sets the cursor where there is none.
    if (!(await this.cursor())) await this.press("ArrowDown");
    const goal = this.known.place(to);
    for (let at = await this.cursor(); at !== to; at = await this.cursor()) {
      assert.ok(at, "the map has no cursor");
      const here = this.known.place(at);
      const along = ([dx, dy]) => (goal.x - here.x) * dx + (goal.y - here.y) * dy;
      const [[key]] = Object.entries(WAYS).sort(([, a], [, b]) => along(b) - along(a));
      await this.press(key);
      const now = await this.cursor();
      assert.ok(
        this.known.apart(now, to) < this.known.apart(at, to),
        `from ${at} the key ${key} led to ${now}, on the way to ${to}`,
      );
    }
    assert.ok(await this.at("#board .cursor"), "the cursor has the focus");
  }

  async move({ unit, to }) {
    const waiting = this.page.locator(`[data-unit-due="${unit}"]`);
    if (await waiting.count()) {
      // After one that has come on the next is in hand.
      if ((await waiting.getAttribute("aria-pressed")) === "false") await this.button(`[data-unit-due="${unit}"]`);
    } else {
      await this.toUnit(unit);
      await this.press("Enter");
    }
    await this.page.locator(`[data-hex="${to}"]`).waitFor({ state: "attached" });
    await this.walk(to);
    await this.press("Enter");
  }

  async attack({ attackers, defenders }) {
    for (const unit of attackers) {
      const chosen = this.page.locator(`.counters [data-unit="${unit}"].chosen`);
      if (await chosen.count()) continue;
      await this.toUnit(unit);
      await this.press("Enter");
      await chosen.waitFor({ state: "attached" });
      await sentAlong(this.page, this.known, []);
    }
    for (const hex of defenders) {
      const marked = await this.page.locator(".outline.defender").count();
      await this.defender(hex);
      await this.page.waitForFunction(
        (count) => document.querySelectorAll(".outline.defender").length === count,
        marked + 1,
      );
    }
    const chosen = await this.page
      .locator(".counters .chosen")
      .evaluateAll((all) => all.map((one) => one.dataset.unit));
    for (const unit of chosen.filter((unit) => !attackers.includes(unit))) {
      await this.toUnit(unit);
      await this.press("Enter");
      await this.page.locator(`.counters [data-unit="${unit}"].chosen`).waitFor({ state: "detached" });
    }
    const draft = await this.known.preview({ attack: { attackers, defenders } });
    await this.page.locator("#attack", { hasText: draft.column }).waitFor();
    await this.throw();
  }

  /** Names a hex that is to be attacked. */
  async defender(hex) {
    await this.walk(hex);
    await this.press("Enter");
  }

  /** Throws the die of the attack that is drafted. */
  async throw() {
    await this.press("a");
  }

  async retreat({ unit, to, displace = [] }) {
    if (await this.page.locator(keyed(`unit-${unit}`)).count()) await this.button(keyed(`unit-${unit}`));
    await this.unfold("retreats");
    await this.button(keyed(`to-${to}`));
    for (const link of displace) {
      await this.unfold("displacements");
      await this.button(keyed(`push-${link.unit}-${link.to}`));
    }
  }

  async lose({ units }) {
    for (const chip of await this.page.locator("#orders .chip-button").all()) {
      const key = await chip.getAttribute("data-key");
      const wanted = units.includes(key.replace("lose-", ""));
      if ((await chip.getAttribute("aria-pressed")) !== String(wanted)) await this.button(keyed(key));
    }
    await this.button("#pay:enabled");
  }
}
