// The lesson as it is read: the step's text, its tasks, and the way through the tutorial.

import { h, show } from "../common/html.js";
import { caseLink } from "../common/words.js";
import * as reference from "../rules/reference.js";

/**
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
  show(
    element,
    h(
      "header",
      null,
      h("p", { class: "small" }, `Step ${at + 1} of ${tutorial.steps.length}`),
      lesson.tutorials.length > 1 &&
        h(
          "nav",
          { class: "lesson-which small", "aria-label": "Lessons" },
          lesson.tutorials.map((one) =>
            h(
              "a",
              {
                href: `/learn?lesson=${encodeURIComponent(one.scenario)}`,
                "aria-current": one === tutorial ? "page" : null,
              },
              one.title,
            ),
          ),
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
        lesson.folded ? "Show text" : "Hide text",
      ),
    ),
    h(
      "div",
      {
        id: "lesson-text",
        class: "lesson-text",
        tabindex: 0,
        role: "group",
        "aria-label": "What this step teaches",
        hidden: lesson.folded,
      },
      paragraphs(step.text),
    ),
    tasks(step, made, lesson.open),
    lesson.wrong &&
      h(
        "div",
        { class: "lesson-note", role: "alert" },
        h("b", null, "Not yet. "),
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
        h(
          "button",
          { id: "lesson-play", class: "primary", onclick: () => lesson.playBattle() },
          "Play the training battle",
        ),
        h("a", { class: "button", href: "/" }, "All battles"),
      ),
    h(
      "nav",
      { class: "lesson-way", "aria-label": "Steps of the tutorial" },
      h(
        "ol",
        null,
        tutorial.steps.map((one, index) =>
          h(
            "li",
            null,
            h(
              "button",
              {
                key: `step-${index}`,
                "aria-current": index === at ? "step" : null,
                "aria-label": `Step ${index + 1}: ${one.title}`,
                title: one.title,
                disabled: lesson.busy,
                onclick: () => lesson.go(index),
              },
              index + 1,
            ),
          ),
        ),
      ),
      h(
        "div",
        { class: "actions" },
        h(
          "button",
          { id: "lesson-back", class: "plain", disabled: lesson.busy || at === 0, onclick: () => lesson.go(at - 1) },
          "Back",
        ),
        h(
          "button",
          { id: "lesson-again", class: "plain", disabled: lesson.busy, onclick: () => lesson.go(0) },
          "Start over",
        ),
        !last &&
          h(
            "button",
            {
              id: "lesson-on",
              class: over ? "primary" : "plain",
              disabled: lesson.busy,
              onclick: () => lesson.go(at + 1),
            },
            over ? "Next" : "Skip",
          ),
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
        h("span", null, made.has(index) && h("span", { class: "aloud" }, "Done: "), text(task.say)),
      );
    }),
  );
}

/**
 * @param {string} words
 */
function text(words) {
  return reference.linked(words.trim().replaceAll("\n", " "), null);
}

/**
 * @param {string} words
 */
function paragraphs(words) {
  return words
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => h("p", null, text(paragraph)));
}
