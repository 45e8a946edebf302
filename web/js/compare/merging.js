// Facts taken over from the other side, step by step: each can be taken back. The server takes them,
// and says whether a pack can be made of the files as they are then.

/**
 * @import { Connection } from "../session/connection.js"
 * @import { DataFiles, DifferenceTold, Fault, Params } from "protocol"
 * @import { Reading } from "./readings.js"
 */

/** @typedef {{ files: DataFiles, faults: Fault[] }} Step */

export class Merging {
  /** @type {Step[]} */
  #steps;
  #at = 0;

  /**
   * @param {Connection} connection
   * @param {Reading} here
   * @param {Reading} there
   */
  constructor(connection, here, there) {
    this.connection = connection;
    this.here = here;
    this.there = there;
    this.#steps = [{ files: here.files, faults: [] }];
  }

  get files() {
    return this.#steps[this.#at].files;
  }

  /** What is wrong with the files as they are now, since something was taken. */
  get faults() {
    return this.#steps[this.#at].faults;
  }

  /** Whether anything was taken. */
  get changed() {
    return this.#at > 0;
  }

  get undoes() {
    return this.#at > 0;
  }

  get redoes() {
    return this.#at + 1 < this.#steps.length;
  }

  undo() {
    if (this.undoes) this.#at--;
  }

  redo() {
    if (this.redoes) this.#at++;
  }

  /** The packs that the files have facts from besides their own. */
  get from() {
    const { here, there } = this;
    return [...new Set([...here.from, ...(this.changed && there.base ? [there.base] : [])])];
  }

  /** The files that differ from those they stand over. */
  get own() {
    const { files, here } = this;
    const changed = Object.keys(files).filter(
      (path) => JSON.stringify(files[path]) !== JSON.stringify(here.opened[path]),
    );
    return Object.fromEntries(changed.map((path) => [path, files[path]]));
  }

  /** What the two do not have alike now. */
  async differences() {
    const against = this.there.base;
    return (await this.connection.call("pack.compare", { files: this.files, ...(against && { against }) })).differences;
  }

  /**
   * Takes these facts over, or all that rest on something better there; how many that were.
   * @param {DifferenceTold[]} [chosen]
   */
  async take(chosen) {
    /** @type {Params<"pack.merge">} */
    const asked = {
      files: this.files,
      ...(this.here.base && { base: this.here.base }),
      ...(this.there.base && { from: this.there.base }),
      ...(chosen && { take: { facts: chosen.map(({ file, place }) => ({ file, place })) } }),
    };
    const { files, taken, faults } = await this.connection.call("pack.merge", asked);
    if (taken.length) {
      this.#steps.length = this.#at + 1;
      this.#steps.push({ files: { ...this.files, ...files }, faults });
      this.#at++;
    }
    return taken.length;
  }
}
