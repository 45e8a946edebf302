// What a case says, beside any link to it, while the pointer or the keyboard is on that link.

import { h, make, show } from "../common/html.js";
import { caseNumber, paragraphs } from "../common/words.js";
import * as texts from "../texts/rules.js";
import { find, load, numbersOf, parseCase, printed } from "./reference.js";

/** @import { Numbers } from "./reference.js" */

/** How long the pointer rests on a link before its case is shown, and how long it may be away, in ms. */
const REST = 300;
const AWAY = 200;
/** Room between the link, the box and the edge of the window. */
const GAP = 6;

/**
 * Shows the text of cases from now on, all over the page. `edition()`: that of the game at hand, by whose numbers they
 * are named.
 * @param {() => string | undefined} edition
 */
export function caseTips(edition) {
  const box = make("div", { class: "case-tip", id: "case-tip", role: "tooltip", hidden: true });
  const main = document.querySelector("main") ?? document.body;
  main.append(box);
  /** @type {HTMLElement | null} */
  let at = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const hide = () => {
    clearTimeout(timer);
    at?.removeAttribute("aria-describedby");
    at = null;
    box.hidden = true;
  };

  /** @param {HTMLElement} link */
  const tell = async (link) => {
    const reference = await load().catch(() => null);
    const entry = reference && find(reference, { system: link.dataset.system, number: link.dataset.case ?? "" });
    // Meanwhile the pointer may be elsewhere.
    if (!entry || at !== link || !link.isConnected) return;
    const numbers = numbersOf(reference, edition());
    const told = (/** @type {string | undefined} */ text) =>
      paragraphs(text).map((one) => h("p", null, plain(one, entry.system, numbers)));
    show(
      box,
      h("p", null, h("b", null, `${caseNumber(entry.number, printed(entry, edition()))} ${entry.title}`)),
      told(entry.text),
      entry.ruling && [h("p", null, h("b", null, texts.ruling)), told(entry.ruling)],
    );
    // What lies in a dialog is hidden by everything outside it.
    (link.closest("dialog") ?? main).append(box);
    box.hidden = false;
    box.scrollTop = 0;
    const beside = link.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box;
    const below = beside.bottom + GAP;
    const top = below + height + GAP > innerHeight ? Math.max(GAP, beside.top - GAP - height) : below;
    box.style.left = `${Math.max(GAP, Math.min(beside.left, innerWidth - width - GAP))}px`;
    box.style.top = `${top}px`;
    link.setAttribute("aria-describedby", box.id);
  };

  /**
   * @param {EventTarget | null} target
   * @param {number} wait
   */
  const come = (target, wait) => {
    const element = target instanceof Element ? target : null;
    if (element && box.contains(element)) return clearTimeout(timer);
    const link = element?.closest("a.case");
    if (!(link instanceof HTMLElement)) {
      // On the way from the link to the box it stays.
      if (at) {
        clearTimeout(timer);
        timer = setTimeout(hide, AWAY);
      }
      return;
    }
    if (link === at) return clearTimeout(timer);
    hide();
    at = link;
    timer = setTimeout(() => tell(link), wait);
  };

  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && come(event.target, REST));
  document.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target.matches("a.case:focus-visible")) come(event.target, REST);
    else hide();
  });
  document.addEventListener("click", hide);
  addEventListener("scroll", (event) => event.target !== box && hide(), true);
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || box.hidden) return;
      event.stopPropagation();
      hide();
    },
    true,
  );
}

/**
 * A paragraph with the cases that it names as mere numbers.
 * @param {string} text
 * @param {string} system
 * @param {Numbers} numbers
 */
function plain(text, system, numbers) {
  return text.replace(/\[([^\]]+)\]/g, (_, named) => {
    const { system: of, number } = parseCase(named);
    return caseNumber(number, numbers(of ?? system, number));
  });
}
