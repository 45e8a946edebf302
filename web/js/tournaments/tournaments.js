// The page of all tournaments, and making one.

import * as accounts from "../account/api.js";
import { byId, h, held, make, show } from "../common/html.js";
import * as words from "../common/words.js";
import { titleOf } from "../games/registry.js";
import * as api from "./api.js";
import { attempt, begin, day, KINDS, say } from "./telling.js";

/**
 * @import { All, Battle, Listed } from "./api.js"
 * @import { Child } from "../common/html.js"
 */

/** @param {Listed} of */
function stands(of) {
  switch (of.stage) {
    case "open":
      return of.begins ? `begins ${day(of.begins)}` : "begins when its maker says so";
    case "running":
      return `round ${of.round}${of.rounds ? ` of ${of.rounds}` : ""}`;
    case "over":
      return "over";
    case "cancelled":
      return "cancelled";
  }
}

/** @param {Listed} of */
function item(of) {
  const places = of.stage === "open" ? `${of.players} of ${of.most} players` : words.count(of.players, "player");
  const battles = words.listedNames([...new Set(of.battles)]);
  return h(
    "li",
    null,
    h("a", { class: "title", href: `/tournament/${of.id}` }, words.typed(of.title)),
    h("span", { class: "small block" }, `${KINDS.get(of.kind) ?? of.kind}, `, battles, `; ${places}; ${stands(of)}`),
  );
}

/**
 * @param {string} title
 * @param {Listed[]} list
 * @param {string} none
 */
function part(title, list, none) {
  return h(
    "section",
    null,
    h("h2", null, title),
    list.length ? h("ul", { class: "listing" }, list.map(item)) : h("p", { class: "hint" }, none),
  );
}

/**
 * A field with its label.
 * @param {string} label
 * @param {HTMLElement & { id: string }} input
 * @param {string} [hint]
 */
function field(label, input, hint) {
  if (hint) input.setAttribute("aria-describedby", `${input.id}-hint`);
  return make(
    "p",
    null,
    make("label", { for: input.id }, label),
    input,
    hint && make("span", { class: "hint", id: `${input.id}-hint` }, hint),
  );
}

/**
 * @param {string} id
 * @param {[string, string][]} options
 */
function choice(id, options) {
  return make(
    "select",
    { id },
    options.map(([value, text]) => make("option", { value }, text)),
  );
}

/**
 * @param {string} id
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function number(id, value, least, most) {
  return make("input", { id, type: "number", min: least, max: most, required: true, value });
}

/** @param {All} all */
function making({ battles, levels }) {
  const title = make("input", { id: "make-title", required: true, maxlength: 80, autocomplete: "off" });
  const kind = choice("make-kind", [...KINDS]);
  const rounds = number("make-rounds", 4, 1, 20);
  const games = choice("make-games", [
    ["2", "2: each side once"],
    ["1", "1"],
  ]);
  const days = number("make-days", 7, 1, 60);
  const most = number("make-most", 16, 2, 64);
  const begins = make("input", { id: "make-begins", type: "datetime-local" });
  const bank = choice("make-clock", [
    ["0", "no clock: the round's end counts"],
    ["86400", "1 day for the game"],
    ["259200", "3 days for the game"],
    ["604800", "7 days for the game"],
  ]);
  const invited = make("textarea", { id: "make-invited", rows: 2 });
  const first = battles[0]?.system ?? "";
  const rows = battles.map((battle) =>
    battleBox(battle, battle.id === battles.find((one) => one.system === first)?.id),
  );
  const boxes = levels.map((level) => make("input", { type: "checkbox", value: level, id: `make-${level}` }));
  const said = make("p", { class: "refused", role: "alert", id: "make-said" });
  kind.addEventListener("change", () => {
    rounds.disabled = kind.value !== "swiss";
  });
  const form = make(
    "form",
    { id: "make", method: "post" },
    field("Title", title),
    field("Kind", kind),
    field("Rounds of a Swiss", rounds),
    make(
      "fieldset",
      null,
      make("legend", null, "Battles"),
      make(
        "p",
        { class: "hint" },
        "The first round plays the first, the second the next; after the last the list begins again.",
      ),
      rows.map(({ row }) => row),
    ),
    field("Games of a match", games),
    field(
      "Days of a round",
      days,
      "Whoever does not play in time forfeits; the next round is drawn as soon as all have played.",
    ),
    field("Clocks", bank, "Between two people."),
    field("Players at most", most),
    make(
      "fieldset",
      null,
      make("legend", null, "The computer's commanders take part"),
      boxes.map((box) => make("label", { class: "check", for: box.id }, box, words.capital(box.value))),
    ),
    field("Begins by itself", begins, "Without a date you begin it yourself."),
    field("Who may enter", invited, "Names, separated by commas; leave it empty for everybody."),
    said,
    make("button", { type: "submit", class: "primary" }, "Make the tournament"),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    said.textContent = "";
    const names = invited.value.split(",").map((name) => name.trim());
    const plan = {
      title: title.value,
      kind: kind.value,
      rounds: kind.value === "swiss" ? rounds.valueAsNumber : 0,
      scenarios: rows.flatMap(({ box, battle }) => (box.checked ? [battle.id] : [])),
      games: Number(games.value),
      days: days.valueAsNumber,
      most: most.valueAsNumber,
      clock: bank.value === "0" ? null : { bank: Number(bank.value) },
      commanders: boxes.flatMap((box) => (box.checked ? [box.value] : [])),
      begins: begins.value ? Math.floor(new Date(begins.value).getTime() / 1000) : null,
      invited: names.filter(Boolean),
    };
    try {
      const { tournament } = await api.make(plan);
      location.assign(`/tournament/${tournament}`);
    } catch (error) {
      if (!(error instanceof accounts.Denied)) throw error;
      said.textContent = error.message;
    }
  });
  return make("details", { class: "sheet", id: "making" }, make("summary", null, "Make a tournament"), form);
}

/**
 * @param {Battle} battle
 * @param {boolean} checked
 */
function battleBox(battle, checked) {
  const box = make("input", { type: "checkbox", id: `make-battle-${battle.id}`, checked });
  const about = `${battle.title}, ${battle.edition} (${titleOf(battle.system)})`;
  return { battle, box, row: make("label", { class: "check", for: box.id }, box, about) };
}

async function draw() {
  const [all, account] = await Promise.all([api.all(), accounts.me().catch(() => null)]);
  const of = (/** @type {string[]} */ ...stages) => all.tournaments.filter(({ stage }) => stages.includes(stage));
  /** @type {Child[]} */
  const parts = [
    part("Open to enter", of("open"), "None at the moment."),
    part("Being played", of("running"), "None at the moment."),
    of("over", "cancelled").length > 0 && part("Over", of("over", "cancelled"), ""),
    account
      ? held(making(all))
      : h("p", null, h("a", { href: "/account" }, "Sign in"), " to enter a tournament or make one."),
  ];
  show(byId("content"), ...parts);
  say("");
}

await begin(() => attempt(draw));
