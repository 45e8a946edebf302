// Where the pages' sentences are: in the modules of texts alone.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

const ROOT = new URL("../../web/js/", import.meta.url);
/** Texts, a game's own too, its title, and how names, numbers and cases are written. */
const TEXTS = /(^|\/)texts\/|^common\/words\.js$|^games\/registry\.js$/;
/** Text of three or more words of which the first has a capital. */
const SENTENCE = /["'`}][^"'`]*?\b[A-Z][a-z’]+(?:,? [\w’]+){2,}/;

/** The lines of a module that say something themselves, with their numbers. */
const sentences = (code) =>
  code.split("\n").flatMap((line, at) => {
    const isComment = /^\s*(\/\/|\/?\*)/.test(line);
    // What breaks the program is said to developers; what is refused or lost, to readers.
    const shown = line.replace(/(throw new Error|console\.\w+)\(.*/, "");
    return !isComment && SENTENCE.test(shown) ? [`${at + 1}: ${line.trim()}`] : [];
  });

test("a sentence in a module is found; a comment, a list of classes and a fault of the program are not", () => {
  assert.equal(sentences('  h("p", null, "None yet. The editor makes one.");').length, 1);
  assert.equal(sentences("  say(`You have won the game.`);").length, 1);
  assert.equal(sentences('  throw new Lost("The line is lost.");').length, 1);
  assert.deepEqual(sentences('  throw new Error("No game has been seen yet.");'), []);
  assert.deepEqual(sentences('  // "The line is lost then."\n  h("p", { class: "small block refused" })'), []);
});

test("no module of a page says a sentence of its own", async () => {
  const names = (await readdir(ROOT, { recursive: true })).filter((name) => name.endsWith(".js") && !TEXTS.test(name));
  assert.ok(names.length > 100, `${names.length} modules`);
  for (const name of names) assert.deepEqual(sentences(await readFile(new URL(name, ROOT), "utf8")), [], name);
});
