// What the program is to answer for a side, so that a game of days does not wait for every retreat.

import { folding } from "../../../common/folding.js";
import { h } from "../../../common/html.js";
import { tick } from "../../../common/tick.js";
import * as words from "../../../common/words.js";
import { singleSetting } from "../../../game/answerer.js";
import { printed } from "../words.js";
import { conditionalOrders } from "./conditional-orders.js";
import { plannedRetreats } from "./planned-retreats.js";

/**
 * @import { Child } from "../../../common/html.js"
 * @import { Play } from "../../../game/play.js"
 * @import { PanelContext } from "../../pages.js"
 * @import { BlueGrayView, Instructions, PlannedRetreat, RetreatRule } from "protocol/blue-gray"
 */

/** @type {[string, string][]} */
const RETREATS = [
  ["ask", "ask me"],
  ["nearest-friend", "toward the nearest friend"],
  ["from-enemy", "away from the enemy"],
  ["toward", "toward a hex"],
];
/** @type {["advance" | "exchange" | "battery" | "before-combat", string, [string, string][]][]} */
const OTHERS = [
  [
    "advance",
    "Advance after combat",
    [
      ["ask", "ask me"],
      ["never", "never"],
      ["strongest", "with the strongest unit"],
    ],
  ],
  [
    "exchange",
    "Pay an exchange",
    [
      ["ask", "ask me"],
      ["least", "with the least strength that is enough"],
    ],
  ],
  [
    "battery",
    "Guns that bombarded, on Ar",
    [
      ["ask", "ask me"],
      ["stand", "stand"],
    ],
  ],
  [
    "before-combat",
    "Retreat before combat",
    [
      ["ask", "ask me"],
      ["try", "throw for it"],
      ["stand", "stand"],
    ],
  ],
];

/** The choice "toward a hex" while its hex is not said yet, by the name of the field. */
const PENDING = new Set();

/**
 * What a field of hexes names.
 * @param {string} text
 */
const hexesIn = (text) => text.split(/[\s,;]+/).filter(Boolean);

/**
 * A choice among a few, with its title.
 * @param {string} id
 * @param {Child} title
 * @param {[string, string][]} ways
 * @param {string} chosen
 * @param {boolean} may
 * @param {(way: string) => unknown} choose
 * @param {Child[]} more
 */
function choice(id, title, ways, chosen, may, choose, ...more) {
  return h(
    "div",
    { class: "instruction" },
    h("label", { for: id }, title),
    h(
      "select",
      { id, disabled: !may, onchange: (event) => choose(event.target.value) },
      ways.map(([way, said]) => h("option", { value: way, selected: way === chosen }, said)),
    ),
    more,
  );
}

/**
 * Where units retreat: a way, and the hex that one of them needs.
 * @param {string} id
 * @param {Child} title
 * @param {RetreatRule} rule
 * @param {{ play: Play, may: boolean, redraw: () => void }} at
 * @param {(rule: RetreatRule) => unknown} give
 * @param {Child[]} more
 */
function retreat(id, title, rule, { play, may, redraw }, give, ...more) {
  const toward = typeof rule === "string" ? "" : rule.toward;
  const pending = PENDING.has(id) && !toward;
  const choose = (/** @type {string} */ way) => {
    if (way !== "toward") {
      PENDING.delete(id);
      return give(/** @type {RetreatRule} */ (way));
    }
    PENDING.add(id);
    redraw();
    document.getElementById(`${id}-hex`)?.focus();
  };
  return choice(
    id,
    title,
    RETREATS,
    toward || pending ? "toward" : /** @type {string} */ (rule),
    may,
    choose,
    (toward || pending) &&
      h("input", {
        id: `${id}-hex`,
        class: "hex",
        value: toward,
        placeholder: "hex",
        inputmode: "numeric",
        "aria-label": "The hex to retreat toward",
        disabled: !may,
        onchange: (event) => {
          const hex = event.target.value.trim();
          if (!play.board.sheet.hex(hex)) return play.say(`There is no hex "${hex}" on this map.`);
          PENDING.delete(id);
          return give({ toward: hex });
        },
      }),
    ...more,
  );
}

/** @param {PanelContext<BlueGrayView>} context */
export function standingOrdersPanel(context) {
  const { view, play, session, redraw } = context;
  const told = view.instructions;
  if (!told) return [h("p", { class: "hint" }, "Only players give standing orders.")];
  const may = session.you !== null && !play.past && view.phase !== "over";
  const planned = plannedRetreats(play);
  const cases = view["instruction-cases"];
  const send = (/** @type {Partial<Instructions>} */ change) => play.instruct(change);
  const retreats = (/** @type {Partial<Instructions>} */ change) => {
    planned.on = true;
    return send(change);
  };
  const cite = (/** @type {keyof typeof cases} */ field) => cases[field] && words.cited(cases[field]);
  const at = { play, may, redraw };
  const units = new Map(view.units.map((unit) => [unit.id, unit]));
  const called = (/** @type {string} */ id) => {
    const unit = units.get(id);
    return unit ? printed(unit) : id;
  };
  const listed = told.retreats.map(({ unit }) => unit);
  const free = view.units.filter(
    ({ id, side, status }) => side === view.seat && status === "map" && !listed.includes(id),
  );
  const other = (/** @type {string} */ id) => told.retreats.filter(({ unit }) => unit !== id);
  return [
    h(
      "p",
      { class: "small" },
      `How the program answers for the ${words.side(view.seat)} side, in both sides' turns, until you change it. `,
      "The other side is not told. A question already asked is still yours to answer.",
    ),
    h(
      "div",
      { class: "instructions" },
      retreat("instruct-retreat", ["Units retreat ", cite("retreat")], told.retreat, at, (rule) =>
        retreats({ retreat: rule }),
      ),
      told.retreats.map(({ unit, rule }) =>
        retreat(
          `instruct-${unit}`,
          `${called(unit)} retreats`,
          rule,
          at,
          (to) => retreats({ retreats: told.retreats.map((one) => (one.unit === unit ? { unit, rule: to } : one)) }),
          h(
            "button",
            {
              class: "line",
              key: `as-all-${unit}`,
              disabled: !may,
              "aria-label": `${called(unit)} retreats as all do`,
              onclick: () => retreats({ retreats: other(unit) }),
            },
            "as all do",
          ),
        ),
      ),
      choice(
        "instruct-unit",
        "Another order for one unit",
        [
          ["", "choose a unit"],
          ...free.map(({ id, hex }) => /** @type {[string, string]} */ ([id, `${called(id)}, ${hex}`])),
        ],
        "",
        may,
        (unit) => unit && retreats({ retreats: [...told.retreats, { unit, rule: "ask" }] }),
      ),
      h(
        "p",
        null,
        tick(
          {
            id: "planned-retreats",
            checked: planned.on,
            disabled: !may,
            onchange: (event) => planned.set(event.target.checked),
          },
          " Show on the map where each unit would retreat now",
        ),
      ),
      planned.on && inWords(planned.retreats),
      OTHERS.filter(([id]) => cite(id)).map(([id, title, ways]) =>
        choice(`instruct-${id}`, [title, " ", cite(id)], ways, told[id], may, (way) =>
          send(/** @type {Partial<Instructions>} */ ({ [id]: way })),
        ),
      ),
      h(
        "p",
        null,
        tick(
          {
            id: "instruct-stay-in-works",
            checked: told["stay-in-works"],
            disabled: !may,
            onchange: (event) => send({ "stay-in-works": event.target.checked }),
          },
          " Nobody advances out of works",
        ),
      ),
      h(
        "div",
        { class: "instruction" },
        h("label", { for: "instruct-stay" }, "Nobody advances out of these hexes"),
        h("input", {
          id: "instruct-stay",
          class: "hexes",
          value: told.stay.join(" "),
          placeholder: "none",
          inputmode: "numeric",
          disabled: !may,
          onchange: (event) => {
            const hexes = [...new Set(hexesIn(event.target.value))];
            const stranger = hexes.find((hex) => !play.board.sheet.hex(hex));
            if (stranger) return play.say(`There is no hex "${stranger}" on this map.`);
            return send({ stay: hexes });
          },
        }),
      ),
    ),
    singleSetting(redraw, "Retreats with only one legal hex are made for you."),
    conditionalOrders(context, may, called),
  ];
}

/**
 * The same as the arrows on the map say.
 * @param {PlannedRetreat[]} retreats
 */
function inWords(retreats) {
  const toldOf = retreats.filter(({ to, case: number }) => to || number !== "7.71");
  const asked = retreats.length - toldOf.length;
  return folding(
    "planned-retreats",
    { class: "small" },
    "The same in words",
    h(
      "ul",
      { class: "plain-list" },
      toldOf.map((one) => h("li", null, one.text, " ", words.cited(one))),
      asked > 0 && h("li", null, `You are asked about ${asked === retreats.length ? "every unit" : "the others"}.`),
    ),
  );
}
