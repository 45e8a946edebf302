// Links for signing in, by mail.

import { asked } from "./api.js";

/**
 * @import { Account } from "./api.js"
 * @import { Proof } from "./passkeys.js"
 */

/** Where the page keeps what replaces the password after signing in by a link. */
const PROOF = "longroll.account-proof";

/** For so long it does, in milliseconds. */
const MINUTES = 10 * 60_000;

/**
 * Asks for a link; whether there is such an account is not told.
 * @param {string} name
 */
export const ask = (name) => asked("/account/mail/ask", { name });

/** The link in the page's address, if it was opened by one. */
export const link = () => /^#link=([\w-]+)$/.exec(location.hash)?.[1] ?? null;

/**
 * Signs in by a link.
 * @param {string} secret
 * @returns {Promise<Account>}
 */
export async function signIn(secret) {
  const { account, proof } = await asked("/account/mail/sign-in", { link: secret });
  try {
    sessionStorage.setItem(PROOF, JSON.stringify({ proof, until: Date.now() + MINUTES }));
  } catch {
    // The password is asked for then.
  }
  return account;
}

/** What stands for a password now, if anything does. */
export function proof() {
  try {
    const { proof, until } = JSON.parse(sessionStorage.getItem(PROOF) ?? "{}");
    return until > Date.now() ? String(proof) : null;
  } catch {
    return null;
  }
}

/** It stands for a password once. */
export function spend() {
  const spent = proof();
  sessionStorage.removeItem(PROOF);
  return spent;
}

/**
 * Says whether links may be sent to an address of mail; it is let with a proof, and forbidden without.
 * @param {string} channel
 * @param {Proof | null} shown
 */
export const letOpen = (channel, shown) => asked("/account/mail/let-open", { channel, proof: shown });
