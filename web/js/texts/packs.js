// The page of packs.

import { count, isolated, listed } from "../common/words.js";

/** @import { SharedPack, SharedPacks, SharedScenario } from "protocol" */

// Those that this browser knows
export const none = "None yet. The editor makes one of what you correct.";
export const edit = "Edit";
export const compare = "Compare";
export const share = "Share";
export const shareHint =
  "All who come to this server can then see the pack, your name and the note. Share what you read yourself, under one name.";
export const reader = "Your name as a reader";
export const copy = "From which copy you read";
export const shareNow = "Share it with everybody here";
export const noteSecret = (/** @type {string} */ secret) =>
  `It is shared. This browser keeps nothing: note the secret to withdraw it, ${secret}.`;

// Those that people share, by battle
export const sharedHint = (/** @type {SharedPacks} */ { needed }) =>
  `Owners of a printed sheet share what they read from it. What ${needed} readers read alike is agreed on. ` +
  "Names are as readers gave them: they are not verified.";
export const nothingShared = "No packs are shared here yet.";
export const counts = (/** @type {SharedScenario} */ { readers, read, agreed, disputed }) =>
  `${count(readers, "reader")}; ${count(read, "fact")} read, ${agreed} agreed on, ${disputed} disputed.`;
export const readFromSheet = (/** @type {{ kind: string, facts: number }[]} */ read) =>
  read.length
    ? `Read from the sheet: ${listed(read.map(({ kind, facts }) => `${facts} ${kind}`))}`
    : "Nothing new is marked as read from the sheet";
export const note = (/** @type {string} */ text) => isolated`“${text}”`;
/** How a pack is counted beside others: nothing for one of which there is nothing to say. */
export const counted = (/** @type {SharedPack} */ { counted, of }) =>
  ({
    once: null,
    alike: isolated`The data files are those of ${of}, to the letter.`,
    again: "This name was here before: the two count as one reader.",
    same: isolated`This is the pack of ${of} once more, and counts for nothing.`,
  })[counted];
export const copied = (/** @type {number} */ facts) =>
  `${count(facts, "fact")} taken over from others, and counted for those.`;
export const sharedOn = (/** @type {string} */ day) => `Shared ${day}. `;
export const withdraw = (/** @type {string} */ title) => isolated`Withdraw “${title}”`;
export const whoRead = "Who read what";
export const makePack = "Make a pack of what is agreed on";
export const ofEdition = (/** @type {string} */ edition) => ` of ${edition}`;
export const nowhere = (/** @type {SharedPack} */ { title, author, trouble }) =>
  isolated`${title}, by ${author}: ${trouble ?? "of no battle here"}`;

// Who read what
export const onlyDisputed = "Only where readers differ";
export const COLUMNS = ["Fact", "The program's own", "Read"];
export const nothing = "nothing";
export const agreed = "✓ agreed: ";
export const readers = (/** @type {number} */ n) => ` — ${count(n, "reader")}: `;
export const unlisted = (/** @type {number} */ n) => `${n} more are not listed.`;
export const undisputed = "Nothing is disputed.";
