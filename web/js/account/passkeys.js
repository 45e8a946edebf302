// Passkeys: what the browser makes or shows when the server asks for one.

import * as texts from "../texts/account.js";
import { asked, Denied } from "./api.js";

/**
 * @typedef {{ passkey: string, name: string, created: number, used: number }} Passkey
 * @typedef {{ ceremony: string, credential: unknown }} Shown
 * @typedef {{ password: string } | { passkey: Shown } | { link: string }} Proof
 */

/** Whether this browser has passkeys, as far as this page can ask for them. */
export const usable = () =>
  isSecureContext && "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;

/**
 * @param {string} path
 * @param {unknown} [sent]
 */
const ask = (path, sent) => asked(`/account/passkeys${path}`, sent);

/**
 * What the person and the browser do together; what comes to nothing is said in a sentence.
 * @param {() => Promise<Credential | null>} doing
 */
async function credential(doing) {
  let made;
  try {
    made = await doing();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === "InvalidStateError") throw new Denied(texts.passkeyKnown);
    throw new Denied(texts.passkeyCancelled);
  }
  if (!(made instanceof PublicKeyCredential)) throw new Denied(texts.passkeyMissing);
  return made.toJSON();
}

/**
 * Makes a passkey as the server asks for it.
 * @param {{ ceremony: string, options: PublicKeyCredentialCreationOptionsJSON }} begun
 * @returns {Promise<Shown>}
 */
async function make({ ceremony, options }) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return { ceremony, credential: await credential(() => navigator.credentials.create({ publicKey })) };
}

/**
 * Shows the server a passkey.
 * @returns {Promise<Shown>}
 */
export async function shown() {
  const { ceremony, options } = await ask("/ask", {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return { ceremony, credential: await credential(() => navigator.credentials.get({ publicKey })) };
}

export const signIn = async () => ask("/sign-in", await shown());

/**
 * Makes an account that is entered by a passkey.
 * @param {string} name
 */
export const createAccount = async (name) => ask("/create-account", await make(await ask("/begin-account", { name })));

/** @returns {Promise<Passkey[]>} */
export const list = async () => (await ask("")).passkeys;

/**
 * Adds a passkey to the account that is signed in.
 * @param {Proof} proof
 * @param {string} name
 */
export const add = async (proof, name) => ask("/add", { ...(await make(await ask("/begin", proof))), name });

/** @param {string} passkey */
export const remove = (passkey) => ask("/remove", { passkey });
