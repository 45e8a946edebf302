// Notices: the part of the account page on where its owner is notified.

import { when } from "../common/words.js";

// The channels
export const title = "Notices";
export const hint =
  "When you are asked in a game of this account you can be told elsewhere: what has happened, as a watcher sees it. " +
  "While you are at the table you are told only if you are still asked after five minutes.";
export const browser = "A browser";
export const unreadable = "an address that cannot be read";
export const unconfirmed = "Waits for you to press the link in the mail that was sent there.";
export const refused = (/** @type {number} */ at, /** @type {string} */ why) => `Not accepted ${when(at)}: ${why}`;
export const paused = (/** @type {string} */ why) => `Paused. ${why}`;
export const retried = (/** @type {string} */ why) => `${why} It is tried again for three days.`;
export const accepted = (/** @type {number} */ at) => `Something was accepted ${when(at)}.`;
export const unused = "Nothing was sent yet.";
export const time = "When";
export const atOnce = "At once";
export const daily = (/** @type {string} */ time) => `Once a day, at ${time}`;
export const toldAtOnce = "You are told at once.";
export const toldAt = (/** @type {string} */ time) => `You are told at ${time}.`;
export const tryIt = "Try";
export const tried = "It was accepted: look for it there.";
export const triedInVain = (/** @type {string} */ why) => `It was not accepted: ${why}`;
export const pause = "Pause";
export const didPause = "Notifications are off for this channel until you resume it.";
export const resume = "Resume";
export const didResume = "Notifications are on again for this channel.";
export const remove = "Remove";
export const removed = "It is removed, and its address deleted.";
export const secret = "The secret that signs what the webhook gets: it is shown only now";

// A new channel
export const elsewhere = "Tell me elsewhere";
export const noMail = "Mail is not set up on this server.";
export const by = "Tell me by";
export const KINDS = {
  push: {
    name: "This browser",
    label: "",
    hint: "It shows notices also while no page of Longroll is open. It asks you whether it may.",
  },
  mail: {
    name: "Mail",
    label: "Mail address",
    hint: "You are sent a link there first, to show that it is yours.",
  },
  discord: {
    name: "Discord",
    label: "Address of the webhook",
    hint: "In Discord: the channel's settings, Integrations, Webhooks, Copy URL.",
  },
  webhook: {
    name: "Webhook",
    label: "Address of the webhook",
    hint: "It gets JSON, signed as Standard Webhooks say. The secret is shown once.",
  },
};
export const add = "Add";
export const added = "It is added: try it.";
export const linkSent = (/** @type {string | null} */ to) => `A link was sent to ${to}: press it there.`;
export const blocked = "This browser does not let the page show notices; its settings for this site say so.";
export const noPush = "This browser's push service cannot be reached, or wants none; try again later.";

// Quiet hours
export const quiet = (/** @type {string} */ from, /** @type {string} */ until, /** @type {string} */ zone) =>
  `Quiet hours: ${from} to ${until}${zone && ` (${zone})`}`;
export const noQuiet = "Quiet hours: none";
export const from = "From";
export const until = "Until";
export const quietHint = (/** @type {string} */ zone) =>
  `By the clocks here now (${zone}). What is still news is told when they end.`;
export const beQuiet = "Be quiet then";
export const quieted = (/** @type {string} */ from, /** @type {string} */ until) =>
  `Nothing is told from ${from} until ${until}.`;
export const notQuiet = "No quiet hours";
export const unquieted = "You have no quiet hours any more.";
