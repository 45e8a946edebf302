// The seats this browser holds: secret tokens by game, kept in the browser's own storage.

const KEY = "longroll.seats";

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}

function write(seats) {
  try {
    localStorage.setItem(KEY, JSON.stringify(seats));
  } catch {
    // Storage may be switched off; the link in the address bar still holds the seat.
  }
}

/** Remembers seats of a game: `tokens` by seat ("both", "union", "confederate"). */
export function keep(game, tokens) {
  const seats = read();
  seats[game] = { ...seats[game], tokens: { ...seats[game]?.tokens, ...tokens } };
  write(seats);
}

/** `{both?, union?, confederate?}` as far as this browser holds them. */
export function tokens(game) {
  return read()[game]?.tokens ?? {};
}

/** Every token, newest game last, each once. */
export function all() {
  return [...new Set(Object.values(read()).flatMap((seat) => Object.values(seat.tokens ?? {})))];
}

/** Takes a seat off the list, and with its last seat the game. */
export function forget(game, seat) {
  const seats = read();
  delete seats[game]?.tokens?.[seat];
  if (!Object.keys(seats[game]?.tokens ?? {}).length) delete seats[game];
  write(seats);
}

/** This browser's share of the dice for a seat, made once: nobody, not even the server, chooses the dice alone. */
export function share(token) {
  const key = `longroll.share.${token}`;
  try {
    let kept = localStorage.getItem(key);
    if (!kept) {
      kept = crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint32Array(4))].join("-");
      localStorage.setItem(key, kept);
    }
    return kept;
  } catch {
    return undefined;
  }
}

/** Chooses a seat's share of the dice by hand, before its page is first opened. */
export function setShare(token, seed) {
  try {
    localStorage.setItem(`longroll.share.${token}`, seed);
  } catch {
    // Without storage the share is the server's and the other player's alone.
  }
}

/** The page address of a seat. */
export function link(game, token) {
  return new URL(`/game/${encodeURIComponent(game)}${token ? `#${token}` : ""}`, location.href).href;
}
