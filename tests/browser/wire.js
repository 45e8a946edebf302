// A wire between a browser and the program that can be cut and mended, as a train in a tunnel cuts
// it.

import { once } from "node:events";
import { connect, createServer } from "node:net";

export class Wire {
  #open = new Set();
  #whole = true;

  /** A wire to the program's port; the browser is given this end's `address`. */
  static async to(port) {
    const wire = new Wire();
    wire.server = createServer((near) => wire.#join(near, port));
    wire.server.listen(0, "127.0.0.1");
    await once(wire.server, "listening");
    wire.address = `http://127.0.0.1:${wire.server.address().port}`;
    return wire;
  }

  #join(near, port) {
    if (!this.#whole) return near.destroy();
    const far = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      this.#open.add(one);
      one.pipe(other);
      // Either end may break off at any time: then so does the other.
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.#open.delete(one);
        other.destroy();
      });
    }
  }

  /** Breaks every connection and lets no new one through. */
  cut() {
    this.#whole = false;
    for (const socket of this.#open) socket.destroy();
  }

  mend() {
    this.#whole = true;
  }

  async close() {
    this.cut();
    this.server.close();
    await once(this.server, "close");
  }
}
