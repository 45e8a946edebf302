// Firefox as Debian has it, driven by WebDriver BiDi: Playwright asks for more of it than a long-supported one has.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { WebSocket } from "ws";
import { DESK, PATIENCE } from "./browser.js";

const PROGRAM = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((place) => existsSync(place));

/** What is not there, in one line; false if nothing is missing. */
export function missing() {
  return PROGRAM ? false : "Firefox is missing: install firefox-esr";
}

export class Firefox {
  errors = [];
  #asked = new Map();
  #last = 0;

  static async start() {
    const firefox = new Firefox();
    try {
      await firefox.#begin();
    } catch (error) {
      await firefox.close();
      throw error;
    }
    return firefox;
  }

  async #begin() {
    this.profile = await mkdtemp(join(tmpdir(), "longroll-firefox-"));
    // Less movement, as all pages under test are asked for, and no pages of its own at the first start.
    const wishes = { "ui.prefersReducedMotion": 1, "browser.startup.homepage_override.mstone": "ignore" };
    const lines = Object.entries(wishes).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
    await writeFile(join(this.profile, "user.js"), lines.join("\n"));
    const args = ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", this.profile];
    this.process = spawn(PROGRAM, args, { stdio: ["ignore", "ignore", "pipe"] });
    this.gone = once(this.process, "exit");
    const late = setTimeout(() => this.process.kill("SIGKILL"), PATIENCE);
    let address;
    for await (const line of createInterface({ input: this.process.stderr })) {
      address = /^WebDriver BiDi listening on (ws:\S+)$/.exec(line)?.[1];
      if (address) break;
    }
    assert.ok(address, "Firefox has ended before it could be reached");
    this.process.stderr.resume();
    this.socket = new WebSocket(`${address}/session`);
    this.socket.on("message", (text) => this.#hear(JSON.parse(text)));
    this.socket.on("close", () => {
      for (const { reject } of this.#asked.values()) reject(new Error("Firefox has ended"));
    });
    await once(this.socket, "open");
    await this.ask("session.new", { capabilities: {} });
    await this.ask("session.subscribe", { events: ["log.entryAdded"] });
    const { contexts } = await this.ask("browsingContext.getTree");
    this.context = contexts[0].context;
    await this.ask("browsingContext.setViewport", { context: this.context, viewport: DESK.viewport });
    clearTimeout(late);
  }

  #hear({ id, method, params, result, error, message }) {
    if (method === "log.entryAdded" && params.level === "error") this.errors.push(params.text);
    const waiting = this.#asked.get(id);
    this.#asked.delete(id);
    if (error) waiting?.reject(new Error(`${error}: ${message}`));
    else waiting?.resolve(result);
  }

  ask(method, params = {}) {
    const id = ++this.#last;
    const answer = new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
    this.socket.send(
      JSON.stringify({ id, method, params }),
      (error) => error && this.#hear({ id, error: "gone", message: error }),
    );
    return answer;
  }

  goto(url) {
    return this.ask("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  /** Waits until an expression is true in the page, which looks at each of its frames; what it is then. */
  async until(expression) {
    const script = `new Promise((done, fail) => {
      const end = performance.now() + ${PATIENCE};
      const look = () => {
        try {
          const found = ${expression};
          if (found) done(found);
          else if (performance.now() > end) fail(new Error("it never was"));
          else requestAnimationFrame(look);
        } catch (error) {
          fail(error);
        }
      };
      look();
    })`;
    const target = { context: this.context };
    const answer = await this.ask("script.evaluate", { expression: script, target, awaitPromise: true });
    if (answer.type === "exception") throw new Error(`${expression}: ${answer.exceptionDetails.text}`);
    return answer.result;
  }

  /** Clicks the middle of an element with the mouse, as soon as it is there and can be pressed. */
  async press(selector) {
    const element = await this.until(`document.querySelector(${JSON.stringify(`${selector}:not(:disabled)`)})`);
    const origin = { type: "element", element: { sharedId: element.sharedId } };
    const actions = [
      { type: "pointerMove", x: 0, y: 0, origin },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    const mouse = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions };
    await this.ask("input.performActions", { context: this.context, actions: [mouse] });
  }

  async close() {
    this.process?.kill("SIGKILL");
    await this.gone;
    if (this.profile) await rm(this.profile, { recursive: true, force: true, maxRetries: 20 });
  }
}
