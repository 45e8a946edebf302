// The drawings that the server has sent of the maps being edited: whole at first, then by what has
// changed.

import { immutableJSONPatch } from "../../vendor/immutable-json-patch/immutableJSONPatch.js";

/** @import { DataFile, DataFiles, DrawnMap, MapTold, Splice } from "protocol" */

/**
 * A text with pieces of it replaced.
 * @param {string} text
 * @param {Splice[]} splices
 */
export function spliced(text, splices) {
  let end = 0;
  const pieces = splices.flatMap(({ at, drop, put }) => {
    const kept = text.slice(end, at);
    end = at + drop;
    return [kept, put];
  });
  return [...pieces, text.slice(end)].join("");
}

export class Drawings {
  /**
   * The drawings by the paths of their maps, each with the document that it was made from.
   * @type {Record<string, DrawnMap & { mark: string, of: DataFile }>}
   */
  #held = {};

  /** What the server is told of the drawings that are here: the mark of each, by its path. */
  get marks() {
    return Object.fromEntries(Object.entries(this.#held).map(([path, { mark }]) => [path, mark]));
  }

  /**
   * The files that the server has to be sent: it knows those that are as they were opened, and need not
   * draw a map again that is as it is drawn here. At first, all of them.
   * @param {DataFiles} files
   * @param {DataFiles} opened
   */
  needed(files, opened) {
    if (!Object.keys(this.#held).length) return files;
    const changed = (/** @type {[string, DataFile]} */ [path, file]) =>
      file !== opened[path] || (this.#held[path] && this.#held[path].of !== file);
    return Object.fromEntries(Object.entries(files).filter(changed));
  }

  /**
   * The maps of an answer about these files, whole. One that has not changed is the same object again.
   * @param {Record<string, MapTold>} maps
   * @param {DataFiles} files
   */
  take(maps, files) {
    for (const [path, told] of Object.entries(maps)) {
      const before = this.#held[path];
      const of = files[path];
      if (!("from" in told)) {
        // What a layout is, its schema leaves open.
        const { svg, layout, mark = "" } = /** @type {DrawnMap & { mark?: string }} */ (told);
        this.#held[path] = { svg, layout, mark, of };
      } else if (told.mark !== told.from) {
        const layout = immutableJSONPatch(before.layout, told.layout);
        this.#held[path] = { svg: spliced(before.svg, told.svg), layout, mark: told.mark, of };
      } else before.of = of;
    }
    return /** @type {Record<string, DrawnMap>} */ (
      Object.fromEntries(Object.keys(maps).map((path) => [path, this.#held[path]]))
    );
  }
}
