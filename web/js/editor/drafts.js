// Unsaved work, kept in this browser until it is saved or thrown away.

/**
 * @import { About } from "./pack.js"
 * @import { DataFiles } from "protocol"
 */

/**
 * `from`: the packs that facts were taken over from.
 * @typedef {{ files: DataFiles, about: Partial<About>, from?: string[], when: number }} Draft
 */

/**
 * Where a draft is stored, and as what: it belongs to the window that stored that text there.
 * @typedef {{ at: string, text: string }} Held
 */

const KEY = "longroll.editor";
/** Where a window remembers its own draft over a reload. */
const OWN = "longroll.editor.window";
/** The most drafts of one scenario. */
const MOST = 8;

/**
 * The places for drafts of a scenario: each window that is at work on it takes one.
 * @param {string} scenario
 * @param {string | undefined} pack
 */
function places(scenario, pack) {
  const first = `${KEY}.${scenario}${pack ? `.${pack}` : ""}`;
  return Array.from({ length: MOST }, (_, at) => (at ? `${first}~${at + 1}` : first));
}

/**
 * Keeps work on a scenario; `pack`: the pack it was opened from, `held`: what this window last kept.
 * What another window keeps is never replaced. Null where the browser keeps nothing.
 * @param {string} scenario
 * @param {string | undefined} pack
 * @param {Omit<Draft, "when">} draft
 * @param {Held | null} [held]
 * @returns {Held | null}
 */
export function keep(scenario, pack, draft, held = null) {
  try {
    const stored = held && localStorage.getItem(held.at);
    const own = held && (stored === null || stored === held.text) ? held.at : undefined;
    const at = own ?? places(scenario, pack).find((place) => localStorage.getItem(place) === null);
    if (at === undefined) return null;
    const text = JSON.stringify({ ...draft, when: Date.now() });
    localStorage.setItem(at, text);
    globalThis.sessionStorage?.setItem(OWN, at);
    return { at, text };
  } catch {
    return null;
  }
}

/**
 * Every draft kept of a scenario: first the one that this window kept, then the newest.
 * @param {string} scenario
 * @param {string | undefined} pack
 * @returns {(Draft & Held)[]}
 */
export function all(scenario, pack) {
  try {
    const own = globalThis.sessionStorage?.getItem(OWN);
    return places(scenario, pack)
      .flatMap((at) => read(at) ?? [])
      .sort((a, b) => Number(b.at === own) - Number(a.at === own) || b.when - a.when);
  } catch {
    return [];
  }
}

/**
 * @param {string} at
 * @returns {(Draft & Held) | null}
 */
function read(at) {
  const text = localStorage.getItem(at);
  try {
    const kept = JSON.parse(text ?? "null");
    return kept && typeof kept.files === "object" ? { ...kept, at, text } : null;
  } catch {
    return null;
  }
}

/**
 * The first of them, or null.
 * @param {string} scenario
 * @param {string | undefined} pack
 */
export function find(scenario, pack) {
  return all(scenario, pack)[0] ?? null;
}

/** Throws a draft away, unless another window has put other work in its place. @param {Held | null} held */
export function forget(held) {
  try {
    if (held && localStorage.getItem(held.at) === held.text) localStorage.removeItem(held.at);
  } catch {
    // Nothing was kept then.
  }
}
