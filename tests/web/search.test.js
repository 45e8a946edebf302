// The search of the rules reference: questions as people put them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { find, search } from "../../web/js/rules/reference.js";
import { scout } from "./server.js";

const reference = await scout.fetch("/reference.json");

const found = (text) => search(reference, text).map(({ system, number }) => `${system}/${number}`);

test("a question is answered by the case it is about", () => {
  assert.equal(found("how far can artillery shoot")[0], "blue-gray-1975/8.1");
  assert.ok(found("How many units can stack in a hex?").length > 0);
  // Small words alone are looked for as they are.
  assert.ok(found("is it").length > 0);
});

test("who types the words of a case finds it, whatever their form, and who types its number too", () => {
  assert.ok(found("ferries").includes("chattanooga/19.11"));
  assert.equal(found("7.72")[0], "blue-gray-1975/7.72");
  assert.deepEqual(found("xyzzy"), []);
});

test("a number that an edition prints finds the case, that of the edition at hand first", () => {
  assert.ok(found("18.11").includes("chattanooga/17.11"));
  const first = (number) => search(reference, number, "chattanooga-2006")[0];
  assert.deepEqual([first("18.11").system, first("18.11").number], ["chattanooga", "17.11"]);
  const opened = (system, number) => {
    const entry = find(reference, { system, number });
    return `${entry.system}/${entry.number}`;
  };
  assert.equal(opened("chattanooga-2006", "18.11"), "chattanooga/17.11");
  assert.equal(opened("chattanooga-1975", "18.11"), "chattanooga/18.11");
  assert.equal(opened("chickamauga-2006", "21.2"), "chickamauga/21.2");
});
