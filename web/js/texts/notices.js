// Notices: the part of the account page on where its owner is notified.

import { when } from "../common/words.js";

// The channels
export const title = "Notices";
export const hint =
  "When a game of this account waits for you, you can be notified elsewhere of what has happened, as a watcher sees it. " +
  "While its page is open you are notified only if it still waits for you after five minutes.";
export const browser = "A browser";
export const unreadable = "an unreadable address";
export const unconfirmed = "Waiting for you to open the link in the mail sent there.";
export const refused = (/** @type {number} */ at, /** @type {string} */ why) => `Not accepted ${when(at)}: ${why}`;
export const paused = (/** @type {string} */ why) => `Paused. ${why}`;
export const retried = (/** @type {string} */ why) => `${why} Retried for three days.`;
export const accepted = (/** @type {number} */ at) => `Last delivered ${when(at)}.`;
export const unused = "Nothing sent yet.";
export const time = "When";
export const atOnce = "At once";
export const daily = (/** @type {string} */ time) => `Once a day, at ${time}`;
export const toldAtOnce = "You are notified at once.";
export const toldAt = (/** @type {string} */ time) => `You are notified at ${time}.`;
export const tryIt = "Try";
export const tried = "Delivered: look for it there.";
export const triedInVain = (/** @type {string} */ why) => `Not accepted: ${why}`;
export const pause = "Pause";
export const didPause = "Notifications are off for this channel until you resume it.";
export const resume = "Resume";
export const didResume = "Notifications are on again for this channel.";
export const remove = "Remove";
export const removed = "Removed, and its address deleted.";
export const secret = "The secret that signs messages to the webhook, shown only now";

// A new channel
export const elsewhere = "Notify me elsewhere";
export const noMail = "Mail is not set up on this server.";
export const by = "Notify me by";
export const KINDS = {
  push: {
    name: "This browser",
    label: "",
    hint: "It shows notices even when no Longroll page is open. It will ask your permission.",
  },
  mail: {
    name: "Mail",
    label: "Mail address",
    hint: "We first send a link there, to confirm that it is yours.",
  },
  discord: {
    name: "Discord",
    label: "Address of the webhook",
    hint: "In Discord: the channel's settings, Integrations, Webhooks, Copy URL.",
  },
  webhook: {
    name: "Webhook",
    label: "Address of the webhook",
    hint: "It receives JSON signed by the Standard Webhooks scheme. The secret is shown once.",
  },
};
export const add = "Add";
export const added = "Added: try it.";
export const linkSent = (/** @type {string | null} */ to) => `A link was sent to ${to}: open it there.`;
export const blocked = "This browser’s settings for this site block notifications.";
export const noPush = "This browser's push service cannot be reached, or refused; try again later.";

// Quiet hours
export const quiet = (/** @type {string} */ from, /** @type {string} */ until, /** @type {string} */ zone) =>
  `Quiet hours: ${from} to ${until}${zone && ` (${zone})`}`;
export const noQuiet = "Quiet hours: none";
export const from = "From";
export const until = "Until";
export const quietHint = (/** @type {string} */ zone) =>
  `In local time (${zone}). Anything still new is sent when they end.`;
export const beQuiet = "Set quiet hours";
export const quieted = (/** @type {string} */ from, /** @type {string} */ until) =>
  `Nothing is sent from ${from} until ${until}.`;
export const notQuiet = "No quiet hours";
export const unquieted = "Quiet hours removed.";
