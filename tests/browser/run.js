// Runs the browser tests, all of them or some files, with one server and one browser for each worker:
//
//     node tests/browser/run.js [OPTIONS OF node --test] [FILES]
//
// LONGROLL_WORKERS: how many files run at the same time.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { startChromium } from "./browser.js";
import { PORT } from "./lent.js";
import { Program } from "./program.js";

/** The longest that a test may take, in ms: one that hangs fails by its name. */
const LIMIT = 900_000;

const workers = Number(process.env.LONGROLL_WORKERS ?? availableParallelism());

async function start() {
  const [program, browser] = await Promise.all([Program.start(), startChromium()]);
  return { program, browser };
}

const pairs = await Promise.all(Array.from({ length: workers }, start));
const free = [...pairs];

// No more files run than there are pairs, so that one is free for whoever asks. A connection that closes gives its
// pair back: the file has ended.
const lender = createServer((socket) => {
  const pair = free.pop();
  socket.on("error", () => {});
  socket.once("close", () => free.push(pair));
  socket.write(
    `${JSON.stringify({ server: pair.program.address, folder: pair.program.folder, browser: pair.browser.address })}\n`,
  );
}).listen(0, "127.0.0.1");
await once(lender, "listening");

const here = fileURLToPath(new URL(".", import.meta.url));
const given = process.argv.slice(2);
const options = given.filter((one) => one.startsWith("--"));
const named = given.filter((one) => !one.startsWith("--"));
const files = named.length
  ? named
  : readdirSync(here)
      .filter((name) => name.endsWith(".test.js"))
      .map((name) => `${here}${name}`);
// A file ends with its last test: one that failed may have left a connection open, on which the file would wait.
const tests = spawn(
  process.execPath,
  [
    "--test",
    "--test-reporter=spec",
    "--test-force-exit",
    `--test-timeout=${LIMIT}`,
    `--test-concurrency=${workers}`,
    ...options,
    ...files,
  ],
  { stdio: "inherit", env: { ...process.env, [PORT]: lender.address().port } },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => tests.kill(signal));
const [code] = await once(tests, "exit");
lender.close();
await Promise.all(pairs.flatMap(({ program, browser }) => [program.close(), browser.close()]));
process.exitCode = code ?? 1;
