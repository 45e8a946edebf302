// What the page of Kernstown answers for its player: a passive turn in few clicks, a shot with its
// chance on its button, a chit that can only be held.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE, Window } from "./browser.js";
import { asked, beforeFire, faces, unfold } from "./hand.js";
import { laid } from "./lobby.js";
import { browser, program, scout } from "./set-up.js";
import { heldClock, holdClock, keyed, targetAt } from "./table.js";

const SCENARIO = "kernstown-1-stone-wall";
/** How many game-turns are counted for each side, by clicks; the decisions of both are counted without a browser. */
const TURNS = process.env.LONGROLL_NIGHTLY ? { union: 2, confederate: 2 } : { confederate: 1 };
/** What a passive game-turn may take. */
const CLICKS = 4;
/** The least that an answer about chits takes against people, in ms, as the page has it. */
const LEAST = 2500;
/** What this player took over chits before, in ms: longer than anything takes here. */
const USUAL = 1_000_000;

/** A window at a game, and the game as that seat knows it. */
async function seat({ game, token, options }) {
  const window = await Window.open(browser, options, { answers: true });
  // What the computer does is shown at once.
  await window.context.addInitScript(() =>
    localStorage.setItem("longroll.straight", location.pathname.split("/")[2] ?? ""),
  );
  const link = `${program.address}/game/${game}#${token}`;
  await window.page.goto(link);
  await laid(window.page);
  return { window, page: window.page, known: await scout.game(link) };
}

/** Waits until a question is left to the player; the view with it. */
async function settled(page, known, side) {
  for (;;) {
    const view = await known.view();
    if (view.phase === "over") return view;
    // What the page answers itself, and what the computer does, brings another version.
    const next = [known.after(view.version)];
    const put = page.locator(`#orders .asked[data-version="${view.version}"][data-answers="player"]`);
    if (view.question?.side === side) next.unshift(put.waitFor().then(() => view));
    if ((await Promise.race(next)) === view) return view;
  }
}

test("a passive game-turn takes at most four clicks", async () => {
  for (const side of Object.keys(TURNS)) {
    const other = side === "union" ? "confederate" : "union";
    const begun = { scenario: SCENARIO, commanders: { [other]: { level: "recruit" } }, dice: faces(900, 77) };
    const { game, tokens } = await scout.ask("game.new", begun);
    const { window, page, known } = await seat({ game, token: tokens[side] });
    await page.locator("#take-proposal").click();
    await page.locator("#take-proposal").waitFor({ state: "detached" });
    const clicks = new Map();
    for (
      let view = await settled(page, known, side);
      view.turn <= TURNS[side];
      view = await settled(page, known, side)
    ) {
      const click = async (button) => {
        clicks.set(view.turn, (clicks.get(view.turn) ?? 0) + 1);
        await button.click();
      };
      const { kind } = view.question;
      const rest = page.locator("#rest");
      if (kind === "keys") {
        if (!(await page.locator("#choose-keys").isEnabled()))
          for (let left = side === "union" ? 1 : 2; left > 0; left--)
            await click(page.locator(".chit-button[aria-pressed=false]:enabled").first());
        if (view.turn === 2) await window.shot(`kernstown-answers-${side}-keys`);
        await click(page.locator("#choose-keys"));
      } else if (await rest.count()) await click(rest);
      else {
        const answers = page.locator("#orders :is(.choices, .proposals, .actions.final) button");
        // Where much is offered, a unit is chosen first.
        if (!(await answers.count())) await click(page.locator("#orders .chip-button").first());
        // A click on the map would do for it.
        await unfold(page);
        await click(answers.first());
      }
      await known.after(view.version);
    }
    assert.equal(clicks.size, TURNS[side], `${side}: every turn was counted`);
    for (const [turn, count] of clicks) assert.ok(count <= CLICKS, `${side}, turn ${turn}: ${count} clicks`);
    await window.close();
  }
});

test("a shot shows its chance before any click, and one click fires it", async () => {
  const { game, tokens } = await beforeFire(scout, { mode: "two" });
  for (const options of [undefined, PHONE]) {
    const { window, page, known } = await seat({ game, token: tokens.union, options });
    const view = await known.view();
    assert.equal(view.question.kind, "fire");
    await asked(page, view);
    const shot = page.locator("#orders [data-verb=fire-now]").first();
    await shot.locator(".prospects", { hasText: "of an effect" }).waitFor();
    const { fires } = await known.preview({ fire: { shots: [{ units: ["u62-7oh-a", "u62-7oh-b"], target: "1834" }] } });
    const effect = Math.round(100 * (1 - fires[0].targets[0].chances["no-effect"]));
    assert.match(await shot.innerText(), new RegExp(`7 OH-a and 7 OH-b at 1834\\s+${effect}% of an effect`));
    assert.match(await shot.getAttribute("class"), /primary/);
    assert.deepEqual(
      await page.locator(".ribbon [aria-current=step]").allInnerTexts(),
      ["Fire"],
      "the ribbon says where one is",
    );
    await accessible(page, "a shot proposed");
    await window.shot(options ? "kernstown-shot-phone" : "kernstown-shot");
    if (options) {
      await shot.tap();
      const after = await known.after(view.version);
      assert.ok(after.units.find(({ id }) => id === "u62-7oh-a").fired);
    }
    await window.close();
  }
});

test("a chit that can only be held goes out by itself, as slowly as one that was chosen", async () => {
  // Dice by which the first chit drawn is an Event chit of the Union's that can only be held.
  const found = [];
  for (let seed = 1; seed < 60 && found.length < 2; seed++) {
    const dice = faces(60, seed * 7919);
    const { game, tokens } = await scout.ask("game.new", { scenario: SCENARIO, mode: "two", dice });
    const link = (side) => `${program.address}/game/${game}#${tokens[side]}`;
    const known = { union: await scout.game(link("union")), confederate: await scout.game(link("confederate")) };
    for (let view = await known.union.view(); view.question; view = await known.union.view()) {
      const { kind, side } = view.question;
      if (!["keys", "batteries", "drawn"].includes(kind) || (kind === "drawn" && side !== "union")) break;
      const verbs = (await known[side].options()).verbs.map(({ verb }) => verb);
      if (kind === "drawn") {
        if (verbs.length === 1) found.push({ game, tokens, known });
        break;
      }
      const order = kind === "keys" ? (await known[side].targets("keys", null)).targets[0].order : { pass: {} };
      await known[side].ask("game.order", { order });
    }
  }
  assert.equal(found.length, 2, "such dice were found");
  const told = [];
  for (const [index, { game, tokens, known }] of found.entries()) {
    const window = await Window.open(browser, undefined, { answers: true });
    const { page } = window;
    // So long this player took over chits before.
    await window.context.addInitScript(
      (waits) => localStorage.setItem("longroll.answers", JSON.stringify({ waits })),
      Array(6).fill(USUAL),
    );
    await heldClock(page);
    await page.goto(`${program.address}/game/${game}#${tokens.union}`);
    const { version } = await known.union.view();
    await page.locator("#orders .due").waitFor();
    const asked = async () => assert.equal((await known.union.view()).version, version, "it has not gone out yet");
    if (index === 0) {
      // By itself, as long as it was before.
      await page.clock.resume();
      await accessible(page, "an answer of the page’s");
      await window.shot("kernstown-held");
      await holdClock(page, USUAL / 4);
      await page.clock.fastForward(USUAL / 2);
      await asked();
      await page.clock.fastForward(USUAL / 2);
    } else {
      // Pressed at once, it goes out no sooner than one of the page's own could.
      await page.locator("#orders [data-verb=hold]").click();
      await page.clock.runFor(LEAST - 1);
      await asked();
      await page.clock.runFor(1);
    }
    await known.union.after(version);
    const [entry] = (await known.confederate.ask("game.log", { since: version })).entries;
    told.push(entry.events[0]);
    await window.close();
  }
  // To the other seat, one is like the other.
  assert.match(told[0].text, /The Union side holds a chit/);
  assert.deepEqual(told[0], told[1]);
});

test("a march shows the Opportunity Fire that it can meet, before the click", async () => {
  const { game, tokens } = await beforeFire(scout, { mode: "two" });
  const { window, page, known } = await seat({ game, token: tokens.union });
  let view = await known.view();
  await known.ask("game.order", { order: { end: {} } });
  view = await known.after(view.version);
  assert.equal(view.question.kind, "movement");
  await asked(page, view);
  const { targets } = await known.targets("move", "u62-7oh-a");
  const { hex, order } = targets.find((one) => one.hex && one.order.move.units.length === 1 && !one.order.move.charge);
  const { march } = await known.preview(order);
  const [{ by, effect, stops }] = march.opportunity;
  assert.deepEqual(by, ["c62-27va"]);
  await page.locator(keyed("unit-u62-7oh-a")).click();
  await page.locator(targetAt(hex)).first().hover({ force: true });
  const share = (chance) => `${Math.round(100 * chance)}%`;
  const fire = `Opportunity Fire by 27 VA at 1733: ${share(effect)} of an effect, ${share(stops)} to stop it.`;
  await page.locator("#way-said", { hasText: fire }).waitFor();
  await page.locator("#way-said", { hasText: "7 OH-a will be supported by 7 OH-b." }).waitFor();
  const [sword, tip] = await page.locator(".signs text").allTextContents();
  assert.equal(sword, `⚔ ${share(effect)}`);
  assert.match(tip, / left, no undo$/);
  await window.shot("kernstown-march");
  await window.close();
});
