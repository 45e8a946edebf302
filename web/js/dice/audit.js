// The check of a game's dice, done in the page: what binds the server and the players, the chain of
// the record, every die.

import { OrderLine } from "../agreement/line.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
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
    if (this.#held[side].share !== undefined || this.settled) return "a commitment came too late";
    if (other.commit === commit) return "a side committed to the other side's hash";
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
    if (held.share !== undefined || this.settled) return "a share of the dice came too late";
    if (held.commit && hashOf(share) !== held.commit) return "a share does not have the hash that was committed to";
    if (!held.commit && other.commit && other.share !== undefined)
      return "a share came without a commitment after the other side's was told";
    held.share = share;
    held.bound = Boolean(held.commit) && !held.late;
    return null;
  }

  /**
   * @param {Side} side
   */
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
    if (this.#next[words.OTHER[side]] === commit) return "a side committed to the other side's hash";
    if (this.recorded && this.declared !== null) return "a chain was begun while an order was waiting for its dice";
    this.#next[side] = commit;
    this.#late[side] = this.declared !== null;
    return null;
  }

  /**
   * @param {number} version
   */
  declare(version) {
    if (this.declared !== null || !this.#next.union || !this.#next.confederate) return "an order was fixed too early";
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
    if (!this.recorded || !side) return "a link stands by itself";
    if (this.declared === null) return "a link was told before an order was fixed";
    if (this.#given.union ?? this.#given.confederate) return "a second link was told by itself";
    if (hashOf(link) !== this.#next[side]) return `the ${words.side(side)} link does not fit its chain`;
    this.#given[side] = link;
    return null;
  }

  /**
   * @param {BySide<string>} links
   */
  throw(links) {
    if (this.declared === null) return "links were told before an order was fixed";
    if (this.recorded && !(this.#given.union ?? this.#given.confederate)) return "the first link is missing";
    for (const side of words.EACH_SIDE) {
      if (hashOf(links[side] ?? "") !== this.#next[side]) return `the ${words.side(side)} link does not fit its chain`;
      this.#next[side] = links[side];
      this.#loose[side] ||= this.#late[side];
    }
    this.#late = {};
    this.declared = null;
    return null;
  }

  /**
   * @param {Side} side
   */
  state(side) {
    if (!this.#next[side]) return "none";
    return this.#loose[side] || this.#late[side] ? "unbound" : "chained";
  }
}

/**
 * What is to be said of a side's share. `seat`: "person", a computer, or nothing where the record
 * does not tell.
 * @param {Side} side
 * @param {string} state
 * @param {string | undefined} seat
 */
function ofShare(side, state, seat) {
  const whose = `The ${words.side(side)} share`;
  if (state === "bound")
    return { good: true, text: `${whose} was committed before the server knew the other one, and it matches.` };
  if (state === "chained")
    return {
      good: true,
      text: `The ${words.side(side)} player gave a share for every throw, each committed beforehand and revealed once the order was fixed.`,
    };
  if (state === "unbound")
    return {
      good: false,
      text: `${whose} was not committed before the server could know the other one: whoever gave it could have chosen it.`,
    };
  if (state === "open")
    return { good: false, text: `${whose} was committed but never revealed: the dice were thrown without it.` };
  if (seat && seat !== "person")
    return { good: true, text: `A computer plays the ${words.side(side)} side: it has no share of the dice.` };
  return { good: false, text: `The ${words.side(side)} player gave no share of the dice.` };
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

  if (!known.commitment)
    open("This browser had not recorded the server's commitment, so it cannot tell whether it is still the same one.");
  else if (known.commitment === header.commitment)
    good("The record carries the server's commitment that this browser recorded before it gave its share.");
  else bad("The record carries a different server commitment from the one this browser recorded.");

  // The chain.
  const hashes = [headerHash(header)];
  let chained = header.longroll >= 2;
  entries.forEach((entry, index) => {
    const prev = hashes[index];
    if (entry.version !== index + 1) bad(`Entry ${index + 1} is numbered ${entry.version}.`);
    if (entry.prev === undefined && chained)
      bad(`Entry ${entry.version} does not hold the hash of the line before it.`);
    else if (entry.prev !== undefined && entry.prev !== prev)
      bad(`Entry ${entry.version} does not match the line before it: something was changed.`);
    chained ||= entry.prev !== undefined;
    hashes.push(entryHash(prev, entry));
  });
  let follows = 0;
  for (const { version, hash } of [known.bound, known.last].filter(truthy)) {
    if (hashes[version] === hash) follows = Math.max(follows, version);
    else bad(`Up to entry ${version} the record differs from the one this browser was sent.`);
  }
  if (follows)
    good(`Up to entry ${follows} of ${entries.length} it is exactly the record this browser was sent during the game.`);

  // What binds the dice.
  const seed = unhex(entries.findLast((entry) => entry.reveal)?.reveal ?? header.secret);
  if (!seed) open("The server's seed is published when the game ends: until then the dice cannot be checked.");
  else if (hex(digest(seed)) === header.commitment)
    good("The server's seed has the hash that was published before the first die.");
  else bad("The server's seed does not have the hash that was published before the first die.");
  const each = header.shares === "each-throw";
  const stakes = new Stakes();
  const chains = new Chains(header.links === true);
  for (const { version, side, commit, seed: share, dice, declared, link, links } of entries) {
    let wrong = null;
    if (!side && (commit ?? share) !== undefined) wrong = "it does not tell whose share of the dice it is";
    else if (side && commit !== undefined) wrong = (each ? chains : stakes).commit(side, commit);
    else if (side && share !== undefined) wrong = stakes.give(side, share);
    else if (declared !== undefined) wrong = chains.declare(version);
    else if (link !== undefined) wrong = chains.give(side, link);
    else if (links !== undefined) wrong = chains.throw(links);
    if (wrong) bad(`Entry ${version}: ${wrong}.`);
    if (dice) stakes.settled = true;
    if (commit !== undefined && side === you && !own(commit))
      open(`Entry ${version}: your share was made in another browser.`);
    const kept = share !== undefined && side === you && own(hashOf(share));
    if (kept && kept !== share) bad(`Entry ${version} is not the share that this browser gave.`);
  }
  // At one screen there is one player, whose share goes in as the Union's.
  /** @type {readonly Side[]} */
  const sides = known.both ? ["union"] : words.EACH_SIDE;
  for (const side of sides) {
    const { good: fine, text } = ofShare(side, (each ? chains : stakes).state(side), header.seats?.[side]);
    if (fine) good(text);
    else open(text);
  }

  // When each entry was made: all of a game with clocks, and those that are about time.
  let time = 0;
  for (const { version, at, seated, claim } of entries) {
    if (!header.clock && !seated && !claim) {
      if (at !== undefined) bad(`Entry ${version} tells when it was made, in a game without clocks.`);
    } else if (at === undefined || !Number.isInteger(at)) bad(`Entry ${version} does not tell when it was made.`);
    else if (at < time) bad(`Entry ${version} was made before the one before it.`);
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
    if (line.ended && entry.reveal === undefined) bad(`Entry ${version} comes after the end of the game.`);
    const { dropped, wrong } = line.take(entry);
    if (wrong) bad(`Entry ${version}: ${wrong}.`);
    if (dropped) {
      const again = line.counts.reduce((sum, one) => sum + (thrownBy.get(one) ?? 0), 0);
      if (each && dropped.some((one) => thrownBy.get(one)))
        bad(`Entry ${version} goes back behind dice that cannot fall again.`);
      stream = key && new Stream(key, header.dice).after(again);
    }
    thrownBy.set(version, dice);
    if (declared !== undefined) fixed = { version, what: canonical([side, declared]) };
    if (links !== undefined) told = links;
    if (order !== undefined && fixed) {
      if (canonical([side, order]) !== fixed.what)
        bad(`Entry ${version} is not the order that was fixed before its dice.`);
    }
    const shown = events.flatMap(faces);
    if (shown.length !== dice) bad(`Entry ${version} shows ${shown.length} dice but counts ${dice}.`);
    count += dice;
    let from = stream;
    if (each && dice > 0) {
      if (!fixed || !told) bad(`Entry ${version}: its dice lack the players' shares.`);
      else if (seed) from = new Stream(keyOfThrow(seed, told, fixed.version));
    }
    if (order !== undefined) fixed = told = null;
    if (!from || !dice) continue;
    const thrown = Array.from({ length: dice }, () => from.throw());
    if (thrown.join() !== shown.join())
      bad(`Entry ${version}: the dice show ${shown.join(", ")}, the seeds give ${thrown.join(", ")}.`);
  }
  if (header.practice) open("The dice or the position were set by hand: this is a practice game.");
  if (stream && !findings.some(({ kind }) => kind === "bad"))
    good(count ? `${words.count(count, "die", "dice")}, each as the seeds give it.` : "No die was thrown.");
  const verdict = findings.some(({ kind }) => kind === "bad")
    ? "broken"
    : findings.some(({ kind }) => kind === "open")
      ? "unproved"
      : "sound";
  return { verdict, dice: count, findings };
}
