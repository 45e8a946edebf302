// "If they attack": one's own answers to what the enemy's next combats could ask, laid down as a
// tree, and a list of those that are.

import { folding } from "../../../common/folding.js";
import { h } from "../../../common/html.js";
import { tick } from "../../../common/tick.js";
import * as words from "../../../common/words.js";
import { everyQuestion, foresight } from "./foresight.js";

/**
 * @import { Child } from "../../../common/html.js"
 * @import { PanelContext } from "../../pages.js"
 * @import { Foresight } from "./foresight.js"
 * @import { BlueGrayView, Conditional, ForeseenQuestion } from "protocol/blue-gray"
 */

/** @type {Record<string, string>} */
const QUESTIONS = {
  retreat: "a retreat",
  "withdraw-battery": "guns that may withdraw",
  exchange: "an exchange",
  advance: "an advance",
  "retreat-before-combat": "a retreat before combat",
};

/**
 * A reply in a few words.
 * @param {Conditional["answers"][number]["give"]} give
 * @param {(unit: string) => string} called
 */
function said(give, called) {
  if ("retreat" in give) return `${called(give.retreat.unit)} to ${give.retreat.to}`;
  if ("withdraw-battery" in give) return `${called(give["withdraw-battery"].unit)} to ${give["withdraw-battery"].to}`;
  if ("lose" in give) return `lose ${words.listed(give.lose.units.map(called))}`;
  if ("advance" in give)
    return `${called(give.advance.unit)} advances ${give.advance.to ? `into ${give.advance.to}` : ""}`;
  if ("hold" in give) return "nobody advances";
  if ("stand" in give) return "stand";
  return "ask" in give ? "ask me" : "throw for it";
}

/**
 * A conditional order as it stands in the list, with those that follow on it.
 * @param {Conditional} one
 * @param {(unit: string) => string} called
 * @param {string} [holds] how long it holds
 * @returns {Child}
 */
function sentence({ ask, when = {}, answers }, called, holds) {
  const if_ = [
    when.hexes?.length && `at ${words.listed(when.hexes)}`,
    when.attackers?.length && `by ${words.listed(when.attackers.map(called))}`,
    when.results?.length && `on ${when.results.join(" or ")}`,
    when["before-die"] && "before the die",
  ].filter(Boolean);
  return [
    holds ? words.capital(QUESTIONS[ask]) : `then ${QUESTIONS[ask]}`,
    if_.length > 0 && ` ${if_.join(", ")}`,
    ": ",
    answers.map(({ give }) => said(give, called)).join(", or else "),
    holds,
    answers.map(
      ({ next = [] }) =>
        next.length > 0 &&
        h(
          "ul",
          null,
          next.map((one) => h("li", null, sentence(one, called))),
        ),
    ),
  ];
}

/**
 * A choice of one of the answers to a question.
 * @param {string} key
 * @param {string} label
 * @param {ForeseenQuestion} question
 * @param {{ chosen: string, nothing?: string, may: boolean, called: (unit: string) => string }} how
 * @param {(give: ForeseenQuestion["options"][number]["give"] | null) => unknown} choose
 */
function choice(key, label, { options }, { chosen, nothing = "ask me", may, called }, choose) {
  return h(
    "select",
    {
      id: key,
      "aria-label": label,
      disabled: !may,
      onchange: (event) => choose(options[Number(event.target.value || -1)]?.give ?? null),
    },
    h("option", { value: "", selected: chosen === "" }, nothing),
    options.map(({ give, always, text, lost }, nth) =>
      h(
        "option",
        { value: nth, selected: JSON.stringify(give) === chosen },
        text.replace(/\.$/, ""),
        !always && " (if it can then)",
        lost.length > 0 && ` (loses ${words.listed(lost.map(called))})`,
      ),
    ),
  );
}

/**
 * A question and what is answered, with what would be asked then.
 * @param {ForeseenQuestion} question
 * @param {string} key
 * @param {Foresight} at
 * @param {boolean} may
 * @param {(unit: string) => string} called
 * @returns {Child}
 */
function branch(question, key, at, may, called) {
  const { given, open, result, text } = question;
  const own = given.filter(({ way }) => way);
  const general = given.filter(({ way }) => !way);
  return h(
    "li",
    { class: "foreseen" },
    h("p", null, result ? h("b", null, `${result}: `) : "Before the die: ", text, " ", words.cited(question)),
    general.map((one) => h("p", { class: "small" }, `Your standing orders answer: ${one.text}`)),
    own.map(({ give, way, next }, nth) => [
      choice(`${key}-${nth}`, text, question, { chosen: JSON.stringify(give), may, called }, (chosen) =>
        at.answer(question, chosen, way),
      ),
      tree(next, `${key}-${nth}`, at, may, called),
    ]),
    (own.length === 0 || open) &&
      choice(
        `${key}-open`,
        own.length > 0 ? `${text} Otherwise:` : text,
        question,
        { chosen: "", nothing: general.length > 0 ? "as the standing orders say" : "ask me", may, called },
        (chosen) => chosen && at.answer(question, chosen, own[0]?.way ?? null, own.length > 0),
      ),
    general.map(({ next }, nth) => tree(next, `${key}-general-${nth}`, at, may, called)),
  );
}

/**
 * @param {ForeseenQuestion[]} questions
 * @param {string} key
 * @param {Foresight} at
 * @param {boolean} may
 * @param {(unit: string) => string} called
 * @returns {Child}
 */
function tree(questions, key, at, may, called) {
  if (questions.length === 0) return null;
  return h(
    "ul",
    { class: "plain-list foreseen-tree" },
    questions.map((question, nth) => branch(question, `${key}-${nth}`, at, may, called)),
  );
}

/**
 * Who is supposed to attack, and at which odds.
 * @param {Foresight} at
 * @param {boolean} may
 * @param {(unit: string) => string} called
 */
function supposed(at, may, called) {
  const attack = at.told?.attack;
  const by = at.told?.targets.find(({ hex }) => hex === at.hex)?.by ?? [];
  return [
    attack &&
      h(
        "div",
        { class: "instruction" },
        h("label", { for: "foresee-column" }, "At odds of"),
        h(
          "select",
          { id: "foresee-column", disabled: !may, onchange: (event) => at.choose({ column: event.target.value }) },
          attack.odds.columns.map(({ column }, nth) =>
            h(
              "option",
              { value: nth === 0 ? "" : column, selected: column === attack.odds.column },
              nth === 0 ? `${column}, the best they can have` : column,
            ),
          ),
        ),
      ),
    folding(
      "foresee-attackers",
      { class: "small" },
      "Who attacks",
      by.map(({ unit }) =>
        h(
          "label",
          { class: "foresee-attacker" },
          h("input", {
            type: "checkbox",
            id: `foresee-${unit}`,
            checked: !at.absent.has(unit),
            disabled: !may || (!at.absent.has(unit) && at.absent.size + 1 >= by.length),
            onchange: (event) => {
              const absent = new Set(at.absent);
              if (event.target.checked) absent.delete(unit);
              else absent.add(unit);
              at.choose({ absent });
            },
          }),
          ` ${called(unit)}`,
        ),
      ),
    ),
  ];
}

/**
 * The part of the standing orders about what is answered if they attack.
 * @param {PanelContext<BlueGrayView>} context
 * @param {boolean} may
 * @param {(unit: string) => string} called
 */
export function conditionalOrders({ play, redraw }, may, called) {
  const at = foresight(play);
  if (may) at.look();
  const { told, hex } = at;
  const attack = told?.attack;
  const open = everyQuestion(attack?.questions ?? []).some((question) => question.open);
  return h(
    "section",
    { class: "conditional", "aria-labelledby": "if-they-attack" },
    h("h3", { id: "if-they-attack" }, "If they attack …"),
    h(
      "p",
      { class: "small" },
      "What you answer if a hex of yours is attacked and the die falls so. It goes before the orders above.",
    ),
    h(
      "div",
      { class: "instruction" },
      h("label", { for: "foresee-hex" }, "They attack"),
      h(
        "select",
        { id: "foresee-hex", disabled: !may, onchange: (event) => at.choose({ hex: event.target.value || null }) },
        h("option", { value: "", selected: hex === null }, "choose a hex"),
        (told?.targets ?? []).map((one) =>
          h(
            "option",
            { value: one.hex, selected: one.hex === hex },
            `${one.hex}, ${words.listed(one.units.map(called))}`,
          ),
        ),
      ),
      h(
        "button",
        {
          id: "foresee-map",
          "aria-pressed": String(at.pointing),
          disabled: !may,
          onclick: () => {
            at.pointing = !at.pointing;
            redraw();
          },
        },
        "On the map",
      ),
    ),
    at.pointing &&
      h("p", { class: "small" }, "Press a hex of yours that they could attack, then the hexes that answer."),
    told?.reason && h("p", { class: "hint" }, told.reason.text, " ", words.cited(told.reason)),
    at.refused && h("p", { class: "hint" }, at.refused),
    hex !== null && told && supposed(at, may, called),
    attack && [
      attack.questions.length > 0
        ? tree(attack.questions, "foresee", at, may, called)
        : h("p", { class: "hint", id: "foresee-nothing" }, "At these odds they ask you nothing."),
      attack.questions.length > 0 &&
        h(
          "p",
          { class: "small", id: "foresee-state" },
          open ? "You are still asked about some of it." : "All that this attack asks is answered.",
          attack.cut && " There is more that could be asked than is shown.",
        ),
    ],
    h(
      "p",
      null,
      tick(
        {
          id: "foresee-once",
          checked: at.once,
          disabled: !may,
          onchange: (event) => {
            at.once = event.target.checked;
          },
        },
        told ? ` Only in turn ${told.during.turn} of the ${words.side(told.during.side)}` : " Only in their next turn",
      ),
    ),
    at.laid.length > 0 && [
      h("h4", null, "Laid down"),
      h(
        "ul",
        { class: "plain-list laid-down" },
        at.laid.map((one, nth) =>
          h(
            "li",
            null,
            h(
              "div",
              null,
              sentence(
                one,
                called,
                one.during ? ` (turn ${one.during.turn}, ${words.side(one.during.side)})` : " (until you withdraw it)",
              ),
            ),
            one.when?.hexes?.length === 1 &&
              h(
                "button",
                {
                  key: `edit-${nth}`,
                  disabled: !may,
                  "aria-label": `Show what is answered at ${one.when.hexes[0]}`,
                  onclick: () => at.choose({ hex: one.when?.hexes?.[0] ?? null }),
                },
                "Edit",
              ),
            h(
              "button",
              {
                key: `withdraw-${nth}`,
                disabled: !may,
                "aria-label": `Withdraw answer ${nth + 1} of ${at.laid.length}`,
                onclick: () => at.remove(nth),
              },
              "Withdraw",
            ),
          ),
        ),
      ),
    ],
  );
}
