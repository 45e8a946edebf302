// The form for a new challenge.

import { Denied } from "../account/api.js";
import { h, make, show } from "../common/html.js";
import * as words from "../common/words.js";
import { adviceOn, battlesOf } from "../lobby/battles.js";
import { ClockForm } from "../lobby/clock-form.js";

/**
 * @import { BattleFacts, Side } from "protocol"
 * @import { OfferedScenario } from "../lobby/battles.js"
 * @import { SideChoice, Terms } from "./api.js"
 * @typedef {Parameters<typeof import("./api.js").make>[0]} Asked
 */

/**
 * `made` gets what was chosen; what it is refused is told below the fields.
 * @param {OfferedScenario[]} scenarios
 * @param {BattleFacts[]} facts
 * @param {(challenge: Asked) => Promise<unknown>} made
 */
export function challengeForm(scenarios, facts, made) {
  const battles = battlesOf(scenarios, facts);
  const scenario = make(
    "select",
    { id: "challenge-scenario", onchange: () => drawOptions() },
    battles.map((battle) =>
      make(
        "optgroup",
        { label: battle.title },
        battle.scenarios.map((one) => make("option", { value: one.id }, `${one.title}, ${one.edition}`)),
      ),
    ),
  );
  const options = make("fieldset", { class: "options" });
  const games = select("challenge-games", [
    ["1", "One game"],
    ["2", "Two games: each side once"],
  ]);
  const clock = new ClockForm();
  const points = make("input", {
    type: "number",
    id: "challenge-points",
    min: 0,
    max: 10_000,
    step: 1,
    value: 0,
    inputmode: "numeric",
    "aria-describedby": "challenge-points-hint",
  });
  const favoured = select(
    "challenge-favoured",
    words.EACH_SIDE.map((side) => [side, `The ${words.side(side)} side gives them`]),
  );
  const bid = make(
    "div",
    null,
    field("challenge-points", "Points that the favoured side gives", points),
    make(
      "p",
      { class: "hint", id: "challenge-points-hint" },
      "They are taken from its points when the game has been played to its end; whoever is then ahead has won. 0: no bid.",
    ),
    field("challenge-favoured", "The favoured side", favoured),
  );
  games.addEventListener("change", () => {
    bid.hidden = games.value === "2";
  });
  const rated = check("challenge-rated", "Rated");
  const shown = check("challenge-shown", "Others may watch");
  const whom = select("challenge-whom", [
    ["all", "Anybody"],
    ["name", "A player by name"],
    ["link", "Whoever has a link"],
  ]);
  const name = make("input", { type: "text", id: "challenge-name", autocomplete: "off", maxlength: 24 });
  const nameField = field("challenge-name", "Name", name);
  nameField.hidden = true;
  whom.addEventListener("change", () => {
    nameField.hidden = whom.value !== "name";
    name.required = whom.value === "name";
  });
  const days = make("input", {
    type: "number",
    id: "challenge-days",
    min: 1,
    max: 90,
    step: 1,
    value: 14,
    required: true,
    inputmode: "numeric",
  });
  const side = make(
    "fieldset",
    null,
    make("legend", null, "Your side (in the first game)"),
    make(
      "span",
      { class: "segments" },
      /** @type {SideChoice[]} */ (["union", "confederate", "either"]).map((one) =>
        make(
          "label",
          { class: `segment side-${one}` },
          make("input", { type: "radio", name: "challenge-side", value: one, checked: one === "either" }),
          one === "either" ? "Either" : words.side(one),
        ),
      ),
    ),
  );
  const said = make("p", { class: "refused whole", role: "alert", id: "challenge-said" });
  const submit = make("button", { type: "submit", class: "primary", id: "challenge-make" }, "Make the challenge");
  const form = make(
    "form",
    { id: "challenge" },
    make(
      "div",
      null,
      field("challenge-scenario", "Battle", scenario),
      side,
      field("challenge-games", "Match", games),
      bid,
    ),
    make(
      "div",
      null,
      clock.element,
      rated.label,
      make("p", { class: "hint" }, "In a rated game nobody is given advice, and no computer plays on for a player."),
      shown.label,
      field("challenge-whom", "For whom", whom),
      nameField,
      field("challenge-days", "Days until it runs out", days),
    ),
    make("details", { class: "whole" }, make("summary", null, "Options of the battle"), options),
    said,
    make("p", { class: "whole" }, submit),
  );
  const drawOptions = () => {
    const chosen = scenarios.find((one) => one.id === scenario.value);
    const battle = battles.find((one) => one.scenarios.some(({ id }) => id === scenario.value));
    show(
      options,
      h("legend", { class: "aloud" }, "Options"),
      chosen?.options.map((option) =>
        h(
          "label",
          { class: "check", key: `${scenario.value} ${option.id}` },
          h("input", {
            type: "checkbox",
            name: "option",
            value: option.id,
            checked: option.default || Boolean(option.hides),
          }),
          h(
            "span",
            null,
            h("b", null, option.title),
            h("span", { class: "small block" }, option.text),
            battle && adviceOn(battle, option),
          ),
        ),
      ),
      !chosen?.options.length && h("p", { class: "hint" }, "This battle has none."),
    );
  };
  drawOptions();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (submit.disabled) return;
    submit.disabled = true;
    said.textContent = "";
    const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (options.querySelectorAll("input[name=option]"));
    /** @type {Partial<Terms>} */
    const terms = {
      scenario: scenario.value,
      options: Object.fromEntries([...boxes].map((box) => [box.value, box.checked])),
      games: Number(games.value),
      rated: rated.box.checked,
      shown: shown.box.checked,
    };
    const settings = clock.settings();
    if (settings) terms.clock = settings;
    if (Number(points.value) > 0 && games.value === "1")
      terms.bid = { side: /** @type {Side} */ (favoured.value), points: Number(points.value) };
    /** @type {Asked} */
    const challenge = {
      terms,
      side: /** @type {SideChoice} */ (new FormData(form).get("challenge-side")),
      days: Number(days.value),
    };
    if (whom.value === "name") challenge.to = name.value.trim();
    if (whom.value === "link") challenge.link = true;
    try {
      await made(challenge);
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      said.textContent = words.sentence(error.message);
    } finally {
      submit.disabled = false;
    }
  });
  return form;
}

/**
 * @param {string} id
 * @param {string[][]} choices
 */
function select(id, choices) {
  return make(
    "select",
    { id },
    choices.map(([value, text]) => make("option", { value }, text)),
  );
}

/**
 * @param {string} id
 * @param {string} text
 */
function check(id, text) {
  const box = make("input", { type: "checkbox", id });
  return { box, label: make("label", { class: "check", for: id }, box, text) };
}

/**
 * @param {string} id
 * @param {string} label
 * @param {HTMLElement} control
 */
function field(id, label, control) {
  return make("p", { class: "field" }, make("label", { for: id }, label), control);
}
