// A server that was started with --club, and what its pages about accounts are asked for.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { DESK, launch, quit, Window } from "./browser.js";
import { BUILT, Program } from "./program.js";

export const PASSWORD = "drums at daybreak";

/** A program without the feature says so before it looks for its data; one that has it finds no folder there. */
const nowhere = ["--club", "--public-url", "http://127.0.0.1:1", "--port", "0", "--data-dir", "/dev/null/none"];
const { stderr } = spawnSync(process.env.LONGROLL ?? BUILT, ["serve", ...nowhere], { encoding: "utf8" });

/** The server and a browser. */
export class Club {
  /** Why nothing of it can be tested, if it cannot. */
  skip = stderr?.includes("--features club") && "the program was built without the feature club";

  /** `name` is how people reach it: passkeys want a name, not an address. `more`: what the server is told besides. */
  async open(more = [], name = "127.0.0.1") {
    // Its public address is to be known before it starts.
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address();
    server.close();
    await once(server, "close");
    this.program = new Program();
    await this.program.prepare("127.0.0.1", ["--club", "--public-url", `http://${name}:${port}`, ...more]);
    await this.program.run(port);
    this.address = `http://${name}:${port}`;
    this.browser = await launch();
  }

  async close() {
    await quit(this.browser);
    await this.program?.close();
  }

  /** A page in a window of its own. */
  async at(path, options = DESK) {
    const window = await Window.open(this.browser, options);
    await window.page.goto(`${this.address}${path}`);
    return window;
  }
}

/** Fills a form in and sends it by the keyboard. */
export async function send(page, id, ...fields) {
  const inputs = page.locator(`#${id} input`);
  for (const [index, text] of fields.entries()) await inputs.nth(index).fill(text);
  await inputs.nth(fields.length - 1).press("Enter");
}

/** What the page says once it does. */
export async function said(page, text, id = "said") {
  await page.waitForFunction(([id, text]) => document.getElementById(id)?.textContent.includes(text), [id, text]);
}

export async function create(page, name) {
  await send(page, "create", name, PASSWORD);
  await said(page, `This is your account, ${name}.`);
}

export async function signIn(page, name, password = PASSWORD) {
  await send(page, "sign-in", name, password);
  await said(page, `You are signed in as ${name}.`);
}

/** Nothing of the page is wider than the window, and no target smaller than a finger. */
export async function fits(page) {
  const odd = await page.evaluate(() => {
    const small = [...document.querySelectorAll("button, .button, main input, main select, summary, nav a")].filter(
      (one) => {
        // A box is pressed by its label.
        const { width, height } = (one.closest("label") ?? one).getBoundingClientRect();
        return width && (height < 44 || width < 44);
      },
    );
    const wide =
      document.documentElement.scrollWidth > innerWidth ? [`${document.documentElement.scrollWidth} wide`] : [];
    return [...wide, ...small.map((one) => one.outerHTML.slice(0, 120))];
  });
  assert.deepEqual(odd, []);
}
