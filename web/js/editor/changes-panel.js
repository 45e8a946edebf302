// How the open files differ from the program's own data, or from a pack that is known here, fact by
// fact, and what each fact rests on. The server compares them on demand.

import { Emitter } from "../common/emitter.js";
import { h } from "../common/html.js";
import { known } from "../common/packs.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import { Lost, Refusal } from "../session/connection.js";
import * as texts from "../texts/editor.js";
import { select } from "./choices.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { Connection } from "../session/connection.js"
 * @import { DataFiles, DifferenceTold, FactTold, ListedPack } from "protocol"
 */

/**
 * Events: `change` when there is something new to show.
 * @extends {Emitter<{ change: void }>}
 */
export class Changes extends Emitter {
  /** @type {DifferenceTold[] | null} */
  differences = null;
  /** Why they could not be compared, in a sentence. */
  trouble = "";
  busy = false;
  /** The pack that they are compared with; empty for the program's own data. */
  against = "";
  /** The packs that they can be compared with. @type {ListedPack[]} */
  packs = [];
  /** @type {DataFiles | null} */
  #of = null;

  /** @param {Connection} connection */
  constructor(connection) {
    super();
    this.connection = connection;
  }

  /** Whether these are the files that were compared. @param {DataFiles} files */
  isOf(files) {
    return this.#of === files;
  }

  /**
   * Compares these files with what was chosen.
   * @param {DataFiles} files
   * @param {string} [against]
   */
  async compare(files, against = this.against) {
    if (this.busy) return;
    this.against = against;
    this.busy = true;
    this.#of = files;
    this.trouble = "";
    this.emit("change");
    try {
      this.packs = (await this.connection.call("pack.list", { packs: known() })).packs;
      const against = this.against && { against: this.against };
      this.differences = (await this.connection.call("pack.compare", { files, ...against })).differences;
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
      this.trouble = words.sentence(error.message);
    } finally {
      this.busy = false;
      this.emit("change");
    }
  }
}

/**
 * `go` shows where a change is, `maps` both maps.
 * @type {(changes: Changes, files: DataFiles, go: (hexes: string[]) => void, maps: (against: string) => void) => Child}
 */
export function changesPanel(changes, files, go, maps) {
  const { differences, trouble, busy, against, packs } = changes;
  const title = packs.find(({ pack }) => pack === against)?.title;
  const choice = {
    id: "changes-against",
    disabled: busy,
    value: title === undefined ? "" : against,
    onchange: (/** @type {Event & { target: HTMLSelectElement }} */ { target }) => changes.compare(files, target.value),
  };
  const compare = { key: "compare", class: "plain", disabled: busy, onclick: () => changes.compare(files) };
  if (busy && !differences) return h("p", { class: "hint", role: "status" }, texts.comparing);
  return [
    h(
      "p",
      { class: "field-row" },
      h("label", { for: "changes-against" }, texts.against),
      select(choice, [
        ["", texts.ownData],
        ...packs.map(({ pack, title }) => /** @type {[string, string]} */ ([pack, title])),
      ]),
    ),
    trouble && h("p", { role: "alert" }, trouble),
    differences && h("p", { class: "differ", role: "status" }, summary(differences, title)),
    !changes.isOf(files) && h("p", { class: "hint" }, texts.changedSince),
    h(
      "p",
      null,
      h("button", compare, texts.compareAgain),
      " ",
      h("button", { id: "both-maps", class: "plain", onclick: () => maps(against) }, texts.bothMaps),
    ),
    differences &&
      h(
        "ul",
        { class: "plain-list changes" },
        differences.map(({ file, place, hexes = [], here, there }, index) => {
          const line = texts.changed(told(there), told(here));
          const to = { class: "line", key: `change-${index}`, onclick: () => go(hexes) };
          return h(
            "li",
            null,
            h("span", { class: "small block" }, [file.split("/").at(-1), place].filter(truthy).join(": ")),
            hexes.length ? h("button", to, line) : line,
          );
        }),
      ),
  ];
}

/** @type {(differences: DifferenceTold[], title: string | undefined) => string} */
const summary = (differences, title) =>
  texts.differ(differences.length, differences.filter(({ here }) => here?.basis === "printed").length, title);

/** @param {FactTold | undefined} fact */
const told = (fact) => (fact?.basis ? texts.rests(fact.value, fact.basis) : (fact?.value ?? texts.nothing));
