// Two packs over one battle: both maps with the hexes that differ, facts taken over one by one, and
// a folder of packs that people share.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readPack as readBy, SCENARIO, UNITS } from "../web/packs.js";
import { accessible } from "./axe.js";
import { DESK, launch, PHONE, quit, Window } from "./browser.js";
import { checked } from "./editor.js";
import { Program } from "./program.js";
import { Scout } from "./scout.js";

let program, browser, scout;
before(async () => {
  program = await Program.start("127.0.0.1", ["--shared-packs"]);
  browser = await launch();
  scout = await Scout.at(browser, program.address);
});
after(async () => {
  await quit(browser);
  await program?.close();
});

const readPack = (...of) => readBy(scout, ...of);

/** The page with a comparison on it, drawn on both sides. */
async function compared(here, there, options = DESK) {
  const window = await Window.open(browser, options);
  await window.page.addInitScript(
    (packs) => {
      if (!localStorage.getItem("longroll.packs")) localStorage.setItem("longroll.packs", JSON.stringify(packs));
    },
    [here, there].filter((pack) => pack.length === 64),
  );
  await window.page.goto(`${program.address}/compare?${new URLSearchParams({ scenario: SCENARIO, here, there })}`);
  await settled(window.page);
  return window;
}

/** Waits until the two were compared, and both maps lie there. */
async function settled(page) {
  await page.waitForFunction(
    () =>
      /differ|alike/.test(document.querySelector("#state")?.textContent) &&
      ["here", "there"].every((which) => document.querySelector(`#board-${which} .map`)?.dataset.drawn),
  );
}

/** Where the layer of each board lies. */
const lies = (page) =>
  page.evaluate(() =>
    ["here", "there"].map((which) => document.querySelector(`#board-${which} .layer`).style.transform),
  );

const line = (page, place) => page.locator(".differences li", { hasText: place });

test("both maps are shown with what differs, and move together", async () => {
  const mine = await readPack("Mine", "Ann", { ground: "f", cell: "-/-/0", fresh: "6-4", labels: false });
  const theirs = await readPack("Theirs", "Ben");
  const window = await compared(mine, theirs);
  const { page } = window;
  assert.equal(await page.locator("#here option:checked").textContent(), "Mine, by Ann");
  assert.equal(await page.locator("#state").textContent(), "3 values differ");
  assert.match(await page.locator("#list").textContent(), /1 ground, .*1 combat|1 combat, .*1 ground/);
  // Ground, level, cell and counter, each with both values and what they rest on.
  assert.match(
    await line(page, "ground 1031").textContent(),
    /These: light woods \(reconstructed\)The others: clear \(printed\)/,
  );
  assert.match(
    await line(page, "combat, row 11-13").textContent(),
    /These: -\/-\/0 \(reconstructed\)The others: -\/0\/1 \(printed\)/,
  );
  assert.match(await line(page, "unit u62-7oh-a, fresh").textContent(), /6-4.*7-4 \(printed\)/);
  // The chart and the counter stand there as both have them.
  assert.equal(await page.locator(".compared").count(), 2);
  assert.deepEqual(await page.locator(".compared .differs b").allTextContents(), ["-/-/0", "-/0/1"]);
  assert.equal(await page.locator(".both-counters .counter-picture").count(), 2);
  // The hex is marked on both, with a sign besides the colour.
  for (const which of ["here", "there"]) {
    const marks = page.locator(`#board-${which} .outline.differs .tag-text`);
    assert.deepEqual(await marks.allTextContents(), ["≠"]);
  }
  // What is moved or zoomed on one is so on the other.
  await page.locator("#zoom-in").click();
  const [a, b] = await lies(page);
  assert.equal(a, b);
  const box = await page.locator("#board-there").boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 260, { steps: 4 });
  await page.mouse.up();
  const [c, d] = await lies(page);
  assert.equal(c, d);
  assert.notEqual(c, a);
  // A line leads to its hex on both.
  await line(page, "ground 1031").locator("button.line").click();
  for (const which of ["here", "there"]) assert.equal(await page.locator(`#board-${which} .flash`).count(), 1);
  assert.equal(await line(page, "ground 1031").getAttribute("class"), "of-value at-hex");
  assert.match(await page.locator("#aloud").textContent(), /^Hex 1031, differs: ground 1031: light woods/);
  await accessible(page, "two packs compared");
  await window.shot("compare-desk");
  // By the keyboard one walks on both, and only values may be listed.
  await page.locator("#board-here").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.locator("#board-there .twin-cursor").waitFor({ state: "attached" });
  assert.ok((await page.locator(".differences li").count()) > 3, "the level rests on something else");
  await page.locator("#bases").uncheck();
  assert.equal(await page.locator(".differences li").count(), 3);
  assert.equal(await page.locator(".outline.differs-basis").count(), 0);
  await window.close();
});

test("from the editor and back into it", async () => {
  const theirs = await readPack("The others", "Ben");
  const window = await Window.open(browser, DESK);
  const { page } = window;
  await page.addInitScript((pack) => localStorage.setItem("longroll.packs", JSON.stringify([pack])), theirs);
  await page.goto(`${program.address}/editor?scenario=${SCENARIO}`);
  await checked(page);
  await page.locator("#tab-changes").click();
  await page.getByText("All facts agree with the program's own data.").waitFor();
  await page.locator("#changes-against").selectOption({ label: "The others" });
  await page.getByText(/differ from the pack “The others”/).waitFor();
  await page.locator("#both-maps").click();
  await page.waitForURL(/\/compare\?/);
  await settled(page);
  assert.equal(await page.locator("#there option:checked").textContent(), "The others, by Ben");
  await page.locator("#take-better").click();
  await page.getByText("All facts agree").waitFor();
  await page.locator("#to-editor").click();
  await page.locator("#draft-take").click();
  await checked(page);
  assert.equal(await page.locator("#state").textContent(), "No faults, not saved");
  const draft = await page.evaluate(
    (scenario) => JSON.parse(localStorage.getItem(`longroll.editor.${scenario}`)),
    SCENARIO,
  );
  assert.equal(draft.files[UNITS].unit[0].fresh, "7-4");
  assert.deepEqual(draft.from, [theirs]);
  // Now the work in the editor is one side.
  await page.locator("#tab-changes").click();
  await page.locator("#panel-changes .differ").waitFor();
  await page.locator("#both-maps").click();
  await page.waitForURL(/here=draft/);
  await settled(page);
  assert.equal(await page.locator("#here option:checked").textContent(), "Work in the editor");
  await window.close();
});

test("on a phone one map lies above the other, and facts are taken, undone and kept", async () => {
  const theirs = await readPack("Theirs", "Ben");
  const window = await compared("own", theirs, { ...PHONE, colorScheme: "dark" });
  const { page } = window;
  const boxes = await Promise.all(["here", "there"].map((which) => page.locator(`#board-${which}`).boundingBox()));
  assert.ok(boxes[0].y + boxes[0].height <= boxes[1].y, "one above the other");
  assert.ok(
    boxes.every(({ width, height }) => width > 380 && height > 150),
    JSON.stringify(boxes),
  );
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await line(page, "ground 1031").locator("button.line").tap();
  await page.locator("#board-there .flash").waitFor({ state: "attached" });
  await accessible(page, "compared on a phone");
  await window.shot("compare-phone");
  await line(page, "ground 1031").getByRole("button", { name: /^Take/ }).tap();
  await page.getByText("2 values differ").waitFor();
  assert.equal(await page.locator("#board-here .outline.differs").count(), 0);
  await page.locator("#undo").tap();
  await page.getByText("3 values differ").waitFor();
  await page.locator('[data-key="take-kind combat"]').tap();
  await page.getByText("2 values differ").waitFor();
  await page.locator("#take-better").tap();
  await page.getByText("All facts agree").waitFor();
  assert.match(await page.locator(".keeping").textContent(), /no faults/);
  await page.locator("#keep-title").fill("Both of us");
  await page.locator("#keep").tap();
  await page.getByText("“Both of us” is saved.").waitFor();
  await window.close();
});

test("packs are shared, three who agree make a fact, and a share is withdrawn", async () => {
  const names = ["Cleo", "Dora", "Edna"];
  const packs = [];
  for (const name of names) packs.push(await readPack(`Read by ${name}`, name, { cell: "-/0/2" }));
  const window = await Window.open(browser, DESK);
  const { page } = window;
  await page.goto(program.address);
  await page.evaluate((packs) => localStorage.setItem("longroll.packs", JSON.stringify(packs)), packs);
  await page.reload();
  await page.getByRole("link", { name: "All packs, and packs shared here" }).click();
  await page.waitForURL(/\/packs$/);
  for (const pack of packs) {
    await page.locator(`[data-key="share ${pack}"]`).click();
    await page.locator("#share-note").fill("My copy of 2013");
    await page.locator("#share-now").click();
    await page.locator("#share-now").waitFor({ state: "detached" });
  }
  const scenario = page.locator(`[data-scenario="${SCENARIO}"]`);
  await scenario.getByText("Edna", { exact: true }).waitFor();
  assert.match(await scenario.textContent(), /“My copy of 2013”/);
  assert.match(await scenario.locator(".counts").textContent(), /agreed on/);
  await scenario.getByRole("button", { name: "Who read what" }).click();
  const cell = scenario.locator("tr", { hasText: "combat, row 11-13, cells 8-9" });
  await cell.getByText(/3 readers: Cleo, Dora and Edna/).waitFor();
  assert.match(await cell.textContent(), /✓ agreed: -\/0\/2/);
  await accessible(page, "shared packs");
  await window.shot("packs-desk");
  const download = page.waitForEvent("download");
  await scenario.getByRole("button", { name: "Make a pack of the agreed facts" }).click();
  assert.match((await download).suggestedFilename(), /as-readers-agree\.zip$/);
  await page
    .getByText(/as readers agree/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Withdraw “Read by Dora”" }).first().click();
  await page.getByRole("button", { name: "Withdraw “Read by Dora”" }).first().waitFor({ state: "detached" });
  assert.doesNotMatch(await page.locator("#shared").textContent(), /Dora/);
  await window.close();
});

test("the packs that the editor offers lead there, and it opens where a counter differs", async () => {
  const mine = await readPack("Mine alone", "Ann", { ground: "f", cell: "-/-/0", fresh: "7-4", labels: false });
  const window = await Window.open(browser, DESK);
  const { page } = window;
  await page.addInitScript((pack) => localStorage.setItem("longroll.packs", JSON.stringify([pack])), mine);
  await page.goto(`${program.address}/editor`);
  await page.getByRole("link", { name: "Compare “Mine alone” with other data" }).click();
  await settled(page);
  assert.equal(await page.locator("#state").textContent(), "1 value differs");
  for (const which of ["here", "there"]) {
    assert.equal(await page.locator(`#board-${which} [data-unit]`).count(), 1);
    assert.notEqual(await page.locator(`#board-${which}`).getAttribute("data-scale"), "far");
  }
  await accessible(page, "a counter alone differs");
  await window.close();
});

test("where no packs are shared there is no empty list of them", async () => {
  const alone = await Program.start();
  const window = await Window.open(browser, { ...PHONE, colorScheme: "dark" });
  const { page } = window;
  try {
    await page.goto(`${alone.address}/packs`);
    await page.getByText("None yet.").waitFor();
    assert.equal(await page.locator("#shared-section").isVisible(), false);
    await accessible(page, "no packs");
    await page.goto(alone.address);
    await page.locator("#battles .battle, #battles article, #battles li").first().waitFor();
    assert.equal(await page.getByRole("link", { name: /All packs/ }).count(), 0);
    await page.goto(`${alone.address}/compare`);
    await page.getByRole("heading", { name: "Which scenario do you want to compare?" }).waitFor();
    await accessible(page, "nothing to compare");
  } finally {
    await window.close();
    await alone.close();
  }
});
