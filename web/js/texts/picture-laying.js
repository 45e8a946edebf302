// Laying a picture of the printed map by three points: only the editor asks for it.

// The questions.
/** @type {(point: number) => string} */
export const whichHex = (point) =>
  `Which hex is the ${ordinals[point]} point? Click it on the map, or type its number.`;
export const whichPoint = (/** @type {number} */ point) =>
  "Click the middle of a hex on the picture, one whose number you can read: " +
  `the ${ordinals[point]} of three, far from each other.`;
const ordinals = ["first", "second", "third"];

// Answers that are refused.
export const besidePicture = "That is outside the picture.";
export const pointTaken = "There is already a point there: take one far from it.";
const line = ", which is not enough to align the picture.";
export const pointsInLine = `The three points lie nearly on one line${line} Take a third point away from that line.`;
export const noNumber = "Type a hex's number.";
export const noHex = (/** @type {string} */ hex) => `There is no hex ${hex} on this map.`;
export const hexTaken = (/** @type {string} */ hex) => `Hex ${hex} is one of the points already.`;
export const hexesInLine = (/** @type {string[]} */ hexes) =>
  `Hexes ${hexes.join(", ")} lie nearly on one line${line} Go back and take a third point away from that line.`;
export const mirrored = (/** @type {string[]} */ hexes) =>
  `With hexes ${hexes.join(", ")} the picture would be mirrored: one of them is not the hex of its point.`;

// The picture is laid.
export const laid = (/** @type {string} */ doubt) => `The picture is aligned. ${doubt}`;
export const stretched = (/** @type {number} */ percent) =>
  `The picture had to be stretched by ${percent} % in one direction. ` +
  "If its hexes do not match those of the map, one point was wrong: align it again.";
