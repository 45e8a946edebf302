// The page's own waits, which the tests do not wait for.

/** Longer waits stay, and so do a connection's own: how long it may be silent. */
const LONG = 20_000;

/**
 * Lets what the page would wait for come at once; `heard(ms)` is told each wait. Timers of others stay as they are:
 * the HTTP client measures its limits by ticks, and would reach them at once.
 */
export function hurry(heard = () => {}) {
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (does, ms, ...more) => {
    const { stack } = new Error();
    const connections = stack.split("\n")[2].includes("/session/connection.js");
    const own = ms < LONG && stack.includes("/web/js/") && !connections;
    if (own) heard(ms);
    return wait(does, own ? 0 : ms, ...more);
  };
}
