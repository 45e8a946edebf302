// The line to the server: JSON-RPC 2.0 over one WebSocket, which comes back by itself.

import { Emitter } from "../common/emitter.js";
import { answerLost, notSent } from "../texts/server.js";

/** @import { Fault, Method, Notice, Params, PrintedCase, Result } from "protocol" */

/** @typedef {{ case?: string, system?: string, printed?: PrintedCase, waiting?: string[], faults?: Fault[] }} RefusalData */
/**
 * Why something cannot be, by a case of the rules or by none.
 * @typedef {{ title?: string, message: string, case?: string, system?: string, printed?: PrintedCase }} Refused
 */
/**
 * A request that was not yet answered.
 * @typedef {{
 *   id: number, method: Method, text: string, resolve: (result: any) => void, reject: (error: Error) => void,
 * }} Request
 */

/** What is meant for the game as it is shown: it is sent now or not at all. */
const NOW = /^game\.(order|undo|redo|offer|accept|decline|resign|claim|replace)$/;
/** What a player waits for. Question and answer are short, so that silence means a dead connection sooner. */
const SHORT = /^game\.(order|undo|redo|offer|accept|decline|resign|claim|replace|options|targets|preview)$/;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 10_000;
/**
 * How long the server may be silent while an answer is awaited, and while a short one is. It says every two seconds
 * that it works on one.
 */
const SILENT_FOR = 20_000;
const SHORT_FOR = 4_500;
/** A watch that goes off so late was asleep with the page, and so was whatever the line has brought. */
const ASLEEP = 2_000;

/** Whether this browser opens what the server has compressed. */
export const inflates = (() => {
  try {
    return Boolean(new DecompressionStream("deflate-raw"));
  } catch {
    return false;
  }
})();

/** The text of a message that the server has compressed. */
function inflated(/** @type {ArrayBuffer} */ data) {
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

/**
 * A refusal or fault as the server words it: `code`, `message`, and `data` (`{case, system}` of a
 * rules refusal).
 */
export class Refusal extends Error {
  /** @param {{ code?: number, message: string, data?: RefusalData }} options */
  constructor({ code, message, data }) {
    super(message);
    this.code = code;
    this.data = data ?? {};
  }
}

/**
 * The connection was lost before the answer came: whether the order arrived is unknown until we
 * have caught up.
 */
export class Lost extends Error {}

/**
 * The line that was opened before the modules came, if it leads there and was not given up; it is
 * taken once.
 * @param {URL} address
 */
function early(address) {
  const page = /** @type {{ earlyLine?: WebSocket }} */ (globalThis);
  const line = page.earlyLine;
  delete page.earlyLine;
  return line?.url === address.href && line.readyState <= WebSocket.OPEN ? line : null;
}

/**
 * Calls `back` when the page may have come back to where the server can be reached, and `gone` when it cannot be any
 * more: without a network only this machine is left.
 * @param {() => void} back
 * @param {() => void} gone
 */
function onNetwork(back, gone) {
  addEventListener("online", back);
  document.addEventListener("visibilitychange", () => document.hidden || back());
  if (!/^(localhost|127\..*|\[::1\])$/.test(location.hostname)) addEventListener("offline", gone);
}

/**
 * Events: `open` (each time the line stands), `close`, and `notice` with what the server told.
 * @extends {Emitter<{ open: void, close: void, notice: Notice }>}
 */
export class Connection extends Emitter {
  /** @type {WebSocket | null} */
  #socket = null;
  /** Whether it was told that this line stands: else who finds it so begins, and begins again when told. */
  #told = false;
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
  /** @type {Promise<void> | null} Done when all has been heard that has come, while some of it is being opened. */
  #opening = null;

  constructor(address = new URL("/ws", location.href.replace(/^http/, "ws")), network = onNetwork) {
    super();
    this.address = address;
    this.#open();
    network(
      () => this.live || this.#open(),
      () => this.#closed(),
    );
  }

  /** Whether the line stands now. */
  get live() {
    return this.#told && this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Asks the server. Before the line stands a question waits for it, and what changes a game rejects
   * with `Lost`, as does a request that was sent when the line broke; a refusal rejects with `Refusal`.
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
      const request = { id, method, text, resolve, reject };
      if (this.live) this.#send(request);
      else if (NOW.test(method)) reject(new Lost(notSent));
      else this.#queue.push(request);
    });
  }

  /** @param {Request} request */
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
    const patience = [...this.#waiting.values()].some(({ method }) => SHORT.test(method)) ? SHORT_FOR : SILENT_FOR;
    const due = Date.now() + patience;
    this.#watch = setTimeout(() => {
      if (Date.now() - due > ASLEEP) this.#listen();
      else this.#closed();
    }, patience);
  }

  #open() {
    this.#socket?.close();
    clearTimeout(this.#timer);
    const socket = early(this.address) ?? new WebSocket(this.address);
    this.#socket = socket;
    this.#told = false;
    const opened = () => {
      if (socket !== this.#socket || socket.readyState !== WebSocket.OPEN) return;
      this.#told = true;
      this.#tries = 0;
      this.emit("open");
      for (const request of this.#queue.splice(0)) this.#send(request);
    };
    // Of one that stands already, who made this connection has yet to hear.
    if (socket.readyState === WebSocket.OPEN) setTimeout(opened);
    else socket.addEventListener("open", opened);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => socket === this.#socket && this.#take(socket, data));
    socket.addEventListener("close", () => socket === this.#socket && this.#closed());
  }

  /** The connection is lost, whether or not the browser knows: on a dead one its `close` comes late. */
  #closed() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    clearTimeout(this.#timer);
    for (const request of this.#waiting.values()) request.reject(new Lost(answerLost));
    this.#waiting.clear();
    this.#listen();
    this.emit("close");
    // Some randomness, so that a restarted server is not met by everyone at the same instant.
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries++) * (0.7 + 0.6 * Math.random());
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  /**
   * What is compressed takes a moment to open; what comes after it is heard after it.
   * @param {WebSocket} socket
   * @param {string | ArrayBuffer} data
   */
  #take(socket, data) {
    const before = this.#opening;
    if (typeof data === "string" && !before) {
      this.#hear(data);
      return;
    }
    const text = typeof data === "string" ? data : inflated(data);
    const heard = Promise.all([text, before])
      .then(([text]) => {
        // Of a line that is no longer this one, everything is asked for again.
        if (socket === this.#socket) this.#hear(text);
      })
      .catch(() => socket.close())
      .finally(() => {
        if (this.#opening === heard) this.#opening = null;
      });
    this.#opening = heard;
  }

  /** @param {string} text */
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
