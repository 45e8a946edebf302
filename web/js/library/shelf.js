// "Put it into the library", in the menu of a game that is over.

import { attempt } from "../common/attempt.js";
import { h, make, show } from "../common/html.js";
import * as texts from "../texts/menu-links.js";
import * as api from "./api.js";

/** @import { Session } from "../session/session.js" */

/**
 * Whether the game is in the library, and for its players the button that changes it.
 * @param {Session} session
 */
export function shelfControl({ game, token, you }) {
  const place = make("p", { id: "shelf" });
  const refused = (/** @type {string} */ text) => show(place, h("span", { role: "status" }, text));
  const draw = async () => {
    const source = await api.sourceOf(game);
    const act = async () => {
      await api.act(source ? "take-out" : "put", game, token ?? undefined);
      await draw();
    };
    const onclick = () => attempt(act, refused);
    show(
      place,
      h("span", { class: "small block", role: "status" }, texts.shelved(Boolean(source), Boolean(you))),
      you && h("button", { id: "shelve", onclick }, source ? texts.unshelve : texts.shelve),
    );
  };
  attempt(draw, refused);
  return place;
}
