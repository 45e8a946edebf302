// The form for playing on from a moment of a game.

import { side } from "../common/words.js";

export const title = "Play on from here";
export const about = (/** @type {string} */ moment) =>
  `A practice game begins from the position of ${moment}, with new dice.`;
export const against = "Against";
export const levels = {
  random: "a computer that gives any legal order",
  recruit: "a recruit (easy)",
  veteran: "a veteran",
  general: "a general (hard)",
  marshal: "a marshal (hard and slow)",
};
export const myself = "myself: both sides on this screen";
export const command = "I command";
export const ofSide = (/** @type {string} */ name) => `the ${side(name)} side`;
export const begin = "Begin";
