// What waits between the players, told over the orders: offers with their answers, what was declined,
// and a game that may be claimed.

import { open } from "../common/dialog.js";
import { actions, byId, focusedIn, h, held, make, show } from "../common/html.js";
import * as words from "../common/words.js";
import { toldEvents } from "../panel/log.js";
import * as texts from "../texts/agreement.js";

/**
 * @import { Play } from "../game/play.js"
 * @import { Replay } from "../game/replay.js"
 * @import { Session } from "../session/session.js"
 * @import { Clocks } from "./clock.js"
 * @import { Entry, OpenOffer, Side } from "protocol"
 */

/**
 * Whether there are two people at the game, each with a seat of their own.
 * @param {Session} session
 */
export function twoPeople({ you, commanders }) {
  return you !== "both" && !Object.keys(commanders).length;
}

/**
 * An entry about what players agree on in a sentence; nothing for any other.
 * @param {Session} session
 * @param {Entry} entry
 */
export function toldAgreement(session, entry) {
  const { entries, view } = session;
  const options = { alone: !twoPeople(session), clocks: Boolean(view.clock) && view.ended?.by !== "no-show" };
  return texts.agreementText(entry, (version) => entries.get(version), options);
}

/**
 * What this seat can do about an offer.
 * @param {Play} play
 * @param {OpenOffer} open
 * @param {() => void} [done]
 */
function answers(play, { side, version }, done = () => {}) {
  const { you } = play.session;
  if (!you) return null;
  const button = (/** @type {"accept" | "decline"} */ what, /** @type {string} */ text) =>
    h(
      "button",
      {
        key: `${what}-${version}`,
        class: what === "accept" ? "primary" : null,
        onclick: () => {
          done();
          play.agree(`game.${what}`, { offer: version });
        },
      },
      text,
    );
  return you === side
    ? button("decline", texts.takeBack)
    : [button("accept", texts.accept), button("decline", texts.decline)];
}

/**
 * What came of the order of that version.
 * @param {Play} play
 * @param {number} version
 */
function order(play, version) {
  const entry = play.session.entries.get(version);
  const said = entry && toldEvents(entry).map((event) => play.page.sentence(play, event));
  return said?.length ? texts.entry(version, said) : "";
}

/**
 * An offer in a sentence, with its answers.
 * @param {Play} play
 * @param {OpenOffer} open
 * @param {{ replay?: Replay, done?: () => void }} [options]
 */
export function offer(play, open, { replay, done } = {}) {
  const rewind = "rewind" in open.offer && open.offer.rewind;
  const text = play.session.you === open.side ? texts.yourOffer(open.offer) : texts.offers(open.offer, open.side);
  return h(
    "div",
    { class: "offer" },
    h("p", null, text),
    rewind && h("p", { class: "small" }, order(play, rewind.to)),
    actions(
      answers(play, open, done),
      replay &&
        rewind &&
        h("button", { key: `see-${open.version}`, onclick: () => replay.start(rewind.to) }, texts.look),
    ),
  );
}

/**
 * Asks who is to play on for a player whose time has run out.
 * @param {Play} play
 * @param {Side} late
 */
function replace(play, late) {
  const dialog = byId("dialog", HTMLDialogElement);
  const levels = Object.entries(texts.levels).map(([value, text]) => make("option", { value }, text));
  const level = make("select", { id: "replace-level" }, levels);
  const go = () => {
    dialog.close();
    play.agree("game.replace", { level: level.value });
  };
  open(
    dialog,
    `${texts.playOn}?`,
    h("p", null, texts.replacement(late)),
    h("p", { class: "field" }, h("label", { for: "replace-level" }, texts.replacedBy), held(level)),
    actions(h("button", { id: "replace-now", class: "primary", onclick: go }, texts.playOn)),
  );
}

export class WaitingOffers {
  /** What was answered last, until it is put away. */
  #news = "";
  #drawn = "";

  /**
   * @param {HTMLElement} element
   * @param {Play} play
   * @param {{ replay: Replay, clocks: () => Clocks }} options
   */
  constructor(element, play, { replay, clocks }) {
    this.element = element;
    this.play = play;
    this.replay = replay;
    this.clocks = clocks;
    play.session.on("left", () => {
      this.#news = "";
    });
  }

  /**
   * Whether an entry is told there, to the ear as well.
   * @param {Entry} entry
   */
  tells(entry) {
    return twoPeople(this.play.session) && Boolean(entry.offer || this.#isAnswer(entry));
  }

  /**
   * Whether it is another's answer to an offer: one that its own side took back asks nothing of
   * anybody any more.
   * @param {Entry} entry
   */
  #isAnswer({ accept, decline, side }) {
    const { session } = this.play;
    const offer = session.entries.get(accept ?? decline ?? 0);
    return offer !== undefined && offer.side !== side && side !== session.you && twoPeople(session);
  }

  /**
   * Takes in new entries: what the other player answered is told until one goes on.
   * @param {Entry[]} fresh
   */
  take(fresh) {
    const { session } = this.play;
    for (const entry of fresh) {
      if (this.#isAnswer(entry)) this.#news = toldAgreement(session, entry);
      else if (entry.side === session.you) this.#news = "";
    }
  }

  draw() {
    const { play } = this;
    const { session } = play;
    const { view, you } = session;
    const over = view.phase === "over";
    const { run, now: time } = this.clocks();
    const noShow = view["no-show"];
    const absent = noShow && noShow.from <= time && you === words.OTHER[noShow.side] ? noShow.side : null;
    const news = over ? "" : this.#news;
    const offers = view.offers ?? [];
    // Drawn when something has changed, and not heard again with every order.
    const now = JSON.stringify([you, over, offers, run, absent, news]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    const focused = focusedIn(this.element);
    show(
      this.element,
      offers.map((one) => offer(play, one, { replay: this.replay })),
      news && h("div", { class: "offer" }, h("p", null, news), this.#close()),
      run && !over && this.#late(run),
      absent && this.#absent(absent),
    );
    // After an answer by keyboard the focus returns to the orders.
    if (focused && !focusedIn(this.element)) byId("orders").focus({ preventScroll: true });
  }

  #close() {
    const close = () => {
      this.#news = "";
      this.draw();
    };
    return actions(h("button", { class: "plain", key: "news-read", onclick: close }, texts.ok));
  }

  /** @param {Side} side */
  #absent(side) {
    const { clock } = this.play.session.view;
    return h(
      "div",
      { class: "offer" },
      h("p", null, texts.absence(side, Boolean(clock))),
      actions(h("button", { id: "claim", onclick: () => this.play.agree("game.claim") }, texts.endGame)),
    );
  }

  /** @param {NonNullable<Clocks["run"]>} side */
  #late(side) {
    const { you, view } = this.play.session;
    const claims = you === words.OTHER[side];
    // Where every throw needs a share of both, no computer can give one.
    const replaces = claims && !view.dice.throw;
    return h(
      "div",
      { class: "offer" },
      h("p", null, you === side ? texts.yourTime : texts.outOfTime(side), claims && texts.mayClaim(replaces)),
      claims &&
        actions(
          h("button", { id: "claim", class: "primary", onclick: () => this.play.agree("game.claim") }, texts.claim),
          replaces && h("button", { id: "replace", onclick: () => replace(this.play, side) }, `${texts.playOn}…`),
        ),
    );
  }
}
