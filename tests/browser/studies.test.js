// A study is written, read like an article, shown to others or not, and deleted.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE } from "./browser.js";
import { Club, create, fits, said } from "./club.js";
import { beginHere, laid } from "./lobby.js";
import { Scout } from "./scout.js";

const club = new Club();
const { skip } = club;
before(() => !skip && club.open());
after(() => club.close());

test("a study is written, read by others if they are shown it, and deleted", { skip }, async () => {
  const ann = await club.at("/account");
  const { page } = ann;
  await create(page, "Ann");
  await beginHere(page, club.program.address, "training");
  const scout = await Scout.at(club.browser, club.program.address);
  const known = await scout.game(page.url());
  await known.ask("game.order", { order: { "end-movement": {} } });
  await known.ask("game.resign", {});
  const watching = page.url().replace(/#.*/, "");
  const { version } = await known.view();
  const branched = await scout.line.ask("game.branch", { game: watching.split("/").at(-1), version: 1 });
  assert.ok(version > 1);

  await page.goto(`${club.program.address}/library`);
  await page.locator("#new-study").press("Enter");
  await page.locator("#study-title").fill("A quiet start");
  await page.locator("#study-about").fill("What comes of doing nothing.\n\nNot much.");
  await page.locator("#study-link").fill(watching);
  await page.locator("#add-moment").press("Enter");
  await said(page, "This is not a link to a moment", "writing-said");
  await page.locator("#study-link").fill(`${watching}?at=1`);
  await page.locator("#add-moment").press("Enter");
  await page.locator("#comment-0").fill("The Union stands still.");
  await page.locator("#variation-link-0").fill(`/game/${branched.game}`);
  await page.getByRole("button", { name: "Add this variation: position 1" }).press("Enter");
  await page.locator("#variation-0-0").fill("It could have moved.");
  await accessible(page, "writing a study");
  await page.locator("#keep-study").press("Enter");
  await page.waitForURL(/\/study\/[0-9a-f]{32}$/);
  const address = page.url();
  await page.getByText("The Union stands still.").first().waitFor();
  assert.equal(await page.locator("article .told").count(), 4);
  await accessible(page, "a study of one's own");
  await ann.shot("study-desk");

  const guest = await club.at(new URL(address).pathname, { ...PHONE, colorScheme: "dark" });
  await guest.page.getByText("There is no such study, or it is not shown to you.").waitFor();
  await page.locator("#write > summary").press("Enter");
  await page.locator("#study-shown").selectOption("open");
  await page.locator("#keep-study").press("Enter");
  await page.waitForFunction(() => document.getElementById("byline")?.textContent.includes("Everyone can see it."));
  await guest.page.goto(`${club.program.address}/library`);
  await guest.page.getByRole("link", { name: "A quiet start" }).tap();
  await guest.page.getByRole("link", { name: "Variation 1 of position 1" }).waitFor();
  await accessible(guest.page, "a study on a phone in the dark");
  await fits(guest.page);
  await guest.shot("study-dark-390");
  await guest.page.getByRole("link", { name: "Open the board: position 1" }).tap();
  await guest.page.waitForURL(/\?at=1$/);
  await laid(guest.page);
  await guest.page.locator("#replay-slider").waitFor();

  page.on("dialog", (dialog) => dialog.accept());
  await page.locator("#write > summary").press("Enter");
  await page.locator("#delete-study").press("Enter");
  await page.waitForURL(/\/library$/);
  await guest.page.goto(address);
  await guest.page.getByText("There is no such study").waitFor();
  await ann.close();
  await guest.close();
});
