// What is still owed in this combat phase, and why.

import { h } from "../html.js";
import * as words from "../words.js";

/** `seize(cause)` starts a draft with the units and hexes of one line. */
export function owedPanel(play, seize) {
  const cases = play.view.owed?.cases ?? [];
  if (!cases.length) return h("p", { class: "hint" }, "Nothing more is owed.");
  return h(
    "section",
    { class: "part", "aria-label": "Attacks owed" },
    h("h3", null, "Still owed"),
    h(
      "ul",
      { class: "owed-list" },
      cases.map((cause) => {
        const hexes = [...new Set([...(cause.hexes ?? []), ...(cause.units ?? []).map((id) => play.unitOf(id)?.hex)])].filter(Boolean);
        return h(
          "li",
          null,
          h("button", { class: "line", "data-key": `owed-${cause.case}-${hexes.join("-")}`, onclick: () => play.board.highlight(hexes), "aria-label": `Show on the map: ${cause.text}` }, cause.text),
          " ",
          words.caseLink(cause.case, cause.system),
          seize && cause.units?.length + (cause.hexes?.length ?? 0) <= 3 && [" ", h("button", { class: "plain", "data-key": `seize-${cause.case}-${hexes.join("-")}`, onclick: () => seize(cause) }, "Draft")],
        );
      }),
    ),
  );
}
