// The page on which an owner transcribes the printed sheets.

import { h } from "../common/html.js";
import { count, when } from "../common/words.js";

/** @import { Child } from "../common/html.js" */

// The bar.
export const title = "Transcribe the printed sheets";
export const pageTitle = (/** @type {string | null} */ title) => `${title}: transcribe`;
export const progress = (/** @type {number} */ read, /** @type {number} */ of) => `${read} of ${of}`;
export const state = (/** @type {string} */ read, /** @type {boolean} */ busy) =>
  `${read} read${busy ? "; checking…" : ""}`;
export const notStored = "This browser cannot store your work. Save it as a pack.";

// Opening the sheets.
export const opening = "Opening the sheets…";
export const resumed = (/** @type {number} */ at) => `You resume what you read until ${when(at)}.`;

// The kinds of values in doubt.
export const inDoubt = "In doubt";
export const readAgain = "Read it again";

// The step.
export const nothingInDoubt = "Nothing left in doubt";
export const noReconstruction = "None of these sheets’ values is reconstructed.";
export const goTo = "Go to";
export const stepRead = (/** @type {string} */ step, /** @type {string} */ read) => `${step} (${read})`;
export const moreHere = "The sheet has more here:";
export const add = "Add";
export const answers = "Possible answers";
export const asHere = (/** @type {string} */ value) => `Same as here: ${value || nothing}`;
export const nothing = "nothing";
export const meaning = (/** @type {string} */ value, /** @type {string} */ text) => `${value}, ${text}`;
export const hidden = "hidden";
export const readFromSheet = "read from the sheet";
export const ownWords = "the file’s own words";
const key = (/** @type {string} */ name) => h("kbd", null, name);
/** @type {(again: boolean) => Child[]} */
export const keys = (again) => [
  !again && [key("Enter"), " the sheet agrees, "],
  [key("arrows"), " move, ", key("Backspace"), " back, ", key("Delete"), " nothing is printed there. "],
  "Anything else is typed.",
];
export const sources = (/** @type {string} */ list) => `Based on: ${list}`;
export const previous = "Previous";
export const next = "Next";
export const inPlay = "In play:";
export const more = (/** @type {number} */ n) => `and ${n} more`;

// Answers that have been given.
export const answered = (/** @type {string} */ place, /** @type {number} */ others) =>
  others ? `${place} and ${others} more` : place;

// The second reading.
export const secondReading = (/** @type {string} */ read, /** @type {number} */ differences) =>
  `Read again: ${read}. ${count(differences, "difference")}.`;
export const first = (/** @type {string} */ value) => `First: ${value}`;
export const second = (/** @type {string} */ value) => `Second: ${value}`;

// What was read as a pack.
export const kept = "Saved as a pack.";
export const keptAs = (/** @type {string} */ title) => `Saved as the pack “${title}”. You can choose it for new games.`;
