// An account says where it is told that it is asked, at a server that sends to this machine.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE } from "./browser.js";
import { Club, create, fits, said } from "./club.js";

const club = new Club();
const { skip } = club;

/** What webhooks get: each answered by the next of these, or accepted. */
const heard = [];
const answers = [];
const receiver = createServer(async (request, response) => {
  let text = "";
  for await (const part of request) text += part;
  heard.push({ path: request.url, headers: request.headers, body: JSON.parse(text) });
  response.writeHead(answers.shift() ?? 204).end();
});
let hook;

before(async () => {
  if (skip) return;
  await club.open(["--notices-to-own-network"]);
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  hook = `http://127.0.0.1:${receiver.address().port}`;
});
after(async () => {
  await club.close();
  receiver.closeAllConnections();
  receiver.close();
});

/** Adds a channel of this kind. */
async function add(page, kind, to) {
  await page.locator("#adding > summary").click();
  await page.locator("#channel-kind").selectOption(kind);
  await page.locator("#channel-to").fill(to);
  await page.locator("#channel-to").press("Enter");
}

test("a webhook is added, tried, paused and removed", { skip }, async () => {
  const window = await club.at("/account");
  const { page } = window;
  await create(page, "Ann");
  await page.locator("#notices").getByText("Mail is not set up on this server.").waitFor({ state: "attached" });
  await add(page, "webhook", "http://none.invalid/");
  await said(page, "Its name has no address of the internet.", "channel-said");
  await accessible(page, "the form of a channel");
  await fits(page);
  await window.shot("notices-form");
  await page.locator("#channel-to").fill(`${hook}/longroll`);
  await page.locator("#add-channel button").click();
  await said(page, "Added: try it.");
  assert.match(await page.locator("#channel-secret").inputValue(), /^whsec_/);
  const item = page.locator("#channels li");
  assert.match(await item.textContent(), /Webhook, 127\.0\.0\.1….*Nothing sent yet/);
  await accessible(page, "a channel");
  await fits(page);
  await window.shot("notices-channel");

  await page.getByRole("button", { name: /^Try: Webhook/ }).press("Enter");
  await said(page, "Delivered");
  assert.equal(heard[0].body.type, "trial");
  assert.match(heard[0].headers["webhook-signature"], /^v1,/);
  answers.push(500);
  await page.getByRole("button", { name: /^Try: Webhook/ }).click();
  await said(page, "Not accepted: It answered 500.");
  assert.match(await item.textContent(), /Not accepted .*It answered 500\..*Retried for three days/);
  await page.getByRole("button", { name: /^Pause: Webhook/ }).click();
  await said(page, "Notifications are off for this channel until you resume it.");
  assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /^Resume: Webhook/, "the keys go on there");
  assert.match(await item.textContent(), /Paused\./);
  await page.getByRole("button", { name: /^Resume: Webhook/ }).click();
  await said(page, "Notifications are on again for this channel.");
  // The secret is not shown again.
  await page.reload();
  await item.waitFor();
  assert.equal(await page.locator("#channel-secret").count(), 0);
  await page.getByRole("button", { name: /^Remove: Webhook/ }).click();
  await said(page, "Removed, and");
  assert.equal(await item.count(), 0);
  await window.close();
});

test("quiet hours and Discord, on a phone in the dark", { skip }, async () => {
  const phone = await club.at("/account", { ...PHONE, colorScheme: "dark" });
  const { page } = phone;
  await create(page, "Cal");
  await add(page, "discord", `${hook}/discord`);
  await said(page, "Added: try it.");
  await page.locator("#quiet-hours > summary").click();
  await page.locator("#quiet-from").fill("23:30");
  await page.locator("#quiet-until").fill("06:15");
  await accessible(page, "quiet hours on a phone in the dark");
  await fits(page);
  await phone.shot("notices-quiet-dark-390");
  await page.locator("#quiet button[type=submit]").click();
  await said(page, "Nothing is sent from 23:30 until 06:15.");
  assert.equal(await page.locator("#quiet-hours > summary").textContent(), "Quiet hours: 23:30 to 06:15");
  await page.locator("#quiet-hours > summary").click();
  await page.locator("#quiet-none").click();
  await said(page, "Quiet hours removed.");
  await phone.shot("notices-dark-390");
  await page.getByRole("button", { name: /^Try: Discord/ }).click();
  await said(page, "Delivered");
  const sent = heard.find(({ path }) => path === "/discord").body;
  assert.deepEqual(sent.allowed_mentions, { parse: [] });
  await phone.close();
});
