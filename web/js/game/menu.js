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
import * as texts from "../texts/game.js";
import { partLost } from "../texts/server.js";

/**
 * @import { TurnLesson } from "../panel/turn-lesson.js"
 * @import { Session } from "../session/session.js"
 * @import { Play } from "./play.js"
 * @import { Replay } from "./replay.js"
 * @import { Scenario } from "protocol"
 */

/**
 * The game: its links, its record, its dice.
 * @param {HTMLDialogElement} dialog
 * @param {{
 *   play: Play, replay: Replay, download: () => void, check: () => void, learn: TurnLesson, accounts: boolean,
 *   options?: Scenario["options"],
 * }} context
 */
export function gameMenu(dialog, { play, replay, download, check, learn, accounts, options = [] }) {
  const { session } = play;
  const { view, game } = session;
  const tokens = seats.tokens(game);
  const links = ["both", "union", "confederate"].filter((seat) => tokens[seat]);
  const { dice } = view;
  const set = Object.entries(view.options).filter(([, on]) => on);
  const chosen = set.map(([id]) => {
    const option = options.find((one) => one.id === id);
    return h("li", null, option?.title ?? words.capital(id), h("span", { class: "small block" }, option?.text));
  });
  const leave = (/** @type {() => unknown} */ act) => () => {
    dialog.close();
    act();
  };
  open(
    dialog,
    words.typed(session.name) ?? texts.thisGame,
    h("p", null, texts.yourSeat(session.you)),
    h(
      "div",
      { class: "actions" },
      h("button", { id: "open-replay", onclick: leave(() => replay.start()) }, texts.lookBack),
      session.you &&
        view.phase !== "over" &&
        h(
          "button",
          {
            id: "rewind",
            disabled: !replay.moments.length,
            title: texts.rewindHint,
            onclick: leave(() => replay.rewind()),
          },
          texts.rewind,
        ),
      h("button", { id: "download", onclick: download }, texts.download),
      h("a", { class: "button", href: "/" }, texts.allGames),
      held(themeSwitch()),
    ),
    words.EACH_SIDE.some((side) => session.commands(side)) &&
      h("p", { class: "pace" }, speed(session.pace, "speed-menu")),
    learn.offered && h("p", null, learn.control("learns-menu")),
    agreements(play, dialog),
    session.you && view.phase !== "over" && news(session, accounts),
    h("p", { class: "small" }, texts.saved),
    accounts && held(keepControl(session)),
    accounts && view.phase === "over" && held(shelfControl(session)),
    h("h3", null, texts.links),
    links.map((name) => held(copyable(texts.seatLink(name), seats.link(game, tokens[name]), `link-${name}`))),
    held(copyable(texts.watchLink, seats.link(game), "link-watch")),
    h("h3", null, texts.options),
    chosen.length ? h("ul", null, chosen) : h("p", { class: "small" }, texts.noOptions),
    h("h3", null, texts.dice),
    h("p", { class: "small" }, texts.thrown(dice)),
    h("p", { class: "code" }, dice.commitment),
    standing({ dice, you: session.you, commanders: session.commanders }).map((text) =>
      h("p", { class: "small" }, text),
    ),
    dice.revealed
      ? [h("p", { class: "small" }, texts.seedPublished), h("p", { class: "code" }, dice.revealed)]
      : h("p", { class: "small" }, texts.seedSecret),
    h("p", null, h("button", { id: "check-dice", onclick: check }, texts.checkDice)),
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
    .catch(() => {
      throw new Lost(partLost);
    })
    .then(({ told }) => told(session))
    .then(
      (parts) => slot.replaceChildren(...parts),
      (error) => {
        if (!(error instanceof Lost) && !(error instanceof Refusal)) throw error;
        slot.replaceChildren(make("p", { class: "small" }, error.message));
      },
    );
  return [
    h("h3", null, texts.news),
    h("p", { class: "small", id: "clock-settings" }, texts.clocks(clock ? setTo(clock.settings) : null)),
    accounts && h("p", { class: "small" }, texts.accountNews()),
    held(slot),
  ];
}

/**
 * The keys. `letters` tells whether single letters work, `set` turns them on or off.
 * @param {HTMLDialogElement} dialog
 * @param {boolean} letters
 * @param {(on: boolean) => void} set
 */
export function keysMenu(dialog, letters, set) {
  open(
    dialog,
    texts.keys,
    h(
      "table",
      { class: "keys" },
      h(
        "tbody",
        null,
        texts.keyList.map(([key, text]) =>
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
      tick({ id: "letters", checked: letters, onchange: (event) => set(event.target.checked) }, texts.letters),
    ),
    h("p", { class: "small" }, texts.pointers),
  );
}
