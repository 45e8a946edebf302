// The sheets read a second time: what was read first is hidden, and what differs is listed.

import { set, setting } from "../common/settings.js";

/** @import { AskedTold, StepTold } from "protocol" */

/** @typedef {{ step: StepTold, asked: AskedTold, second: string }} Difference */

/**
 * @param {StepTold} step
 * @param {AskedTold} asked
 */
const keyOf = (step, asked) => [step.file, asked.place, asked.part ?? ""].join("\n");

export class SecondPass {
  /**
   * What was read, by file, place and part.
   * @type {Map<string, string>}
   */
  #read;
  #key;

  /**
   * @param {string} scenario
   * @param {string} [base]
   */
  constructor(scenario, base) {
    this.#key = ["transcribe.again", scenario, base].filter(Boolean).join(".");
    try {
      const kept = JSON.parse(setting(this.#key, "[]"));
      this.#read = new Map(Array.isArray(kept) ? kept : []);
    } catch {
      this.#read = new Map();
    }
  }

  /**
   * @param {StepTold} step
   * @param {AskedTold} asked
   */
  get(step, asked) {
    return this.#read.get(keyOf(step, asked));
  }

  /**
   * @param {StepTold} step
   * @param {AskedTold} asked
   * @param {string} value
   */
  put(step, asked, value) {
    this.#read.set(keyOf(step, asked), value);
    this.#keep();
  }

  /**
   * Settles a difference: both are one from now on.
   * @param {Difference} difference
   */
  settle({ step, asked }) {
    this.#read.delete(keyOf(step, asked));
    this.#keep();
  }

  /**
   * How much of what was read first has been read again, and where the two differ.
   * @param {StepTold[]} steps
   */
  compare(steps) {
    /** @type {Difference[]} */
    const differences = [];
    let read = 0;
    let of = 0;
    for (const step of steps) {
      for (const asked of step.asked.filter((one) => one.read)) {
        of += 1;
        const second = this.get(step, asked);
        if (second === undefined) continue;
        read += 1;
        if (second !== asked.value) differences.push({ step, asked, second });
      }
    }
    return { differences, read, of };
  }

  #keep() {
    set(this.#key, JSON.stringify([...this.#read]));
  }
}
