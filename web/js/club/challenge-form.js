// The form for a new challenge.

import { check, field, number, segments, select } from "../common/fields.js";
import { h, make, show } from "../common/html.js";
import { sending } from "../common/sending.js";
import * as words from "../common/words.js";
import { battlesOf } from "../lobby/battles.js";
import { ClockForm } from "../lobby/clock-form.js";
import { boxes, optionBoxes } from "../lobby/options.js";
import * as texts from "../texts/club.js";

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
    battles.map(({ title, scenarios }) =>
      make(
        "optgroup",
        { label: title },
        scenarios.map((one) => make("option", { value: one.id }, `${one.title}, ${one.edition}`)),
      ),
    ),
  );
  const options = make("fieldset", { class: "options", "aria-label": texts.options });
  const games = select("challenge-games", [
    ["1", texts.oneGame],
    ["2", texts.twoGames],
  ]);
  const clock = new ClockForm();
  const points = number("challenge-points", 0, 0, 10_000, { required: false });
  const favoured = select(
    "challenge-favoured",
    words.EACH_SIDE.map((side) => [side, texts.gives(side)]),
  );
  const bid = make("div", null, field(texts.points, points, texts.pointsHint), field(texts.favoured, favoured));
  games.addEventListener("change", () => {
    bid.hidden = games.value === "2";
  });
  const rated = check("challenge-rated", texts.rated);
  const shown = check("challenge-shown", texts.shown);
  const whom = select("challenge-whom", Object.entries(texts.WHOM));
  const name = make("input", { type: "text", id: "challenge-name", autocomplete: "off", maxlength: 24 });
  const nameField = field(texts.name, name);
  nameField.hidden = true;
  whom.addEventListener("change", () => {
    nameField.hidden = whom.value !== "name";
    name.required = whom.value === "name";
  });
  const days = number("challenge-days", 14, 1, 90);
  const sides = [...words.EACH_SIDE.map((side) => [side, words.side(side)]), ["either", texts.either]];
  const drawOptions = () => {
    const chosen = scenarios.find((one) => one.id === scenario.value);
    const battle = battles.find((one) => one.scenarios.some(({ id }) => id === scenario.value));
    const all = chosen && battle ? optionBoxes(chosen, battle, Boolean, false) : [];
    show(options, all.length ? all : h("p", { class: "hint" }, texts.noOptions));
  };
  drawOptions();
  const onsubmit = sending("challenge-said", (form) => {
    /** @type {Partial<Terms>} */
    const terms = {
      scenario: scenario.value,
      options: Object.fromEntries(boxes(options).map((box) => [box.value, box.checked])),
      games: Number(games.value),
      rated: rated.box.checked,
      shown: shown.box.checked,
    };
    const settings = clock.settings();
    if (settings) terms.clock = settings;
    if (Number(points.value) > 0 && games.value === "1")
      terms.bid = { side: /** @type {Side} */ (favoured.value), points: Number(points.value) };
    const side = /** @type {SideChoice} */ (new FormData(form).get("challenge-side"));
    /** @type {Asked} */
    const challenge = { terms, side, days: Number(days.value) };
    if (whom.value === "name") challenge.to = name.value.trim();
    if (whom.value === "link") challenge.link = true;
    return made(challenge);
  });
  return make(
    "form",
    { id: "challenge", onsubmit },
    make(
      "div",
      null,
      field(texts.battle, scenario),
      make("fieldset", null, make("legend", null, texts.yourSide), segments("challenge-side", sides, "either")),
      field(texts.match, games),
      bid,
    ),
    make(
      "div",
      null,
      clock.element,
      rated.label,
      make("p", { class: "hint" }, texts.ratedHint),
      shown.label,
      field(texts.forWhom, whom),
      nameField,
      field(texts.days, days),
    ),
    make("details", { class: "whole" }, make("summary", null, texts.options), options),
    make("p", { class: "refused whole", role: "alert", id: "challenge-said" }),
    make(
      "p",
      { class: "whole" },
      make("button", { type: "submit", class: "primary", id: "challenge-make" }, texts.send),
    ),
  );
}
