// The pack being edited: its files, and every step that led to them.

import { Emitter } from "../common/emitter.js";

/** @import { DataFile, DataFiles } from "protocol" */

/** @typedef {(open: (role: string) => DataFile) => unknown} Recipe */

/** Steps that can be taken back. */
const MOST_STEPS = 400;

/**
 * Files are documents by their path. A document is never changed in place: each step has the
 * documents before and after it, those it left alone shared, so that a step back is the same
 * objects again.
 *
 * Events: `change` with the paths whose documents are others now.
 * @extends {Emitter<{ change: { paths: string[] } }>}
 */
export class PackDocument extends Emitter {
  /** @type {DataFiles} */
  files = {};
  /** The paths of the files that the tools change: `{map, units, scenario}`. @type {Record<string, string>} */
  paths = {};
  /** @type {{ label: string, join: string | null, before: DataFiles, after: DataFiles }[]} */
  #steps = [];
  #at = 0;
  /** @type {DataFiles} */
  #kept = {};

  /**
   * Begins with files as they were opened. `kept`: what counts as saved, if not these.
   * @param {DataFiles} files
   * @param {Record<string, string>} paths
   * @param {DataFiles} [kept]
   */
  begin(files, paths, kept = files) {
    this.files = { ...files };
    this.paths = paths;
    this.#steps = [];
    this.#at = 0;
    this.#kept = kept;
    this.#tell(Object.keys(files));
  }

  /** A document by what it is: `"map"`, `"units"`, `"scenario"`. @param {string} role */
  file(role) {
    return this.files[this.paths[role]];
  }

  /** What a path is to the tools, or null. @param {string} path */
  role(path) {
    return Object.keys(this.paths).find((role) => this.paths[role] === path) ?? null;
  }

  /**
   * One step. `recipe(open)` changes the documents that it opens by role; what it returns `false`
   * for is no step. Steps with the same `join` that follow each other are one: a drag, a word being
   * typed.
   * @param {string} label
   * @param {Recipe} recipe
   * @param {string | null} [join]
   */
  change(label, recipe, join = null) {
    /** @type {DataFiles} */
    const drafts = {};
    const open = (/** @type {string} */ role) => (drafts[this.paths[role]] ??= structuredClone(this.file(role)));
    if (recipe(open) === false) return false;
    const paths = Object.keys(drafts).filter(
      (path) => JSON.stringify(drafts[path]) !== JSON.stringify(this.files[path]),
    );
    if (!paths.length) return false;
    const after = { ...this.files, ...Object.fromEntries(paths.map((path) => [path, drafts[path]])) };
    const last = this.#steps[this.#at - 1];
    this.#steps.length = this.#at;
    if (join !== null && last?.join === join) last.after = after;
    else this.#steps.push({ label, join, before: this.files, after });
    if (this.#steps.length > MOST_STEPS) this.#steps.shift();
    this.#at = this.#steps.length;
    this.files = after;
    this.#tell(paths);
    return true;
  }

  /**
   * Puts whole files in place of those here, as one step.
   * @param {string} label
   * @param {DataFiles} files
   */
  put(label, files) {
    const after = { ...this.files, ...files };
    const paths = Object.keys(after).filter((path) => after[path] !== this.files[path]);
    this.#steps.length = this.#at;
    this.#steps.push({ label, join: null, before: this.files, after });
    this.#at = this.#steps.length;
    this.files = after;
    this.#tell(paths);
  }

  /** Ends a drag or a word: what comes next is a step of its own. */
  rest() {
    const last = this.#steps[this.#at - 1];
    if (last) last.join = null;
  }

  /** The name of the step that would be taken back, or null. */
  get undoes() {
    return this.#steps[this.#at - 1]?.label ?? null;
  }

  /** The name of the step that would be done again, or null. */
  get redoes() {
    return this.#steps[this.#at]?.label ?? null;
  }

  undo() {
    if (this.#at > 0) this.#become(this.#steps[--this.#at].before);
  }

  redo() {
    if (this.#at < this.#steps.length) this.#become(this.#steps[this.#at++].after);
  }

  /** Gives a drag up: as if it had never begun. @param {string} join */
  forsake(join) {
    if (this.#steps[this.#at - 1]?.join !== join) return;
    this.undo();
    this.#steps.length = this.#at;
  }

  /** Whether anything differs from what was opened or last saved. */
  get unsaved() {
    return Object.keys(this.files).some(
      (path) =>
        this.files[path] !== this.#kept[path] && JSON.stringify(this.files[path]) !== JSON.stringify(this.#kept[path]),
    );
  }

  /** What lies here now is saved. */
  saved(files = this.files) {
    this.#kept = files;
  }

  /** @param {DataFiles} files */
  #become(files) {
    const paths = Object.keys(files).filter((path) => files[path] !== this.files[path]);
    this.files = files;
    this.#tell(paths);
  }

  /** @param {string[]} paths */
  #tell(paths) {
    this.emit("change", { paths });
  }
}
