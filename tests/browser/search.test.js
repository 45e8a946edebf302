// The search of the rules reference: questions as people put them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { search } from "../../web/js/rules/reference.js";
import { Program } from "./program.js";

let program;
let reference;
before(async () => {
  program = await Program.start();
  reference = await (await fetch(`${program.address}/reference.json`)).json();
});
after(() => program.close());

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
