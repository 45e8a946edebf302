// What the files that are open have otherwise than the program's own data, fact by fact, and what
// each rests on. The server compares them when somebody looks.

import { Emitter } from "../common/emitter.js";
import { h } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import { Lost, Refusal } from "../session/connection.js";

/**
 * @import { Connection } from "../session/connection.js"
 * @import { DataFiles, DifferenceTold, FactTold } from "protocol"
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
   * Compares these files with the program's own data.
   * @param {DataFiles} files
   */
  async compare(files) {
    if (this.busy) return;
    this.busy = true;
    this.#of = files;
    this.trouble = "";
    this.emit("change");
    try {
      this.differences = (await this.connection.call("pack.compare", { files })).differences;
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
 */
export function changesPanel(changes, files, go) {
  const { differences, trouble, busy } = changes;
  const again = h(
    "button",
    { "data-key": "compare", class: "plain", disabled: busy, onclick: () => changes.compare(files) },
    "Compare again",
  );
  if (busy && !differences) return h("p", { class: "hint", role: "status" }, "The server is comparing…");
  return [
    trouble && h("p", { role: "alert" }, trouble),
    differences && h("p", { class: "differ", role: "status" }, summary(differences)),
    !changes.isOf(files) && h("p", { class: "hint" }, "The files have been changed since."),
    h("p", null, again),
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
              ? h("button", { class: "line", "data-key": `change-${index}`, onclick: () => go(hexes) }, line)
              : line,
          );
        }),
      ),
  ];
}

/** @param {DifferenceTold[]} differences */
function summary(differences) {
  if (!differences.length) return "All facts are as in the program's own data.";
  const read = differences.filter(({ here }) => here?.basis === "printed").length;
  const count = `${words.count(differences.length, "fact")} ${differences.length === 1 ? "differs" : "differ"}`;
  return `${count} from the program's own data; ${read} read from the printed sheet.`;
}

/** @param {FactTold | undefined} fact */
function told(fact) {
  if (!fact) return "nothing";
  return fact.basis ? `${fact.value} (${fact.basis})` : fact.value;
}
