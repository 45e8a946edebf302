// Two people who do not know each other find a game, and others watch it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE } from "./browser.js";
import { Club, create, fits, said } from "./club.js";
import { laid } from "./lobby.js";

const club = new Club();
const { skip } = club;
before(() => !skip && club.open());
after(() => club.close());

/** Somebody new, at the page on which people find each other. */
async function person(name, options) {
  const window = await club.at("/account", options);
  await create(window.page, name);
  await window.page.goto(`${club.program.address}/club`);
  await window.page.locator("#make").waitFor();
  return window;
}

/** Opens the form and chooses the battle of the tutorial. */
async function form(page) {
  await page.locator("#make > summary").click();
  await page.locator("#challenge-scenario").selectOption("training");
}

test("a challenge is made, accepted by another, watched by a third, and played again with sides changed", {
  skip,
}, async () => {
  const ann = await person("Ann");
  await form(ann.page);
  await accessible(ann.page, "the form of a challenge");
  await fits(ann.page);
  await ann.page.getByLabel("Union", { exact: true }).check();
  await ann.page.locator("#clock-kind").selectOption("days");
  await ann.page.locator("#challenge-rated").check();
  await ann.page.locator("#challenge-shown").check();
  await accessible(ann.page, "a challenge with clocks");
  await ann.shot("club-form");
  await ann.page.locator("#challenge-make").click();
  await said(ann.page, "Challenge made.");
  assert.match(await ann.page.locator("#challenges li").textContent(), /to anyone.*You play the Union side.*rated/);

  const guest = await club.at("/club");
  const there = guest.page.locator("#challenges li");
  await there.waitFor();
  assert.match(await there.textContent(), /by Ann.*Ann plays the Union side.*14 d 0 h for each player/);
  await there.getByText("Sign in to accept").waitFor();
  await accessible(guest.page, "a guest");

  const ben = await person("Ben", { ...PHONE, colorScheme: "dark" });
  await accessible(ben.page, "a phone in the dark");
  await fits(ben.page);
  await form(ben.page);
  await accessible(ben.page, "the form on a phone in the dark");
  await fits(ben.page);
  await ben.shot("club-form-dark-390");
  await ben.page.locator("#make > summary").click();
  await ben.page.getByRole("button", { name: /^Accept: .*, by Ann$/ }).click();
  await ben.shot("club-accept-dark-390");
  await ben.page.locator("#accept-yes").click();
  await said(ben.page, "Your match against Ann has begun");
  assert.equal(await ben.page.locator("#challenges li").count(), 0);
  assert.match(await ben.page.locator("#matches a").textContent(), /you play the Confederate side/);
  assert.equal(await ben.page.locator("#watch a").count(), 0, "what one plays one need not watch");
  await ben.shot("club-match-dark-390");
  await ben.page.locator("#matches a").click();
  await laid(ben.page);
  await said(ben.page, "against Ann", "title");

  await ann.page.goto(club.program.address);
  await ann.page.locator("#games li", { hasText: "against Ben" }).waitFor();
  await ann.page.goto(`${club.program.address}/club`);
  await ann.page.locator("#matches a").click();
  await laid(ann.page);
  await said(ann.page, "against Ben", "title");
  await guest.page.reload();
  await guest.page.locator("#watch a").click();
  await laid(guest.page);
  await said(guest.page, "Ann against Ben", "title");

  // Ben gives it up, and Ann asks for another.
  await ben.page.locator("#open-menu").click();
  await ben.page.locator("#resign").click();
  await ben.page.locator("#resign-now").click();
  await ann.page.waitForFunction(() => document.body.textContent.includes("resigned"));
  await ann.page.goto(`${club.program.address}/club`);
  await ann.page.locator("#matches summary", { hasText: "1 finished match" }).click();
  assert.match(await ann.page.locator("#matches li").first().textContent(), /Ann won: Ben resigned\./);
  await ann.page.getByRole("button", { name: /^Rematch: / }).click();
  await said(ann.page, "Ben is challenged to another match, with the sides changed.");
  await ben.page.goto(club.program.address);
  await ben.page.locator("#club-link", { hasText: "1 challenge" }).click();
  assert.match(await ben.page.locator("#challenges li").textContent(), /by Ann to you.*Ann plays the Confederate side/);
  await ben.page.getByRole("button", { name: /^Decline: / }).click();
  await said(ben.page, "Challenge declined.");
  for (const one of [ann, ben, guest]) await one.close();
});

test("a challenge by a link is opened by whoever has it, and two games give each side once", { skip }, async () => {
  const cal = await person("Cal");
  await form(cal.page);
  await cal.page.locator("#challenge-games").selectOption("2");
  assert.ok(await cal.page.locator("#challenge-points").isHidden(), "with each side once nobody bids");
  await cal.page.locator("#challenge-whom").selectOption("link");
  await cal.page.locator("#challenge-make").click();
  const link = await cal.page.locator("#challenge-link").inputValue();
  const other = await club.at("/club");
  await other.page.locator("#challenges").waitFor();
  assert.equal(await other.page.getByText("Cal").count(), 0, "nobody else sees it");
  await other.close();

  const dee = await person("Dee");
  await dee.page.goto("about:blank");
  await dee.page.goto(link);
  await dee.page.locator("#invited .accept").focus();
  await dee.page.keyboard.press("Enter");
  await dee.page.locator("#accept-yes").press("Enter");
  await said(dee.page, "Your match against Cal has begun");
  await dee.page.waitForFunction(() => document.querySelectorAll("#matches .club-games a").length === 2);
  await accessible(dee.page, "a match of two games");
  await dee.shot("club-two-games");
  // Whoever comes later is told that it is gone.
  const eve = await person("Eve");
  await eve.page.goto("about:blank");
  await eve.page.goto(link);
  await said(eve.page, "This challenge is no longer open", "invited");
  for (const one of [cal, dee, eve]) await one.close();
});

test("notice of challenges is given to who asks for it", { skip }, async () => {
  const fay = await person("Fay");
  await fay.page.locator("#want-notices").click();
  await said(fay.page, "You will be notified of new challenges.");
  const feed = await fay.page.locator("#club-feed").inputValue();
  await fay.page.goto(club.program.address);
  await fay.page.locator("#club-link").waitFor();
  const gus = await person("Gus");
  // The server notes in whole seconds when somebody looked: it must have come to another one.
  const second = async () => (await fay.page.request.head(club.address)).headers().date;
  for (const looked = await second(); (await second()) === looked; );
  await form(gus.page);
  await gus.page.locator("#challenge-points").fill("5");
  await gus.page.locator("#challenge-make").click();
  await said(gus.page, "Challenge made.");
  await fay.page.reload();
  await fay.page.locator("#club-link", { hasText: "1 challenge" }).waitFor();
  const atom = await fay.page.request.get(feed);
  assert.match(await atom.text(), /Gus challenges anybody/);
  await fay.page.locator("#club-link").click();
  const bid = fay.page.locator("#challenges li", { hasText: "by Gus" });
  await bid.waitFor();
  assert.match(await bid.textContent(), /A coin decides.*the Union side gives up 5 points/);
  for (const one of [fay, gus]) await one.close();
});
