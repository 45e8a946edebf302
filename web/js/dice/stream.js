// The dice of a game, thrown again from its seeds: "Dice" in docs/protocol.md.

import { chacha20 } from "../../vendor/noble-ciphers/chacha.js";
import { digest } from "./hash.js";

/** @import { BySide } from "protocol" */

const BLOCK = 64 * 64;

/**
 * The key of a game's dice: the server's seed (bytes) and both players' shares (texts).
 * @param {Uint8Array} seed
 * @param {{ union?: string, confederate?: string }} [options]
 */
export function keyOf(seed, { union = "", confederate = "" } = {}) {
  return digest("longroll dice 1\0", seed, "\0", union, "\0", confederate);
}

/**
 * The key of the dice of one order: the server's seed, both players' links for it, and the version
 * at which it was fixed.
 * @param {Uint8Array} seed
 * @param {BySide<string>} options
 * @param {number} version
 */
export function keyOfThrow(seed, { union, confederate }, version) {
  return digest("longroll dice 2\0", seed, "\0", union, "\0", confederate, "\0", String(version));
}

/** Dice by a key, after those that were loaded. */
export class Stream {
  #key;
  #loaded;
  /** @type {Uint8Array} */
  #bytes = new Uint8Array();
  #blocks = 0;
  #next = 0;

  /**
   * @param {Uint8Array} key
   * @param {number[]} [loaded]
   */
  constructor(key, loaded = []) {
    this.#key = key;
    this.#loaded = [...loaded];
  }

  /**
   * The same once so many have been thrown.
   * @param {number} thrown
   */
  after(thrown) {
    for (let die = 0; die < thrown; die++) this.throw();
    return this;
  }

  /** The next die, 1 to 6. */
  throw() {
    if (this.#loaded.length) return this.#loaded.shift();
    for (;;) {
      if (this.#next === this.#bytes.length) {
        this.#bytes = chacha20(this.#key, new Uint8Array(12), new Uint8Array(BLOCK), undefined, this.#blocks);
        this.#blocks += BLOCK / 64;
        this.#next = 0;
      }
      const byte = this.#bytes[this.#next++];
      // So that all six faces are equally likely.
      if (byte < 252) return (byte % 6) + 1;
    }
  }
}
