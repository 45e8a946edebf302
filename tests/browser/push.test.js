// Web Push: a browser is told by a push service that is read as browsers read it, and shows it.

import assert from "node:assert/strict";
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE } from "./browser.js";
import { Club, create, fits, said } from "./club.js";

const club = new Club();
const { skip } = club;

/** What the push service got: each answered by the next of these, or accepted. */
const pushed = [];
const answers = [];
const service = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  pushed.push({ headers: request.headers, body: Buffer.concat(parts) });
  response.writeHead(answers.shift() ?? 201).end();
});
let endpoint;

/** What a browser keeps of its subscription. */
const own = createECDH("prime256v1");
own.generateKeys();
const auth = randomBytes(16);

before(async () => {
  if (skip) return;
  await club.open(["--notices-to-own-network"], "localhost");
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  endpoint = `http://127.0.0.1:${service.address().port}/box/7`;
});
after(async () => {
  await club.close();
  service.closeAllConnections();
  service.close();
});

/** What is inside a message, as RFC 8291 has browsers read it. */
function read(body) {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body[20]);
  const sealed = body.subarray(21 + body[20]);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), own.getPublicKey(), sender]);
  const secret = hkdfSync("sha256", own.computeSecret(sender), auth, info, 32);
  const key = hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12);
  const decipher = createDecipheriv("aes-128-gcm", Buffer.from(key), Buffer.from(nonce));
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  assert.equal(plain.at(-1), 2, "it ends as the last record does");
  return JSON.parse(plain.subarray(0, -1));
}

/** Who signed it, as RFC 8292 has push services find it: what they claim. */
function claims(authorization) {
  const [, token, key] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization);
  const [head, claimed, signature] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const signed = Buffer.from(`${head}.${claimed}`);
  const signer = { key: publicKey, dsaEncoding: "ieee-p1363" };
  assert.ok(verify("sha256", signed, signer, Buffer.from(signature, "base64url")));
  return { key, ...JSON.parse(Buffer.from(claimed, "base64url")) };
}

/** A browser that may show notices, and whose push service is ours. */
async function browser(options) {
  const window = await club.at("/account", options);
  const { page } = window;
  await page.context().grantPermissions(["notifications"], { origin: club.address });
  const subscription = {
    endpoint,
    expirationTime: null,
    keys: { p256dh: own.getPublicKey("base64url"), auth: auth.toString("base64url") },
  };
  await page.addInitScript((subscription) => {
    PushManager.prototype.subscribe = async (options) => {
      window.subscribedWith = options;
      return { toJSON: () => subscription };
    };
  }, subscription);
  await page.reload();
  return window;
}

async function tellThisBrowser(page) {
  await page.locator("#adding > summary").click();
  await page.locator("#channel-kind").selectOption("push");
  assert.equal(await page.locator("#channel-to").isVisible(), false);
}

test("a browser is told what only it can read, by a server that its push service knows again", { skip }, async () => {
  const window = await browser();
  const { page } = window;
  await create(page, "Ann");
  await tellThisBrowser(page);
  await accessible(page, "the form for this browser");
  await fits(page);
  await page.locator("#add-channel button").click();
  await said(page, "Added: try it.");
  const item = page.locator("#channels li");
  assert.match(await item.textContent(), /A browser, 127\.0\.0\.1….*Nothing sent yet/);
  const { visible, key } = await page.evaluate(() => {
    const { userVisibleOnly, applicationServerKey } = window.subscribedWith;
    return { visible: userVisibleOnly, key: [...applicationServerKey] };
  });
  assert.equal(visible, true);

  await page.getByRole("button", { name: /^Try: A browser/ }).press("Enter");
  await said(page, "Delivered");
  const [{ headers, body }] = pushed;
  const told = claims(headers.authorization);
  assert.equal(told.key, Buffer.from(key).toString("base64url"), "it is the key that the browser was given");
  assert.equal(told.aud, new URL(endpoint).origin);
  assert.equal(told.sub, club.address);
  assert.ok(told.exp > Date.now() / 1000 && told.exp < Date.now() / 1000 + 86_400);
  assert.deepEqual([headers["content-encoding"], headers.ttl], ["aes128gcm", "259200"]);
  assert.ok(body.length <= 4096 && !body.includes("trial"));
  assert.deepEqual(read(body), {
    title: "Longroll",
    body: "This is a trial: notices of your games will come here.",
    address: `${club.address}/account`,
    topic: "trial",
  });

  // A browser that has gone is told nothing more.
  answers.push(410);
  await page.getByRole("button", { name: /^Try: A browser/ }).click();
  await said(page, "It answered 410: the browser takes no notices any more.");
  await window.close();
});

test("on a phone in the dark the form fits, and the browser keeps a service worker", { skip }, async () => {
  const window = await browser({ ...PHONE, colorScheme: "dark" });
  const { page } = window;
  await create(page, "Bea");
  await tellThisBrowser(page);
  await fits(page);
  await page.locator("#add-channel button").click();
  await said(page, "Added: try it.");
  const worker = await page.evaluate(async () => {
    const { scope, active } = await navigator.serviceWorker.ready;
    return { scope, script: active.scriptURL };
  });
  assert.deepEqual(worker, { scope: `${club.address}/`, script: `${club.address}/service-worker.js` });
  await window.close();
});
