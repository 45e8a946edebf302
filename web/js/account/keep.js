// "Keep in my account", in the menu of a game.

import { attempt } from "../common/attempt.js";
import { h, make, show } from "../common/html.js";
import * as seats from "../session/seats.js";
import * as texts from "../texts/menu-links.js";
import * as api from "./api.js";

/** @import { Session } from "../session/session.js" */

/**
 * Puts the seat that is played into the account that is signed in, or leads to signing in.
 * @param {Session} session
 */
export function keepControl({ token, you }) {
  const place = make("p", { id: "keep-seat" });
  const say = (/** @type {string} */ text) => show(place, h("span", { role: "status" }, text));
  const link = (/** @type {string} */ text) => h("a", { href: "/account" }, text);
  const keep = () =>
    attempt(async () => {
      const account = await api.me();
      if (!account) return show(place, link(texts.signIn), texts.toKeep);
      await api.keepSeats([token ?? ""]);
      return say(texts.kept(account.name));
    }, say);
  if (token && seats.isOfAccount(token)) say(texts.inAccount);
  else
    show(place, token && you ? h("button", { id: "keep-in-account", onclick: keep }, texts.keep) : link(texts.account));
  return place;
}
