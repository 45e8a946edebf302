// Hands of somebody who plays by a screen reader: they know the page by the browser's accessibility
// tree alone, and press what it names as assistive technology does.

import assert from "node:assert/strict";
import { Keyboard } from "./keyboard.js";
import { asksFirst } from "./table.js";

/** Presses an element without any pointer or key; whether it was still there. */
function pressed() {
  if (!this.isConnected) return false;
  this.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));
  return true;
}

/** How often something is read again that is drawn anew before it is pressed. */
const TRIES = 10;

export class Reader extends Keyboard {
  static async of(page, known) {
    const reader = new Reader(page, known);
    reader.line = await page.context().newCDPSession(page);
    await reader.line.send("Accessibility.enable");
    await reader.line.send("DOM.enable");
    return reader;
  }

  /** What is read of the page: role and name of everything that is not ignored. */
  async read() {
    const { nodes } = await this.line.send("Accessibility.getFullAXTree");
    return nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name, backendDOMNodeId, properties = [] }) => ({
        role: role?.value,
        name: name?.value ?? "",
        node: backendDOMNodeId,
        live: properties.find((one) => one.name === "live")?.value.value,
      }));
  }

  /**
   * Presses what has that role and a name of that kind; fails unless there is just one. What is drawn anew
   * between reading and pressing is read again, as a person would.
   */
  async act(role, name) {
    for (let tries = 0; tries < TRIES; tries++) {
      await this.said();
      const found = (await this.read()).filter((one) => one.role === role && name.test(one.name));
      assert.equal(found.length, 1, `${role} ${name}: ${found.map((one) => one.name).join(" | ")}`);
      if (await this.push(found[0].node)) return found[0].name;
    }
    assert.fail(`${role} ${name} is drawn anew each time that it is read`);
  }

  /** Presses an element; whether it was still there. */
  async push(backendNodeId) {
    try {
      const { object } = await this.line.send("DOM.resolveNode", { backendNodeId });
      const { result } = await this.line.send("Runtime.callFunctionOn", {
        objectId: object.objectId,
        functionDeclaration: `${pressed}`,
        returnByValue: true,
      });
      return result.value;
    } catch (error) {
      if (!/No node with given id|Could not find/.test(error.message)) throw error;
      return false;
    }
  }

  /** Waits until every hex has been said anew. */
  async said() {
    await this.page.locator(".hex-grid[data-said]").waitFor({ state: "attached" });
  }

  /** Presses a hex of the grid, once it says what it should; what it said. */
  async hex(hex, says = / /) {
    await this.page.waitForFunction(
      ([hex, source]) => new RegExp(source).test(document.querySelector(`[data-cell="${hex}"]`)?.textContent),
      [hex, says.source],
    );
    return this.act("gridcell", new RegExp(`^Hex ${hex}\\b`));
  }

  /** Presses a button that is found by a selector, if it is one for a reader too. */
  async button(selector) {
    for (let tries = 0; tries < TRIES; tries++) {
      await this.page.waitForSelector(selector);
      await this.said();
      const { role, name, backendDOMNodeId } = await this.readOne(selector);
      assert.ok(role?.value === "button" && name?.value, `${selector} is read as ${role?.value} "${name?.value}"`);
      if (await this.push(backendDOMNodeId)) return;
    }
    assert.fail(`${selector} is drawn anew each time that it is read`);
  }

  /** What is read of the element that is found by a selector; looked for again where it was drawn anew meanwhile. */
  async readOne(selector) {
    const { root } = await this.line.send("DOM.getDocument");
    const { nodeId } = await this.line.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    try {
      const { nodes } = await this.line.send("Accessibility.getPartialAXTree", { nodeId, fetchRelatives: false });
      return nodes[0];
    } catch (error) {
      if (!/Could not find node/.test(error.message)) throw error;
      await this.page.waitForSelector(selector);
      return this.readOne(selector);
    }
  }

  async give(order) {
    if ("end-movement" in order) return this.endPhase("End movement");
    if ("end-combat" in order) return this.endPhase("End combat");
    return super.give(order);
  }

  /** Ends the phase; where the page asks first, the dialog is all that can be read. */
  async endPhase(name) {
    const asks = await asksFirst(this.page, this.known);
    await this.act("button", new RegExp(`^${name}`));
    if (!asks) return;
    await this.page.locator("#end-now").waitFor();
    await this.act("button", new RegExp(`^${name}$`));
  }

  /** Opens a list of hexes, as the summary is read. */
  async unfold(key) {
    await this.page.locator(`#orders [data-key="${key}"]`).waitFor();
    if (await this.page.locator(`#orders [data-key="${key}"][open]`).count()) return;
    await this.act("DisclosureTriangle", /^List the /);
    await this.page.locator(`#orders [data-key="${key}"][open]`).waitFor();
  }

  async toUnit(unit) {
    await this.page.locator(`.counters [data-unit="${unit}"].active`).waitFor({ state: "attached" });
    this.unit = unit;
  }

  /** The keys that the hands on the keyboard use for a unit they went to. */
  async press(key) {
    assert.equal(key, "Enter");
    await this.button(`.counters [data-unit="${this.unit}"]`);
  }

  async move({ unit, to }) {
    const waiting = this.page.locator(`[data-unit-due="${unit}"]`);
    if (await waiting.count()) {
      if ((await waiting.getAttribute("aria-pressed")) === "false") await this.button(`[data-unit-due="${unit}"]`);
    } else {
      await this.toUnit(unit);
      await this.press("Enter");
    }
    await this.page.locator(`[data-hex="${to}"]`).waitFor({ state: "attached" });
    await this.hex(to);
  }

  async defender(hex) {
    await this.hex(hex);
  }

  async throw() {
    await this.button("#attack");
  }
}
