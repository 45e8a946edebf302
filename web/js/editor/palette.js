// The tools: one is in hand, with its choices below.

import { h } from "../common/html.js";
import * as texts from "../texts/editor.js";

/**
 * @import { Line, Outline, Press } from "../board/board.js"
 * @import { Child } from "../common/html.js"
 * @import { Where } from "./tool-state.js"
 */

/**
 * A tool: `tell` says what it knows of a hex; `press`, and where it `paints`, `begin`, `over` and
 * `end` apply it; `lift` lets go of what it holds; one that `aims` is about hexsides. `point` hears of
 * a press before all of these, also beside all hexes, and says whether it was its own; `hold` of
 * being taken in hand and of being put down.
 * @typedef {{
 *   id: string, title: string, hint: string,
 *   paints?: boolean, aims?: boolean, certain?: boolean, counters?: boolean,
 *   options: () => Child,
 *   tell?: (hex: string) => string,
 *   press?: (at: Where) => unknown,
 *   begin?: (at: Where) => unknown,
 *   over?: (at: Where) => unknown,
 *   end?: () => unknown,
 *   drop?: (unit: string, hex: string | null) => unknown,
 *   lift?: () => boolean,
 *   point?: (at: Press) => boolean,
 *   hold?: (held: boolean) => void,
 *   marks?: () => { outlines?: Outline[], lines?: Line[] },
 * }} Tool
 */

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// `tools` in the order they lie in, `tool` the one in hand.
/** @type {(tools: Tool[], tool: Tool, take: (id: string) => void) => Child} */
export function palette(tools, tool, take) {
  const key = (/** @type {KeyboardEvent & { target: HTMLElement }} */ event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tools.findIndex((one) => one.id === event.target.dataset.tool);
    const next = tools[(at + step + tools.length) % tools.length];
    take(next.id);
    document.getElementById(`tool-${next.id}`)?.focus();
  };
  return h(
    "div",
    { class: "palette", role: "radiogroup", "aria-label": texts.tool, onkeydown: key },
    tools.map((one) =>
      h(
        "button",
        {
          id: `tool-${one.id}`,
          "data-tool": one.id,
          role: "radio",
          "aria-checked": String(one === tool),
          tabindex: one === tool ? 0 : -1,
          title: one.hint,
          onclick: () => take(one.id),
        },
        one.title,
      ),
    ),
  );
}

/** The choices of the tool in hand. @param {Tool} tool */
export function options(tool) {
  return h(
    "div",
    { key: tool.id, class: "tool-options", "data-tool": tool.id },
    h("h2", { class: "aloud" }, tool.title),
    tool.options(),
    tool.paints && h("p", { class: "small" }, texts.movesMap),
  );
}
