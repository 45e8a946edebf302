// Playing on from a moment of a game, for practice: whom one commands, and against whom.

import { open } from "../common/dialog.js";
import { held, make } from "../common/html.js";
import * as words from "../common/words.js";
import * as texts from "../texts/play-on.js";

/** @import { BranchGame, Side } from "protocol" */

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
    Object.entries(texts.levels).map(([value, text]) => make("option", { value, selected: value === "recruit" }, text)),
    !only && make("option", { value: "" }, texts.myself),
  );
  const sides = make(
    "fieldset",
    { class: "options", id: "play-on-side" },
    make("legend", null, texts.command),
    words.EACH_SIDE.filter((one) => !only || one === side).map((one) =>
      make(
        "label",
        null,
        make("input", { type: "radio", name: "side", value: one, checked: one === side }),
        make("span", null, texts.ofSide(one)),
      ),
    ),
  );
  const said = make("p", { role: "alert", class: "refused" });
  const submit = make("button", { class: "primary", id: "play-on-begin", type: "submit" }, texts.begin);
  const form = make(
    "form",
    { id: "play-on" },
    make("p", null, texts.about(moment)),
    make("p", { class: "choice" }, make("label", { for: "play-on-against" }, texts.against), against),
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
  open(dialog, texts.title, held(form));
}
