// The views that the server tells of a game that is watched: whole, or by what has changed in the one
// that it told before.

import { existsIn } from "../../vendor/immutable-json-patch/immutabilityHelpers.js";
import { immutableJSONPatch, parsePath } from "../../vendor/immutable-json-patch/immutableJSONPatch.js";

/**
 * @import { Changed, Entry, View } from "protocol"
 * @import { Step } from "../../vendor/immutable-json-patch/immutableJSONPatch.js"
 */

/**
 * A change with the view that it led to.
 * @typedef {{ version: number, hash: string, entries: Entry[], view: View }} Change
 */

/** So many changes are remembered: an answer comes soon after the change that it is about. */
const OF_LATE = 8;

/**
 * A view with a patch applied; the view itself stays as it was.
 * @param {View} view
 * @param {Step[]} patch
 */
function patched(view, patch) {
  return immutableJSONPatch(view, patch, {
    // The library passes over what is not there.
    before: (document, { op, path }) => {
      if (op !== "add" && !existsIn(document, parsePath(document, path))) throw new Error(`there is no ${path}`);
    },
  });
}

export class ToldViews {
  /** @type {View | null} The view that the next patch applies to: the one told last. Null while it is asked for. */
  #last = null;
  /** @type {Change[]} */
  #changes = [];

  /** `ask` has the whole view told again. */
  constructor(/** @type {() => void} */ ask) {
    this.ask = ask;
  }

  /** Nothing that was told counts any more. */
  forget() {
    this.#last = null;
    this.#changes = [];
  }

  /** The view with which a game is watched from now on. */
  begin(/** @type {View} */ view) {
    this.#last = view;
  }

  /**
   * A change as it was told, with its view; null if that cannot be known, and is asked for.
   * @param {Changed} changed
   * @returns {Change | null}
   */
  take(changed) {
    const { version, hash, entries } = changed;
    const view = "view" in changed ? changed.view : this.#patched(changed.from, changed.patch);
    if (!view) return null;
    this.#last = view;
    const change = { version, hash, entries, view };
    this.#changes = [...this.#changes.slice(1 - OF_LATE), change];
    return change;
  }

  /** The change that led to that version, if it was told of late. */
  of(/** @type {number} */ version) {
    return this.#changes.find((change) => change.version === version && change.entries.length);
  }

  /**
   * @param {number} from
   * @param {Step[]} patch
   */
  #patched(from, patch) {
    if (!this.#last) return null;
    try {
      if (this.#last.version !== from) throw new Error(`the patch is of version ${from}`);
      return patched(this.#last, patch);
    } catch (error) {
      console.warn("The view is asked for anew:", error);
      this.forget();
      this.ask();
      return null;
    }
  }
}
