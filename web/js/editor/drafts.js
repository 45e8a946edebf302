// Unsaved work, kept in this browser until it is saved or thrown away.

const KEY = "longroll.editor";

function key(scenario, pack) {
  return `${KEY}.${scenario}${pack ? `.${pack}` : ""}`;
}

/** Keeps work on a scenario; `pack`: the pack it was opened from. False where the browser keeps nothing. */
export function keep(scenario, pack, work) {
  try {
    localStorage.setItem(key(scenario, pack), JSON.stringify({ ...work, when: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

/** `{files, title?, author?, about?, when}` kept of a scenario, or null. */
export function find(scenario, pack) {
  try {
    const kept = JSON.parse(localStorage.getItem(key(scenario, pack)) ?? "null");
    return kept && typeof kept.files === "object" ? kept : null;
  } catch {
    return null;
  }
}

export function forget(scenario, pack) {
  try {
    localStorage.removeItem(key(scenario, pack));
  } catch {
    // Nothing was kept then.
  }
}
