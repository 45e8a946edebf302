// Somebody has forgotten their password, and comes in by a link from their mail.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { after, before, test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE } from "./browser.js";
import { Club, create, fits, PASSWORD, said, send, signIn } from "./club.js";

const club = new Club();
const { skip } = club;

/** What has come by mail, and who waits for it. */
const letters = [];
let arrived = () => {};

/** A server that takes mail as RFC 5321 has it. */
const post = createServer((line) => {
  let letter = null;
  let rest = "";
  line.setEncoding("utf8").write("220 mail.example ESMTP\r\n");
  line.on("data", (text) => {
    const lines = (rest + text).split("\r\n");
    rest = lines.pop();
    for (const one of lines) {
      if (letter === null) {
        const word = one.split(" ")[0].toUpperCase();
        if (word === "DATA") letter = [];
        line.write({ DATA: "354 go on\r\n", QUIT: "221 bye\r\n" }[word] ?? "250 so\r\n");
      } else if (one === ".") {
        letters.push(letter.join("\n"));
        letter = null;
        line.write("250 accepted\r\n");
        arrived();
      } else {
        letter.push(one);
      }
    }
  });
});

before(async () => {
  if (skip) return;
  post.listen(0, "127.0.0.1");
  await once(post, "listening");
  const mail = `smtp://127.0.0.1:${post.address().port}`;
  await club.open(["--mail", mail, "--mail-from", "Longroll <games@example.org>"]);
});
after(async () => {
  await club.close();
  post.close();
});

/** The next letter's address that has this in it. */
async function address(part) {
  while (letters.length === 0) {
    await new Promise((resolve) => {
      arrived = resolve;
    });
  }
  const text = letters
    .shift()
    .replaceAll("=\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
  const found = text.split(/\s/).find((word) => word.includes(part));
  assert.ok(found, text);
  return found;
}

test("a link from the mail signs in, and another password is set without the old one", { skip }, async () => {
  const window = await club.at("/account");
  const { page } = window;
  await create(page, "Ann");
  await page.locator("#mail-head").waitFor();
  await page.locator("#adding > summary").click();
  await page.locator("#channel-kind").selectOption("mail");
  await page.locator("#channel-to").fill("ann@example.org");
  await page.locator("#channel-to").press("Enter");
  await said(page, "A link was sent to ann@example.org");
  await page.goto(await address("/confirm/"));
  await page.locator("main button").press("Enter");
  await page.getByText("Notices will be sent to this address.").waitFor();
  await page.goto(`${club.address}/account`);
  await page.locator("#let-open-0").waitFor();
  await send(page, "let-open-0", "not the password");
  await said(page, "The password is wrong.", "let-open-0-said");
  await send(page, "let-open-0", PASSWORD);
  await said(page, "A sign-in link can now be sent to ann@example.org.");
  assert.match(await page.locator("#mail-addresses").textContent(), /may open this account/);
  await accessible(page, "an address that may open the account");
  await fits(page);

  const phone = await club.at("/account", { ...PHONE, colorScheme: "dark" });
  await phone.page.locator("#mail-sign-in").waitFor();
  await phone.page.locator("#sign-in-name").fill("ann");
  await phone.page.locator("#mail-sign-in button").click();
  await said(phone.page, "a link is on its way");
  await accessible(phone.page, "a link was asked for");
  await fits(phone.page);
  const link = await address("#link=");
  assert.ok(link.startsWith(`${club.address}/account#link=`));
  await phone.page.goto(link);
  await phone.page.locator("#link button").waitFor();
  await accessible(phone.page, "opened by the link");
  await fits(phone.page);
  await phone.page.locator("#link button").click();
  await said(phone.page, "You are signed in as Ann.");
  assert.equal(new URL(phone.page.url()).hash, "", "the link stays in no address");
  await send(phone.page, "password", "fifes at sundown");
  await said(phone.page, "Password changed");
  assert.equal(await phone.page.locator("#password input").count(), 2, "from now on the old one is asked for");

  // It is good once, and only for who has it.
  await page.goto(link);
  await page.locator("#link button").click();
  await said(page, "start again", "link-said");
  await page.goto("about:blank");
  await page.goto(`${club.address}/account`);
  await page.locator("#sign-in").waitFor();
  await signIn(page, "Ann", "fifes at sundown");
  await page.locator("#mail-addresses button").click();
  await said(page, "Sign-in links are no longer sent there.");
  for (const one of [window, phone]) await one.close();
});
