// The draw cup: how many Event chits of each side, who else is in it, what is held and discarded.

import { folding } from "../../../common/folding.js";
import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { chitBacks, chitFace, chitRow } from "../chit-card.js";
import { covered } from "../cover.js";
import * as texts from "../texts/game.js";

/**
 * @import { PanelContext } from "../../pages.js"
 * @import { Chit, SwordsView } from "protocol/blind-swords"
 */

/** @param {PanelContext<SwordsView>} options */
export function cupPanel({ view, play }) {
  const { cup } = view;
  const events = words.EACH_SIDE.map((side) =>
    h(
      "li",
      { class: `cup-events side-${side}` },
      h("b", null, cup[side].events),
      texts.eventChits(side, cup[side].events),
    ),
  );
  const inside = cup.others.length + cup.union.events + cup.confederate.events;
  return [
    h(
      "section",
      null,
      h("h3", null, texts.inCup),
      h(
        "div",
        { class: "cup" },
        h(
          "div",
          { class: "cup-chits", "aria-hidden": "true" },
          words.EACH_SIDE.map((side) => chitBacks(cup[side].events, side)),
          cup.others.map((chit) => chitFace(chit)),
        ),
        h("p", { class: "cup-rim" }, texts.chits(inside)),
      ),
      h("ul", { class: "plain-list" }, events),
      cup.others.length > 0 && chitRow(cup.others, view.system),
      cup.fortunes && h("p", { class: "warning" }, texts.negated),
      view.rare.length > 0 && h("p", { class: "small" }, texts.rareEvent),
    ),
    words.EACH_SIDE.map((side) => {
      const { keys, held, discarded } = cup[side];
      return h(
        "section",
        { class: `hand side-${side}` },
        h("h3", null, words.side(side)),
        h("p", { class: "small" }, texts.hand(keys.count, held.count)),
        !held.chits &&
          held.count > 0 &&
          h("div", { class: "cup-chits", "aria-hidden": "true" }, chitBacks(held.count, side)),
        (keys.chits || held.chits) &&
          (keys.count > 0 || held.count > 0) &&
          (covered(play, side) ?? [
            own(texts.keyChits, keys.chits, view.system),
            own(texts.held, held.chits, view.system),
          ]),
        discarded.length > 0 &&
          folding(`discarded-${side}`, {}, texts.discarded(discarded.length), chitRow(discarded, view.system)),
      );
    }),
  ];
}

/**
 * @param {string} title
 * @param {Chit[] | null} chits
 * @param {string} system
 */
function own(title, chits, system) {
  return chits?.length ? [h("h4", null, title), chitRow(chits, system)] : null;
}
