// This page's part in the dice: it notes what binds the server, binds itself, and tells its share
// once all are bound.

import { Emitter } from "../common/emitter.js";
import { Lost, Refusal } from "../session/connection.js";
import * as texts from "../texts/dice.js";
import { endOf, endsSoon, freshChain, freshShare, hashOf, linkBefore } from "./hash.js";
import * as memory from "./memory.js";

/**
 * @import { Session } from "../session/session.js"
 * @import { Dice, Entry, View } from "protocol"
 */

/** @typedef {{ text: string, anew: (() => void) | null }} Alarm */

/**
 * Events: `change` when there is something else to say.
 * @extends {Emitter<{ change: void }>}
 */
export class Shares extends Emitter {
  /**
   * A warning, if the server says something else than it did before: `{text, anew}`, `anew` goes on
   * all the same.
   * @type {Alarm | null}
   */
  alarm = null;
  /** The share that this seat is bound to is not in this browser. */
  lost = false;
  /** @type {string | null} */
  #telling = null;
  /** @type {string | null} What the server would not take, since an order came first: it is offered again. */
  #spare = null;
  /**
   * The commitment in whose place another was sent, until that is seen in the record; "" if there was none.
   * @type {string | null}
   */
  #replaced = null;

  /**
   * `noted`: the beginning of the commitment that came with the link, if it did.
   * @param {Session} session
   * @param {string} [noted]
   */
  constructor(session, noted = "") {
    super();
    this.session = session;
    this.noted = noted;
  }

  /** The side as whose this page's share goes in: at one screen the Union's. */
  get side() {
    const { you } = this.session;
    return you === "both" ? "union" : you;
  }

  /** Forgets what was said of another game. */
  forget() {
    this.alarm = null;
    this.lost = false;
    this.#telling = null;
    this.#spare = null;
    this.#replaced = null;
  }

  /**
   * Before the page takes its seat it looks at the game as anybody may, notes the commitment, and
   * only then binds itself: what goes with `game.watch`. With an alarm if the commitment is not the
   * one that was noted before.
   */
  async stake() {
    const { session } = this;
    const { game, token = "" } = session;
    const seen = await session.connection.call("game.view", { game });
    session.emit("seen", seen);
    const { dice } = seen;
    const { commitment } = dice;
    if (!this.#fits(commitment)) return {};
    memory.pin(game, commitment);
    if (dice.practice || dice.thrown > 0 || !dice.shares) return {};
    const { commit, words } = memory.stake(token);
    if (commit && memory.shareOf(commit)) return { commit, commitment };
    const fresh = this.#fresh(dice, words);
    return fresh ? { commit: fresh, commitment } : {};
  }

  /**
   * Makes a share, or a chain of them, and keeps it; its hash, or null if this browser keeps
   * nothing.
   * @param {Dice} dice
   * @param {string} [words]
   */
  #fresh(dice, words) {
    const share = dice.throw ? freshChain(words) : freshShare(words);
    const commit = typeof share === "string" ? hashOf(share) : endOf(share);
    // A share that cannot be kept would be lost with the next visit.
    if (!memory.keepShare(commit, share)) return null;
    memory.setStake(this.session.token ?? "", { commit });
    return commit;
  }

  /** @param {string} commitment */
  #fits(commitment) {
    const { game } = this.session;
    const known = memory.held(game).commitment ?? this.noted;
    if (commitment.startsWith(known)) return true;
    this.#warn(texts.commitmentChanged, () => memory.pinAnew(game, commitment));
    return false;
  }

  /**
   * @param {string} text
   * @param {(() => void) | null} [anew]
   */
  #warn(text, anew = null) {
    this.alarm = { text, anew };
    this.emit("change");
  }

  /**
   * Notes the hash of the record, which the server cannot take back.
   * @param {{ version: number, hash: string, view: View }} options
   */
  note({ version, hash, view }) {
    const { game, token } = this.session;
    if (!token || !hash || this.alarm) return;
    const { commitment, last } = memory.held(game);
    if (view.dice.commitment && commitment && view.dice.commitment !== commitment) {
      this.#fits(view.dice.commitment);
    } else if (last?.version === version && last.hash !== hash) {
      this.#warn(texts.recordChanged(version));
    } else if (!last || version > last.version) {
      memory.note(game, "last", version, hash);
    }
  }

  /**
   * Tells this page's share when it is time; in a match with a share for each throw, the next link.
   * `view` and `entries` are the newest, where the page has not shown all of them yet.
   * @param {View | null} [view]
   * @param {Iterable<Entry>} [entries]
   */
  async follow(view, entries) {
    const { session, side } = this;
    if (!session.begun) return this.#lose(false);
    const newest = view ?? session.view;
    const { dice } = newest;
    if (!side || !session.token || this.alarm || newest.phase === "over") return this.#lose(false);
    const asked = dice.shares?.[side] === "asked";
    if (!asked && !dice.throw) return this.#lose(false);
    const entry = [...(entries ?? session.entries.values())]
      .filter((one) => one.commit && one.side === side)
      .sort((a, b) => a.version - b.version)
      .at(-1);
    const commit = entry?.commit;
    const kept = commit ? memory.shareOf(commit) : null;
    if (entry && !kept) return this.#lose(true);
    this.#lose(false);
    if (!dice.throw) return commit && kept ? this.#tell(commit, kept) : undefined;
    const { next, declared, owed = [] } = dice.throw;
    const told = next[side];
    // Bound by nothing yet, or near the end of the chain: another is begun, but never while an order waits for its
    // dice. At the last link an opponent who gives one order after another could leave no moment for it.
    if (!declared && (!kept || endsSoon(kept, told))) return this.#replace(commit ?? "");
    if (!kept || !owed.includes(side)) return undefined;
    const link = linkBefore(kept, told ?? undefined);
    return link === null || !told ? this.#lose(true) : this.#tell(told, link);
  }

  /**
   * @param {string} which
   * @param {string} seed
   */
  async #tell(which, seed) {
    if (this.#telling === which) return;
    this.#telling = which;
    const { session } = this;
    const { last } = memory.held(session.game);
    // What the record held when the share was told: nothing before it can be exchanged any more.
    if (last) memory.note(session.game, "bound", last.version, last.hash);
    try {
      await session.take("game.share", { seed });
    } catch (error) {
      // Another tab of this seat was quicker, or the line broke and the next look tries again.
      if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
    } finally {
      if (this.#telling === which) this.#telling = null;
    }
  }

  /** @param {boolean} lost */
  #lose(lost) {
    if (this.lost === lost) return;
    this.lost = lost;
    this.emit("change");
  }

  /**
   * Begins another chain in the place of that one, once: the view may lag behind what the server has taken.
   * @param {string} commit
   */
  async #replace(commit) {
    if (this.#replaced === commit) return;
    this.#replaced = commit;
    if (!(await this.renew()) && this.#replaced === commit) this.#replaced = null;
  }

  /** A new share in the place of one that was made in another browser, or comes to its end; whether it was taken. */
  async renew() {
    const { session } = this;
    const commit = this.#spare ?? this.#fresh(session.view.dice);
    if (!commit) return false;
    this.#spare = null;
    const { commitment } = memory.held(session.game);
    try {
      await session.take("game.share", { commit, commitment: commitment ?? session.view.dice.commitment });
      return true;
    } catch (error) {
      // An order or the other browser was quicker, or the line broke: the page shows what is so.
      if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
      if (error instanceof Refusal) this.#spare = commit;
      return false;
    }
  }
}
