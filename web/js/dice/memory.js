// What this browser holds of a game's dice, whatever the server may say later: the commitment it was first told, the hashes
// of the record, and its own shares.

const GAME = "longroll.dice.";
const SHARE = "longroll.share.";
const STAKE = "longroll.stake.";

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    // Storage may be switched off or full.
    return false;
  }
}

/** `{commitment?, bound?: {version, hash}, last?: {version, hash}}`: what is held of a game. */
export function held(game) {
  return read(GAME + game) ?? {};
}

/** Notes a game's commitment for good. A link may bring its beginning, from whoever sent it. */
export function pin(game, commitment) {
  const known = held(game);
  if (!known.commitment) write(GAME + game, { ...known, commitment });
}

/** The player has seen a changed commitment and goes on all the same: the new one is noted in its place. */
export function pinAnew(game, commitment) {
  write(GAME + game, { commitment });
}

/** Notes the hash of the record at a version: the newest one as `last`, what a share was told on as `bound`. */
export function note(game, name, version, hash) {
  if (hash) write(GAME + game, { ...held(game), [name]: { version, hash } });
}

/** Keeps a share under its hash; two tabs that make one at the same time both keep theirs. Whether it is kept. */
export function keepShare(commit, share) {
  return write(SHARE + commit, share);
}

/** The share with that hash, if this browser made it. */
export function shareOf(commit) {
  return read(SHARE + commit);
}

/** What a seat's share is made of: `{commit?, words?}`. */
export function stake(token) {
  return read(STAKE + token) ?? {};
}

export function setStake(token, value) {
  write(STAKE + token, { ...stake(token), ...value });
}
