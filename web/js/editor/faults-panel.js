// The list of faults: each leads to where it is.

import { h } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import * as texts from "../texts/editor.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { Check } from "./check.js"
 * @import { ToolState } from "./tool-state.js"
 * @import { Fault } from "protocol"
 */

/** @type {Record<string, string>} */
const FILES = texts.FILES;

// `go(fault)` shows one where it is.
/** @type {(toolState: ToolState, check: Check, go: (fault: Fault) => void) => Child} */
export function faultsPanel(toolState, { faults, settled }, go) {
  if (!faults.length) return h("p", { class: settled ? "sound" : "hint" }, settled ? texts.noFaults : texts.isChecking);
  const line = (/** @type {Fault} */ fault, /** @type {number} */ index) => {
    const role = toolState.packDocument.role(fault.file) ?? "";
    const at = fault.hex ? texts.faultHex(fault.hex) : !fault.place && fault.line && texts.faultLine(fault.line);
    const where = [FILES[role] ?? fault.file, at].filter(truthy).join(", ");
    const there = fault.hex || (role && fault.place);
    const to = { class: "line", key: `fault-${index}`, onclick: () => go(fault) };
    return h("li", null, h("span", { class: "small block" }, where), there ? h("button", to, fault.text) : fault.text);
  };
  return [h("p", null, texts.found), h("ul", { class: "plain-list faults" }, faults.map(line))];
}
