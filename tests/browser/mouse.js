// Hands on the mouse: an order of the protocol, given by clicking and dragging on the page.

import assert from "node:assert/strict";
import { asksFirst, keyed, middle, sentAlong, spot, targetAt, unitAt } from "./table.js";

export class Mouse {
  /** `page`: the battle page; `known`: the game as the scout knows it. */
  constructor(page, known) {
    this.page = page;
    this.known = known;
    this.moves = 0;
  }

  async click(selector) {
    const { x, y } = await spot(this.page, selector);
    await this.page.mouse.click(x, y);
  }

  async clickHex(hex) {
    const { x, y } = await middle(this.page, this.known, hex);
    await this.page.mouse.click(x, y);
  }

  /** Gives an order as a person would, up to the click that sends it. */
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
        return this.advance(fields);
      default:
        return this.plain(verb);
    }
  }

  /** Orders without fields are buttons of the same name. */
  async plain(verb) {
    const asks = verb.startsWith("end-") && (await asksFirst(this.page, this.known));
    await this.click(`#${verb}`);
    if (asks) await this.click("#end-now");
  }

  /** Takes a unit in hand: from the map, or from the tray of those who wait to come on. */
  async choose(unit) {
    const waiting = this.page.locator(`[data-unit-due="${unit}"]`);
    if (await waiting.count()) {
      // After one that has come on the next is in hand.
      if ((await waiting.getAttribute("aria-pressed")) === "false") await waiting.click();
      await this.page.locator(`[data-unit-due="${unit}"][aria-pressed="true"]`).waitFor();
      return;
    }
    await this.click(`${unitAt(unit)}.active`);
    await this.page.locator(`${unitAt(unit)}[aria-pressed="true"]`).waitFor({ state: "attached" });
  }

  /** By two clicks, and every second time by dragging the counter. */
  async move({ unit, to }) {
    const onMap = await this.page.locator(unitAt(unit)).count();
    if (onMap && ++this.moves % 2 === 0) {
      const from = await spot(this.page, `${unitAt(unit)}.active`);
      const there = await middle(this.page, this.known, to);
      await this.page.mouse.move(from.x, from.y);
      await this.page.mouse.down();
      await this.page.mouse.move((from.x + there.x) / 2, (from.y + there.y) / 2, { steps: 4 });
      await this.page.mouse.move(there.x, there.y, { steps: 4 });
      await this.page.mouse.up();
      return;
    }
    await this.choose(unit);
    const { targets } = await this.known.targets("move", unit);
    await this.page.waitForFunction(
      (count) => document.querySelectorAll("#board [data-hex]").length === count,
      targets.length,
    );
    await this.click(targetAt(to));
  }

  /** Drafts an attack and looks at the odds before the die is thrown. */
  async attack({ attackers, defenders }) {
    await this.draft({ attackers, defenders });
    const draft = await this.known.preview({ attack: { attackers, defenders } });
    await this.page.locator("#attack").waitFor();
    // The odds of the last unit that was added come when the server has told them.
    const odds = this.page.locator("#orders .odds", { hasText: new RegExp(`^${draft.column}$`) });
    await odds.waitFor();
    const faces = await this.page.locator("#orders .crt tr.taken td").allTextContents();
    assert.deepEqual(
      faces,
      draft.results.map(({ result }) => result),
    );
    const chances = await this.page.locator("#orders .chances b").allTextContents();
    assert.deepEqual(
      chances,
      draft.chances.map(({ result }) => result),
    );
    await this.click("#attack");
  }

  /** Chooses just these units and hexes. Whom the rules send along is chosen by the page itself. */
  async draft({ attackers, defenders }) {
    for (const hex of defenders) {
      const [enemy] = (await this.known.view()).units
        .filter((unit) => unit.hex === hex && unit.status === "map")
        .slice(-1);
      const before = await this.page.locator(".outline.defender").count();
      await this.click(unitAt(enemy.id));
      await this.page.waitForFunction(
        (count) => document.querySelectorAll(".outline.defender").length === count,
        before + 1,
      );
    }
    for (const unit of attackers) {
      if (await this.page.locator(`${unitAt(unit)}.chosen`).count()) continue;
      await this.click(`${unitAt(unit)}.active`);
      await this.page.locator(`${unitAt(unit)}.chosen`).waitFor({ state: "attached" });
      await sentAlong(this.page, this.known, defenders);
    }
    const chosen = await this.page
      .locator(".counters .chosen")
      .evaluateAll((all) => all.map((one) => one.dataset.unit));
    for (const unit of chosen.filter((unit) => !attackers.includes(unit))) {
      await this.click(unitAt(unit));
      await this.page.locator(`${unitAt(unit)}.chosen`).waitFor({ state: "detached" });
    }
  }

  /** Clicks the hex, then link by link the unit that makes room and its hex. */
  async retreat({ unit, to, displace = [] }) {
    const which = this.page.locator(keyed(`unit-${unit}`));
    if (await which.count()) await which.click();
    await this.click(targetAt(to));
    for (const link of displace) {
      const room = this.page.locator(keyed(`room-${link.unit}`));
      await this.page
        .locator(`${unitAt(link.unit)}.candidate, ${unitAt(link.unit)}.chosen`)
        .waitFor({ state: "attached" });
      if (await room.count()) await room.click();
      await this.click(targetAt(link.to));
    }
  }

  async lose({ units }) {
    for (const chip of await this.page.locator("#orders .chip-button").all()) {
      const unit = (await chip.getAttribute("data-key")).replace("lose-", "");
      if ((await chip.getAttribute("aria-pressed")) !== String(units.includes(unit))) await chip.click();
    }
    await this.page.locator("#pay:enabled").click();
  }

  async advance({ unit, to }) {
    await this.page.locator(`${unitAt(unit)}.active`).waitFor({ state: "attached" });
    await this.page.locator(targetAt(to)).first().waitFor({ state: "attached" });
    if (!(await this.page.locator(`${unitAt(unit)}.selected`).count())) await this.click(unitAt(unit));
    await this.page.locator(`${unitAt(unit)}.selected`).waitFor({ state: "attached" });
    await this.click(targetAt(to));
  }
}
