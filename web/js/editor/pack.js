// The pack being made: what it is called, where it came from, and how it is kept.

import { base64, download, editor, known, remember } from "../common/packs.js";
import { Refusal } from "../session/connection.js";
import * as texts from "../texts/editor.js";
import * as drafts from "./drafts.js";

/**
 * @import { Connection } from "../session/connection.js"
 * @import { Draft, Held } from "./drafts.js"
 * @import { PackDocument } from "./pack-document.js"
 * @import { DataFiles } from "protocol"
 */

/** @typedef {{ title: string, author: string, about: string }} About */

const PAUSE = 400;

export class Pack {
  /** `{title, author?, about?}`, as it will be called. @type {About} */
  about = { title: "", author: "", about: "" };
  /**
   * The pack that the files stand over, or undefined: then they stand over the program's own.
   * @type {string | undefined}
   */
  base = undefined;
  /** The pack these files were last kept as, or null. @type {string | null} */
  id = null;
  /** @type {string | null} */
  scenario = null;
  /** The packs that facts were taken over from, besides those that its own names. @type {string[]} */
  from = [];
  /** What this window last kept in the browser. @type {Held | null} */
  #held = null;
  /** @type {number | undefined} */
  #timer = undefined;
  /** @type {{ pack: string, zip: string, files: DataFiles, about: About } | null} */
  #kept = null;
  /** @type {DataFiles} */
  #opened = {};

  /**
   * `unkept()` is called, once, when the browser keeps no work.
   * @param {Connection} connection
   * @param {PackDocument} packDocument
   * @param {(() => void) | null} unkept
   */
  constructor(connection, packDocument, unkept) {
    this.connection = connection;
    this.packDocument = packDocument;
    this.unkept = unkept;
  }

  /**
   * Opens a scenario, of a pack or of the program.
   * @param {string} scenario
   * @param {string} [base]
   */
  async open(scenario, base) {
    const answer = await this.connection.call("pack.open", { scenario, ...(base && { pack: base }) });
    const { files, map, units, scenario: path, shared, pack } = answer;
    this.scenario = scenario;
    // What the server was started with may stand over its own files without being asked for.
    this.base = base ?? pack?.id;
    this.#opened = files;
    this.about = {
      title: pack?.title ?? texts.corrected(files[path].title),
      author: pack?.author ?? "",
      about: pack?.about ?? "",
    };
    if (base) remember(base);
    return { files, paths: { map, units, scenario: path, ...shared } };
  }

  /** The files as they were opened. */
  get opened() {
    return this.#opened;
  }

  /** Work on this scenario that this browser kept, of this window and of others. */
  drafts() {
    return this.scenario === null ? [] : drafts.all(this.scenario, this.base);
  }

  /**
   * Goes on with work that was kept: from now on this window keeps its work in its place.
   * @param {Draft & Held} draft
   */
  adopt(draft) {
    if (this.#held && this.#held.at !== draft.at) drafts.forget(this.#held);
    this.#held = draft;
    Object.assign(this.about, draft.about);
    this.from = draft.from ?? [];
  }

  /** The same, as a step of the files that are open. @param {Draft & Held} draft */
  take(draft) {
    this.adopt(draft);
    this.packDocument.put(texts.keptWork, draft.files);
  }

  /** Keeps the work in this browser, soon. */
  keepDraft() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), PAUSE);
  }

  /** Keeps it now. */
  flush() {
    clearTimeout(this.#timer);
    if (!this.scenario) return;
    if (this.packDocument.unsaved) {
      const held = drafts.keep(this.scenario, this.base, this.#work(), this.#held);
      if (held) this.#held = held;
      else {
        this.unkept?.();
        this.unkept = null;
      }
    } else if (this.packDocument.undoes !== null) this.forgetDraft();
  }

  #work() {
    const { about, from } = this;
    return { files: this.packDocument.files, about, ...(from.length && { from }) };
  }

  /** Throws away what this window kept. */
  forgetDraft() {
    drafts.forget(this.#held);
    this.#held = null;
  }

  /** The files that differ from what was opened. @param {DataFiles} files */
  changed(files) {
    const differs = (/** @type {string} */ path) =>
      files[path] !== this.#opened[path] && JSON.stringify(files[path]) !== JSON.stringify(this.#opened[path]);
    return Object.fromEntries(
      Object.keys(files)
        .filter(differs)
        .map((path) => [path, files[path]]),
    );
  }

  /**
   * What a pack of them holds: it says nothing of files that are as they were. Where none differs,
   * all of them.
   * @param {DataFiles} files
   */
  #contents(files) {
    const changed = this.changed(files);
    return Object.keys(changed).length ? changed : files;
  }

  /** Keeps the files on the server as a pack. */
  async keep() {
    const { files } = this.packDocument;
    const { title, author, about } = this.about;
    const before = this.#kept;
    if (before?.files === files && JSON.stringify(before.about) === JSON.stringify(this.about)) return before;
    const kept = await this.connection.call("pack.keep", {
      files: this.#contents(files),
      title: title?.trim() || texts.untitled,
      ...(author && { author }),
      ...(about && { about }),
      ...(this.base && { base: this.base }),
      ...(this.from.length && { from: this.from }),
    });
    this.#kept = { ...kept, files, about: { ...this.about } };
    this.id = kept.pack;
    remember(kept.pack);
    return this.#kept;
  }

  /** Keeps it and hands it over as a file. */
  async save() {
    const kept = await this.keep();
    download(kept.zip, this.about.title || "pack");
    this.packDocument.saved(kept.files);
    this.forgetDraft();
  }

  /** Begins a game for both sides at this screen. */
  async play() {
    const kept = await this.keep();
    this.flush();
    return this.connection.call("game.new", {
      scenario: this.packDocument.file("scenario").id,
      pack: kept.pack,
      mode: "hot-seat",
      options: {},
    });
  }

  /** Loads a pack file; the editor's address of its first scenario. @param {File} file */
  async load(file) {
    const loaded = await this.connection.call("pack.load", { zip: await base64(file) });
    if (!loaded.scenarios.length) throw new Refusal({ message: "no scenario uses anything in this pack" });
    remember(loaded.pack);
    this.flush();
    return editor(loaded.scenarios[0].id, loaded.pack);
  }

  /** The packs this browser knows and the server has, `{pack, title, scenarios}`. */
  async others() {
    return (await this.connection.call("pack.list", { packs: known() })).packs;
  }
}
