// WebKit as Debian has it, driven by its WebDriver: MiniBrowser on a screen that nobody sees.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PATIENCE } from "./browser.js";

const DRIVER = "/usr/bin/WebKitWebDriver";
const SCREEN = "/usr/bin/Xvfb";
const LIBRARIES = "/usr/lib";
const SHOTS = fileURLToPath(new URL("shots", import.meta.url));

/** What is not there, in one line; false if nothing is missing. */
export function missing() {
  if (!existsSync(DRIVER)) return "WebKit is missing: install webkit2gtk-driver";
  if (!process.env.DISPLAY && !existsSync(SCREEN)) return "a screen for WebKit is missing: install xvfb";
  return false;
}

/** The browser beside the driver: its folder is named after the machine and the library's version. */
async function miniBrowser() {
  for (const machine of await readdir(LIBRARIES)) {
    if (!/-linux-gnu/.test(machine)) continue;
    for (const folder of await readdir(`${LIBRARIES}/${machine}`)) {
      const place = `${LIBRARIES}/${machine}/${folder}/MiniBrowser`;
      if (/^webkit/.test(folder) && existsSync(place)) return place;
    }
  }
  return assert.fail("MiniBrowser is missing: install webkit2gtk-driver");
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

export class WebKit {
  static async start() {
    const webkit = new WebKit();
    const binary = await miniBrowser();
    const env = {
      ...process.env,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
      // Its threads that paint by OpenGL crash now and then in a driver that does so in software.
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: "1",
    };
    if (!env.DISPLAY) {
      webkit.screen = spawn(SCREEN, ["-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp"], {
        stdio: ["ignore", "ignore", "ignore", "pipe"],
      });
      const [display] = await once(webkit.screen.stdio[3], "data");
      env.DISPLAY = `:${String(display).trim()}`;
    }
    const port = await freePort();
    webkit.address = `http://127.0.0.1:${port}`;
    webkit.driver = spawn(DRIVER, [`--port=${port}`, "--host=127.0.0.1"], { env, stdio: "ignore" });
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": { binary, args: ["--automation"] } } };
    for (const end = Date.now() + PATIENCE; ; ) {
      try {
        const { sessionId } = await webkit.ask("POST", "/session", { capabilities });
        webkit.session = `/session/${sessionId}`;
        await webkit.ask("POST", `${webkit.session}/timeouts`, { script: PATIENCE });
        return webkit;
      } catch (error) {
        // The driver is still starting: nobody listens yet.
        if (!/fetch failed/.test(error.message) || Date.now() > end) {
          await webkit.close();
          throw error;
        }
        await wait(100);
      }
    }
  }

  async ask(method, path, body) {
    const answer = await fetch(this.address + path, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  goto(url) {
    return this.ask("POST", `${this.session}/url`, { url });
  }

  run(script, ...args) {
    return this.ask("POST", `${this.session}/execute/sync`, { script, args });
  }

  /** Waits until an expression is true in the page, which looks at each of its frames. */
  async until(expression) {
    const script = `const done = arguments[0];
      const look = () => ((${expression}) ? done(true) : requestAnimationFrame(look));
      look();`;
    await this.ask("POST", `${this.session}/execute/async`, { script, args: [] });
  }

  /** Presses an element, as soon as it is there and can be pressed. */
  async press(selector) {
    await this.until(`document.querySelector(${JSON.stringify(`${selector}:not(:disabled)`)})`);
    const click = `document.querySelector(arguments[0])
      .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }))`;
    await this.run(click, selector);
  }

  /** A picture of the page, for people to look at. */
  async shot(name) {
    await mkdir(SHOTS, { recursive: true });
    const picture = await this.ask("GET", `${this.session}/screenshot`);
    await writeFile(`${SHOTS}/${name}.png`, Buffer.from(picture, "base64"));
  }

  async close() {
    if (this.session) await this.ask("DELETE", this.session).catch(() => {});
    for (const child of [this.driver, this.screen]) {
      if (!child || child.exitCode !== null) continue;
      const gone = once(child, "exit");
      child.kill();
      await gone;
    }
  }
}
