// The brigades: who has been activated, where their units are, who is on the Broken Track.

import { chip } from "../../../board/counter-face.js";
import { folding } from "../../../common/folding.js";
import { h } from "../../../common/html.js";
import { truthy } from "../../../common/truthy.js";
import * as words from "../../../common/words.js";
import { band, counter } from "../counters.js";
import * as texts from "../texts/game.js";
import { condition, ORDERS, points, values } from "../texts/terms.js";

/**
 * @import { PanelContext } from "../../pages.js"
 * @import { Barred, Brigade, SwordsUnit, SwordsView } from "protocol/blind-swords"
 */

/** @param {PanelContext<SwordsView>} options */
export function brigadesPanel({ view, sides, show }) {
  const unitsOf = (/** @type {string | null} */ brigade) =>
    view.units.filter((unit) => (unit.brigade ?? null) === brigade);
  return [
    orders(view),
    sides.map((side) => {
      const others = unitsOf(null).filter((unit) => unit.side === side);
      const brigades = view.brigades.filter((one) => one.side === side);
      return h(
        "section",
        { class: `force side-${side}` },
        h("h3", null, words.side(side)),
        brigades.map((one) => roll(view, one, unitsOf(one.id), show)),
        roll(view, { id: null, name: texts.batteries, side }, others, show),
      );
    }),
    h(
      "section",
      null,
      h("h3", null, texts.brokenTrack),
      [3, 2, 1, 0].map((box) => {
        const there = view.units.filter((unit) => unit.status === "broken" && unit.track === box);
        if (box === 0 && !there.length) return null;
        return h(
          "div",
          { class: "broken-box" },
          h("b", null, texts.box(box)),
          there.length
            ? there.map((unit) => [chip(counter(unit), 34), h("span", { class: "small" }, unit.name)])
            : h("span", { class: "small" }, texts.noUnits),
        );
      }),
    ),
  ];
}

/**
 * What each order bars to every brigade.
 * @param {SwordsView} view
 */
function orders(view) {
  if (!view.orders) return null;
  return folding(
    "barring",
    { class: "barring" },
    texts.whatOrdersBar,
    h(
      "ul",
      null,
      view.orders.map(({ order, case: number, barred }) =>
        h(
          "li",
          null,
          h("b", null, ORDERS[order] ?? order),
          ": ",
          texts.notAllowed(barred.map(({ act }) => act)),
          " ",
          words.caseLink(number, view.system),
        ),
      ),
    ),
  );
}

/**
 * What a brigade cannot do now, a line each.
 * @param {Barred[]} barred
 */
function bars(barred) {
  if (!barred.length) return null;
  return h(
    "ul",
    { class: "barring" },
    barred.map(({ act, case: number, system, text, units }) =>
      h(
        "li",
        null,
        h("b", null, texts.mayNot(act, units?.length)),
        texts.barredBy(text),
        words.caseLink(number, system),
      ),
    ),
  );
}

/**
 * What a brigade may do now, or what it waits for.
 * @param {SwordsView} view
 * @param {Partial<Omit<Brigade, "id">> & { id: string | null }} brigade
 */
function may(view, { id, name, division, activated, barred = [] }) {
  if (!id) return null;
  const { activation, cup } = view;
  if (activation?.brigade === id) {
    if (activation.grant === "limited") return texts.activity.limited;
    return activation.order ? texts.activity.ordered(ORDERS[activation.order]) : texts.activity.active;
  }
  if (activated) return texts.activity.activated;
  if (barred.some(({ act, units }) => act === "activate" && !units)) return texts.activity.barred;
  const chit = cup.others.find((one) => one.name === name || one.name === division);
  return chit ? texts.activity.inCup(chit.rating) : texts.activity.waiting;
}

/**
 * @param {SwordsView} view
 * @param {Pick<Brigade, "name" | "side"> & Partial<Omit<Brigade, "id">> & { id: string | null }} brigade
 * @param {SwordsUnit[]} units
 * @param {(hexes: string[]) => void} show
 */
function roll(view, brigade, units, show) {
  if (!units.length) return null;
  const here = units.filter((unit) => unit.hex);
  const active = view.activation?.brigade === brigade.id && brigade.id !== null;
  const strength = here.reduce((sum, unit) => sum + (unit.now?.strength ?? unit.strength), 0);
  const barred = brigade.barred ?? [];
  const limits = barred.filter(({ act }) => act !== "activate").length;
  return folding(
    `brigade-${brigade.side}-${brigade.id}`,
    { class: active ? "brigade-row active" : "brigade-row", open: active },
    [
      h("span", { class: "swatch", style: `background:${band(brigade.id)[0]}`, "aria-hidden": "true" }),
      h("b", null, brigade.name),
      brigade.division && h("span", { class: "small" }, texts.division(brigade.division)),
      h(
        "span",
        { class: "small" },
        ": ",
        [
          may(view, brigade),
          texts.onMap(here.length, units.length),
          texts.strength(points(strength)),
          texts.restrictions(limits),
        ]
          .filter(truthy)
          .join(", "),
      ),
    ],
    bars(barred),
    h(
      "ul",
      { class: "roll" },
      units.map((unit) => {
        const text = `${unit.name} ${values(unit)}`;
        const comes = unit.turn && texts.comesAt(view.times[unit.turn - 1], unit.entry);
        const state = unit.hex ? condition(unit).join(", ") : `${texts.away[unit.status] ?? unit.status}${comes || ""}`;
        return h(
          "li",
          null,
          chip(counter(unit), 30),
          unit.hex
            ? h("button", { class: "line", onclick: () => show([unit.hex ?? ""]) }, `${text}, ${unit.hex}`)
            : h("span", null, text),
          state && h("span", { class: "small" }, ` ${state}`),
        );
      }),
    ),
  );
}
