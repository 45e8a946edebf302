// Where the pupil is, kept in the browser: `{step, game, tokens}`.

const KEY = "longroll.lesson";

export function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept && Number.isInteger(kept.step) ? kept : null;
  } catch {
    return null;
  }
}

export function write(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Then it is kept as long as the page.
  }
}
