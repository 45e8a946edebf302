// The page's files themselves: where a game may be named, how long a line may be, what styles rely on.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("../../web/", import.meta.url));
const LONGEST = 140;

/** Our own files of the page, `{path, text}`. */
async function files() {
  const all = await readdir(WEB, { recursive: true, withFileTypes: true });
  const own = all
    .filter((one) => one.isFile() && /\.(js|css|html)$/.test(one.name))
    .map((one) => `${one.parentPath ?? one.path}/${one.name}`.slice(WEB.length).replace(/^\//, ""))
    .filter((path) => !path.startsWith("vendor/"));
  return Promise.all(own.map(async (path) => ({ path, text: await readFile(WEB + path, "utf8") })));
}

/** The folders of the games, by what is in the folder that holds them. */
async function folders() {
  const all = await readdir(`${WEB}js/games`, { withFileTypes: true });
  return all.filter((one) => one.isDirectory()).map(({ name }) => name);
}

/** The ids of the systems that the registry has an entry for. */
async function systems() {
  const registry = await readFile(`${WEB}js/games/registry.js`, "utf8");
  return [...registry.matchAll(/^ {2}"?([a-z0-9-]+)"?: \{$/gm)].map(([, id]) => id);
}

test("no shared file names a game, but for the registry", async () => {
  const [games, ids] = [await folders(), await systems()];
  assert.equal(games.length, ids.length, "the registry has every folder");
  const names = new RegExp([...ids, ...games].join("|").replaceAll("-", "[- ]?(?:& ?|&amp; )?"), "i");
  const own = new RegExp(`^(js|css)/games/(${games.join("|")})[./]|^js/games/(registry|pages|editors)\\.js$`);
  const named = (await files()).filter(({ path, text }) => !own.test(path) && names.test(text));
  assert.deepEqual(
    named.map(({ path }) => path),
    [],
  );
});

test(`no line is longer than ${LONGEST}`, async () => {
  const long = (await files()).flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, at) => (line.length > LONGEST ? [`${path}:${at + 1}`] : [])),
  );
  assert.deepEqual(long, []);
});

test("every variable of a style is given a value somewhere", async () => {
  const all = await files();
  const given = new Set(
    all.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)["'`]?\s*[:,]/g)].map(([, name]) => name)),
  );
  const missing = all.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)]
      .filter(([, name]) => !given.has(name))
      .map(([, name]) => `${path}: ${name}`),
  );
  assert.deepEqual(missing, []);
});
