// The server and a browser's storage for the page's modules in Node: their own connection and session
// run here as on a page. To import this is to have the server running until the file's last test.

import { after } from "node:test";
import { Connection } from "../../web/js/session/connection.js";
import { Session } from "../../web/js/session/session.js";
import { WebSocket } from "../browser/node_modules/ws/wrapper.mjs";
import { Program } from "../browser/program.js";
import { Scout } from "../browser/scout.js";

const stored = new Map();
globalThis.localStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => stored.set(key, value),
  removeItem: (key) => stored.delete(key),
};

/** Empties the storage, as in a browser that has never been here; what was stored can be put back. */
export function forget(items = []) {
  const before = [...stored];
  stored.clear();
  for (const [key, value] of items) stored.set(key, value);
  return before;
}

/** What lies between a connection and the server: it can be cut and mended, and what it carries be changed. */
export class Wire {
  static #all = new Map();
  #whole = true;
  /** Changes a message to the page; `null` loses it. */
  heard = (data) => data;
  /** Sees each message to the server. */
  sent = () => {};

  constructor() {
    this.address = new URL(`/ws?wire=${Wire.#all.size}`, program.address.replace(/^http/, "ws"));
    Wire.#all.set(this.address.href, this);
  }

  static of(address) {
    return Wire.#all.get(address.href);
  }

  /** Breaks every line for good: none comes back. */
  static end() {
    globalThis.WebSocket = class extends EventTarget {
      static OPEN = 1;
    };
    for (const { socket } of Wire.#all.values()) socket.terminate();
  }

  join(socket) {
    this.socket = socket;
    socket.on("error", () => {});
    if (!this.#whole) socket.terminate();
  }

  cut() {
    this.#whole = false;
    this.socket.terminate();
  }

  mend() {
    this.#whole = true;
  }
}

/** The socket that a page's connection opens. */
globalThis.WebSocket = class extends WebSocket {
  constructor(address) {
    super(address);
    this.wire = Wire.of(address);
    this.wire.join(this);
  }

  addEventListener(name, listener) {
    const heard = ({ data }) => {
      const passed = this.wire.heard(data);
      if (passed !== null) listener({ data: passed });
    };
    super.addEventListener(name, name === "message" ? heard : listener);
  }

  send(text) {
    this.wire.sent(JSON.parse(text));
    super.send(text);
  }
};

export const program = await Program.start("127.0.0.1", ["--shared-packs"]);
export const scout = await Scout.at(null, program.address);

after(async () => {
  Wire.end();
  await scout.close();
  await program.close();
});

/** A connection as a page has one. */
export function connect(wire = new Wire()) {
  return new Connection(wire.address, () => {});
}

/**
 * A page's session of a seat, `{game, token}`, once it knows the game; `noted` is what the link says of the dice,
 * `dress` what is put round the session before it hears anything.
 */
export async function sit({ game, token }, { wire = new Wire(), noted, dress = () => {} } = {}) {
  const session = new Session(connect(wire), game, token, noted);
  dress(session);
  await new Promise((resolve) => session.on("change", resolve));
  // Nobody looks on: a computer's orders come as fast as they can.
  session.pace.hurry();
  return Object.assign(session, { wire });
}

/** Waits until a session has come to what is asked of it. */
export function until(session, holds) {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds(session)) return;
      for (const end of ends) end();
      resolve();
    };
    const ends = [session.on("change", look), session.on("line", look), session.shares.on("change", look)];
    look();
  });
}
