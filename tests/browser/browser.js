// Chromium, and pages in it that may not complain: an error on a page fails the test that opened
// it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { borrowed } from "./lent.js";

// The first has no window of its own round each page: half the work of a page's beginning.
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const SHOTS = fileURLToPath(new URL("shots", import.meta.url));

/** A desktop window. */
export const DESK = { viewport: { width: 1280, height: 860 }, reducedMotion: "reduce" };
/** A phone held upright. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  reducedMotion: "reduce",
};

/** Longest wait for anything that ought to happen, in ms: whoever waits longer fails, however busy the machine is. */
export const PATIENCE = 120_000;

function options() {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
  assert.ok(executablePath, "Chromium is missing: install it, or name it in the variable CHROMIUM");
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  return { executablePath, args };
}

/** Started as Playwright starts it, and reached by its own protocol: Playwright's would cost a process between. */
export async function startChromium() {
  const model = await chromium.launchServer(options());
  const [path, ...args] = model.process().spawnargs;
  await model.close();
  const folder = await mkdtemp(join(tmpdir(), "longroll-chromium-"));
  const own = {
    "--remote-debugging-pipe": "--remote-debugging-port=0",
    "--user-data-dir": `--user-data-dir=${folder}`,
  };
  const child = spawn(
    path,
    args.map((one) => own[one.split("=")[0]] ?? one),
    { stdio: ["ignore", "ignore", "pipe"], detached: true },
  );
  for await (const line of createInterface({ input: child.stderr })) {
    const said = /^DevTools listening on (ws:\S+)$/.exec(line);
    if (!said) continue;
    child.stderr.resume();
    return {
      address: said[1],
      async close() {
        // What was started may be a script: its whole group ends, and is gone when nobody holds its output.
        const gone = once(child, "close");
        process.kill(-child.pid);
        await gone;
        await rm(folder, { recursive: true, force: true, maxRetries: 20 });
      },
    };
  }
  assert.fail("Chromium has ended before it could be reached");
}

/** The browser that this process is lent, or one of its own. */
export async function launch() {
  const lent = await borrowed();
  return lent ? chromium.connectOverCDP(lent.browser) : chromium.launch(options());
}

const open = new Set();

/** Closes the browser. Windows that are still open are those of failed tests: what is known of them is kept. */
export async function quit(browser) {
  const file = basename(process.argv[1] ?? "", ".test.js");
  for (const [index, window] of [...open].entries()) await window.trace(`failed-${file}-${index + 1}`);
  await browser?.close();
}

/** How much of the last of each is kept for a window whose test fails. */
const LAST = 40;
const LONGEST = 2000;
/** Longest wait for the picture of a page that may hang, in ms. */
const PICTURE = 20_000;

/** Where a download has been saved; the browser may run for another process, which then has the file. */
export async function saveDownload(download) {
  const path = `${SHOTS}/${process.pid}-${download.suggestedFilename()}`;
  await download.saveAs(path);
  return path;
}

/** Pages opened from now on, of a context or as that page, leave to the test even what has one answer. */
export function askEverything(context) {
  return context.addInitScript(() => {
    try {
      localStorage.setItem("longroll.single", "ask");
    } catch {
      // A blank page has no storage.
    }
  });
}

/** Opens pages and remembers what went wrong on them. */
export class Window {
  #complaints = [];
  /** What came last over the wire, and requests and questions that are not answered. */
  #last = [];
  #open = new Map();

  /** `answers`: the page answers what has one answer, as it does for players. */
  static async open(browser, options = DESK, { answers = false } = {}) {
    const window = new Window();
    window.context = await browser.newContext(options);
    window.context.setDefaultTimeout(PATIENCE);
    if (!answers) await askEverything(window.context);
    window.page = await window.context.newPage();
    open.add(window);
    window.#listen();
    window.page.on("pageerror", (error) => window.#complaints.push(`${error.stack ?? error}`));
    window.page.on("console", (message) => {
      // While the wire is cut the browser itself reports each failed try, and over plain HTTP what
      // it does not heed there.
      // Nor is what an account, a challenge, a tournament or the library is refused an error of the page, though it is reported as one.
      const refused =
        /status of 4\d\d/.test(message.text()) &&
        /\/(account|club|tournaments|library|study|studies)\//.test(message.location().url);
      if (
        message.type() === "error" &&
        !refused &&
        !/net::ERR_|WebSocket connection to|Cross-Origin-Opener-Policy header has been ignored/.test(message.text())
      )
        window.#complaints.push(message.text());
    });
    return window;
  }

  #note(what, text) {
    this.#last.push(`${new Date().toISOString()} ${what} ${String(text).slice(0, LONGEST)}`);
    if (this.#last.length > LAST) this.#last.shift();
  }

  #listen() {
    const { page } = this;
    page.on("console", (message) => this.#note("console", message.text()));
    page.on("request", (request) => this.#open.set(request, `${request.method()} ${request.url()}`));
    const done = (request) => {
      this.#note(request.failure()?.errorText ?? "fetched", this.#open.get(request));
      this.#open.delete(request);
    };
    page.on("requestfinished", done);
    page.on("requestfailed", done);
    page.on("websocket", (socket) => {
      const id = (text) => /"id":(\d+)/.exec(text)?.[1];
      socket.on("framesent", ({ payload }) => {
        this.#note(">", payload);
        this.#open.set(id(payload), payload);
      });
      socket.on("framereceived", ({ payload }) => {
        this.#note("<", payload);
        this.#open.delete(id(payload));
      });
      socket.on("close", () => this.#note("closed", socket.url()));
    });
  }

  /** Keeps a picture, and what the page waits for, was sent and has said last. */
  async trace(name) {
    await mkdir(SHOTS, { recursive: true });
    const text = [
      this.page.url(),
      "Not answered:",
      ...this.#open.values(),
      "Last:",
      ...this.#last,
      ...this.#complaints,
    ];
    await writeFile(`${SHOTS}/${name}.txt`, `${text.join("\n")}\n`);
    await this.page.screenshot({ path: `${SHOTS}/${name}.png`, timeout: PICTURE }).catch(() => {});
  }

  /** A picture of the page, for people to look at. */
  async shot(name) {
    await mkdir(SHOTS, { recursive: true });
    await this.page.screenshot({ path: `${SHOTS}/${name}.png` });
  }

  /** Closes it; fails if anything on the page went wrong meanwhile. */
  async close() {
    open.delete(this);
    await this.context.close();
    assert.deepEqual(this.#complaints, []);
  }
}
