// The page of the library: games that are over, studies, and records that are brought.

import { h } from "../common/html.js";
import { capital, count, isolated, side } from "../common/words.js";

/** @import { Player, Shelved } from "../library/api.js" */

// What is looked for
export const lookFor = "Search games";
export const battle = "Battle";
export const anyBattle = "any battle";
export const wonBy = "Won by";
export const anyWinner = "either, or a draw";
export const draw = "neither: a draw";
export const level = "Level of victory";
export const anyLevel = "any level";
export const margin = "Margin of at least";
export const player = "Player: a name, or a commander’s level";
export const whoHad = "playing";
export const eitherSide = "either side";
export const since = "Ended after";
export const until = "Ended before";
export const sorted = "Sorted";
export const ORDERS = { "": "newest first", oldest: "oldest first", margin: "largest margin first" };
export const happened = "What happened";
export const oneMore = "Add another event";
export const thing = (/** @type {number} */ number) => `Event ${number}`;
export const what = "What";
export const KINDS = {
  taken: "A place was taken",
  eliminated: "A unit was eliminated",
  left: "A unit left the map",
  attack: "A hex was attacked",
};
export const nameOfIt = "All or part of the name of the place, hex or unit";
export const byOrOf = "by, or of";
export const before = "before turn";
export const after = "after turn";
export const odds = "at odds of at least … to 1";
export const leaveOut = "Remove this";
export const find = "Find";

// Games
export const games = "Games";
export const found = (/** @type {number} */ n, /** @type {boolean} */ more) =>
  n ? `${count(n, "game")}${more ? ", and there are more" : ""}.` : "";
export const nothingFound = "No game in the library matches.";
export const more = "More";
export const named = (/** @type {Player} */ { kind, name }) =>
  ({ commander: `the ${name}`, bot: `the bot ${name}`, person: name ?? "a player without a name" })[kind];
export const against = (/** @type {string} */ title, /** @type {Shelved["players"]} */ { union, confederate }) =>
  `${title}, ${named(union)} against ${named(confederate)}`;
export const sideOf = (/** @type {"union" | "confederate"} */ of) => `${side(of)}: `;
const REASONS = {
  end: "",
  resignation: "given up",
  agreement: "a draw was agreed",
  time: "on time",
  "no-show": "a player did not come",
};
export const result = (/** @type {Shelved} */ { winner, margin, level, reason, turn }) => {
  const won = winner ? `The ${side(winner)} side won` : "A draw";
  const by = winner && margin && reason === "end" ? ` by ${count(Math.abs(margin), "point")}` : "";
  const how = [level && capital(level), REASONS[reason], `turn ${turn}`].filter(Boolean).join(", ");
  return `${won}${by} (${how}).`;
};
const SOURCES = {
  match: "from a public match",
  tournament: "from a tournament",
  player: "added",
  imported: "imported",
};
export const source = (/** @type {Shelved} */ { practice, source, by }, /** @type {string} */ day) => [
  capital([practice && "for practice", SOURCES[source]].filter(Boolean).join(", ")),
  by ? isolated` by ${by}` : source === "player" && " by a player",
  `, over on ${day}.`,
];
export const whenItHappened = (/** @type {number} */ at, /** @type {number} */ all) =>
  all > 1 ? `When it happened (${at})` : "When it happened";
export const lookBack = "Look back";
export const playOn = "Play on from here";
export const review = (/** @type {boolean} */ reviewed) => (reviewed ? "Review" : "Review it");
export const record = "Record";
export const takeOut = "Remove";
export const tookOut = "Game removed from the library.";

// Studies
export const studies = "Studies";
export const studiesHint = "Positions from finished games, with comments and variations played from them.";
export const openStudies = "Public";
export const noStudies = "None yet.";
export const yourStudies = "Yours";
export const noneOfYours = "None yet.";
export const byline = (/** @type {string | null} */ by, /** @type {number} */ moments, /** @type {string} */ day) => [
  by && isolated`By ${by}, `,
  `${count(moments, "position")}, ${day}`,
];
export const writeStudy = "Write a study";

// A record that is brought
export const bring = "Import a record";
export const signIn = () => [h("a", { href: "/account" }, "Sign in"), " to import the record of a finished game."];
export const bringHint =
  "The record of a finished game, downloaded from its menu. Every order is checked against the rules, " +
  "and the game is marked as imported by you.";
export const file = "Record file";
export const judging = "Checking the record…";
export const known = "This game is already in the library. ";
export const brought = "The game is now in the library. ";
export const lookBackAtIt = "View it";
export const others =
  "Games of tournaments, and of matches open to watchers, are added automatically. Any player of another " +
  "finished game can add it from the game's menu, and any player of a game can remove it.";
