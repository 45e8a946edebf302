// The keys of the battle page. Single letters can be switched off, for those who dictate.

import { keysMenu } from "./menu.js";

/**
 * @import { Aids } from "../panel/aids.js"
 * @import { Tabs } from "../panel/tabs.js"
 * @import { RulesPanel } from "../rules/rules-panel.js"
 * @import { Play } from "./play.js"
 * @import { Replay } from "./replay.js"
 */

const KEY = "longroll.letters";
/** Keys that may be held down: they walk, scroll and zoom. */
const WALKS = /^(Arrow\w+|Page\w+|Home|End|Tab|[-+=_])$/;

/**
 * The key that was pressed; on a layout without Latin letters the letter that stands there on one with them.
 * @param {KeyboardEvent} event
 */
function latin({ key, code }) {
  const letter = key.length === 1 && !/[ -~]/.test(key) && /^Key([A-Z])$/.exec(code)?.[1];
  return letter ? letter.toLowerCase() : key.length === 1 ? key.toLowerCase() : key;
}

/**
 * Whether what is pressed is written somewhere.
 * @param {KeyboardEvent} event
 */
function isTyping({ target }) {
  const fields = "input:not([type=radio], [type=checkbox], [type=range]), textarea, select";
  return Boolean(/** @type {Element} */ (target).closest?.(fields));
}

function kept() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

/**
 * @param {{
 *   play: Play, rulesPanel: RulesPanel, tabs: Tabs, replay: Replay, aids: Aids, tint: () => void,
 *   dialog: HTMLDialogElement, help: HTMLElement, orders: HTMLElement, board: HTMLElement,
 * }} options
 */
export function shortcuts({ play, rulesPanel, tabs, replay, aids, tint, dialog, help, orders, board }) {
  let letters = kept();
  const set = (/** @type {boolean} */ on) => {
    letters = on;
    try {
      localStorage.setItem(KEY, on ? "on" : "off");
    } catch {
      // Then it lasts as long as the page.
    }
  };
  const keys = () => keysMenu(dialog, letters, set);
  help.addEventListener("click", keys);
  const toMap = () => (play.board.cursor ? play.board.point(play.board.cursor) : board.focus());
  const click = (/** @type {string[]} */ ...ids) =>
    play.prompt &&
    !play.offline() &&
    ids
      .map((id) => document.getElementById(id))
      .find(Boolean)
      ?.click();
  /** @type {Record<string, () => unknown>} */
  const single = {
    n: () => play.nextUnit(1),
    p: () => play.nextUnit(-1),
    e: () => click("end-movement", "end-combat", "end", "pass"),
    a: () => click("attack", "fire", "declare"),
    o: () => {
      if (tabs.small) tabs.show("orders");
      /** @type {HTMLElement} */ (orders.querySelector("summary, button:not(:disabled)") ?? orders).focus();
    },
    m: toMap,
    l: () => {
      tabs.show("log");
      tabs.panel("log").focus();
    },
    r: () => rulesPanel.open(),
    c: tint,
    "?": keys,
  };
  // A key that is held down gives no order after its first: neither a letter, nor Enter on the button that has come
  // under it meanwhile, nor a message twice.
  document.addEventListener(
    "keydown",
    (event) => {
      if (!event.repeat || WALKS.test(event.key) || (event.key !== "Enter" && isTyping(event))) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || dialog.open) return;
    const typing = isTyping(event);
    if (event.ctrlKey || event.metaKey) {
      const key = latin(event);
      if (typing || event.altKey) return;
      if (key === "z") event.shiftKey ? play.redo() : play.undo();
      else if (key === "y") play.redo();
      else return;
      event.preventDefault();
      return;
    }
    if (event.altKey || typing) return;
    if (event.key === "Escape") {
      if (rulesPanel.shown) rulesPanel.close();
      else if (!aids.close() && !play.escape() && replay.open) replay.close();
      return;
    }
    const key = latin(event);
    if (letters && aids.press(key)) return event.preventDefault();
    const act = letters && single[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  document.addEventListener("keyup", (event) => aids.release(latin(event)));
}
