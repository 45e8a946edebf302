// Everything about a new game: scenario and edition, options, who plays, its name, the dice.

import { open } from "../common/dialog.js";
import { field } from "../common/fields.js";
import { h, held, make, show } from "../common/html.js";
import * as packs from "../common/packs.js";
import * as words from "../common/words.js";
import * as texts from "../texts/new-game.js";
import { value } from "./battles.js";
import { boxes, optionBoxes } from "./options.js";
import { Players } from "./players.js";

/**
 * @import { NewGame, Side } from "protocol"
 * @import { Battle, OfferedScenario } from "./battles.js"
 * @import { Stance } from "./stance.js"
 */

/**
 * Opens the form in the page's dialog. `begin` begins the game; what it gives is why it could not.
 * @param {HTMLDialogElement} dialog
 * @param {Battle} battle
 * @param {{
 *   first: OfferedScenario, bots: string[], stance: Stance,
 *   begin: (scenario: OfferedScenario, params: Partial<NewGame>, share: string) => Promise<string>,
 * }} options
 */
export function setUp(dialog, battle, { first, bots, stance, begin }) {
  const { scenarios } = battle;
  const pick = scenarios.map((scenario) =>
    make(
      "label",
      { class: "battle" },
      make("input", { type: "radio", name: "scenario", value: value(scenario), checked: scenario === first }),
      make(
        "span",
        null,
        make("b", null, make("bdi", null, scenario.title)),
        make("span", { class: "small block" }, make("bdi", null, scenario.edition)),
        make("span", { class: "small block" }, words.count(scenario.turns, "turn")),
      ),
    ),
  );
  const about = make("div", { class: "about", "aria-live": "polite" });
  const options = make("fieldset", { class: "options" });
  const players = new Players({ bots, side: stance.side, level: stance.level });
  const typed = { type: "text", autocomplete: "off" };
  const seed = make("input", { ...typed, id: "seed", maxlength: 200 });
  const name = make("input", { ...typed, id: "name", maxlength: 80, placeholder: texts.optional });
  const said = make("p", { role: "alert", class: "refused" });
  const submit = make("button", { class: "primary", id: "begin", type: "submit" }, texts.begin);
  const form = make(
    "form",
    { id: "new" },
    make("fieldset", { class: "battles" }, make("legend", null, texts.scenario), pick),
    about,
    players.element,
    options,
    field(texts.name, name),
    make(
      "details",
      null,
      make("summary", null, texts.dice),
      make("p", { class: "small" }, texts.diceHint),
      field(texts.diceWords, seed),
    ),
    said,
    make("p", { class: "actions final" }, submit),
  );
  const chosen = () =>
    scenarios.find((scenario) => value(scenario) === new FormData(form).get("scenario")) ?? scenarios[0];
  const describe = () => {
    const scenario = chosen();
    const notes = scenario.notes.map((note) => h("li", null, note));
    const editor = { id: "correct", href: packs.editor(scenario.id, scenario.of?.pack ?? scenario.pack?.id) };
    show(
      about,
      scenario.about.split(/\n\s*\n/).map((text) => h("p", null, words.typed(text))),
      notes.length > 0 && h("details", null, h("summary", null, texts.edition), h("ul", null, notes)),
      h("p", { class: "small" }, packs.editable(scenario) ? h("a", editor, texts.correct) : texts.correctByHand),
    );
    const hides = (/** @type {Side | null | undefined} */ side) => players.hides(side);
    show(options, h("legend", null, texts.options), optionBoxes(scenario, battle, hides));
    options.hidden = !scenario.options.length;
  };
  form.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.name === "scenario") describe();
    for (const box of boxes(options, "[data-hides]"))
      if (!("chosen" in box.dataset)) box.checked = players.hides(/** @type {Side} */ (box.dataset.hides));
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    said.textContent = "";
    // Boxes left alone follow from who plays.
    const picked = boxes(form).filter((box) => !box.dataset.hides || "chosen" in box.dataset);
    /** @type {Partial<NewGame>} */
    const params = { options: Object.fromEntries(picked.map((box) => [box.value, box.checked])), ...players.params() };
    if (name.value.trim()) params.name = name.value.trim();
    submit.disabled = true;
    said.textContent = await begin(chosen(), params, seed.value.trim());
    submit.disabled = false;
  });
  describe();
  open(dialog, words.typed(battle.title), held(form));
}
