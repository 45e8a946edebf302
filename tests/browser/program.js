// The program under test, started as people start it: on a free port, with a data folder of its
// own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const BUILT = fileURLToPath(new URL("../../target/release/longroll", import.meta.url));

/** Scripts play faster than any hand: here nobody is told to wait, whatever address they come from. */
const UNHURRIED = ["messages", "requests", "questions", "kilobytes"].flatMap((what) => [`--${what}-per-second`, "0"]);

/** Serves the pages of this folder, module by module, instead of those that were built into the program. */
const FROM_FOLDER = process.env.LONGROLL_WEB ? ["--web", process.env.LONGROLL_WEB] : [];

const LINE = /^Longroll is at (http:\/\/[\d.]+:(\d+))$/;

export class Program {
  #child = null;

  /**
   * Starts `longroll serve` and waits for the line that says where it is. `host`: the address to listen on; `more`:
   * what it is told besides; `joined`: its pages are those that were built into it, joined and compressed, whatever LONGROLL_WEB says.
   */
  static async start(host = "127.0.0.1", more = [], { joined = false } = {}) {
    const program = new Program();
    await program.prepare(host, more, joined);
    await program.run(0);
    return program;
  }

  /** Gets it a data folder of its own; it does not run yet. */
  async prepare(host, more, joined = false) {
    this.host = host;
    this.more = joined ? more : [...FROM_FOLDER, ...more];
    this.folder = await mkdtemp(join(tmpdir(), "longroll-"));
  }

  /** Starts it, or starts it again at the same address on the same games. */
  async run(port = this.port) {
    const child = spawn(
      process.env.LONGROLL ?? BUILT,
      ["serve", "--host", this.host, "--port", String(port), "--data-dir", this.folder, ...UNHURRIED, ...this.more],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    this.#child = child;
    const lines = createInterface({ input: child.stdout });
    const [line] = await Promise.race([
      once(lines, "line"),
      once(child, "error").then(([error]) => Promise.reject(error)),
      once(child, "exit").then(([code]) => Promise.reject(new Error(`longroll ended with ${code} before it served`))),
    ]);
    const said = LINE.exec(line);
    if (!said) throw new Error(`longroll said ${JSON.stringify(line)}`);
    this.address = said[1];
    this.port = Number(said[2]);
  }

  /** As by `kill -9`, or as by Ctrl-C. */
  async end(signal = "SIGKILL") {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }

  /** Ends it for good: its data goes with it. */
  async close() {
    await this.end();
    await rm(this.folder, { recursive: true, force: true });
  }
}
