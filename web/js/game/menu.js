// What is said in a dialog: the game and its links, the keys, why an order is legal or not.

import { keepControl } from "../account/keep.js";
import { setTo } from "../agreement/clock-time.js";
import { agreements } from "../agreement/menu.js";
import { copyable } from "../common/copyable.js";
import { open } from "../common/dialog.js";
import { h, held, make } from "../common/html.js";
import { themeSwitch } from "../common/theme.js";
import { tick } from "../common/tick.js";
import * as words from "../common/words.js";
import { standing } from "../dice/fairness.js";
import { shelfControl } from "../library/shelf.js";
import { speed } from "../panel/opponent.js";
import { Lost, Refusal } from "../session/connection.js";
import * as seats from "../session/seats.js";

/**
 * @import { TurnLesson } from "../panel/turn-lesson.js"
 * @import { Session } from "../session/session.js"
 * @import { Play } from "./play.js"
 * @import { Replay } from "./replay.js"
 * @import { View } from "protocol"
 */

/**
 * The game: its links, its record, its dice.
 * @param {HTMLDialogElement} dialog
 * @param {{
 *   play: Play, replay: Replay, download: () => void, check: () => void, learn: TurnLesson, accounts: boolean,
 * }} options
 */
export function gameMenu(dialog, { play, replay, download, check, learn, accounts }) {
  const { session } = play;
  const { view, game } = session;
  const tokens = seats.tokens(game);
  const links = ["both", "union", "confederate"].filter((seat) => tokens[seat]);
  const { dice } = view;
  const leave = (/** @type {() => unknown} */ act) => () => {
    dialog.close();
    act();
  };
  open(
    dialog,
    words.typed(session.name) ?? "This game",
    h("p", null, seat(session)),
    h(
      "div",
      { class: "actions" },
      h(
        "button",
        {
          id: "open-replay",
          onclick: leave(() => replay.start()),
        },
        "Look back",
      ),
      session.you &&
        view.phase !== "over" &&
        h(
          "button",
          {
            id: "rewind",
            disabled: !replay.moments.length,
            title: "Choose the moment to go back to. Two players must agree.",
            onclick: leave(() => replay.rewind()),
          },
          "Rewind…",
        ),
      h("button", { id: "download", onclick: download }, "Download the record"),
      h("a", { class: "button", href: "/" }, "All games"),
      held(themeSwitch()),
    ),
    words.EACH_SIDE.some((side) => session.commands(side)) &&
      h("p", { class: "pace" }, speed(session.pace, "speed-menu")),
    learn.offered && h("p", null, learn.control("learns-menu")),
    agreements(play, dialog),
    session.you && view.phase !== "over" && news(session, accounts),
    h("p", { class: "small" }, "Every order is saved as it is given: come back by All games, or by a link below."),
    accounts && held(keepControl(session)),
    accounts && view.phase === "over" && held(shelfControl(session)),
    h("h3", null, "Links"),
    links.map((name) =>
      held(
        copyable(
          `${name === "both" ? "Both sides" : `The ${words.side(name)} side`} (secret: anyone who has it can play)`,
          seats.link(game, tokens[name]),
          `link-${name}`,
        ),
      ),
    ),
    held(copyable("Watching only", seats.link(game), "link-watch")),
    h("h3", null, "Options"),
    options(view),
    h("h3", null, "Dice"),
    h(
      "p",
      { class: "small" },
      dice.practice ? "These dice are loaded: this is a practice game. " : "",
      `${words.count(dice.thrown, "die", "dice")} thrown. The server's seed was fixed before the first; its fingerprint (SHA-256) is`,
    ),
    h("p", { class: "code" }, dice.commitment),
    standing({ dice, you: session.you, commanders: session.commanders }).map((text) =>
      h("p", { class: "small" }, text),
    ),
    dice.revealed
      ? [
          h("p", { class: "small" }, "The game is over and the seed is published:"),
          h("p", { class: "code" }, dice.revealed),
        ]
      : h("p", { class: "small" }, "The seed itself is published when the game ends."),
    h("p", null, h("button", { id: "check-dice", onclick: check }, "Check the dice")),
  );
}

/**
 * Where a player is notified, and the clocks.
 * @param {Session} session
 * @param {boolean} accounts
 */
function news(session, accounts) {
  const slot = make("div", { id: "news" });
  const { clock } = session.view;
  import("./news.js")
    .then(({ told }) => told(session))
    .then(
      (parts) => slot.replaceChildren(...parts),
      (error) => {
        if (!(error instanceof Lost) && !(error instanceof Refusal)) throw error;
        slot.replaceChildren(make("p", { class: "small" }, error.message));
      },
    );
  return [
    h("h3", null, "Notifications and clocks"),
    h(
      "p",
      { class: "small", id: "clock-settings" },
      clock
        ? `Clocks: ${setTo(clock.settings)}.`
        : "This game has no clocks. Two players may set them when they begin a game.",
    ),
    accounts &&
      h("p", { class: "small" }, h("a", { href: "/account" }, "Your account"), " notifies you by mail and elsewhere."),
    held(slot),
  ];
}

/** @param {Session} session */
function seat(session) {
  if (session.you === "both") return "You play both sides on this screen.";
  if (session.you) return `You play the ${words.side(session.you)} side.`;
  return "You are watching.";
}

/** @param {View} view */
function options(view) {
  const set = Object.entries(view.options).filter(([, on]) => on);
  if (!set.length) return h("p", { class: "small" }, "None.");
  return h(
    "ul",
    null,
    set.map(([id]) => h("li", null, words.capital(id.replaceAll("-", " ")))),
  );
}

const KEYS = [
  ["Tab", "to the next unit that can act, then on to the panels"],
  ["N, P", "next, previous unit that can act"],
  ["arrow keys", "walk from hex to hex on the map"],
  ["Home, Page Up, End, Page Down", "walk to the upper left, upper right, lower left, lower right"],
  ["Enter", "choose the unit or the hex: move there, attack it, retreat there"],
  ["Space", "choose a unit in the hex; again for the next in the stack"],
  ["Escape", "deselect; close the rules"],
  ["A", "throw the die of the attack being drafted"],
  ["E", "end the phase"],
  ["O", "to the orders"],
  ["M", "to the map"],
  ["L", "the log"],
  ["+ − 0", "zoom in, zoom out, the whole map"],
  ["Shift and arrow keys", "move the map"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["S", "range and line of sight from the selected hex"],
  ["Z", "the enemy’s zones of control; as long as it is held, or until it is pressed again"],
  ["X", "where the enemy could come; likewise"],
  ["H", "hide the counters; likewise"],
  ["V", "the level of each hex in the place of its number, where the map has levels; likewise"],
  ["U", "hide the hex numbers; likewise"],
  ["G", "a magnifier; likewise"],
  ["C", "the sources of a reconstructed map"],
  ["R", "the rules"],
  ["?", "this list"],
];

/**
 * The keys. `letters` tells whether single letters work, `set` turns them on or off.
 * @param {HTMLDialogElement} dialog
 * @param {boolean} letters
 * @param {(on: boolean) => void} set
 */
export function keysMenu(dialog, letters, set) {
  open(
    dialog,
    "Keys",
    h(
      "table",
      { class: "keys" },
      h(
        "tbody",
        null,
        KEYS.map(([key, text]) =>
          h(
            "tr",
            null,
            h(
              "th",
              { scope: "row" },
              key.split(", ").map((one, index) => [index ? " " : "", h("kbd", null, one)]),
            ),
            h("td", null, text),
          ),
        ),
      ),
    ),
    h(
      "p",
      null,
      tick(
        {
          id: "letters",
          checked: letters,
          onchange: (event) => set(event.target.checked),
        },
        " Use single letters as keys",
      ),
    ),
    h(
      "p",
      { class: "small" },
      "By mouse: click or drag units, wheel to zoom, drag the map, right-click a hex to keep what is in it in sight. ",
      "By touch: tap, pinch, drag; hold a hex to see what is in it.",
    ),
  );
}
