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
export const mailLinkHint = "Type your name above. The link goes to the address you have allowed to open your account.";
export const mailLinkSent = "If your account has such an address, a link is on its way. It is valid for 15 minutes.";

// A new account
export const create = "Create an account";
export const nameHint = "2 to 24 letters, digits, spaces, - _ or . Opponents may see it.";
export const passwordHint = "At least 10 characters. We cannot send it to you: keep it in a password manager.";
export const created = (/** @type {string} */ name) => `This is your account, ${name}.`;
export const createByPasskey = "Create it with a passkey";
export const passkeyCreateHint = "You type only a name. Your device or security key keeps the passkey.";

// By a link from one's mail
export const byLink = "A link from your mail";
export const signedInByLink = (/** @type {string} */ name) =>
  `You are signed in as ${name}. You can set another password below.`;
export const signInOtherwise = "Sign in another way";

// The account
export const since = (/** @type {string} */ day) => `Account created ${day}.`;
export const myGames = "My games";
export const findOpponent = "Find an opponent";
export const signOut = "Sign out";
export const signedOut = "You are signed out.";

// Its seats
export const seats = "Seats in this account";
export const seat = (/** @type {string} */ you) => (you === "both" ? "both sides" : `the ${side(you)} side`);
export const takeOut = "Remove";
export const tookOut = "Seat removed from this account. Its link still opens it.";
export const noSeats = "None yet. Open a game by its link, or keep the seats saved in this browser.";
export const keepAll = (/** @type {number} */ n) =>
  `Keep this browser’s ${n > 1 ? `${n} seats` : "seat"} in my account`;
export const keptAll = (/** @type {number} */ n) => `${count(n, "seat")} added to this account.`;

// Where it is signed in
export const sessions = "Where you are signed in";
export const thisOne = " (this one)";
export const from = (/** @type {number} */ stamp) => `since ${when(stamp)}`;
export const sessionTimes = (/** @type {number} */ created, /** @type {number} */ seen) =>
  `${from(created)}, last seen ${when(seen)}`;
export const sessionEnded = "That session is signed out.";
export const signOutEverywhere = "Sign out everywhere";
export const signedOutEverywhere = "You are signed out everywhere.";

// Its password
export const passwordSet = (/** @type {string} */ day) => `Set ${day}. A new one signs out all other sessions.`;
export const noPassword = "You sign in with a passkey. Setting a password signs out all other sessions.";
export const askedOnce = "You signed in by a mailed link, so you need no password this once.";
export const askedForPasskey = "You will be asked for a passkey of this account first.";
export const currentPassword = "Current password";
export const newPassword = "New password";
export const newPasswordHint = "At least 10 characters.";
export const changePassword = "Change the password";
export const setPassword = "Set a password";
export const passwordChanged = "Password changed. All other sessions are signed out.";

// Links by mail
export const mail = "Links by mail";
export const mailHint =
  "If you forget your password, a sign-in link can be sent to an address that you allow to open your account.";
export const mailHintNoAddress =
  "If you forget your password, a link can be sent to you. Add your mail address under Notices first.";
export const mailOpens = "may open this account";
export const noLonger = "Disallow";
export const mailShut = "Sign-in links are no longer sent there.";
export const letOpen = (/** @type {string | null} */ to) => `Let ${to} open my account`;
export const letOpened = (/** @type {string | null} */ to) => `A sign-in link can now be sent to ${to}.`;

// Passkeys
export const passkeys = "Passkeys";
export const passkeysHint =
  "You sign in with a fingerprint, your face or a security key. Nothing is typed that could be stolen.";
export const passkeyTimes = (/** @type {number} */ created, /** @type {number} */ used) =>
  `${from(created)}, ${used ? `last used ${when(used)}` : "not used yet"}`;
export const remove = "Remove";
export const passkeyRemoved = "That passkey no longer opens this account.";
export const passkeyName = "Its name";
export const passkeyNameHint = "For example “Phone” or “Blue key”.";
export const addPasskey = "Add a passkey";
export const passkeyAdded = "Passkey added.";
export const passkeyKnown = "This device already has a passkey for this account.";
export const passkeyCancelled = "No passkey was given: it was cancelled, or took too long.";
export const passkeyMissing = "The browser gave no passkey.";

// Its data, and its end
export const data = "Your data";
export const dataHint =
  "Your account, its sessions, your seats, and the records of your games as you may see them, in one file.";
export const download = "Download";
export const deletion = "Delete this account";
export const deletionHint =
  "Your name, your sessions and your list of seats are deleted at once and for good. Games stay, for your opponents; " +
  "anyone with a seat's link can play it. Matches in progress are resigned. Your name stays in the tournaments " +
  "you have played in, and stays reserved for a year.";
export const deleteAccount = "Delete my account";
export const deleted = "Your account is deleted.";
