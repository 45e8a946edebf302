// Everything about a new game: scenario and edition, options, who plays, its name, the dice.

import { open } from "../common/dialog.js";
import { fill, h, held, make, show } from "../common/html.js";
import * as packs from "../common/packs.js";
import * as words from "../common/words.js";
import { adviceOn, value } from "./battles.js";
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
  const form = make("form", { id: "new" });
  const pick = make(
    "fieldset",
    { class: "battles" },
    make("legend", null, "Scenario and edition"),
    scenarios.map((scenario) =>
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
    ),
  );
  const about = make("div", { class: "about", "aria-live": "polite" });
  const options = make("fieldset", { class: "options" });
  const players = new Players({ bots, side: stance.side, level: stance.level });
  const seed = make("input", { type: "text", id: "seed", autocomplete: "off", maxlength: 200 });
  const name = make("input", { type: "text", id: "name", autocomplete: "off", maxlength: 80, placeholder: "optional" });
  const said = make("p", { role: "alert", class: "refused" });
  const submit = make("button", { class: "primary", id: "begin", type: "submit" }, "Begin");
  fill(form, [
    pick,
    about,
    players.element,
    options,
    make("p", { class: "field" }, make("label", { for: "name" }, "Name of the game"), name),
    make(
      "details",
      null,
      make("summary", null, "My contribution to the dice"),
      make(
        "p",
        { class: "small" },
        "The dice come from a secret of the server and a share from each player, all committed before ",
        "any is revealed, so that nobody can choose them. Your share is generated at random in this browser; ",
        "any words you add are mixed in.",
      ),
      make("p", { class: "field" }, make("label", { for: "seed" }, "Words"), seed),
    ),
    said,
    make("p", { class: "actions final" }, submit),
  ]);
  const chosen = () =>
    scenarios.find((scenario) => value(scenario) === new FormData(form).get("scenario")) ?? scenarios[0];
  const describe = () => {
    const scenario = chosen();
    show(
      about,
      scenario.about.split(/\n\s*\n/).map((text) => h("p", null, words.typed(text))),
      scenario.notes.length > 0 &&
        h(
          "details",
          null,
          h("summary", null, "About this edition"),
          h(
            "ul",
            null,
            scenario.notes.map((note) => h("li", null, note)),
          ),
        ),
      h(
        "p",
        { class: "small" },
        packs.editable(scenario)
          ? h(
              "a",
              { id: "correct", href: packs.editor(scenario.id, scenario.of?.pack ?? scenario.pack?.id) },
              "Correct the map or change the scenario",
            )
          : "Its files can be corrected by hand, as a pack; “longroll check” reads them and lists every fault.",
      ),
    );
    show(
      options,
      h("legend", null, "Options"),
      scenario.options.map((option) =>
        h(
          "label",
          // A box of another scenario is another one, which nobody has chosen yet.
          { key: `${value(scenario)} ${option.id}` },
          h("input", {
            type: "checkbox",
            name: "option",
            value: option.id,
            checked: option.default || players.hides(option.hides),
            "data-hides": option.hides,
            onchange: (event) => (event.target.dataset.chosen = ""),
          }),
          h(
            "span",
            null,
            h("b", null, option.title),
            " ",
            words.caseLink(option.case, option.rulebook ?? scenario.system, option.printed),
            h("span", { class: "small block" }, option.text),
            adviceOn(battle, option),
          ),
        ),
      ),
    );
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
    /** @type {Record<string, boolean>} */
    const picked = {};
    // What nobody chose goes by who plays.
    for (const box of boxes(form, "input[name=option]"))
      if (!box.dataset.hides || "chosen" in box.dataset) picked[box.value] = box.checked;
    /** @type {Partial<NewGame>} */
    const params = { options: picked, ...players.params() };
    if (name.value.trim()) params.name = name.value.trim();
    submit.disabled = true;
    said.textContent = await begin(chosen(), params, seed.value.trim());
    submit.disabled = false;
  });
  describe();
  open(dialog, words.typed(battle.title), held(form));
}

/**
 * The boxes in an element that a selector finds.
 * @param {Element} element
 * @param {string} selector
 */
function boxes(element, selector) {
  return /** @type {NodeListOf<HTMLInputElement>} */ (element.querySelectorAll(selector));
}
