// The line to the server: JSON-RPC 2.0 over one WebSocket, which comes back by itself.

import { Emitter } from "../common/emitter.js";

/** @import { Fault, Method, Params, Result } from "protocol" */

/** @typedef {{ case?: string, system?: string, waiting?: string[], faults?: Fault[] }} RefusalData */
/**
 * A request that was not yet answered.
 * @typedef {{
 *   id: number, text: string, resolve: (result: any) => void, reject: (error: Error) => void,
 * }} Request
 */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 10_000;
/**
 * So long the line may be silent while an answer is awaited. A slow answer does not make it so: the
 * server says every few seconds that it works on one.
 */
const SILENT_FOR = 20_000;
/** A watch that goes off so late was asleep with the page, and so was whatever the line has brought. */
const ASLEEP = 2_000;

/**
 * A refusal or fault as the server words it: `code`, `message`, and `data` (`{case, system}` of a
 * rules refusal).
 */
export class Refusal extends Error {
  /**
   * @param {{ code?: number, message: string, data?: RefusalData }} options
   */
  constructor({ code, message, data }) {
    super(message);
    this.code = code;
    this.data = data ?? {};
  }
}

/**
 * The connection was lost before the answer came: nobody knows whether the order arrived until we
 * have caught up.
 */
export class Lost extends Error {}

/**
 * Events: `open` (each time the line stands), `close`, and `notice` with what the server told.
 * @extends {Emitter<{ open: void, close: void, notice: { method: string, params: any } }>}
 */
export class Connection extends Emitter {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, Request>} */
  #waiting = new Map();
  /** @type {Request[]} */
  #queue = [];
  #next = 1;
  #tries = 0;
  /** @type {number | undefined} */
  #timer = undefined;
  /** @type {number | undefined} */
  #watch = undefined;

  constructor(address = new URL("/ws", location.href.replace(/^http/, "ws"))) {
    super();
    this.address = address;
    this.#open();
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  /** Whether the line stands now. */
  get live() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Asks the server. Before the line stands the request waits for it; a request that was sent when
   * the line broke rejects with `Lost`; a refusal rejects with `Refusal`.
   * @template {Method} M
   * @param {M} method
   * @param {Params<M>} [params]
   * @returns {Promise<Result<M>>}
   */
  call(method, params = {}) {
    const id = this.#next++;
    const text = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    return new Promise((resolve, reject) => {
      /** @type {Request} */
      const request = { id, text, resolve, reject };
      if (this.live) this.#send(request);
      else this.#queue.push(request);
    });
  }

  /**
   * @param {Request} request
   */
  #send(request) {
    this.#waiting.set(request.id, request);
    this.#listen();
    this.#socket?.send(request.text);
  }

  /** No sound at all while something is awaited means a dead line the browser has not noticed. */
  #listen() {
    clearTimeout(this.#watch);
    this.#watch = undefined;
    if (!this.#waiting.size) return;
    const due = Date.now() + SILENT_FOR;
    this.#watch = setTimeout(() => {
      if (Date.now() - due > ASLEEP) this.#listen();
      else this.#socket?.close();
    }, SILENT_FOR);
  }

  #open() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#tries = 0;
      this.emit("open");
      for (const request of this.#queue.splice(0)) this.#send(request);
    });
    socket.addEventListener("message", (message) => this.#hear(message.data));
    socket.addEventListener("close", () => socket === this.#socket && this.#closed());
  }

  #closed() {
    for (const request of this.#waiting.values())
      request.reject(new Lost("The connection was lost before the answer came."));
    this.#waiting.clear();
    this.#listen();
    this.emit("close");
    // Some randomness, so that a restarted server is not met by everyone at the same instant.
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries++) * (0.7 + 0.6 * Math.random());
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  #hurry() {
    if (this.#timer !== undefined) this.#open();
  }

  /**
   * @param {string} text
   */
  #hear(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    const request = message.method ? undefined : this.#waiting.get(message.id);
    if (request) this.#waiting.delete(message.id);
    // Whatever it brings, the line is not dead.
    this.#listen();
    if (message.method) this.emit("notice", message);
    if (!request) return;
    if (message.error) request.reject(new Refusal(message.error));
    else request.resolve(message.result);
  }
}
