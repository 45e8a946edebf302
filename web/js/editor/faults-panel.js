// The list of faults: each leads to where it is.

import { h } from "../common/html.js";
import { truthy } from "../common/truthy.js";

/**
 * @import { Check } from "./check.js"
 * @import { ToolState } from "./tool-state.js"
 * @import { Fault } from "protocol"
 */

/** @type {Record<string, string>} */
const NAMES = {
  map: "Map",
  units: "Order of battle",
  scenario: "Scenario",
  charts: "Charts",
  chits: "Chits",
  numbers: "Numbers",
};

/**
 * `go(fault)` shows one where it is.
 * @param {ToolState} toolState
 * @param {Check} check
 * @param {(fault: Fault) => void} go
 */
export function faultsPanel(toolState, check, go) {
  const { faults, settled } = check;
  if (!faults.length)
    return h(
      "p",
      { class: settled ? "sound" : "hint" },
      settled ? "The server finds no faults: this can be played." : "The server is checking…",
    );
  return [
    h("p", null, "The server reads these files as it reads its own, and found:"),
    h(
      "ul",
      { class: "plain-list faults" },
      faults.map((fault, index) => {
        const role = toolState.packDocument.role(fault.file);
        const where = [
          NAMES[role ?? ""] ?? fault.file,
          fault.hex && `hex ${fault.hex}`,
          !fault.hex && !fault.place && fault.line && `line ${fault.line}`,
        ]
          .filter(truthy)
          .join(", ");
        const there = fault.hex || (role && fault.place);
        return h(
          "li",
          null,
          h("span", { class: "small block" }, where),
          there
            ? h("button", { class: "line", key: `fault-${index}`, onclick: () => go(fault) }, fault.text)
            : fault.text,
        );
      }),
    ),
  ];
}
