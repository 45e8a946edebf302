// "Keep in my account", in the menu of a game.

import { h, make, show } from "../common/html.js";
import * as seats from "../session/seats.js";
import * as api from "./api.js";

/** @import { Session } from "../session/session.js" */

/**
 * Puts the seat that is played into the account that is signed in, or leads to signing in.
 * @param {Session} session
 */
export function keepControl(session) {
  const place = make("p", { id: "keep-seat" });
  const { token, you } = session;
  const say = (/** @type {string} */ text) => show(place, h("span", { role: "status" }, text));
  if (token && seats.isOfAccount(token)) {
    say("This seat is in your account.");
    return place;
  }
  const keep = async () => {
    try {
      const account = await api.me();
      if (!account) {
        show(place, h("a", { href: "/account" }, "Sign in"), " to keep this seat in an account.");
        return;
      }
      await api.keepSeats([token ?? ""]);
      say(`This seat is in your account, ${account.name}: you find it wherever you sign in.`);
    } catch (error) {
      if (!(error instanceof api.Denied)) throw error;
      say(error.message);
    }
  };
  if (token && you) show(place, h("button", { id: "keep-in-account", onclick: keep }, "Keep in my account"));
  else show(place, h("a", { href: "/account" }, "Account"));
  return place;
}
