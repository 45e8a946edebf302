// The brigades: who has been activated, where their units are, who is on the Broken Track.

import { chip } from "../../../board/counter-face.js";
import { folding } from "../../../common/folding.js";
import { h } from "../../../common/html.js";
import { truthy } from "../../../common/truthy.js";
import * as words from "../../../common/words.js";
import { band, counter } from "../counters.js";
import { ACTS, condition, ORDERS, points, values } from "../words.js";

/**
 * @import { PanelContext } from "../../pages.js"
 * @import { Barred, Brigade, SwordsUnit, SwordsView } from "protocol/blind-swords"
 */

/** @type {Record<string, string>} */
const WHERE = { due: "to come", eliminated: "eliminated", exited: "left the map" };

/** @param {PanelContext<SwordsView>} options */
export function brigadesPanel({ view, sides, show }) {
  return [
    orders(view),
    sides.map((side) =>
      h(
        "section",
        { class: `force side-${side}` },
        h("h3", null, words.side(side)),
        view.brigades
          .filter((one) => one.side === side)
          .map((one) =>
            roll(
              view,
              one,
              view.units.filter((unit) => unit.brigade === one.id),
              show,
            ),
          ),
        roll(
          view,
          { id: null, name: "Batteries and others", side },
          view.units.filter((unit) => unit.side === side && !unit.brigade),
          show,
        ),
      ),
    ),
    h(
      "section",
      null,
      h("h3", null, "Broken Track"),
      [3, 2, 1, 0].map((box) => {
        const there = view.units.filter((unit) => unit.status === "broken" && unit.track === box);
        if (box === 0 && !there.length) return null;
        return h(
          "div",
          { class: "broken-box" },
          h("b", null, box === 0 ? "Available" : `Box ${box}`),
          there.length
            ? there.map((unit) => [chip(counter(unit), 34), h("span", { class: "small" }, unit.name)])
            : h("span", { class: "small" }, "nobody"),
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
    "What each order bars",
    h(
      "ul",
      null,
      view.orders.map(({ order, case: number, barred }) =>
        h(
          "li",
          null,
          h("b", null, ORDERS[order] ?? order),
          ": ",
          words.listed(barred.map(({ act }) => `not ${ACTS[act] ?? act}`)),
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
        h("b", null, `${units ? `${words.count(units.length, "unit")} may` : "May"} not ${ACTS[act] ?? act}`),
        `: ${words.sentence(text)} `,
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
    if (activation.grant === "limited") return "active now, and may only fire";
    return activation.order ? `active now, ordered to ${ORDERS[activation.order]}` : "active now";
  }
  if (activated) return "activated";
  if (barred.some(({ act, units }) => act === "activate" && !units)) return "not to be activated";
  const chit = cup.others.find((one) => one.name === name || one.name === division);
  if (!chit) return "not yet activated";
  return `not yet activated: its chit is in the cup${chit.rating ? `, in full on a die up to ${chit.rating}` : ""}`;
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
      brigade.division && h("span", { class: "small" }, ` (${brigade.division})`),
      h(
        "span",
        { class: "small" },
        ": ",
        [
          may(view, brigade),
          `${here.length} of ${units.length} on the map`,
          `strength ${points(strength)}`,
          limits > 0 && words.count(limits, "restriction"),
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
        const state = unit.hex
          ? condition(unit).join(", ")
          : unit.status === "broken"
            ? "broken"
            : `${WHERE[unit.status] ?? unit.status}${unit.turn ? `, ${view.times[unit.turn - 1]} by ${unit.entry}` : ""}`;
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
