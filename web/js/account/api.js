// Accounts are asked for over HTTP, where the browser sends its cookie along.

import * as texts from "../texts/server.js";

/**
 * @typedef {{ name: string, created: number, changed: number, password: boolean }} Account
 * @typedef {{ session: string, created: number, seen: number, until: number, browser: string, this: boolean }} OpenSession
 */

/** @import { Proof } from "./passkeys.js" */

/** What the server refuses, in its own sentence. */
export class Denied extends Error {}

/**
 * The answer of an address; with something to send, it changes something.
 * @param {string} address
 * @param {unknown} [sent]
 * @returns {Promise<any>}
 */
export async function asked(address, sent) {
  /** @type {RequestInit} */
  const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(sent) };
  let answer;
  let told;
  try {
    answer = await fetch(address, sent === undefined ? {} : post);
    told = await answer.json();
  } catch {
    throw new Denied(texts.noAnswer);
  }
  if (!answer.ok) throw new Denied(told.error ?? texts.answered(answer.status));
  return told;
}

/**
 * @param {string} path
 * @param {unknown} [sent]
 */
const ask = (path, sent) => asked(`/account/${path}`, sent);

/**
 * Who is signed in, if anybody.
 * @returns {Promise<Account | null>}
 */
export async function me() {
  return (await ask("me")).account;
}

/**
 * Who is signed in, whether the server takes passkeys, and whether it sends links by mail.
 * @returns {Promise<{ account: Account | null, passkeys: boolean, mail: boolean }>}
 */
export const here = () => ask("me");

/**
 * Where the account is signed in.
 * @returns {Promise<OpenSession[]>}
 */
export async function sessions() {
  return (await ask("sessions")).sessions;
}

/**
 * @param {string} name
 * @param {string} password
 */
export const create = (name, password) => ask("create", { name, password });

/**
 * @param {string} name
 * @param {string} password
 */
export const signIn = (name, password) => ask("sign-in", { name, password });

export const signOut = () => ask("sign-out", {});

export const signOutEverywhere = () => ask("sign-out-everywhere", {});

/** @param {string} session */
export const endSession = (session) => ask("end-session", { session });

/**
 * @param {Proof} proof
 * @param {string} chosen
 */
export const changePassword = (proof, chosen) => {
  const shown = "password" in proof ? { old: proof.password } : proof;
  return ask("password", { ...shown, new: chosen });
};

/** @param {Proof} proof */
export const remove = (proof) => ask("delete", proof);

/**
 * Puts the seats of these tokens into the account.
 * @param {string[]} tokens
 * @returns {Promise<{ kept: number, unknown: number }>}
 */
export const keepSeats = (tokens) => ask("seats/keep", { tokens });

/**
 * Takes a seat out of the account.
 * @param {string} game
 * @param {string} seat
 */
export const letGo = (game, seat) => ask("seats/let-go", { game, seat });
