// The secrets with which this browser can withdraw the packs that it has shared.

const KEY = "longroll.shares";

/** @returns {Record<string, string>} */
export function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/**
 * False where the browser keeps nothing.
 * @param {string} share
 * @param {string} secret
 */
export function keep(share, secret) {
  return write({ ...all(), [share]: secret });
}

/** @param {string} share */
export function forget(share) {
  const { [share]: _, ...others } = all();
  write(others);
}

/** @param {Record<string, string>} secrets */
function write(secrets) {
  try {
    localStorage.setItem(KEY, JSON.stringify(secrets));
    return true;
  } catch {
    return false;
  }
}
