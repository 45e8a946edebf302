// Passkeys, with an authenticator of the browser's own that touches and unlocks itself.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE } from "./browser.js";
import { Club, create, fits, PASSWORD, said, send } from "./club.js";

const club = new Club();
const { skip } = club;

before(() => (skip ? undefined : club.open([], "localhost")));
after(() => club.close());

/** A device with an authenticator of its own: its page, and what the authenticator is asked. */
async function device(options) {
  const window = await club.at("/account", options);
  const devtools = await window.page.context().newCDPSession(window.page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const ask = (what, more = {}) => devtools.send(`WebAuthn.${what}`, { authenticatorId, ...more });
  return { window, page: window.page, ask };
}

test("an account is made and entered by a passkey alone, and gets a password", { skip }, async () => {
  const { window, page, ask } = await device();
  await page.locator("#passkey-create").waitFor();
  await accessible(page, "signed out, with passkeys");
  await fits(page);
  await page.locator("#create-name").fill("A");
  await page.locator("#passkey-create button").click();
  await said(page, "at least 2 characters", "passkey-create-said");
  await page.locator("#create-name").fill("Ann Lee");
  await page.locator("#passkey-create button").click();
  await said(page, "This is your account, Ann Lee.");
  assert.equal((await ask("getCredentials")).credentials.length, 1);
  await accessible(page, "signed in, without a password");
  await fits(page);

  await page.locator("#sign-out").click();
  await said(page, "You are signed out.");
  // There is no password that would open it.
  await send(page, "sign-in", "Ann Lee", PASSWORD);
  await said(page, "The name or the password is wrong.", "sign-in-said");
  // Whoever cannot unlock their device does not get in.
  await ask("setUserVerified", { isUserVerified: false });
  await page.locator("#passkey-sign-in button").click();
  await said(page, "No passkey was given", "passkey-sign-in-said");
  await ask("setUserVerified", { isUserVerified: true });
  await page.locator("#passkey-sign-in button").click();
  await said(page, "You are signed in as Ann Lee.");

  // It is the only way in.
  await page.locator("#passkeys button").click();
  await said(page, "It is the only way into this account");
  await send(page, "password", PASSWORD);
  await said(page, "Password changed");
  await page.locator("#passkeys button").click();
  await said(page, "no longer opens this account");
  await page.locator("#sign-out").click();
  await said(page, "You are signed out.");
  await page.locator("#passkey-sign-in button").click();
  await said(page, "This passkey was not accepted.", "passkey-sign-in-said");
  await send(page, "sign-in", "Ann Lee", PASSWORD);
  await said(page, "You are signed in as Ann Lee.");
  await window.close();
});

test("a passkey is added to an account by whoever knows its password, once a device", { skip }, async () => {
  const { window, page, ask } = await device({ ...PHONE, colorScheme: "dark" });
  await create(page, "Bea");
  await send(page, "passkey", "Phone", "not the password");
  await said(page, "The password is wrong.", "passkey-said");
  await send(page, "passkey", "Phone", PASSWORD);
  await said(page, "Passkey added.");
  assert.match(await page.locator("#passkeys").textContent(), /Phone.*not used yet/);
  await accessible(page, "with a passkey, on a phone in the dark");
  await fits(page);
  await send(page, "passkey", "Phone again", PASSWORD);
  await said(page, "already has a passkey for this account", "passkey-said");
  await page.locator("#sign-out").click();
  await said(page, "You are signed out.");
  await page.locator("#passkey-sign-in button").click();
  await said(page, "You are signed in as Bea.");
  assert.match(await page.locator("#passkeys").textContent(), /last used/);

  // A copy of the passkey that lags behind gives itself away by its counter.
  const [held] = (await ask("getCredentials")).credentials;
  await page.locator("#sign-out").click();
  await said(page, "You are signed out.");
  await ask("removeCredential", { credentialId: held.credentialId });
  await ask("addCredential", { credential: { ...held, signCount: 0 } });
  await page.locator("#passkey-sign-in button").click();
  await said(page, "This passkey was not accepted.", "passkey-sign-in-said");
  await window.close();
});

test("what was asked is answered once, in its time, and by whom it was asked", { skip }, async () => {
  const { window, page } = await device();
  await create(page, "Cal");
  const outcomes = await page.evaluate(async (password) => {
    const post = async (path, sent) => {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(`/account/${path}`, { method: "POST", headers, body: JSON.stringify(sent) });
      return [answer.status, await answer.json()];
    };
    const [, { ceremony, options }] = await post("passkeys/begin", { password });
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const credential = (await navigator.credentials.create({ publicKey })).toJSON();
    const outcomes = {};
    outcomes.made = await post("passkeys/add", { ceremony, credential, name: "One" });
    outcomes.again = await post("passkeys/add", { ceremony, credential, name: "Two" });
    outcomes.unknown = await post("passkeys/add", { ceremony: "00", credential, name: "Two" });
    const begun = (await post("passkeys/begin", { password }))[1];
    outcomes.other = await post("passkeys/add", { ceremony: begun.ceremony, credential, name: "Two" });
    const asked = (await post("passkeys/ask", {}))[1];
    const shown = PublicKeyCredential.parseRequestOptionsFromJSON(asked.options);
    const signed = (await navigator.credentials.get({ publicKey: shown })).toJSON();
    outcomes.added = await post("passkeys/add", { ceremony: asked.ceremony, credential, name: "Two" });
    outcomes.shown = await post("passkeys/sign-in", { ceremony: asked.ceremony, credential: signed });
    outcomes.spent = await post("passkeys/sign-in", { ceremony: asked.ceremony, credential: signed });
    const fresh = (await post("passkeys/ask", {}))[1];
    outcomes.stale = await post("passkeys/sign-in", { ceremony: fresh.ceremony, credential: signed });
    outcomes.nonsense = await post("passkeys/sign-in", { ceremony: fresh.ceremony, credential: {} });
    return outcomes;
  }, PASSWORD);
  const said = Object.fromEntries(
    Object.entries(outcomes).map(([name, [status, told]]) => [name, `${status} ${told.error ?? "ok"}`]),
  );
  const over = "404 This took too long, or was already answered; start again.";
  const refused = "401 This passkey was not accepted.";
  assert.deepEqual(said, {
    made: "200 ok",
    again: over,
    unknown: over,
    other: refused,
    added: over,
    shown: "200 ok",
    spent: refused,
    stale: refused,
    nonsense: "400 This is not what docs/protocol.md says is sent here.",
  });
  await window.close();
});
