// The forms for a new game: who plays, its options, its clocks, the dice. The form for a challenge shares some.

import { h } from "../common/html.js";
import { side } from "../common/words.js";

/** @import { Level } from "../lobby/players.js" */

// The battle
export const scenario = "Scenario and edition";
export const edition = "About this edition";
export const correct = "Correct the map or change the scenario";
export const correctByHand =
  "Its files can be corrected by hand, as a pack; “longroll check” reads them and lists every fault.";

// Who plays
export const whoPlays = "Who plays";
export const MODES = {
  computer: ["Against the computer", "You command one side, a computer the other."],
  "hot-seat": ["Both sides here", "Two people at one screen, or one person playing both."],
  two: ["On two devices", "Each side has its own secret link; both pages stay in step."],
  watch: ["Computer against computer", "You watch."],
};
export const youCommand = "You command";
export const commandedBy = (/** @type {string} */ name) => `The ${side(name)} side is commanded by`;
/** @type {Partial<Record<Level, string>>} */
export const LEVELS = {
  recruit: "Recruit: instant, sensible; a beginner can beat it.",
  veteran: "Veteran: thinks about what you will do next.",
  general: "General: plays to win.",
  marshal: "Marshal: plays to win, and uses all the time this server allows.",
};
export const bot = (/** @type {string} */ name) => `${name}: an outside program.`;
export const mayThink = "It may think";
export const thinkAll = "as long as it needs";
export const thinkSeconds = (/** @type {number} */ seconds) => `${seconds} seconds a turn`;
export const eachThrow = "Both players' browsers contribute to every throw";
export const eachThrowHint =
  "For matches: not even the server’s operator can know the dice in advance. Both pages must be open whenever dice are thrown.";
export const advice = "Allow advice from the general";

// Options
export const options = "Options";
export const designer = (/** @type {string} */ text, /** @type {string} */ source) => [
  h("b", null, "The designer’s advice: "),
  `${text} (${source})`,
];

// Clocks
export const clocks = "Clocks";
export const CLOCKS = {
  "": "No clocks",
  live: "Live: minutes for the game",
  days: "Correspondence: a few orders a day",
};
export const minutes = "Minutes for each player";
export const seconds = "Seconds added for each player-turn";
export const days = "Days for each player";
export const hours = "Hours added for each player-turn";
export const answers = "Hours for questions in the other’s turn, before the days are used";
export const weekdaysOff = "Weekdays off";
export const datesOff = "Dates off";
export const addDate = "Add";
export const removeDate = (/** @type {string} */ date) => `Remove ${date}`;
export const dayBegins = (/** @type {string} */ zone) =>
  `A day begins at midnight by this device’s clock (${zone}), for both players.`;
export const timeUp = "A player whose time is up loses if the opponent claims the game.";

// Its name, the dice
export const name = "Name of the game";
export const optional = "optional";
export const dice = "My words for the dice";
export const diceHint =
  "The dice come from a secret of the server and a share from each player, all committed before any is revealed, " +
  "so that they cannot be rigged. Your share is generated at random in this browser; any words you add are mixed in.";
export const diceWords = "Words";
export const begin = "Begin";
