// What one presses is large enough for a finger: 44 by 44 pixels, but for links within a sentence,
// as WCAG 2.5.5 has it.

import assert from "node:assert/strict";

/** The least width and height of a target, in CSS pixels. */
const LEAST = 44;

/** Runs in the page: every target that is seen and smaller than that. */
function small(least) {
  const all = document.querySelectorAll("button, select, input, textarea, summary, [role=tab], a[href], [role=slider]");
  const finger = matchMedia("(pointer: coarse)").matches;
  /** A link or a button in running text: beside it, on its line, there are other words. */
  const inSentence = (one) => {
    // The lines of the log and of cards are prose; a finger has them larger.
    if (one.matches("a.case") || (one.matches("button.line, .modifiers > summary") && !finger)) return true;
    if (!/^inline/.test(getComputedStyle(one).display)) return false;
    const around = one.closest("p, li, dd, td, label, h2, h3");
    const words = [...(around?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE);
    return one.matches("a") && words.some((node) => /\w/.test(node.textContent ?? ""));
  };
  return [...all]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => !one.closest(".aloud, .skip, .canvas, .hex-grid") && !one.matches(".skip, .aloud, [type=hidden]"))
    .map((one) => {
      const pressed = one.matches("input[type=checkbox], input[type=radio]") ? (one.closest("label") ?? one) : one;
      return [one, pressed.getBoundingClientRect()];
    })
    .filter(([, box]) => box.width > 2 && box.height > 2)
    .filter(([, box]) => box.width < least - 0.5 || box.height < least - 0.5)
    .filter(([one]) => !inSentence(one))
    .map(([one, box]) => {
      const what = `${one.tagName.toLowerCase()}${one.id && `#${one.id}`}.${[...one.classList].join(".")}`;
      const within = [...(one.closest("section, aside, header, dialog, details")?.classList ?? [])].join(".");
      return `${Math.round(box.width)} × ${Math.round(box.height)} ${what} in ${within}: ${(one.textContent ?? "").trim().slice(0, 40)}`;
    });
}

/** Everything on the page that is too small to be pressed. */
export function smallTargets(page) {
  return page.evaluate(small, LEAST);
}

/** Fails if anything on the page is too small to be pressed; `state` says what was on it. */
export async function pressable(page, state) {
  assert.deepEqual(await smallTargets(page), [], state);
}
