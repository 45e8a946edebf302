// A chit as it is shown: its name, what it does.

import { h } from "../../common/html.js";
import * as words from "../../common/words.js";

/** @import { Chit } from "protocol/blind-swords" */

/**
 * @param {Chit} chit
 */
export function chitCard(chit) {
  return h(
    "span",
    { class: `chit-card side-${chit.side ?? "none"}` },
    h("b", null, chit.name),
    chit.rating !== undefined && h("span", { class: "rating" }, ` ${chit.rating}`),
    chit.casualty && " (replaced)",
    chit.text && h("span", { class: "small block" }, words.sentence(chit.text)),
  );
}
