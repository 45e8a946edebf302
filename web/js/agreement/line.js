// Which orders of a record count: undone ones do not, nor those from which the game has gone back.

/** @import { Entry, Offer, Side } from "protocol" */

/** @typedef {"declined" | "accepted" | "uncounted" | "stood"} LineFault what is wrong with an entry: as the check words it */

/**
 * Whether an entry is an order: one that is not told tells what came of it at least, if only that
 * nothing of it may be known.
 * @param {Entry} entry
 */
export function isOrder({ order, events }) {
  return order !== undefined || events !== undefined;
}

/** The orders that count, entry by entry; the same rule as the server's. */
export class OrderLine {
  /** @type {number[]} The versions of the orders that count. */
  counts = [];
  /** Whether the game has ended otherwise than by being played to its end. */
  ended = false;
  /** @type {number[]} */
  #undone = [];
  /** @type {Partial<Record<Side, Entry>>} What each side has offered, and is not answered yet. */
  #offers = {};

  /**
   * Takes in the next entry: `dropped` are the versions of the orders that no longer count since the
   * game went back with it, to the version `to`; `wrong` is what is wrong with it, if anything is.
   * @param {Entry} entry
   * @returns {{ dropped?: number[], wrong?: LineFault, to?: number }}
   */
  take(entry) {
    const { version, side, undo, redo, offer, accept, decline } = entry;
    if (offer && side) this.#offers[side] = entry;
    else if (decline !== undefined) {
      if (!this.#answered(decline, side, true)) return { wrong: "declined" };
    } else if (accept !== undefined) {
      const taken = this.#answered(accept, side, false);
      if (!taken) return { wrong: "accepted" };
      if (taken.rewind) return this.#back(taken.rewind.to);
      if (taken.draw) this.ended = true;
    } else if (undo !== undefined) {
      this.counts = this.counts.filter((one) => one !== undo);
      this.#undone.push(undo);
    } else if (redo !== undefined) {
      this.#undone = this.#undone.filter((one) => one !== redo);
      this.counts.push(redo);
    } else if (entry.resign || entry.claim) {
      this.ended = true;
    } else if (entry.replace) {
      // What the late player offered went with that player.
      this.#offers = {};
    } else if (isOrder(entry)) {
      this.counts.push(version);
      this.#undone = [];
    }
    return {};
  }

  /**
   * The offer that an entry answers, which then is open no longer.
   * @param {number} version
   * @param {Side | null | undefined} by
   * @param {boolean} own whether it may be the answering side's own
   */
  #answered(version, by, own) {
    for (const [side, open] of Object.entries(this.#offers)) {
      if (open?.version !== version || (side === by && !own)) continue;
      delete this.#offers[/** @type {Side} */ (side)];
      return /** @type {Offer | undefined} */ (open.offer);
    }
    return null;
  }

  /**
   * @param {number} to
   * @returns {{ dropped?: number[], wrong?: LineFault, to: number }}
   */
  #back(to) {
    if (to && !this.counts.includes(to)) return { wrong: "uncounted", to };
    const dropped = this.counts.filter((version) => version > to);
    if (!dropped.length) return { wrong: "stood", to };
    this.counts = this.counts.filter((version) => version <= to);
    this.#undone = [];
    this.#offers = {};
    return { dropped, to };
  }
}

/**
 * The line after all of these entries, in their order.
 * @param {Entry[]} entries
 */
export function lineOf(entries) {
  const line = new OrderLine();
  for (const entry of entries) line.take(entry);
  return line;
}

/**
 * Where a game goes back to from a moment: to the last order before it that counts, 0 for the start; null where the
 * game stands already.
 * @param {Entry[]} entries
 * @param {number} shown the version of the moment
 */
export function backTo(entries, shown) {
  const { counts } = lineOf(entries);
  const to = counts.findLast((version) => version <= shown) ?? 0;
  return to === (counts.at(-1) ?? 0) ? null : to;
}

/**
 * Versions that an undo took back and no redo gave again, and those from which the game has gone
 * back.
 * @param {Entry[]} entries
 */
export function takenBack(entries) {
  const counts = new Set(lineOf(entries).counts);
  return new Set(entries.filter((entry) => isOrder(entry) && !counts.has(entry.version)).map(({ version }) => version));
}
