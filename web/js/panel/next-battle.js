// A finished battle gone on from: what lies between it and the next, what the players choose of that,
// and what comes of it. The server says all of it; the page shows and asks.

import { open } from "../common/dialog.js";
import { h, held, make, show } from "../common/html.js";
import * as packs from "../common/packs.js";
import * as words from "../common/words.js";
import { Lost, Refusal } from "../session/connection.js";

/**
 * @import { Session } from "../session/session.js"
 * @import { Interlude, InterludeOption, WentOn } from "protocol"
 */

/**
 * The button that leads on, for a game that is over.
 * @param {Interlude} interlude
 * @param {() => void} press
 */
export function onward(interlude, press) {
  return h(
    "section",
    { class: "onward" },
    h("p", null, interlude.about),
    h("button", { id: "go-on", class: "primary", onclick: press }, interlude.title),
  );
}

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
    "To the battle",
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
      h("legend", null, "Chosen by both players; the reasons are ours"),
      interlude.options.map((option) =>
        choice(option, (value) => {
          options[option.id] = value;
          ask();
        }),
      ),
    ),
    h("h3", null, "What is left"),
    held(found),
    held(said),
    h("p", { class: "actions final" }, held(begin)),
    h("details", null, h("summary", null, "Where this comes from"), h("p", { class: "small" }, interlude.source)),
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
        h("option", { value, selected: value === option.default }, told(value, option.unit)),
      ),
    ),
    h("span", { class: "small block", id: `${id}-text` }, option.text, " ", option.because),
  );
}

/**
 * @param {number} value
 * @param {string} unit
 */
function told(value, unit) {
  if (unit === "percent") return `${value} %`;
  if (unit === "yes") return value ? "yes" : "no";
  return String(value);
}

/**
 * @param {WentOn} next
 */
function outcome({ units, lines }) {
  return [
    lines.map((line) => h("p", null, line)),
    words.EACH_SIDE.map((side) => {
      const changed = units.filter((unit) => unit.side === side);
      return (
        changed.length > 0 &&
        h(
          "table",
          { class: "sums" },
          h("caption", null, words.side(side)),
          h(
            "tbody",
            null,
            changed.map((unit) =>
              h(
                "tr",
                null,
                h("th", { scope: "row" }, unit.name, h("span", { class: "small block" }, words.sentence(unit.text))),
                h(
                  "td",
                  { class: "number" },
                  unit.strength ? `${unit.strength} of ${unit.printed}` : `gone (${unit.printed})`,
                ),
              ),
            ),
          ),
        )
      );
    }),
    !units.length && h("p", null, "Nothing that fought in both battles was eliminated."),
  ];
}
