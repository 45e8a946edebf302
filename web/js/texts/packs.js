// The page of packs.

import { count, isolated, listed } from "../common/words.js";

/** @import { SharedPack, SharedPacks, SharedScenario } from "protocol" */

// Those that this browser knows
export const none = "None yet. Corrections you make in the editor become a pack.";
export const edit = "Edit";
export const compare = "Compare";
export const share = "Share";
export const shareHint =
  "Everyone on this server can then see the pack, your name and the note. Share only what you read yourself, under one name.";
export const reader = "Your name as a reader";
export const copy = "Which copy you read";
export const shareNow = "Share it on this server";
export const noteSecret = (/** @type {string} */ secret) =>
  `Shared. This browser could not save the secret that withdraws it. Note it down: ${secret}.`;

// Those that people share, by battle
export const sharedHint = (/** @type {SharedPacks} */ { needed }) =>
  `Owners of a printed sheet share what they read from it. A fact is agreed once ${needed} readers read it alike. ` +
  "Readers chose their own names, which are not verified.";
export const nothingShared = "No packs are shared here yet.";
export const counts = (/** @type {SharedScenario} */ { readers, read, agreed, disputed }) =>
  `${count(readers, "reader")}; ${count(read, "fact")} read, ${agreed} agreed on, ${disputed} disputed.`;
export const readFromSheet = (/** @type {{ kind: string, facts: number }[]} */ read) =>
  read.length
    ? `Read from the sheet: ${listed(read.map(({ kind, facts }) => `${facts} ${kind}`))}`
    : "No new facts are marked as read from the sheet";
export const note = (/** @type {string} */ text) => isolated`“${text}”`;
/** How a pack is counted beside others: nothing for one of which there is nothing to say. */
export const counted = (/** @type {SharedPack} */ { counted, of }) =>
  ({
    once: null,
    alike: isolated`The data files are identical to those of ${of}.`,
    again: "This name is already listed: the two count as one reader.",
    same: isolated`This repeats the pack of ${of}, and does not count.`,
  })[counted];
export const copied = (/** @type {number} */ facts) =>
  `${count(facts, "fact")} taken over from other readers, and counted for them.`;
export const sharedOn = (/** @type {string} */ day) => `Shared ${day}. `;
export const withdraw = (/** @type {string} */ title) => isolated`Withdraw “${title}”`;
export const whoRead = "Who read what";
export const makePack = "Make a pack of the agreed facts";
export const ofEdition = (/** @type {string} */ edition) => ` of ${edition}`;
export const nowhere = (/** @type {SharedPack} */ { title, author, trouble }) =>
  isolated`${title}, by ${author}: ${trouble ?? "not for a battle here"}`;

// Who read what
export const onlyDisputed = "Only disputed facts";
export const COLUMNS = ["Fact", "The program's own", "Read"];
export const nothing = "nothing";
export const agreed = "✓ agreed: ";
export const readers = (/** @type {number} */ n) => ` — ${count(n, "reader")}: `;
export const unlisted = (/** @type {number} */ n) => `${n} more not listed.`;
export const undisputed = "Nothing is disputed.";
