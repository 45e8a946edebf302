// The draw cup: how many Event chits of each side, who else is in it, what is held and discarded.

import { folding } from "../../../common/folding.js";
import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { chitBacks, chitFace, chitItem } from "../chit-card.js";
import { covered } from "../cover.js";

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
      ` ${words.side(side)} Event ${cup[side].events === 1 ? "chit" : "chits"}`,
    ),
  );
  const inside = cup.others.length + cup.union.events + cup.confederate.events;
  return [
    h(
      "section",
      null,
      h("h3", null, "In the cup"),
      h(
        "div",
        { class: "cup" },
        h(
          "div",
          { class: "cup-chits", "aria-hidden": "true" },
          words.EACH_SIDE.map((side) => chitBacks(cup[side].events, side)),
          cup.others.map((chit) => chitFace(chit)),
        ),
        h("p", { class: "cup-rim" }, inside ? words.count(inside, "chit") : "empty"),
      ),
      h("ul", { class: "plain-list" }, events),
      cup.others.length > 0 &&
        h(
          "ul",
          { class: "chit-row" },
          cup.others.map((chit) => chitItem(chit, view.system)),
        ),
      cup.fortunes && h("p", { class: "warning" }, "The next chit drawn will be negated."),
      view.rare.length > 0 && h("p", { class: "small" }, "A rare event may be used this turn."),
    ),
    words.EACH_SIDE.map((side) => {
      const { keys, held, discarded } = cup[side];
      return h(
        "section",
        { class: `hand side-${side}` },
        h("h3", null, words.side(side)),
        h(
          "p",
          { class: "small" },
          `${words.count(keys.count, "Key Chit")} chosen, ${words.count(held.count, "chit")} held.`,
        ),
        !held.chits &&
          held.count > 0 &&
          h("div", { class: "cup-chits", "aria-hidden": "true" }, chitBacks(held.count, side)),
        (keys.chits || held.chits) &&
          (keys.count > 0 || held.count > 0) &&
          (covered(play, side) ?? [own("Key Chits", keys.chits, view.system), own("Held", held.chits, view.system)]),
        discarded.length > 0 &&
          folding(
            `discarded-${side}`,
            {},
            `Discarded: ${discarded.length}`,
            h(
              "ul",
              { class: "chit-row" },
              discarded.map((chit) => chitItem(chit, view.system)),
            ),
          ),
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
  if (!chits?.length) return null;
  return [
    h("h4", null, title),
    h(
      "ul",
      { class: "chit-row" },
      chits.map((chit) => chitItem(chit, system)),
    ),
  ];
}
