// What the server says of the files being edited: their faults, and the map drawn from them.

import { Emitter } from "../common/emitter.js";
import { Lost, Refusal } from "../session/connection.js";
import { Drawings } from "./drawings.js";

/**
 * @import { Connection } from "../session/connection.js"
 * @import { DataFiles, DrawnMap, Fault } from "protocol"
 */

/** So long nothing more must have been changed before the server is asked, in ms. */
const PAUSE = 140;

/**
 * Asks after each change, one question at a time, and only the newest counts.
 *
 * Events: `answer` with what was checked and found, `busy` when it begins or ends to wait, `trouble`
 * with a sentence when the server could not say.
 * @extends {Emitter<{
 *   answer: { files: DataFiles, faults: Fault[], maps: Record<string, DrawnMap> },
 *   busy: void,
 *   trouble: string,
 * }>}
 */
export class Check extends Emitter {
  /** @type {Fault[]} */
  faults = [];
  /** Whether the newest state has been answered for. */
  settled = false;
  /** @type {number | undefined} */
  #timer = undefined;
  #asking = false;
  /** @type {{ files: DataFiles, base?: string, opened: DataFiles } | null} */
  #again = null;
  #drawings = new Drawings();

  /** @param {Connection} connection */
  constructor(connection) {
    super();
    this.connection = connection;
  }

  /**
   * The files have changed; `base`: the pack that they stand over, `opened`: as they are in it.
   * @param {DataFiles} files
   * @param {string | undefined} base
   * @param {DataFiles} opened
   */
  request(files, base, opened) {
    this.settled = false;
    this.#again = { files, base, opened };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), PAUSE);
    this.emit("busy");
  }

  async #next() {
    if (this.#asking || !this.#again) return;
    const { files, base, opened } = this.#again;
    this.#again = null;
    this.#asking = true;
    try {
      const drawn = this.#drawings.marks;
      const sent = this.#drawings.needed(files, opened);
      const answer = await this.connection.call("pack.check", { files: sent, drawn, ...(base && { base }) });
      // Something newer waits: its answer will be the true one, but the drawing is welcome
      // meanwhile.
      if (!this.#again) this.faults = answer.faults;
      this.settled = !this.#again;
      this.emit("answer", { files, faults: this.faults, maps: this.#drawings.take(answer.maps, files) });
    } catch (error) {
      if (error instanceof Lost) this.#again ??= { files, base, opened };
      else if (error instanceof Refusal) this.emit("trouble", error.message);
      else throw error;
    } finally {
      this.#asking = false;
      this.emit("busy");
      if (this.#again) this.#timer = setTimeout(() => this.#next(), PAUSE);
    }
  }
}
