// What players and watchers say to each other, and a player's own notes.

import { capital, OTHER, person, side } from "../common/words.js";

/** @import { Seat, Side } from "protocol" */

// The tab.
export const tabs = { talk: "Talk", notes: "Notes" };
export const unread = (/** @type {number} */ n) => ` ${n} new`;

// A room.
export const rooms = { players: "Players", watchers: "Watchers" };
export const messages = (/** @type {string} */ room) => `Messages of the ${room}`;
export const present = (/** @type {Seat | null} */ you) =>
  `The ${you === "union" || you === "confederate" ? side(OTHER[you]) : "other"} player is here.`;
export const silence = "Nothing has been said yet.";
export const say = (/** @type {string} */ room) => `Say something to the ${room}`;
export const send = "Send";
export const mute = "Mute the other player";
export const show = "Let the other player see when I am here";

// A message.
export const you = "You";
export const player = (/** @type {Side} */ name) => `The ${side(name)} player`;
export const nameless = capital(person(null));
export const report = "Report";
export const why = "What is wrong with it";
export const reported = "The server’s operator has been notified.";

// Notes.
export const notes = "Your notes";
export const secret = "Only you can see them.";
export const hex = "Hex";
export const noteOnHex = "Note on this hex";
export const game = "The game";
export const ofHex = (/** @type {string} */ hex) => `Hex ${hex}`;
export const find = "Show it on the map";
export const change = "Change";
export const theNote = (/** @type {string} */ hex) => ` the note on ${place(hex)}`;
export const note = (/** @type {string} */ hex) => `Note on ${place(hex)}`;
export const writing = (/** @type {string} */ hex) => (hex ? `On hex ${hex}` : "On the game");
const place = (/** @type {string} */ hex) => (hex ? `hex ${hex}` : "the game");
export const save = "Save";
export const cancel = "Cancel";
export const noHex = (/** @type {string} */ hex) =>
  hex ? `There is no hex ${hex} on this map.` : "Type the number of a hex first.";
export const noted = "Note: ";
export const changeNote = "Change your note";
