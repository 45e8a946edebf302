// The lesson as it is read: the step's text, its tasks, and the way through the tutorial.

import { actions, h, show } from "../common/html.js";
import { caseLink, paragraphs as parts } from "../common/words.js";
import * as reference from "../rules/reference.js";
import * as texts from "../texts/tutorial.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { Lesson } from "./lesson.js"
 * @import { TutorialStep, TutorialTask } from "protocol"
 */

/**
 * Draws a lesson into an element; `lesson` is the state, and is told what is pressed.
 * @param {HTMLElement} element
 * @param {Lesson} lesson
 */
export function draw(element, lesson) {
  const { tutorial, step: at } = lesson;
  const step = tutorial.steps[at];
  const ruling = reference.parseCase(step.case);
  const made = lesson.made(at);
  const over = made.size === step.tasks.length;
  const last = at === tutorial.steps.length - 1;
  /** @type {(id: string, to: number, text: string, main?: boolean) => Child} */
  const go = (id, to, text, main) =>
    h(
      "button",
      { id, class: main ? "primary" : "plain", disabled: lesson.busy || to < 0, onclick: () => lesson.go(to) },
      text,
    );
  show(
    element,
    h(
      "header",
      null,
      h("p", { class: "small" }, texts.step(at + 1, tutorial.steps.length)),
      lesson.tutorials.length > 1 &&
        h(
          "nav",
          { class: "lesson-which small", "aria-label": texts.lessons },
          lesson.tutorials.map((one) => {
            const href = `/learn?lesson=${encodeURIComponent(one.scenario)}`;
            return h("a", { href, "aria-current": one === tutorial ? "page" : null }, one.title);
          }),
        ),
      h("h2", { id: "lesson-title", tabindex: -1 }, step.title, " ", caseLink(ruling.number, ruling.system)),
      h(
        "button",
        {
          class: "plain fold",
          key: "fold",
          "aria-expanded": String(!lesson.folded),
          "aria-controls": "lesson-text",
          onclick: () => lesson.fold(),
        },
        lesson.folded ? texts.show : texts.hide,
      ),
    ),
    h(
      "div",
      {
        id: "lesson-text",
        class: "lesson-text",
        tabindex: 0,
        role: "group",
        "aria-label": texts.text,
        hidden: lesson.folded,
      },
      paragraphs(step.text),
    ),
    tasks(step, made, lesson.open),
    lesson.wrong &&
      h(
        "div",
        { class: "lesson-note", role: "alert" },
        h("b", null, texts.notYet),
        text(lesson.wrong.why ?? ""),
        " ",
        caseLink(ruling.number, ruling.system),
      ),
    over && h("div", { class: "lesson-after", role: "status" }, paragraphs(step.after)),
    over &&
      last &&
      h(
        "p",
        { class: "actions" },
        h("button", { id: "lesson-play", class: "primary", onclick: () => lesson.playBattle() }, texts.play),
        h("a", { class: "button", href: "/" }, texts.allBattles),
      ),
    h(
      "nav",
      { class: "lesson-way", "aria-label": texts.steps },
      h(
        "ol",
        null,
        tutorial.steps.map(({ title }, index) => {
          const label = { title, "aria-label": texts.named(index + 1, title) };
          const press = { disabled: lesson.busy, onclick: () => lesson.go(index) };
          const here = index === at ? "step" : null;
          return h(
            "li",
            null,
            h("button", { key: `step-${index}`, "aria-current": here, ...label, ...press }, index + 1),
          );
        }),
      ),
      actions(
        go("lesson-back", at - 1, texts.back),
        go("lesson-again", 0, texts.startOver),
        !last && go("lesson-on", at + 1, over ? texts.next : texts.skip, over),
      ),
    ),
  );
}

/**
 * @param {TutorialStep} step
 * @param {Set<number>} made
 * @param {TutorialTask[]} open
 */
function tasks(step, made, open) {
  return h(
    "ol",
    { class: "lesson-tasks" },
    step.tasks.map((task, index) => {
      if (!task.say) return null;
      const state = made.has(index) ? "made" : open.includes(task) ? "now" : "later";
      return h(
        "li",
        { class: state, "aria-current": state === "now" ? "step" : null },
        h("span", { class: "tick", "aria-hidden": "true" }, { made: "✓", now: "➤", later: "·" }[state]),
        h("span", null, made.has(index) && h("span", { class: "aloud" }, texts.done), text(task.say)),
      );
    }),
  );
}

/** @param {string} words */
function text(words) {
  return reference.linked(words.trim().replaceAll("\n", " "), null);
}

/** @param {string} words */
function paragraphs(words) {
  return parts(words).map((paragraph) => h("p", null, text(paragraph)));
}
