// What the files that are open have otherwise than the program's own data, or than a pack that is
// known here, fact by fact, and what each rests on. The server compares them when somebody looks.

import { Emitter } from "../common/emitter.js";
import { h } from "../common/html.js";
import { known } from "../common/packs.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import { Lost, Refusal } from "../session/connection.js";

/**
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
  /**
   * The packs that they can be compared with.
   * @type {ListedPack[]}
   */
  packs = [];
  /** @type {DataFiles | null} */
  #of = null;

  /** @param {Connection} connection */
  constructor(connection) {
    super();
    this.connection = connection;
  }

  /**
   * Whether these are the files that were compared.
   * @param {DataFiles} files
   */
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
 * @param {Changes} changes
 * @param {DataFiles} files
 * @param {(hexes: string[]) => void} go shows where a change is
 * @param {(against: string) => void} maps shows both maps
 */
export function changesPanel(changes, files, go, maps) {
  const { differences, trouble, busy, against, packs } = changes;
  const title = packs.find(({ pack }) => pack === against)?.title;
  const whose = title ? `the pack “${title}”` : "the program's own data";
  const again = h(
    "button",
    { key: "compare", class: "plain", disabled: busy, onclick: () => changes.compare(files) },
    "Compare again",
  );
  const choice = h(
    "p",
    { class: "field-row" },
    h("label", { for: "changes-against" }, "Against"),
    h(
      "select",
      {
        id: "changes-against",
        disabled: busy,
        value: packs.some(({ pack }) => pack === against) ? against : "",
        onchange: ({ target }) => changes.compare(files, target.value),
      },
      h("option", { value: "" }, "The program's own data"),
      packs.map(({ pack, title }) => h("option", { value: pack }, title)),
    ),
  );
  if (busy && !differences) return h("p", { class: "hint", role: "status" }, "The server is comparing…");
  return [
    choice,
    trouble && h("p", { role: "alert" }, trouble),
    differences && h("p", { class: "differ", role: "status" }, summary(differences, whose)),
    !changes.isOf(files) && h("p", { class: "hint" }, "The files have been changed since."),
    h(
      "p",
      null,
      again,
      " ",
      h("button", { id: "both-maps", class: "plain", onclick: () => maps(against) }, "Show both maps"),
    ),
    differences &&
      h(
        "ul",
        { class: "plain-list changes" },
        differences.map((difference, index) => {
          const { file, place, hexes = [], here, there } = difference;
          const line = `${told(there)} → ${told(here)}`;
          return h(
            "li",
            null,
            h("span", { class: "small block" }, [file.split("/").at(-1), place].filter(truthy).join(": ")),
            hexes.length
              ? h("button", { class: "line", key: `change-${index}`, onclick: () => go(hexes) }, line)
              : line,
          );
        }),
      ),
  ];
}

/**
 * @param {DifferenceTold[]} differences
 * @param {string} whose
 */
function summary(differences, whose) {
  if (!differences.length) return `All facts are as in ${whose}.`;
  const read = differences.filter(({ here }) => here?.basis === "printed").length;
  const count = `${words.count(differences.length, "fact")} ${differences.length === 1 ? "differs" : "differ"}`;
  return `${count} from ${whose}; ${read} read from the printed sheet.`;
}

/** @param {FactTold | undefined} fact */
function told(fact) {
  if (!fact) return "nothing";
  return fact.basis ? `${fact.value} (${fact.basis})` : fact.value;
}
