// Data packs: read from a file, written to one, and remembered by this browser.

import { GAMES } from "../games/registry.js";
import { make } from "./html.js";
import { isolated, listedNames } from "./words.js";

/** @import { Scenario } from "protocol" */

const KEY = "longroll.packs";

/**
 * A file's bytes as base64, as the protocol carries them.
 * @param {Blob} file
 */
export async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  // In pieces: one call cannot take all the bytes of a large file.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/**
 * Hands a pack to the browser as a file; its name is made of the pack's title.
 * @param {string} zip
 * @param {string} title
 */
export function download(zip, title) {
  const bytes = Uint8Array.from(atob(zip), (letter) => letter.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  make("a", { href: address, download: `${name || "pack"}.zip` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The packs this browser has used, by id, the latest last. */
export function known() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** @param {string} id */
export function remember(id) {
  write([...known().filter((one) => one !== id), id]);
}

/** @param {string} id */
export function forget(id) {
  write(known().filter((one) => one !== id));
}

/** @param {string[]} ids */
function write(ids) {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids.slice(-30)));
  } catch {
    // Without storage a pack is chosen from its file again.
  }
}

/**
 * Whether the editor has forms for a scenario's files; those of others are corrected by hand.
 * @param {Scenario | null | undefined} scenario
 */
export function editable(scenario) {
  return Boolean(scenario && scenario.system in GAMES);
}

/**
 * "by Ann: Shiloh 1862, Antietam 1862": who made a pack, and what it holds.
 * @param {string | null | undefined} author
 * @param {Scenario[]} scenarios
 */
export function contents(author, scenarios) {
  const names = scenarios.map(({ title, edition }) => `${title} ${edition}`);
  return [author && isolated`by ${author}: `, listedNames(names)];
}

/**
 * The address at which a scenario's sheets are transcribed, of a pack or of the program.
 * @param {string} scenario
 * @param {string} [pack]
 */
export function transcribe(scenario, pack) {
  return editor(scenario, pack).replace("/editor", "/transcribe");
}

/**
 * The editor's address for a scenario, of a pack or of the program.
 * @param {string} scenario
 * @param {string} [pack]
 */
export function editor(scenario, pack) {
  const params = new URLSearchParams({ scenario, ...(pack && { pack }) });
  return `/editor?${params}`;
}

/**
 * The address of a comparison over a scenario: of a pack, or of what lies unsaved in the editor
 * (`draft`), with another pack or the program's own data.
 * @param {string} scenario
 * @param {string} here
 * @param {string} [there]
 */
export function comparison(scenario, here, there = "own") {
  return `/compare?${new URLSearchParams({ scenario, here, there })}`;
}
