// The page of a study, and the form that writes one.

import { isolated, person, typed } from "../common/words.js";

/** @import { Child } from "../common/html.js" */
/** @import { Shown } from "../study/api.js" */

// The study as it is read.
export const newStudy = "A new study";
export const pageTitle = (/** @type {string} */ title) => `Longroll: ${title}`;
export const visibility = {
  private: "Only you can see it.",
  link: "Anyone with the link can see it.",
  open: "Everyone can see it.",
};
/** @type {(author: string | null, changed: string, visible: string | false) => Child[]} */
export const byline = (author, changed, visible) => isolated`By ${person(author)}, ${[changed]}. ${[visible]}`;
export const noPositions = "It has no positions yet.";

// One position of it.
/** @type {(number: number, game: string | null, version: number) => Child[]} */
export const heading = (number, game, version) => [
  `${number}. `,
  typed(game) ?? deletedGame,
  `, after entry ${version}`,
];
const deletedGame = "A deleted game";
export const openBoard = "Open the board";
export const playOn = "Play on from here";
export const ofPosition = (/** @type {string} */ action, /** @type {number} */ n) => `${action}: position ${n}`;
export const deletedVariation = "This variation has been deleted.";
export const variation = (/** @type {number} */ n) => `Variation ${n}`;
export const variationOf = (/** @type {number} */ n, /** @type {number} */ of) => `Variation ${n} of position ${of}`;

// Its owner's part of the page.
export const change = "Change it";
export const deleteStudy = "Delete this study";
export const confirmDelete = "Delete this study for good?";
export const saved = "Saved.";

// The form.
export const title = "Title";
export const about = "Description";
export const visibleTo = "Visible to";
/** @type {[Shown, string][]} */
export const audiences = [
  ["private", "only me"],
  ["link", "anyone with the link"],
  ["open", "everyone, in the library"],
];
export const comment = (/** @type {number} */ n) => `Comment on position ${n}`;
export const variationComment = (/** @type {number} */ n) => `Comment on variation ${n}`;
export const removeVariation = (/** @type {number} */ n) => `Remove variation ${n}`;
export const variationLink = "The link to a game played on from here";
export const addVariation = "Add this variation";
export const up = "Up";
export const down = "Down";
export const remove = "Remove";
export const momentLink = "The link to a moment of a finished game, from “Look back”";
export const addMoment = "Add this moment";
export const save = "Save";
export const notAMoment = "This is not a link to a moment: such a link has “?at=” and a number in it.";
export const notAGame = "This is not a link to a game.";
