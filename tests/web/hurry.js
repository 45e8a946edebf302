// The page's own waits, which the tests do not wait for.

/** Longer are the limits of lines, which stay. */
const LINE = 20_000;

/**
 * Lets what the page would wait for come at once; `heard(ms)` is told each wait. Timers of others stay as they are:
 * the HTTP client measures its limits by ticks, and would reach them at once.
 */
export function hurry(heard = () => {}) {
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (does, ms, ...more) => {
    const own = ms < LINE && new Error().stack.includes("/web/js/");
    if (own) heard(ms);
    return wait(does, own ? 0 : ms, ...more);
  };
}
