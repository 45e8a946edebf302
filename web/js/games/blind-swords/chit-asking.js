// When a side is asked whether it plays a chit (K43): what it chose, and the choice itself. Both
// sides may know it.

import { h } from "../../common/html.js";
import * as words from "../../common/words.js";

/**
 * @import { Play } from "../../game/play.js"
 * @import { Session } from "../../session/session.js"
 * @import { Asking, SwordsView } from "protocol/blind-swords"
 */

/** @type {Record<Asking, string[]>} */
const SAID = {
  "every-moment": [
    "at every moment when one of its chits could be played",
    "at every moment when one of their chits could be played",
  ],
  "when-playable": [
    "only when it can play one, which gives that away",
    "only when they can play one, which gives that away",
  ],
};

/**
 * What each side has chosen, in a sentence or two.
 * @param {SwordsView} options
 */
function known({ asking }) {
  if (asking.union === asking.confederate) return `Both sides are asked ${SAID[asking.union][1]}.`;
  return words.EACH_SIDE.map((side) => `The ${words.side(side)} side is asked ${SAID[asking[side]][0]}.`).join(" ");
}

/**
 * The choice for the side whose player is here, with what both have chosen. `place` tells one on
 * the page from another.
 * @param {{ play: Play, view: SwordsView, session: Session }} options
 * @param {string} place
 */
export function askingChoice({ play, view, session }, place) {
  const side = session.you === "both" ? view.question?.side : session.you;
  const may = side && !play.past && view.phase !== "over";
  const way = (/** @type {Asking} */ when, /** @type {string} */ title, /** @type {string} */ text) =>
    h(
      "label",
      null,
      h("input", {
        type: "radio",
        name: `${place}-asking`,
        id: `${place}-${when}`,
        value: when,
        checked: side && view.asking[side] === when,
        disabled: !may,
        onchange: () => play.order({ ask: { when } }),
      }),
      h("span", null, h("b", null, title), h("span", { class: "small block" }, text)),
    );
  return h(
    "fieldset",
    { class: "asking" },
    h(
      "legend",
      null,
      side ? `When to ask the ${words.side(side)} side about chits ` : "When to ask about chits ",
      words.caseLink(view.cases.asking.case, view.cases.asking.system),
    ),
    side && [
      way(
        "every-moment",
        "At every moment",
        "While it holds an Event chit, whenever one of its chits could be played. Being asked tells the other side nothing.",
      ),
      way(
        "when-playable",
        "Only when it can play one",
        "Quicker, but it gives something away: anyone who sees it being asked knows that it holds such a chit.",
      ),
      place === "ask" &&
        h(
          "p",
          { class: "small" },
          "Or let the program pass for you: see “Standing orders”. The other side is not told about those.",
        ),
    ],
    h("p", { class: "small asking-known" }, known(view)),
  );
}
