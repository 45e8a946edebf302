// "If they attack": one's own answers to what the enemy's next combats could ask, laid down as a
// tree, and a list of those that are.

import { folding } from "../../../common/folding.js";
import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { box, choice } from "../../setting.js";
import * as texts from "../texts/game.js";
import { everyQuestion, foresight } from "./foresight.js";

/**
 * @import { Child } from "../../../common/html.js"
 * @import { PanelContext } from "../../pages.js"
 * @import { Foresight } from "./foresight.js"
 * @import { BlueGrayView, Conditional, ForeseenQuestion } from "protocol/blue-gray"
 */

/** @typedef {{ at: Foresight, may: boolean, called: (unit: string) => string }} Context */

/**
 * A reply in a few words.
 * @param {Conditional["answers"][number]["give"]} give
 * @param {(unit: string) => string} called
 */
function said(give, called) {
  const move = "retreat" in give ? give.retreat : "withdraw-battery" in give ? give["withdraw-battery"] : null;
  if (move) return texts.replies.goes(called(move.unit), move.to);
  if ("lose" in give) return texts.replies.lose(give.lose.units.map(called));
  if ("advance" in give) return texts.replies.advances(called(give.advance.unit), give.advance.to);
  if ("hold" in give) return texts.replies.hold;
  if ("stand" in give) return texts.replies.stand;
  return "ask" in give ? texts.replies.ask : texts.replies.try;
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
    when.hexes?.length && texts.conditions.hexes(when.hexes),
    when.attackers?.length && texts.conditions.attackers(when.attackers.map(called)),
    when.results?.length && texts.conditions.results(when.results),
    when["before-die"] && texts.conditions.beforeDie,
  ].filter(Boolean);
  return [
    holds ? words.capital(texts.questions[ask]) : texts.follows(texts.questions[ask]),
    if_.length > 0 && ` ${if_.join(", ")}`,
    ": ",
    answers.map(({ give }) => said(give, called)).join(texts.orElse),
    holds,
    answers.map(({ next = [] }) => {
      const following = next.map((one) => h("li", null, sentence(one, called)));
      return following.length > 0 && h("ul", null, following);
    }),
  ];
}

/**
 * A choice of one of the answers to a question.
 * @param {string} key
 * @param {string} label
 * @param {ForeseenQuestion} question
 * @param {Context} context
 * @param {[chosen: string, nothing?: string]} said what is chosen, and what it is called that nothing is
 * @param {(give: ForeseenQuestion["options"][number]["give"] | null) => unknown} choose
 */
function replyChoice(key, label, { options }, { may, called }, [chosen, nothing = texts.askMe], choose) {
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
        !always && texts.ifItCan,
        lost.length > 0 && texts.loses(lost.map(called)),
      ),
    ),
  );
}

/**
 * A question and what is answered, with what would be asked then.
 * @param {ForeseenQuestion} question
 * @param {string} key
 * @param {Context} context
 * @returns {Child}
 */
function branch(question, key, context) {
  const { at } = context;
  const { given, open, result, text } = question;
  const own = given.filter(({ way }) => way);
  const general = given.filter(({ way }) => !way);
  return h(
    "li",
    { class: "foreseen" },
    h("p", null, result ? h("b", null, texts.onResult(result)) : texts.beforeDie, text, " ", words.cited(question)),
    general.map((one) => h("p", { class: "small" }, texts.standingAnswer(one.text))),
    own.map(({ give, way, next }, nth) => [
      replyChoice(`${key}-${nth}`, text, question, context, [JSON.stringify(give)], (chosen) =>
        at.answer(question, chosen, way),
      ),
      tree(next, `${key}-${nth}`, context),
    ]),
    (own.length === 0 || open) &&
      replyChoice(
        `${key}-open`,
        own.length > 0 ? texts.otherwise(text) : text,
        question,
        context,
        ["", general.length > 0 ? texts.asStanding : texts.askMe],
        (chosen) => chosen && at.answer(question, chosen, own[0]?.way ?? null, own.length > 0),
      ),
    general.map(({ next }, nth) => tree(next, `${key}-general-${nth}`, context)),
  );
}

/**
 * @param {ForeseenQuestion[]} questions
 * @param {string} key
 * @param {Context} context
 * @returns {Child}
 */
function tree(questions, key, context) {
  if (questions.length === 0) return null;
  return h(
    "ul",
    { class: "plain-list foreseen-tree" },
    questions.map((question, nth) => branch(question, `${key}-${nth}`, context)),
  );
}

/**
 * Who is supposed to attack, and at which odds.
 * @param {Context} context
 */
function supposed({ at, may, called }) {
  const attack = at.told?.attack;
  const by = at.told?.targets.find(({ hex }) => hex === at.hex)?.by ?? [];
  const [best] = attack?.odds.columns ?? [];
  return [
    attack &&
      choice(
        "foresee-column",
        texts.atOdds,
        attack.odds.columns.map((one) => (one === best ? ["", texts.bestOdds(one.column)] : [one.column, one.column])),
        attack.odds.column === best.column ? "" : attack.odds.column,
        may,
        (column) => at.choose({ column }),
      ),
    folding(
      "foresee-attackers",
      { class: "small" },
      texts.whoAttacks,
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
  const { attack, targets = [] } = told ?? {};
  const point = () => {
    at.pointing = !at.pointing;
    redraw();
  };
  const open = everyQuestion(attack?.questions ?? []).some((question) => question.open);
  return h(
    "section",
    { class: "conditional", "aria-labelledby": "if-they-attack" },
    h("h3", { id: "if-they-attack" }, texts.ifTheyAttack),
    h("p", { class: "small" }, texts.conditional),
    choice(
      "foresee-hex",
      texts.theyAttack,
      [
        ["", texts.chooseHex],
        ...targets.map((one) => texts.placed(one.hex, one.hex, words.listed(one.units.map(called)))),
      ],
      hex ?? "",
      may,
      (chosen) => at.choose({ hex: chosen || null }),
      h(
        "button",
        { id: "foresee-map", "aria-pressed": String(at.pointing), disabled: !may, onclick: point },
        texts.pointOnMap,
      ),
    ),
    at.pointing && h("p", { class: "small" }, texts.howToPoint),
    told?.reason && h("p", { class: "hint" }, told.reason.text, " ", words.cited(told.reason)),
    at.refused && h("p", { class: "hint" }, at.refused),
    hex !== null && told && supposed({ at, may, called }),
    attack && [
      attack.questions.length > 0
        ? tree(attack.questions, "foresee", { at, may, called })
        : h("p", { class: "hint", id: "foresee-nothing" }, texts.nothingAsked),
      attack.questions.length > 0 &&
        h(
          "p",
          { class: "small", id: "foresee-state" },
          open ? texts.stillAsked : texts.allAnswered,
          attack.cut && texts.cut,
        ),
    ],
    box("foresee-once", texts.onlyTurn(told?.during), at.once, may, (once) => {
      at.once = once;
    }),
    at.laid.length > 0 && [
      h("h4", null, texts.laidDown),
      h(
        "ul",
        { class: "plain-list laid-down" },
        at.laid.map((one, nth) =>
          h(
            "li",
            null,
            h("div", null, sentence(one, called, texts.during(one.during))),
            one.when?.hexes?.length === 1 &&
              h(
                "button",
                {
                  key: `edit-${nth}`,
                  disabled: !may,
                  "aria-label": texts.showAnswers(one.when.hexes[0]),
                  onclick: () => at.choose({ hex: one.when?.hexes?.[0] ?? null }),
                },
                texts.edit,
              ),
            h(
              "button",
              {
                key: `withdraw-${nth}`,
                disabled: !may,
                "aria-label": texts.withdrawNth(nth + 1, at.laid.length),
                onclick: () => at.remove(nth),
              },
              texts.withdraw,
            ),
          ),
        ),
      ),
    ],
  );
}
