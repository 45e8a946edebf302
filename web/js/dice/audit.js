// The check of a game's dice, done in the page: what binds the server and the players, the chain of
// the record, every die.

import { OrderLine } from "../agreement/line.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import * as texts from "../texts/dice-audit.js";
import { digest, hashOf, hex, unhex } from "./hash.js";
import { canonical, entryHash, headerHash, read } from "./record.js";
import { keyOf, keyOfThrow, Stream } from "./stream.js";

/**
 * @import { HeldDice } from "./memory.js"
 * @import { BySide, Side, ToldEvent } from "protocol"
 */

/** @typedef {{ kind: "good" | "open" | "bad", text: string }} Finding */
/** @typedef {{ verdict: "sound" | "unproved" | "broken", dice: number, findings: Finding[] }} Audit */
/** @typedef {HeldDice & { both?: boolean }} KnownDice */

/**
 * The faces that an event says were thrown.
 * @param {ToldEvent} options
 */
function faces({ faces, die }) {
  if (Array.isArray(faces)) return faces;
  return Number.isInteger(die) ? [die] : [];
}

/** How a side's share stands by the entries up to here; the same rules as the server's. */
class Stakes {
  /** @type {BySide<{ commit?: string, share?: string, late?: boolean, bound?: boolean }>} */
  #held = { union: {}, confederate: {} };
  settled = false;

  /**
   * What is wrong with a commitment, or null.
   * @param {Side} side
   * @param {string} commit
   */
  commit(side, commit) {
    const other = this.#held[words.OTHER[side]];
    if (this.#held[side].share !== undefined || this.settled) return texts.lateCommitment;
    if (other.commit === commit) return texts.copiedCommitment;
    this.#held[side] = { commit, late: other.share !== undefined };
    return null;
  }

  /**
   * What is wrong with a share, or null.
   * @param {Side} side
   * @param {string} share
   */
  give(side, share) {
    const held = this.#held[side];
    const other = this.#held[words.OTHER[side]];
    if (held.share !== undefined || this.settled) return texts.lateShare;
    if (held.commit && hashOf(share) !== held.commit) return texts.otherShare;
    if (!held.commit && other.commit && other.share !== undefined) return texts.looseShare;
    held.share = share;
    held.bound = Boolean(held.commit) && !held.late;
    return null;
  }

  /** @param {Side} side */
  share(side) {
    return this.#held[side].share;
  }

  /**
   * "bound", "unbound", "open" (committed, never told) or "none".
   * @param {Side} side
   */
  state(side) {
    const { commit, share, bound } = this.#held[side];
    if (share !== undefined) return bound ? "bound" : "unbound";
    return commit ? "open" : "none";
  }
}

/** Both sides' chains in a match with a share for each throw, by the same rules as the server's. */
class Chains {
  /** @type {Partial<BySide<string>>} */
  #next = {};
  /** @type {Partial<BySide<boolean>>} */
  #late = {};
  /** @type {Partial<BySide<boolean>>} */
  #loose = {};
  /** @type {number | null} */
  declared = null;
  /** @type {Partial<BySide<string>>} */
  #given = {};

  /**
   * `recorded`: the first link for an order is an entry, and no chain is replaced while an order waits.
   * @param {boolean} recorded
   */
  constructor(recorded) {
    this.recorded = recorded;
  }

  /**
   * @param {Side} side
   * @param {string} commit
   */
  commit(side, commit) {
    if (this.#next[words.OTHER[side]] === commit) return texts.copiedCommitment;
    if (this.recorded && this.declared !== null) return texts.lateChain;
    this.#next[side] = commit;
    this.#late[side] = this.declared !== null;
    return null;
  }

  /** @param {number} version */
  declare(version) {
    if (this.declared !== null || !this.#next.union || !this.#next.confederate) return texts.earlyOrder;
    this.declared = version;
    this.#given = {};
    return null;
  }

  /**
   * The first link for the order that is fixed.
   * @param {Side | null | undefined} side
   * @param {string} link
   */
  give(side, link) {
    if (!this.recorded || !side) return texts.looseLink;
    if (this.declared === null) return texts.earlyLink;
    if (this.#given.union ?? this.#given.confederate) return texts.secondLink;
    if (hashOf(link) !== this.#next[side]) return texts.otherLink(side);
    this.#given[side] = link;
    return null;
  }

  /** @param {BySide<string>} links */
  throw(links) {
    if (this.declared === null) return texts.earlyLinks;
    if (this.recorded && !(this.#given.union ?? this.#given.confederate)) return texts.noFirstLink;
    for (const side of words.EACH_SIDE) {
      if (hashOf(links[side] ?? "") !== this.#next[side]) return texts.otherLink(side);
      this.#next[side] = links[side];
      this.#loose[side] ||= this.#late[side];
    }
    this.#late = {};
    this.declared = null;
    return null;
  }

  /** @param {Side} side */
  state(side) {
    if (!this.#next[side]) return "none";
    return this.#loose[side] || this.#late[side] ? "unbound" : "chained";
  }
}

/**
 * Checks a record. `known`: what this browser held, `{commitment?, bound?, last?}`; `share`: its
 * own share by its hash, for `you`. Gives `{verdict: "sound" | "unproved" | "broken", dice,
 * findings: [{kind: "good" | "open" | "bad", text}]}`.
 * @param {string} text
 * @param {{ known?: KnownDice, own?: (commit: string) => unknown, you?: Side | null }} [options]
 * @returns {Audit}
 */
export function audit(text, { known = {}, own = () => null, you = null } = {}) {
  /** @type {Finding[]} */
  const findings = [];
  const good = (/** @type {string} */ text) => findings.push({ kind: "good", text });
  const open = (/** @type {string} */ text) => findings.push({ kind: "open", text });
  const bad = (/** @type {string} */ text) => findings.push({ kind: "bad", text });
  const { header, entries } = read(text);

  if (!known.commitment) open(texts.noCommitment);
  else if (known.commitment === header.commitment) good(texts.commitment);
  else bad(texts.otherCommitment);

  // The chain.
  const hashes = [headerHash(header)];
  let chained = header.longroll >= 2;
  entries.forEach((entry, index) => {
    const prev = hashes[index];
    if (entry.version !== index + 1) bad(texts.misnumbered(index + 1, entry.version));
    if (entry.prev === undefined && chained) bad(texts.unchained(entry.version));
    else if (entry.prev !== undefined && entry.prev !== prev) bad(texts.altered(entry.version));
    chained ||= entry.prev !== undefined;
    hashes.push(entryHash(prev, entry));
  });
  let follows = 0;
  for (const { version, hash } of [known.bound, known.last].filter(truthy)) {
    if (hashes[version] === hash) follows = Math.max(follows, version);
    else bad(texts.differs(version));
  }
  if (follows) good(texts.follows(follows, entries.length));

  // What binds the dice.
  const seed = unhex(entries.findLast((entry) => entry.reveal)?.reveal ?? header.secret);
  if (!seed) open(texts.noSeed);
  else if (hex(digest(seed)) === header.commitment) good(texts.seed);
  else bad(texts.otherSeed);
  const each = header.shares === "each-throw";
  const stakes = new Stakes();
  const chains = new Chains(header.links === true);
  for (const { version, side, commit, seed: share, dice, declared, link, links } of entries) {
    let wrong = null;
    if (!side && (commit ?? share) !== undefined) wrong = texts.noSide;
    else if (side && commit !== undefined) wrong = (each ? chains : stakes).commit(side, commit);
    else if (side && share !== undefined) wrong = stakes.give(side, share);
    else if (declared !== undefined) wrong = chains.declare(version);
    else if (link !== undefined) wrong = chains.give(side, link);
    else if (links !== undefined) wrong = chains.throw(links);
    if (wrong) bad(texts.wrong(version, wrong));
    if (dice) stakes.settled = true;
    if (commit !== undefined && side === you && !own(commit)) open(texts.elsewhere(version));
    const kept = share !== undefined && side === you && own(hashOf(share));
    if (kept && kept !== share) bad(texts.notYours(version));
  }
  // At one screen there is one player, whose share goes in as the Union's.
  /** @type {readonly Side[]} */
  const sides = known.both ? ["union"] : words.EACH_SIDE;
  for (const side of sides) {
    const seat = header.seats?.[side];
    const state = (each ? chains : stakes).state(side);
    const told = state === "none" && seat && seat !== "person" ? "computer" : state;
    const say = ["bound", "chained", "computer"].includes(told) ? good : open;
    say(texts.share[told](words.side(side)));
  }

  // When each entry was made: all of a game with clocks, and those that are about time.
  let time = 0;
  for (const { version, at, seated, claim } of entries) {
    if (!header.clock && !seated && !claim) {
      if (at !== undefined) bad(texts.timed(version));
    } else if (at === undefined || !Number.isInteger(at)) bad(texts.untimed(version));
    else if (at < time) bad(texts.backwards(version));
    else time = at;
  }

  // Every die. Where the game has gone back, dice fall again as they fell after the orders that count.
  let count = 0;
  const key = seed && keyOf(seed, { union: stakes.share("union"), confederate: stakes.share("confederate") });
  let stream = key && new Stream(key, header.dice);
  const line = new OrderLine();
  /** @type {Map<number, number>} */
  const thrownBy = new Map();
  let fixed = null;
  let told = null;
  for (const entry of entries) {
    const { version, side, order, dice = 0, events = [], declared, links } = entry;
    if (line.ended && entry.reveal === undefined) bad(texts.afterEnd(version));
    const { dropped, wrong, to } = line.take(entry);
    if (wrong) bad(texts.wrong(version, texts.lineFaults[wrong](to)));
    if (dropped) {
      const again = line.counts.reduce((sum, one) => sum + (thrownBy.get(one) ?? 0), 0);
      if (each && dropped.some((one) => thrownBy.get(one))) bad(texts.behindDice(version));
      stream = key && new Stream(key, header.dice).after(again);
    }
    thrownBy.set(version, dice);
    if (declared !== undefined) fixed = { version, what: canonical([side, declared]) };
    if (links !== undefined) told = links;
    if (order !== undefined && fixed && canonical([side, order]) !== fixed.what) bad(texts.otherOrder(version));
    const shown = events.flatMap(faces);
    if (shown.length !== dice) bad(texts.miscounted(version, shown.length, dice));
    count += dice;
    let from = stream;
    if (each && dice > 0) {
      if (!fixed || !told) bad(texts.noShares(version));
      else if (seed) from = new Stream(keyOfThrow(seed, told, fixed.version));
    }
    if (order !== undefined) fixed = told = null;
    if (!from || !dice) continue;
    const thrown = Array.from({ length: dice }, () => from.throw());
    if (thrown.join() !== shown.join()) bad(texts.otherDice(version, shown, thrown));
  }
  if (header.practice) open(texts.practice);
  if (stream && !findings.some(({ kind }) => kind === "bad")) good(count ? texts.fair(count) : texts.noDice);
  const found = (/** @type {Finding["kind"]} */ kind) => findings.some((one) => one.kind === kind);
  return { verdict: found("bad") ? "broken" : found("open") ? "unproved" : "sound", dice: count, findings };
}
