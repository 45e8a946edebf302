// Going back to a moment that one looks at: at once where one person decides, else by consent.

import { askOnceMore } from "../common/dialog.js";
import { byId } from "../common/html.js";
import { twoPeople } from "./waiting-offers.js";

/** @import { Play } from "../game/play.js" */

const TEXT = [
  "The game goes back to the moment that the map shows. What was played since stays in the record and",
  "no longer counts. The dice will fall as they fell.",
].join(" ");

/**
 * What a button for it says and does. `to`: the version of an order that counts, or 0; `close` ends
 * the look back.
 * @param {Play} play
 * @param {number} to
 * @param {() => void} close
 */
export function goOnFrom(play, to, close) {
  const act = () => {
    close();
    play.agree("game.offer", { offer: { rewind: { to } } });
  };
  if (twoPeople(play.session)) return { text: "Offer to go back to here", press: act };
  const ask = () =>
    askOnceMore(byId("dialog", HTMLDialogElement), "Go on from here?", TEXT, {
      id: "go-back-now",
      yes: "Go on from here",
      no: "Stay",
      act,
    });
  return { text: "Go on from here", press: ask };
}
