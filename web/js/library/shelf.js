// "Put it into the library", in the menu of a game that is over.

import { Denied } from "../account/api.js";
import { h, make, show } from "../common/html.js";
import * as api from "./api.js";

/** @import { Session } from "../session/session.js" */

/**
 * Whether the game is in the library, and for its players the button that changes it.
 * @param {Session} session
 */
export function shelfControl(session) {
  const place = make("p", { id: "shelf" });
  const draw = async () => {
    try {
      const source = await api.sourceOf(session.game);
      const act = async () => {
        try {
          await api.act(source ? "take-out" : "put", session.game, session.token ?? undefined);
          await draw();
        } catch (error) {
          if (!(error instanceof Denied)) throw error;
          show(place, h("span", { role: "status" }, error.message));
        }
      };
      show(
        place,
        h(
          "span",
          { class: "small block", role: "status" },
          source ? "This game is in the " : "This game is not in the ",
          h("a", { href: "/library" }, "library"),
          session.you && ". Any of its players can put it in, for everybody to see, and take it out again",
          ".",
        ),
        session.you &&
          h(
            "button",
            { id: "shelve", onclick: act },
            source ? "Take it out of the library" : "Put it into the library",
          ),
      );
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      show(place, h("span", { role: "status" }, error.message));
    }
  };
  draw();
  return place;
}
