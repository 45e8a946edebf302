// What an owner has read from the sheets: the steps, the answers that are on their way to the
// server, and those of a second pass.

import { Emitter } from "../common/emitter.js";
import { Lost, Refusal } from "../session/connection.js";
import * as texts from "../texts/transcribe.js";

/**
 * @import { Connection } from "../session/connection.js"
 * @import { PackDocument } from "../editor/pack-document.js"
 * @import { Pack } from "../editor/pack.js"
 * @import { AskedTold, KindTold, StepTold, WordTold } from "protocol"
 */

/** @typedef {{ file: string, place: string, value: string }} Answer */

/** So long no more must have been answered before the server is asked, in ms. */
const PAUSE = 350;
/** A server takes so many questions a minute: it is asked again after so long, in ms. */
const LATER = 5000;

const keyOf = (/** @type {{ file: string, place: string }} */ { file, place }) => `${file}\n${place}`;
/** @type {(step: StepTold, asked: AskedTold) => string} */
const partKey = ({ file }, { place, part = "" }) => `${file}\n${place}\n${part}`;

/**
 * Events: `change` when there is something new to show, `says` with what changes in play, `trouble`
 * with a sentence.
 * @extends {Emitter<{ change: void, says: string[], trouble: string }>}
 */
export class Reading extends Emitter {
  /** @type {KindTold[]} */
  kinds = [];
  /** @type {StepTold[]} */
  steps = [];
  /** @type {Record<string, WordTold[]>} */
  words = {};
  /**
   * Answers that the server has not taken yet, by file, place and part.
   * @type {Map<string, { step: StepTold, asked: AskedTold, value: string, sent: boolean }>}
   */
  #pending = new Map();
  /**
   * What was refused, by file and place.
   * @type {Map<string, string>}
   */
  refused = new Map();
  #asking = false;
  /** @type {number | undefined} */
  #timer = undefined;
  /** Answers go one by one after several together were refused. */
  #single = false;

  /**
   * @param {Connection} connection
   * @param {PackDocument} packDocument
   * @param {Pack} pack
   */
  constructor(connection, packDocument, pack) {
    super();
    this.connection = connection;
    this.packDocument = packDocument;
    this.pack = pack;
  }

  get busy() {
    return this.#asking || this.#pending.size > 0;
  }

  get #of() {
    const { scenario, base } = this.pack;
    return { scenario: scenario ?? "", files: this.pack.changed(this.packDocument.files), ...(base && { base }) };
  }

  /** Asks the server anew what is in doubt. */
  async load() {
    const { kinds, steps, words } = await this.connection.call("pack.steps", this.#of);
    this.kinds = kinds;
    this.steps = steps;
    this.words = words;
    this.#pending.clear();
    this.refused.clear();
    this.emit("change");
  }

  /** @param {AskedTold} asked */
  wordsOf(asked) {
    return (asked.words && this.words[asked.words]) || [];
  }

  /**
   * What was answered and not taken yet, or undefined.
   * @param {StepTold} step
   * @param {AskedTold} asked
   */
  waiting(step, asked) {
    return this.#pending.get(partKey(step, asked))?.value;
  }

  /**
   * Whether a value has been read from the sheet, or is on its way to be.
   * @param {StepTold} step
   * @param {AskedTold} asked
   */
  done(step, asked) {
    return asked.read || this.waiting(step, asked) !== undefined;
  }

  /**
   * @param {StepTold} step
   * @param {AskedTold} asked
   * @param {string} value
   */
  answer(step, asked, value) {
    this.refused.delete(keyOf({ file: step.file, place: asked.place }));
    this.#pending.set(partKey(step, asked), { step, asked, value, sent: false });
    this.#soon(PAUSE);
    this.emit("change");
  }

  /**
   * A hexside that the sheet has and the file has not.
   * @param {StepTold} step
   * @param {string} side
   */
  more(step, side) {
    const place = `${step.more} ${side.trim()}`;
    const asked = { place, label: side, value: "not there", read: false };
    this.answer(step, asked, "there");
  }

  /** @param {number} after */
  #soon(after) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.send(), after);
  }

  /**
   * The answers that are complete: of a value of several parts all have been read. What was answered
   * in the same step goes along again, since some values are marked only together.
   */
  #answers() {
    /** @type {Map<string, Answer & { keys: string[] }>} */
    const answers = new Map();
    for (const { step, asked } of this.#pending.values()) {
      const { file } = step;
      const parts = step.asked.filter((one) => one.place === asked.place);
      const values = (parts.length ? parts : [asked]).map((one) =>
        this.done(step, one) ? (this.waiting(step, one) ?? one.value) : null,
      );
      if (values.some((value) => value === null)) continue;
      const keys = (parts.length ? parts : [asked]).map((one) => partKey(step, one));
      answers.set(keyOf({ file, place: asked.place }), {
        file,
        place: asked.place,
        value: values.every((value) => value === "") ? "" : values.join(asked.join ?? ""),
        keys,
      });
    }
    return [...answers.values()];
  }

  /** Sends what has been answered. */
  async send() {
    clearTimeout(this.#timer);
    if (this.#asking) return;
    const all = this.#answers().filter((answer) => !this.refused.has(keyOf(answer)));
    const answers = this.#single ? all.slice(0, 1) : all;
    if (!answers.some(({ keys }) => keys.some((key) => this.#pending.get(key)?.sent === false))) return;
    this.#asking = true;
    const asWere = new Map(this.#pending);
    let later = 0;
    try {
      const { files, steps, says } = await this.connection.call("pack.read", {
        ...this.#of,
        answers: answers.map(({ file, place, value }) => ({ file, place, value })),
      });
      this.#taken(answers, steps, asWere);
      this.packDocument.put(texts.answered(answers[0].place, answers.length - 1), files);
      if (says.length) this.emit("says", says);
      this.#single = this.#single && all.length > 1;
    } catch (error) {
      if (error instanceof Lost) later = PAUSE;
      else if (!(error instanceof Refusal)) throw error;
      else if (!error.data.faults) {
        // Too much was asked at a time, or the pack is gone: nothing is wrong with the answers.
        later = LATER;
        this.emit("trouble", error.message);
      } else if (answers.length > 1) this.#single = true;
      else this.#refuse(answers[0], error.data.faults[0]?.text ?? error.message);
    } finally {
      this.#asking = false;
      this.emit("change");
    }
    if ([...this.#pending.values()].some(({ sent }) => !sent)) this.#soon(later);
  }

  /**
   * @param {(Answer & { keys: string[] })[]} answers
   * @param {StepTold[]} steps
   * @param {Map<string, unknown>} asWere what waited when they were sent
   */
  #taken(answers, steps, asWere) {
    const now = new Map(steps.map((step) => [step.id, step]));
    this.steps = this.steps.map((step) => now.get(step.id) ?? step);
    const known = new Set(this.steps.map(({ id }) => id));
    this.steps.push(...steps.filter(({ id }) => !known.has(id)));
    for (const { keys } of answers) {
      for (const key of keys) {
        const waits = this.#pending.get(key);
        // What was answered otherwise meanwhile is sent anew.
        if (!waits || waits !== asWere.get(key)) continue;
        const step = now.get(waits.step.id) ?? waits.step;
        const asked = step.asked.find(({ place, part }) => place === waits.asked.place && part === waits.asked.part);
        if (asked?.read || !asked) this.#pending.delete(key);
        else this.#pending.set(key, { ...waits, step, asked, sent: true });
      }
    }
  }

  /**
   * @param {Answer & { keys: string[] }} answer
   * @param {string} what
   */
  #refuse(answer, what) {
    for (const key of answer.keys) this.#pending.delete(key);
    this.refused.set(keyOf(answer), what);
    this.emit("trouble", what);
  }

  /**
   * Why an answer was refused, or undefined.
   * @param {StepTold} step
   * @param {AskedTold} asked
   */
  wrong(step, asked) {
    return this.refused.get(keyOf({ file: step.file, place: asked.place }));
  }

  /**
   * How many values of these steps there are, and how many of them have been read.
   * @param {StepTold[]} steps
   */
  count(steps) {
    const places = new Map();
    for (const step of steps) {
      for (const asked of step.asked) {
        const key = keyOf({ file: step.file, place: asked.place });
        places.set(key, (places.get(key) ?? true) && this.done(step, asked));
      }
    }
    return { of: places.size, read: [...places.values()].filter(Boolean).length };
  }
}
