// A finished battle gone on from: what lies between it and the next, what the players choose of that,
// and what comes of it. The server says all of it; the page shows and asks.

import { open } from "../common/dialog.js";
import { h, held, make, show } from "../common/html.js";
import * as packs from "../common/packs.js";
import * as words from "../common/words.js";
import { Lost, Refusal } from "../session/connection.js";
import * as texts from "../texts/panel.js";

/**
 * @import { Session } from "../session/session.js"
 * @import { Interlude, InterludeOption, WentOn } from "protocol"
 */

/**
 * Opens the interlude in the page's dialog.
 * @param {HTMLDialogElement} dialog
 * @param {Session} session
 * @param {Interlude} interlude
 */
export async function goOn(dialog, session, interlude) {
  const found = make("div", { class: "went-on", "aria-live": "polite" });
  const said = make("p", { role: "alert", class: "refused" });
  /** @type {Record<string, number>} */
  const options = {};
  /** @type {string} */
  let record = "";
  /** @type {WentOn | null} */
  let next = null;
  const begin = make(
    "button",
    {
      id: "next-battle",
      class: "primary",
      disabled: true,
      onclick: () => {
        if (!next) return;
        packs.remember(next.pack);
        location.href = `/?${new URLSearchParams({ pack: next.pack })}`;
      },
    },
    texts.toBattle,
  );
  const ask = async () => {
    begin.disabled = true;
    said.textContent = "";
    try {
      record ||= (await session.call("game.save", {})).record;
      const base = session.view.pack?.id;
      next = await session.connection.call("pack.after", {
        record,
        interlude: interlude.id,
        options: { ...options },
        ...(base && { base }),
      });
      show(found, outcome(next));
      begin.disabled = false;
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
      said.textContent = words.sentence(error.message);
    }
  };
  open(
    dialog,
    interlude.title,
    h("p", null, interlude.about, " ", words.caseLink(interlude.case, interlude.system)),
    h(
      "fieldset",
      { class: "options interlude" },
      h("legend", null, texts.chosenByBoth),
      interlude.options.map((option) =>
        choice(option, (value) => {
          options[option.id] = value;
          ask();
        }),
      ),
    ),
    h("h3", null, texts.whatIsLeft),
    held(found),
    held(said),
    h("p", { class: "actions final" }, held(begin)),
    h("details", null, h("summary", null, texts.source), h("p", { class: "small" }, interlude.source)),
  );
  await ask();
}

/**
 * @param {InterludeOption} option
 * @param {(value: number) => void} chosen
 */
function choice(option, chosen) {
  const id = `interlude-${option.id}`;
  return h(
    "p",
    { class: "choice" },
    h("label", { for: id }, option.title),
    h(
      "select",
      { id, "aria-describedby": `${id}-text`, onchange: (event) => chosen(Number(event.target.value)) },
      option.values.map((value) =>
        h("option", { value, selected: value === option.default }, texts.option(value, option.unit)),
      ),
    ),
    h("span", { class: "small block", id: `${id}-text` }, option.text, " ", option.because),
  );
}

/** @param {WentOn} next */
function outcome({ units, lines }) {
  return [
    lines.map((line) => h("p", null, line)),
    words.EACH_SIDE.map((side) => {
      const changed = units.filter((unit) => unit.side === side);
      const rows = changed.map(({ name, text, strength, printed }) => {
        const fate = h("span", { class: "small block" }, words.sentence(text));
        const left = h("td", { class: "number" }, texts.strength(strength, printed));
        return h("tr", null, h("th", { scope: "row" }, name, fate), left);
      });
      const caption = h("caption", null, words.side(side));
      return rows.length > 0 && h("table", { class: "sums" }, caption, h("tbody", null, rows));
    }),
    !units.length && h("p", null, texts.allLeft),
  ];
}
