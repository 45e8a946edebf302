// The service worker, run with what a browser would give it: it shows what is pushed, and leads to the game.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const CODE = await readFile(new URL("../../web/service-worker.js", import.meta.url), "utf8");
const HOME = "https://games.example.org";

/** A worker that has been started: `send(type, fields)` gives it an event, once it is done with it; `did` is what it did. */
function started(windows = []) {
  const did = [];
  const listeners = new Map();
  const self = {
    location: new URL(`${HOME}/service-worker.js`),
    registration: {
      showNotification: async (title, options) => did.push({ shown: title, ...structuredClone(options) }),
    },
    clients: {
      matchAll: async () => windows.map((url) => ({ url, focus: async () => did.push({ focused: url }) })),
      openWindow: async (url) => did.push({ opened: url }),
    },
    addEventListener: (type, listener) => listeners.set(type, listener),
  };
  runInNewContext(CODE, { self, URL });
  const send = async (type, fields) => {
    const work = [];
    listeners.get(type)({ ...fields, waitUntil: (promise) => work.push(promise) });
    await Promise.all(work);
  };
  return { did, send };
}

test("what is pushed is shown, in place of what was told of the same game before", async () => {
  const { did, send } = started();
  const pushed = { title: "Friday: the Union side", body: "You are asked.", address: `${HOME}/game/abc`, topic: "abc" };
  await send("push", { data: { json: () => pushed } });
  await send("push", { data: null });
  const [{ icon, ...shown }, ...others] = did;
  assert.deepEqual(shown, {
    shown: "Friday: the Union side",
    body: "You are asked.",
    tag: "abc",
    data: { address: `${HOME}/game/abc` },
  });
  assert.match(icon, /^\/static\//);
  assert.deepEqual(others, []);
});

for (const [what, windows, address, expected] of [
  [
    "a page that is open already",
    [`${HOME}/`, `${HOME}/game/abc#token`],
    `${HOME}/game/abc`,
    { focused: `${HOME}/game/abc#token` },
  ],
  ["a new page", [`${HOME}/game/other`], `${HOME}/game/abc`, { opened: `${HOME}/game/abc` }],
  ["no page of another server", [], "https://elsewhere.example.org/game/abc", undefined],
  ["the first page where there is no address", [], undefined, { opened: `${HOME}/` }],
]) {
  test(`a notice that is pressed leads to ${what}`, async () => {
    const { did, send } = started(windows);
    let closed = false;
    await send("notificationclick", {
      notification: {
        data: { address },
        close: () => {
          closed = true;
        },
      },
    });
    assert.ok(closed);
    assert.deepEqual(did, expected ? [expected] : []);
  });
}
