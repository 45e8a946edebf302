// What only one player may see, at a screen that both look at: it is covered until that player says
// so.

import { actions, h } from "../../common/html.js";
import * as texts from "./texts/game.js";

/**
 * @import { Play } from "../../game/play.js"
 * @import { Side, ToldEvent } from "protocol"
 */

// Whose chits lie open on this screen, and whether it is covered at all.
/** @type {{ side: Side | null, together: boolean }} */
const state = { side: null, together: false };

/**
 * Whether that side's chits may be shown now.
 * @param {Play} play
 * @param {Side} side
 */
export function open(play, side) {
  return play.session.you !== "both" || state.together || state.side === side;
}

/**
 * What is shown in place of a side's chits, or null if they may be seen.
 * @param {Play} play
 * @param {Side} side
 */
export function covered(play, side) {
  if (open(play, side)) return null;
  return h(
    "div",
    { class: "cover" },
    h("p", null, texts.otherAway(side)),
    actions(
      h("button", { id: "uncover", class: "primary", onclick: () => show(play, side) }, texts.iAm(side)),
      h("button", { id: "uncover-both", onclick: () => show(play, side, true) }, texts.playsBoth),
    ),
  );
}

/**
 * @param {Play} play
 * @param {Side} side
 * @param {boolean} [together]
 */
function show(play, side, together = false) {
  state.side = side;
  state.together ||= together;
  if (together) play.emit("uncovered");
  play.draw();
}

/**
 * An event's sentence, without what one of two players at this screen is not to read.
 * @param {Play} play
 * @param {ToldEvent} event
 */
export function sentence(play, event) {
  if (!event.secret || play.session.you !== "both" || state.together) return event.text ?? "";
  return texts.secret(event.secret, event.event);
}

/**
 * Another side is asked: what was open is covered again.
 * @param {Side} side
 */
export function coverFor(side) {
  if (state.side !== null && state.side !== side) state.side = null;
}
