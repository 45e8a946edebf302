// What this browser holds of a game's dice, whatever the server may say later: the commitment it
// was first told, the hashes of the record, and its own shares.

/** @import { Chain } from "./hash.js" */

/** @typedef {{ version: number, hash: string }} Noted */
/** @typedef {{ commitment?: string, bound?: Noted, last?: Noted }} HeldDice */
/** @typedef {{ commit?: string, words?: string }} Stake */

const GAME = "longroll.dice.";
const SHARE = "longroll.share.";
const STAKE = "longroll.stake.";

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    // Storage may be switched off or full.
    return false;
  }
}

/**
 * `{commitment?, bound?: {version, hash}, last?: {version, hash}}`: what is held of a game.
 * @param {string} game
 */
export function held(game) {
  return read(GAME + game) ?? {};
}

/**
 * Notes a game's commitment for good. A link may bring its beginning, from the player who sent it.
 * @param {string} game
 * @param {string} commitment
 */
export function pin(game, commitment) {
  const known = held(game);
  if (!known.commitment) write(GAME + game, { ...known, commitment });
}

/**
 * The player has seen a changed commitment and goes on all the same: the new one is noted in its
 * place.
 * @param {string} game
 * @param {string} commitment
 */
export function pinAnew(game, commitment) {
  write(GAME + game, { commitment });
}

/**
 * Notes the hash of the record at a version: the newest one as `last`, what a share was told on as
 * `bound`.
 * @param {string} game
 * @param {"bound" | "last"} name
 * @param {number} version
 * @param {string} hash
 */
export function note(game, name, version, hash) {
  if (hash) write(GAME + game, { ...held(game), [name]: { version, hash } });
}

/**
 * Keeps a share under its hash; two tabs that make one at the same time both keep theirs. Whether
 * it is kept.
 * @param {string} commit
 * @param {string | Chain} share
 */
export function keepShare(commit, share) {
  return write(SHARE + commit, share);
}

/**
 * The share with that hash, if this browser made it.
 * @param {string} commit
 */
export function shareOf(commit) {
  return read(SHARE + commit);
}

/**
 * What a seat's share is made of: `{commit?, words?}`.
 * @param {string} token
 */
export function stake(token) {
  return read(STAKE + token) ?? {};
}

/**
 * @param {string} token
 * @param {Stake} value
 */
export function setStake(token, value) {
  write(STAKE + token, { ...stake(token), ...value });
}
