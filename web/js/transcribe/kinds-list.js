// What is in doubt, kind by kind, and how much of it has been read.

import { h } from "../common/html.js";
import * as texts from "../texts/transcribe.js";

/**
 * @import { Reading } from "./reading.js"
 * @import { KindTold, StepTold } from "protocol"
 */

/**
 * @param {Reading} reading
 * @param {StepTold | null} at the step in hand
 * @param {(steps: StepTold[]) => { read: number, of: number }} count
 * @param {(kind: KindTold) => void} go
 */
export function kindsList(reading, at, count, go) {
  return h(
    "ol",
    { class: "plain-list" },
    reading.kinds.map((kind) => {
      const { read, of } = count(reading.steps.filter((step) => step.kind === kind.id));
      if (!of) return null;
      return h(
        "li",
        { class: read === of ? "done" : null },
        h(
          "button",
          {
            class: "line",
            key: `kind-${kind.id}`,
            "aria-current": at?.kind === kind.id ? "true" : null,
            onclick: () => go(kind),
          },
          h("span", { class: "kind-title" }, kind.title),
          " ",
          h("span", { class: "count" }, texts.progress(read, of)),
        ),
      );
    }),
  );
}

/**
 * The steps of a kind, to choose one.
 * @param {Reading} reading
 * @param {StepTold} at
 * @param {(step: StepTold) => void} go
 */
export function stepChoice(reading, at, go) {
  const steps = reading.steps.filter((step) => step.kind === at.kind);
  if (steps.length < 2) return null;
  /** @type {Map<string, StepTold[]>} */
  const groups = new Map();
  for (const step of steps) groups.set(step.under ?? "", [...(groups.get(step.under ?? "") ?? []), step]);
  const option = (/** @type {StepTold} */ step) => {
    const { read, of } = reading.count([step]);
    return h("option", { value: step.id }, texts.stepRead(step.title, texts.progress(read, of)));
  };
  return h(
    "p",
    { class: "step-choice" },
    h("label", { for: "steps" }, texts.goTo),
    " ",
    h(
      "select",
      {
        id: "steps",
        value: at.id,
        onchange: ({ target }) => {
          const step = steps.find(({ id }) => id === target.value);
          if (step) go(step);
        },
      },
      [...groups].map(([under, list]) =>
        under ? h("optgroup", { label: under }, list.map(option)) : list.map(option),
      ),
    ),
  );
}
