// What the program is to answer for a side, so that a game of days does not wait for every retreat.

import { folding } from "../../../common/folding.js";
import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { singleSetting } from "../../../game/answerer.js";
import { onlyPlayers, otherNotTold } from "../../../texts/games.js";
import { box, choice } from "../../setting.js";
import * as texts from "../texts/game.js";
import { printed } from "../texts/terms.js";
import { conditionalOrders } from "./conditional-orders.js";
import { plannedRetreats } from "./planned-retreats.js";

/**
 * @import { Child } from "../../../common/html.js"
 * @import { Play } from "../../../game/play.js"
 * @import { PanelContext } from "../../pages.js"
 * @import { BlueGrayView, Instructions, PlannedRetreat, RetreatRule } from "protocol/blue-gray"
 */

/** The choice "toward a hex" while its hex is not said yet, by the name of the field. */
const PENDING = new Set();

/**
 * What a field of hexes names.
 * @param {string} text
 */
const hexesIn = (text) => text.split(/[\s,;]+/).filter(Boolean);

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
    texts.retreatWays,
    toward || pending ? "toward" : /** @type {string} */ (rule),
    may,
    choose,
    (toward || pending) &&
      h("input", {
        id: `${id}-hex`,
        class: "hex",
        value: toward,
        placeholder: texts.hex,
        inputmode: "numeric",
        "aria-label": texts.hexToward,
        disabled: !may,
        onchange: (event) => {
          const hex = event.target.value.trim();
          if (!play.board.sheet.hex(hex)) return play.say(texts.noHex(hex));
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
  if (!told) return [h("p", { class: "hint" }, onlyPlayers)];
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
    h("p", { class: "small" }, texts.program(view.seat), otherNotTold),
    h(
      "div",
      { class: "instructions" },
      retreat("instruct-retreat", [texts.unitsRetreat, cite("retreat")], told.retreat, at, (rule) =>
        retreats({ retreat: rule }),
      ),
      told.retreats.map(({ unit, rule }) =>
        retreat(
          `instruct-${unit}`,
          texts.retreats(called(unit)),
          rule,
          at,
          (to) => retreats({ retreats: told.retreats.map((one) => (one.unit === unit ? { unit, rule: to } : one)) }),
          h(
            "button",
            {
              class: "line",
              key: `as-all-${unit}`,
              disabled: !may,
              "aria-label": texts.retreatsAsAll(called(unit)),
              onclick: () => retreats({ retreats: other(unit) }),
            },
            texts.asAll,
          ),
        ),
      ),
      choice(
        "instruct-unit",
        texts.oneUnit,
        [["", texts.chooseUnit], ...free.map(({ id, hex }) => texts.placed(id, called(id), hex))],
        "",
        may,
        (unit) => unit && retreats({ retreats: [...told.retreats, { unit, rule: "ask" }] }),
      ),
      box("planned-retreats", texts.showRetreats, planned.on, may, (on) => planned.set(on)),
      planned.on && inWords(planned.retreats),
      texts.otherOrders
        .filter(([id]) => cite(id))
        .map(([id, title, ways]) =>
          choice(`instruct-${id}`, [title, " ", cite(id)], ways, told[id], may, (way) =>
            send(/** @type {Partial<Instructions>} */ ({ [id]: way })),
          ),
        ),
      box("instruct-stay-in-works", texts.stayInWorks, told["stay-in-works"], may, (works) =>
        send({ "stay-in-works": works }),
      ),
      h(
        "div",
        { class: "instruction" },
        h("label", { for: "instruct-stay" }, texts.stay),
        h("input", {
          id: "instruct-stay",
          class: "hexes",
          value: told.stay.join(" "),
          placeholder: texts.none,
          inputmode: "numeric",
          disabled: !may,
          onchange: (event) => {
            const hexes = [...new Set(hexesIn(event.target.value))];
            const stranger = hexes.find((hex) => !play.board.sheet.hex(hex));
            if (stranger) return play.say(texts.noHex(stranger));
            return send({ stay: hexes });
          },
        }),
      ),
    ),
    singleSetting(redraw, texts.singleNote),
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
    texts.inWords,
    h(
      "ul",
      { class: "plain-list" },
      toldOf.map((one) => h("li", null, one.text, " ", words.cited(one))),
      asked > 0 && h("li", null, texts.askedAbout(asked === retreats.length)),
    ),
  );
}
