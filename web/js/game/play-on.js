// Playing on from a moment of a game, for practice: whom one commands, and against whom.

import { open } from "../common/dialog.js";
import { held, make } from "../common/html.js";
import * as words from "../common/words.js";

/** @import { BranchGame, Side } from "protocol" */

/** @type {[string, string][]} */
const LEVELS = [
  ["random", "a computer that gives any legal order"],
  ["recruit", "a recruit (easy)"],
  ["veteran", "a veteran"],
  ["general", "a general (hard)"],
  ["marshal", "a marshal (hard, and takes its time)"],
];

/**
 * Asks who plays, in the page's dialog. `moment` is where the game is played on from, in words;
 * `side` is proposed, and with `only` it is the only one that can be chosen. `begin` begins the game
 * and gives why it could not.
 * @param {HTMLDialogElement} dialog
 * @param {{
 *   moment: string, side: Side, only: boolean,
 *   begin: (params: Pick<BranchGame, "mode" | "commanders">) => Promise<string>,
 * }} options
 */
export function playOn(dialog, { moment, side, only, begin }) {
  const against = make(
    "select",
    { id: "play-on-against" },
    LEVELS.map(([value, text]) => make("option", { value, selected: value === "recruit" }, text)),
    !only && make("option", { value: "" }, "myself: both sides on this screen"),
  );
  const sides = make(
    "fieldset",
    { class: "options", id: "play-on-side" },
    make("legend", null, "I command"),
    words.EACH_SIDE.filter((one) => !only || one === side).map((one) =>
      make(
        "label",
        null,
        make("input", { type: "radio", name: "side", value: one, checked: one === side }),
        make("span", null, `the ${words.side(one)} side`),
      ),
    ),
  );
  const said = make("p", { role: "alert", class: "refused" });
  const submit = make("button", { class: "primary", id: "play-on-begin", type: "submit" }, "Begin");
  const form = make(
    "form",
    { id: "play-on" },
    make("p", null, `A new game for practice begins with the position of ${moment}. Its dice are other dice.`),
    make("p", { class: "choice" }, make("label", { for: "play-on-against" }, "Against"), against),
    sides,
    said,
    make("p", { class: "actions final" }, submit),
  );
  against.addEventListener("change", () => {
    sides.hidden = !against.value;
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    said.textContent = "";
    submit.disabled = true;
    const mine = /** @type {Side} */ (new FormData(form).get("side"));
    const level = /** @type {"recruit"} */ (against.value);
    said.textContent = await begin(level ? { commanders: { [words.OTHER[mine]]: { level } } } : { mode: "hot-seat" });
    submit.disabled = false;
  });
  open(dialog, "Play on from here", held(form));
}
