// What the questions of Blue & Gray have in common: their headings.

import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { Prompt } from "../../../game/prompt.js";

const TITLES = {
  movement: "movement",
  combat: "combat",
  retreat: "retreat",
  "withdraw-battery": "withdraw the guns, or stand",
  exchange: "pay the exchange",
  advance: "advance after combat",
  "retreat-before-combat": "retreat before combat",
};

export class BlueGrayPrompt extends Prompt {
  /** Who is asked what, under which case; in `brief` only who. */
  heading(brief = false) {
    const { question } = this;
    return h(
      "div",
      { class: `asked side-${question.side}` },
      h("h2", null, `${words.side(question.side)}: ${words.capital(TITLES[question.kind] ?? question.kind)}`),
      !brief && question.text && h("p", null, question.text, " ", words.caseLink(question.case, question.system)),
    );
  }
}
