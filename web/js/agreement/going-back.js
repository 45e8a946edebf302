// Going back to a moment that one looks at: at once where one person decides, else by consent.

import { askOnceMore } from "../common/dialog.js";
import { byId } from "../common/html.js";
import * as texts from "../texts/agreement.js";
import { twoPeople } from "./waiting-offers.js";

/** @import { Play } from "../game/play.js" */

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
  if (twoPeople(play.session)) return { text: texts.offerGoingBack, press: act };
  const ask = () =>
    askOnceMore(byId("dialog", HTMLDialogElement), texts.goOnTitle, texts.aboutGoingBack, {
      id: "go-back-now",
      yes: texts.goOn,
      no: texts.stay,
      act,
    });
  return { text: texts.goOn, press: ask };
}
