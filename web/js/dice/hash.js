// SHA-256 and hexadecimal. The browser's own is missing on pages that come over plain HTTP from
// another machine.

import { sha256 } from "../../vendor/noble-hashes/sha2.js";

/**
 * The first link of a chain of shares, and how many there are.
 * @typedef {{ chain: string, links: number }} Chain
 */

const utf8 = new TextEncoder();

/**
 * Bytes in lower-case hexadecimal.
 * @param {Uint8Array} bytes
 */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The bytes of a hexadecimal text, or null if it is none.
 * @param {string | undefined} text
 */
export function unhex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * SHA-256 of texts and bytes, one after another, as bytes.
 * @param {(string | Uint8Array)[]} parts
 */
export function digest(...parts) {
  const hash = sha256.create();
  for (const part of parts) hash.update(typeof part === "string" ? utf8.encode(part) : part);
  return hash.digest();
}

/**
 * SHA-256 in hexadecimal.
 * @param {(string | Uint8Array)[]} parts
 */
export function hashOf(...parts) {
  return hex(digest(...parts));
}

/** A share of the dice: 256 random bits in hexadecimal. Words, if there are any, are stirred in. */
export function freshShare(words = "") {
  return hashOf(crypto.getRandomValues(new Uint8Array(32)), words);
}

/** How many throws a chain of shares is good for; then another is begun. */
const LINKS = 500;

/** How many links are left when another chain is begun, as soon as the rules accept one. */
const FEW = 50;

/**
 * A chain of shares for a match with a share for each throw: each link is the hash of the one
 * before, the last is told first.
 */
export function freshChain(words = "") {
  return { chain: freshShare(words), links: LINKS };
}

/**
 * What binds its owner to a chain: the hash of its last link.
 * @param {Chain} options
 */
export function endOf({ chain, links }) {
  let link = chain;
  for (let at = 0; at < links; at++) link = hashOf(link);
  return link;
}

/**
 * Whether only a few links of a chain are left before the link with the hash `next`.
 * @param {Chain} options
 * @param {string | null | undefined} next
 */
export function endsSoon({ chain, links }, next) {
  let link = chain;
  for (let left = 0; left < Math.min(FEW, links); left++) {
    if (link === next) return true;
    link = hashOf(link);
  }
  return link === next;
}

/**
 * The link of a chain whose hash this is; null if there is none, or none is left.
 * @param {Chain} options
 * @param {string | undefined} next
 */
export function linkBefore({ chain, links }, next) {
  let link = chain;
  for (let at = 0; at < links; at++) {
    const hash = hashOf(link);
    if (hash === next) return link;
    link = hash;
  }
  return null;
}
