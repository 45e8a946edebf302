// The seats this browser holds: secret tokens by game, kept in the browser's own storage.

/** @import { Seat, Tokens } from "protocol" */

/** @typedef {Record<string, { tokens?: Partial<Tokens> }>} KeptSeats */

const KEY = "longroll.seats";

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}

/** @param {KeptSeats} seats */
function write(seats) {
  try {
    localStorage.setItem(KEY, JSON.stringify(seats));
  } catch {
    // Storage may be switched off; the link in the address bar still holds the seat.
  }
}

/**
 * Remembers seats of a game: `tokens` by seat ("both", "union", "confederate").
 * @param {string} game
 * @param {Partial<Tokens>} tokens
 */
export function keep(game, tokens) {
  // A seat of an account is the account's, not this browser's.
  if (Object.values(tokens).some(isOfAccount)) return;
  const seats = read();
  seats[game] = { ...seats[game], tokens: { ...seats[game]?.tokens, ...tokens } };
  write(seats);
}

/** `{both?, union?, confederate?}` as far as this browser holds them. */
export function tokens(/** @type {string} */ game) {
  return read()[game]?.tokens ?? {};
}

/** Every token, newest game last, each once. */
export function all() {
  return [...new Set(Object.values(read()).flatMap((seat) => Object.values(seat.tokens ?? {})))];
}

/**
 * Takes a seat off the list, and with its last seat the game.
 * @param {string} game
 * @param {Seat} seat
 */
export function forget(game, seat) {
  const seats = read();
  delete seats[game]?.tokens?.[seat];
  if (!Object.keys(seats[game]?.tokens ?? {}).length) delete seats[game];
  write(seats);
}

/**
 * What follows on the `#` of a seat's address: `{token, noted}`, its secret and the beginning of
 * the dice's commitment.
 * @param {string} hash
 */
export function opened(hash) {
  const [token, noted = ""] = decodeURIComponent(hash.slice(1)).split(".");
  return { token, noted };
}

/** What stands in the place of a token for a seat that the account holds that is signed in. */
const OF_ACCOUNT = "account:";

/**
 * It opens nothing for anybody else.
 * @param {string} game
 * @param {Seat} seat
 */
export function ofAccount(game, seat) {
  return `${OF_ACCOUNT}${seat}:${game}`;
}

/** @param {string} token */
export function isOfAccount(token) {
  return token.startsWith(OF_ACCOUNT);
}

/** So many digits of a commitment go with an invitation: enough that no other begins with them. */
const NOTED = 32;

/**
 * The page address of a seat. With `commitment`, the page that opens it notices if the dice are
 * bound by another.
 * @param {string} game
 * @param {string} [token]
 * @param {string} [commitment]
 */
export function link(game, token, commitment = "") {
  const noted = commitment && `.${commitment.slice(0, NOTED)}`;
  return new URL(`/game/${encodeURIComponent(game)}${token ? `#${token}${noted}` : ""}`, location.href).href;
}
