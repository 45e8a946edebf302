// The first page: a new game, my games, a game from a file.

import { byId, h, show } from "../common/html.js";
import * as packs from "../common/packs.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import * as memory from "../dice/memory.js";
import { copyable, open } from "../game/menu.js";
import { titleOf } from "../games/registry.js";
import { Connection, Lost, Refusal } from "../session/connection.js";
import * as seats from "../session/seats.js";
import { Players } from "./players.js";

/** @import { ListedGame, NewGame, Scenario, Side, Tokens } from "protocol" */

/** @typedef {Scenario & { of?: { pack: string, title: string } }} OfferedScenario */

const connection = new Connection();
// What can be begun: scenarios as the server tells of them, those of a pack with `of`.
/** @type {OfferedScenario[]} */
let scenarios = [];
/** @type {OfferedScenario[]} */
let own = [];
// Outside programs that may command a side on this server.
/** @type {string[]} */
let bots = [];

connection.on("open", () => {
  byId("line").hidden = true;
  start();
});
connection.on("close", () => {
  byId("line").hidden = false;
  byId("line").textContent = "The server cannot be reached. Trying again…";
});

async function start() {
  try {
    if (!scenarios.length) {
      ({ scenarios: own, bots = [] } = await connection.call("initialize"));
      await drawPacks();
    }
    await drawMine();
  } catch (error) {
    // A lost line comes back by itself and begins again.
    if (error instanceof Refusal) show(byId("new"), h("p", { class: "refused" }, error.message));
    else if (!(error instanceof Lost)) throw error;
  }
}

/**
 * The packs this browser has used; what they hold is offered with the rest. `chosen`: the pack just
 * loaded.
 * @param {string} [chosen]
 */
async function drawPacks(chosen) {
  const ids = packs.known();
  const known = ids.length
    ? (await connection.call("pack.list", { packs: ids })).packs.filter(
        ({ pack, scenarios }) => ids.includes(pack) && scenarios.length && !own.some((one) => one.pack?.id === pack),
      )
    : [];
  scenarios = [
    ...own,
    ...known.flatMap(({ pack, title, scenarios }) => scenarios.map((one) => ({ ...one, of: { pack, title } }))),
  ];
  drawNew(scenarios.find((one) => chosen && one.of?.pack === chosen));
  show(
    byId("packs"),
    known.length > 0 &&
      h(
        "ul",
        { class: "games" },
        known.map(({ pack, title, author, scenarios }) =>
          h(
            "li",
            null,
            h(
              "a",
              { href: packs.editor(scenarios[0].id, pack) },
              h("b", null, title),
              h(
                "span",
                { class: "small block" },
                [author && `by ${author}`, words.listed(scenarios.map((one) => `${one.title} ${one.edition}`))]
                  .filter(truthy)
                  .join(": "),
              ),
            ),
            h(
              "button",
              {
                class: "plain",
                "aria-label": `Take ${title} off the list`,
                onclick: () => {
                  packs.forget(pack);
                  drawPacks();
                },
              },
              "Off the list",
            ),
          ),
        ),
      ),
  );
}

/**
 * @param {OfferedScenario} scenario
 */
function value(scenario) {
  return scenario.of ? `${scenario.of.pack} ${scenario.id}` : scenario.id;
}

/**
 * Scenarios by the game they belong to, under a heading each if there is more than one game.
 * @param {OfferedScenario[]} all
 * @returns {[title: string | null, scenarios: OfferedScenario[]][]}
 */
function grouped(all) {
  /** @type {Map<string, OfferedScenario[]>} */
  const groups = new Map();
  for (const scenario of all) {
    const title = titleOf(scenario.system);
    groups.set(title, [...(groups.get(title) ?? []), scenario]);
  }
  return groups.size > 1 ? [...groups] : [[null, all]];
}

function drawNew(first = scenarios[0]) {
  const form = /** @type {HTMLFormElement} */ (byId("new").cloneNode(false));
  // A form drawn anew listens anew.
  byId("new").replaceWith(form);
  const pick = h(
    "fieldset",
    { class: "battles" },
    h("legend", null, "Battle and edition"),
    grouped(scenarios).map(([title, all]) => [
      title && h("h3", { class: "battle-group" }, title),
      all.map((scenario) =>
        h(
          "label",
          { class: "battle" },
          h("input", { type: "radio", name: "scenario", value: value(scenario), checked: scenario === first }),
          h(
            "span",
            null,
            h("b", null, scenario.title),
            " ",
            h("span", { class: "edition" }, scenario.edition),
            (scenario.of ?? scenario.pack) &&
              h(
                "span",
                { class: "small block pack-title" },
                `From the pack “${(scenario.of ?? scenario.pack)?.title}”`,
              ),
            h(
              "span",
              { class: "small block" },
              [scenario.date, scenario.turns && words.count(scenario.turns, "turn")].filter(truthy).join(", "),
            ),
          ),
        ),
      ),
    ]),
  );
  const about = h("div", { class: "about", "aria-live": "polite" });
  const options = h("fieldset", { class: "options" });
  const players = new Players(bots);
  const seed = h("input", { type: "text", id: "seed", autocomplete: "off", maxlength: 200 });
  const name = h("input", { type: "text", id: "name", autocomplete: "off", maxlength: 80, placeholder: "optional" });
  const said = h("p", { role: "alert", class: "refused" });
  show(
    form,
    pick,
    about,
    options,
    players.element,
    h("p", { class: "field" }, h("label", { for: "name" }, "Name of the game"), name),
    h(
      "details",
      null,
      h("summary", null, "My share of the dice"),
      h(
        "p",
        { class: "small" },
        "The dice come from a secret of the server and a share from each player, all committed before ",
        "any is revealed, so that nobody can choose them. Your share is generated at random in this browser; ",
        "any words you add are mixed in.",
      ),
      h("p", { class: "field" }, h("label", { for: "seed" }, "Words"), seed),
    ),
    said,
    h("p", null, h("button", { class: "primary", id: "begin", type: "submit" }, "Begin")),
  );
  const chosen = () =>
    scenarios.find((scenario) => value(scenario) === new FormData(form).get("scenario")) ?? scenarios[0];
  const describe = () => {
    const scenario = chosen();
    show(
      about,
      scenario.about.split(/\n\s*\n/).map((text) => h("p", null, text)),
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
          null,
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
            words.caseLink(option.case, scenario.system),
            h("span", { class: "small block" }, option.text),
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
    /** @type {NewGame} */
    const params = { scenario: chosen().id, options: picked, ...players.params() };
    const { of } = chosen();
    if (of) params.pack = of.pack;
    // What nobody chose goes by who plays.
    for (const box of boxes(form, "input[name=option]"))
      if (!box.dataset.hides || "chosen" in box.dataset) picked[box.value] = box.checked;
    const share = seed.value.trim();
    if (name.value.trim()) params.name = name.value.trim();
    byId("begin", HTMLButtonElement).disabled = true;
    try {
      const made = await connection.call("game.new", params);
      seats.keep(made.game, made.tokens);
      const { commitment } = made.view.dice;
      const held = Object.values(made.tokens);
      if (held.length) memory.pin(made.game, commitment);
      if (held.length === 1 && share) memory.setStake(held[0], { words: share });
      // Two seats for two people; one is played here, and with none one looks on.
      if (held.length < 2) location.href = seats.link(made.game, held[0]);
      else invite(made, share, commitment);
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
      said.textContent = words.sentence(error.message);
    } finally {
      byId("begin", HTMLButtonElement).disabled = false;
    }
  });
  describe();
}

/**
 * Two secret links: one to keep, one to send. `share`: words for the dice share of whoever opens
 * one here.
 * @param {{ game: string, tokens: Tokens }} options
 * @param {string} share
 * @param {string} commitment
 */
function invite({ game, tokens }, share, commitment) {
  open(
    byId("dialog", HTMLDialogElement),
    "Two secret links",
    h(
      "p",
      null,
      "Open one and send the other to your opponent. Anyone who has a link can play that side, ",
      "so send it to nobody else. Both are kept under “My games” in this browser.",
    ),
    words.EACH_SIDE.map((side) => [
      copyable(`The ${words.side(side)} side`, seats.link(game, tokens[side], commitment), `link-${side}`),
      h(
        "p",
        null,
        h(
          "a",
          {
            class: "button",
            id: `open-${side}`,
            href: seats.link(game, tokens[side]),
            onclick: () => share && memory.setStake(tokens[side] ?? "", { words: share }),
          },
          `Play the ${words.side(side)} side here`,
        ),
      ),
    ]),
  );
  drawMine();
}

async function drawMine() {
  const tokens = seats.all();
  byId("mine").hidden = !tokens.length;
  if (!tokens.length) return;
  const { games } = await connection.call("game.list", { tokens });
  if (!games.length) {
    byId("mine").hidden = true;
    return;
  }
  show(
    byId("games"),
    h(
      "ul",
      { class: "games" },
      games.map((game) => {
        const held = seats.tokens(game.game);
        const token = held[game.you] ?? Object.values(held)[0];
        const mine = game.asked && (game.you === "both" || game.you === game.asked);
        const state = game.over ? "over" : mine ? "your turn" : `waiting for the ${words.side(game.asked)} side`;
        return h(
          "li",
          { class: mine ? "mine" : "" },
          h(
            "a",
            { href: seats.link(game.game, token) },
            h("b", null, game.name || game.title),
            h(
              "span",
              { class: "small block" },
              [
                game.name ? game.title : null,
                `turn ${game.turn} of ${game.turns}`,
                game.you === "both" ? "both sides" : words.side(game.you),
                against(game),
                state,
                words.when(game.updated),
              ]
                .filter(truthy)
                .join(", "),
            ),
          ),
          h(
            "button",
            { class: "plain", "aria-label": `Forget ${game.name || game.title}`, onclick: () => forget(game) },
            "Forget",
          ),
        );
      }),
    ),
  );
}

/** "against the general", if a computer plays. */
function against({ commanders = {} }) {
  const levels = Object.values(commanders).map(({ level, bot }) => bot ?? `the ${level}`);
  return levels.length > 0 && `against ${words.listed(levels)}`;
}

/**
 * @param {ListedGame} game
 */
function forget(game) {
  const sure = confirm(
    "Take this seat off the list? This browser will no longer keep its secret link; the game itself stays on the server.",
  );
  if (!sure) return;
  seats.forget(game.game, game.you);
  drawMine();
}

byId("pack-file").addEventListener("change", async () => {
  const file = byId("pack-file", HTMLInputElement).files?.[0];
  if (!file) return;
  byId("pack-said").textContent = "";
  try {
    const { pack } = await connection.call("pack.load", { zip: await packs.base64(file) });
    packs.remember(pack);
    await drawPacks(pack);
    /** @type {HTMLElement | null} */ (document.querySelector("input[name=scenario]:checked"))?.focus();
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
    const faults = error instanceof Refusal ? error.data.faults : undefined;
    show(
      byId("pack-said"),
      h("p", { class: "refused" }, words.sentence(error.message)),
      faults &&
        h(
          "ul",
          null,
          faults.map((fault) =>
            h("li", null, `${[fault.file, fault.line].filter(truthy).join(", line ")}: ${fault.text}`),
          ),
        ),
    );
  }
});

byId("record").addEventListener("change", async () => {
  const file = byId("record", HTMLInputElement).files?.[0];
  if (!file) return;
  byId("load-said").textContent = "";
  try {
    const loaded = await connection.call("game.load", { record: await file.text() });
    seats.keep(loaded.game, loaded.tokens);
    location.href = seats.link(loaded.game, loaded.tokens.both ?? loaded.tokens.union);
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
    byId("load-said").textContent = words.sentence(error.message);
  }
});

/**
 * The boxes in an element that a selector finds.
 * @param {Element} element
 * @param {string} selector
 */
function boxes(element, selector) {
  return /** @type {NodeListOf<HTMLInputElement>} */ (element.querySelectorAll(selector));
}
