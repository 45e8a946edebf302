// The page of an account.

import { count, side, when } from "../common/words.js";

// Signing in
export const signIn = "Sign in";
export const name = "Name";
export const password = "Password";
export const signedIn = (/** @type {string} */ name) => `You are signed in as ${name}.`;
export const signInByPasskey = "Sign in with a passkey";
export const passkeySignInHint = "No name and no password: your device knows who you are.";
export const mailLink = "Send me a link by mail";
export const mailLinkHint = "Type your name above. The link goes to the address that you have let open your account.";
export const mailLinkSent =
  "If your account has such an address, a link is on its way to it. It is good for 15 minutes.";

// A new account
export const create = "Create an account";
export const nameHint = "2 to 24 letters, digits, spaces, - _ or . Opponents may see it.";
export const passwordHint = "At least 10 characters. It cannot be sent to you: keep it in a password manager.";
export const created = (/** @type {string} */ name) => `This is your account, ${name}.`;
export const createByPasskey = "Create it with a passkey";
export const passkeyCreateHint = "Only a name is typed then. Your device or security key keeps the passkey.";

// By a link from one's mail
export const byLink = "A link from your mail";
export const signedInByLink = (/** @type {string} */ name) =>
  `You are signed in as ${name}. You can set another password below.`;
export const signInOtherwise = "Sign in otherwise";

// The account
export const since = (/** @type {string} */ day) => `An account since ${day}.`;
export const myGames = "My games";
export const findOpponent = "Find an opponent";
export const signOut = "Sign out";
export const signedOut = "You are signed out.";

// Its seats
export const seats = "Seats in this account";
export const seat = (/** @type {string} */ you) => (you === "both" ? "both sides" : `the ${side(you)} side`);
export const takeOut = "Take out";
export const tookOut = "The seat is no longer in this account. Its link still opens it.";
export const noSeats = "None yet. Open a game by its link, or keep those that this browser holds.";
export const keepAll = (/** @type {number} */ n) =>
  `Keep the ${n > 1 ? `${n} seats` : "seat"} of this browser in my account`;
export const keptAll = (/** @type {number} */ n) => `${count(n, "seat")} put into this account.`;

// Where it is signed in
export const sessions = "Where you are signed in";
export const thisOne = " (this one)";
export const from = (/** @type {number} */ stamp) => `since ${when(stamp)}`;
export const sessionTimes = (/** @type {number} */ created, /** @type {number} */ seen) =>
  `${from(created)}, last seen ${when(seen)}`;
export const sessionEnded = "That session is over.";
export const signOutEverywhere = "Sign out everywhere";
export const signedOutEverywhere = "You are signed out everywhere.";

// Its password
export const passwordSet = (/** @type {string} */ day) => `Set ${day}. Another one ends all other sessions.`;
export const noPassword = "You sign in by passkey. A password would end all other sessions.";
export const askedOnce = "You came by a link from your mail: once, no password is asked for.";
export const askedForPasskey = "You are asked for a passkey of this account first.";
export const currentPassword = "Current password";
export const newPassword = "New password";
export const newPasswordHint = "At least 10 characters.";
export const changePassword = "Change the password";
export const setPassword = "Set a password";
export const passwordChanged = "The password is changed, and all other sessions are over.";

// Links by mail
export const mail = "Links by mail";
export const mailHint =
  "If you forget your password, a link for signing in can be sent to an address that you let open your account.";
export const mailHintNoAddress =
  "If you forget your password, a link can be sent to you. Add your mail address under Notices first.";
export const mailOpens = "may open this account";
export const noLonger = "No longer";
export const mailShut = "No link is sent there any more.";
export const letOpen = (/** @type {string | null} */ to) => `Let ${to} open my account`;
export const letOpened = (/** @type {string | null} */ to) => `A link for signing in can be sent to ${to} now.`;

// Passkeys
export const passkeys = "Passkeys";
export const passkeysHint =
  "You sign in with your finger, your face or a security key. Nothing is typed that could be stolen.";
export const passkeyTimes = (/** @type {number} */ created, /** @type {number} */ used) =>
  `${from(created)}, ${used ? `last used ${when(used)}` : "not used yet"}`;
export const remove = "Remove";
export const passkeyRemoved = "That passkey opens this account no longer.";
export const passkeyName = "What you call it";
export const passkeyNameHint = "As in “Phone” or “Blue key”.";
export const addPasskey = "Add a passkey";
export const passkeyAdded = "The passkey is added.";
export const passkeyKnown = "This device has a passkey of this account already.";
export const passkeyCancelled = "No passkey was given: it was called off, or took too long.";
export const passkeyMissing = "The browser gave no passkey.";

// Its data, and its end
export const data = "What is kept about you";
export const dataHint =
  "Your account, where it is signed in, your seats, and the records of your games as you may see them, in one file.";
export const download = "Download";
export const deletion = "Delete this account";
export const deletionHint =
  "Your name, your sessions and your list of seats go at once and for good. The games stay, for your opponents; " +
  "a seat is then whose link it is, and matches that go on are given up. Your name stays in the tournaments that " +
  "you have played in. It stays reserved for a year.";
export const deleteAccount = "Delete my account";
export const deleted = "Your account is deleted.";
