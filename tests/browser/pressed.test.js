// What is pressed is what is meant, once, and for the game as it is shown: a key that is held down, a press
// while there is no line, another keyboard, a hex with a friendly unit in it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "./browser.js";
import { slowOrders } from "./late-answers.js";
import { laid } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { browser, program, scout } from "./set-up.js";
import { spot, targetAt, unitAt } from "./table.js";
import { Wire } from "./wire.js";

const unit = (side, id, strength, hex) => ({ id, side, type: "infantry", strength, hex });

/** A position in which neither side can fight, so that a phase is ended by one key. */
async function position() {
  const units = [unit("union", "x0", 5, "0205"), unit("union", "x1", 2, "0305"), unit("confederate", "x2", 4, "1005")];
  const { game, tokens } = await scout.ask("game.position", {
    scenario: "training",
    turn: 1,
    side: "union",
    phase: "movement",
    units,
  });
  const token = tokens.both ?? tokens.union;
  return { path: `/game/${game}#${token}`, known: await scout.game(`${program.address}/game/${game}#${token}`) };
}

/** Holds a key down until the page shows what came of it, and on until it has repeated itself three times more. */
async function hold(page, key, known, version) {
  await page.keyboard.down(key);
  const next = await known.after(version);
  await page.locator(`#orders[data-version='${next.version}'][aria-busy=false]`).waitFor();
  for (let times = 0; times < 3; times++) await page.keyboard.down(key);
  await page.keyboard.up(key);
  return next.version;
}

test("a key that is held down asks once, and ends one phase; Enter on a button is one press", async () => {
  const { path, known } = await position();
  const window = await Window.open(browser);
  const { page } = window;
  const sent = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => /"game.order"/.test(payload) && sent.push(payload)),
  );
  await page.goto(`${program.address}${path}`);
  await laid(page);
  const { version } = await known.view();
  await page.locator("#end-movement:enabled").waitFor();
  // Nothing has been moved: the page asks first, and the key that asked does not answer.
  for (let times = 0; times < 4; times++) await page.keyboard.down("e");
  await page.locator("#end-now:focus").waitFor();
  await page.keyboard.up("e");
  await page.keyboard.press("e");
  assert.ok(await page.locator("#end-now").isVisible());
  const second = await hold(page, "Enter", known, version);
  assert.equal(second, version + 1);
  // The button that has come in its place is not pressed by what is still held down.
  await page.locator("#end-combat, #end-movement").first().focus();
  const third = await hold(page, "Enter", known, second);
  await page.locator("#end-combat:enabled, #end-movement:enabled").first().waitFor();
  assert.equal(third, second + 1);
  // What was sent is reported before what is asked now.
  await page.evaluate(() => {});
  assert.equal(sent.length, 2, `${sent}`);
  await window.close();
});

test("without a line nothing can be pressed, and nothing that was pressed is given later", async () => {
  const { path, known } = await position();
  const wire = await Wire.to(new URL(program.address).port);
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(`${wire.address}${path}`);
  await laid(page);
  const { version } = await known.view();
  await page.locator("#end-movement:enabled").waitFor();
  wire.cut();
  await page.locator("#line", { hasText: "Connection lost" }).waitFor();
  await page.locator("#end-movement:disabled").waitFor();
  await page.locator("#orders [title='No order can be given without a connection']").waitFor();
  const counter = await spot(page, unitAt("x0"));
  await page.mouse.click(counter.x, counter.y);
  await page.locator("#refusal", { hasText: "Not done: There is no connection." }).waitFor();
  await page.locator("body").press("e");
  await page.locator("#end-movement").evaluate((button) => button.click());
  await window.shot("pressed-1-cut");
  wire.mend();
  await page.locator("#end-movement:enabled").waitFor();
  assert.equal((await known.view()).version, version);
  assert.equal(await page.locator(`${unitAt("x0")}.selected`).count(), 0);
  await page.locator("#end-movement").click();
  await page.locator("#end-now").click();
  await known.after(version);
  await window.close();
  await wire.close();
});

test("what is clicked while an order is on its way is done after it, once, or dropped with a word", async () => {
  const { path, known } = await position();
  const window = await Window.open(browser);
  const { page } = window;
  const slow = await slowOrders(page);
  await page.goto(`${program.address}${path}`);
  await laid(page);
  await page.locator("#zoom-all").click();
  const mouse = new Mouse(page, known);
  const inTurn = async () =>
    (await known.ask("game.log", {})).entries.flatMap(({ order }) => (order ? [Object.keys(order)[0]] : []));
  await mouse.click(unitAt("x0"));
  await page.locator(targetAt("0204")).waitFor({ state: "attached" });
  slow.hold();
  await mouse.click(targetAt("0204"));
  await mouse.click(targetAt("0204"));
  await mouse.click(unitAt("x1"));
  await mouse.clickHex("0306");
  slow.letGo();
  const view = await known.after(1);
  assert.deepEqual(
    ["x0", "x1"].map((id) => view.units.find((unit) => unit.id === id).hex),
    ["0204", "0306"],
  );
  // A button that is there in the next position as well is pressed there by its own click alone.
  await page.locator("#orders[data-version='2'][aria-busy=false] #end-movement").waitFor();
  const end = await spot(page, "#end-movement");
  const press = async (clickCount) => {
    await page.mouse.move(end.x, end.y);
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  };
  slow.hold();
  await press(1);
  await press(2);
  await page.locator("#end-movement").evaluate((button) => button.click());
  slow.letGo();
  await page.locator("#end-combat:enabled").waitFor();
  await press(2);
  await page.evaluate(() => {});
  assert.deepEqual(await inTurn(), ["move", "move", "end-movement"]);
  assert.ok(await page.locator("#refusal").isHidden());
  // Another hand has changed the position meanwhile.
  slow.hold();
  await press(1);
  await mouse.click(unitAt("x2"));
  await known.give({ "end-combat": {} });
  await page.locator("#orders[data-version='4']").waitFor();
  slow.letGo();
  await page.locator("#refusal", { hasText: "Not done: The position changed after your click. What you" }).waitFor();
  await window.shot("pressed-3-dropped");
  assert.deepEqual(await inTurn(), ["move", "move", "end-movement", "end-combat"]);
  await window.close();
});

test("letters are read where they stand on a keyboard without Latin ones; closed, the rules lead back to the map", async () => {
  const { path, known } = await position();
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(`${program.address}${path}`);
  await laid(page);
  const press = (key, code, more = {}) =>
    page.evaluate(
      (of) => document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...of })),
      { key, code, ...more },
    );
  await known.give({ move: { unit: "x0", to: "0204" } });
  await page.locator("#orders[data-version='1']").waitFor();
  await page.locator("#undo:enabled").waitFor();
  await press("\u044f", "KeyZ", { ctrlKey: true });
  await page.locator("#orders[data-version='2']").waitFor();
  await page.locator("#end-movement:enabled").waitFor();
  await press("\u0443", "KeyE");
  await page.locator("#end-now").click();
  await page.locator("#orders[data-version='3']").waitFor();
  // Nothing has the focus, and the rules are opened and closed by keys.
  await page.evaluate(() => document.activeElement?.blur?.());
  await page.keyboard.press("r");
  await page.locator("#rules-panel").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#rules-panel").waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement?.id), "board");
  await window.close();
});

test("with a unit in hand, a click on another's badge selects that one, a click beside the badge stacks", async () => {
  const { game, tokens } = await scout.ask("game.position", {
    scenario: "chickamauga-1975",
    side: "union",
    phase: "movement",
    units: [
      { id: "u-1-3-xiv", hex: "1413" },
      { id: "u-2-3-xiv", hex: "1414" },
    ],
  });
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(`${program.address}/game/${game}#${tokens.both}`);
  await laid(page);
  const known = await scout.game(page.url());
  const { version } = await known.view();
  const click = async (selector) => {
    const { x, y } = await spot(page, selector);
    await page.mouse.click(x, y);
  };
  const [first, second] = [unitAt("u-1-3-xiv"), unitAt("u-2-3-xiv")];
  await click(first);
  await page.locator(targetAt("1414")).waitFor({ state: "attached" });
  await window.shot("pressed-2-stacking");
  await click(`${second} .badge-sign`);
  await page.locator(`${second}[aria-pressed="true"]`).waitFor({ state: "attached" });
  await page.locator(targetAt("1413")).waitFor({ state: "attached" });
  assert.equal((await known.view()).version, version);
  await click(first);
  const view = await known.after(version);
  assert.equal(view.units.find(({ id }) => id === "u-2-3-xiv").hex, "1413");
  await window.close();
});
