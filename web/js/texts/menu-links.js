// The account and the library in the menu of a game.

import { h } from "../common/html.js";

// The account
export const account = "Account";
export const signIn = "Sign in";
export const toKeep = " to keep this seat in an account.";
export const keep = "Keep in my account";
export const inAccount = "This seat is in your account.";
export const kept = (/** @type {string} */ name) =>
  `This seat is in your account, ${name}: and available wherever you sign in.`;

// The library
export const shelved = (/** @type {boolean} */ is, /** @type {boolean} */ player) => [
  `This game is ${is ? "" : "not "}in the `,
  h("a", { href: "/library" }, "library"),
  player && ". Any of its players can add it, for everyone to see, and remove it again",
  ".",
];
export const shelve = "Add to the library";
export const unshelve = "Remove from the library";
