// The page of the library: games that are over, studies, and records that are brought.

import { h } from "../common/html.js";
import { capital, count, isolated, side } from "../common/words.js";

/** @import { Player, Shelved } from "../library/api.js" */

// What is looked for
export const lookFor = "Look for games";
export const battle = "Battle";
export const anyBattle = "any battle";
export const wonBy = "Won by";
export const anyWinner = "either, or a draw";
export const draw = "neither: a draw";
export const level = "Level of victory";
export const anyLevel = "any level";
export const margin = "At least so many points apart";
export const player = "Player: a name, or a commander’s level";
export const whoHad = "who had";
export const eitherSide = "either side";
export const since = "Over since";
export const until = "Over until";
export const sorted = "Sorted";
export const ORDERS = { "": "the newest first", oldest: "the oldest first", margin: "the greatest margin first" };
export const happened = "What happened";
export const oneMore = "One more thing that happened";
export const thing = (/** @type {number} */ number) => `Thing ${number} that happened`;
export const what = "What";
export const KINDS = {
  taken: "A place was taken",
  eliminated: "A unit was eliminated",
  left: "A unit left the map",
  attack: "A hex was attacked",
};
export const nameOfIt = "The name of the place, hex or unit, or a part of it";
export const byOrOf = "by, or of";
export const before = "before turn";
export const after = "after turn";
export const odds = "at odds of at least … to 1";
export const leaveOut = "Leave this out";
export const find = "Find";

// Games
export const games = "Games";
export const found = (/** @type {number} */ n, /** @type {boolean} */ more) =>
  n ? `${count(n, "game")}${more ? ", and there are more" : ""}.` : "";
export const nothingFound = "No game of the library is like that.";
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
  match: "from a match that was open to all",
  tournament: "from a tournament",
  player: "put in",
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
export const review = (/** @type {boolean} */ reviewed) => (reviewed ? "Review" : "Have it reviewed");
export const record = "Record";
export const takeOut = "Take out";
export const tookOut = "The game is taken out of the library.";

// Studies
export const studies = "Studies";
export const studiesHint =
  "Positions of finished games, with comments and with variations that were played on from them.";
export const openStudies = "Open to all";
export const noStudies = "There is none yet.";
export const yourStudies = "Yours";
export const noneOfYours = "You have none yet.";
export const byline = (/** @type {string | null} */ by, /** @type {number} */ moments, /** @type {string} */ day) => [
  by && isolated`By ${by}, `,
  `${count(moments, "position")}, ${day}`,
];
export const writeStudy = "Write a study";

// A record that is brought
export const bring = "Bring a record";
export const signIn = () => [h("a", { href: "/account" }, "Sign in"), " to bring the record of a finished game."];
export const bringHint =
  "The record of a game that is over, as any game's menu gives it. It is judged by the rules order by order, " +
  "and marked as imported by you.";
export const file = "The file of the record";
export const judging = "The record is read and judged…";
export const known = "This game is in the library already. ";
export const brought = "The game is in the library now. ";
export const lookBackAtIt = "Look back at it";
export const others =
  "Games of tournaments, and of matches that are open to watching, come in by themselves. Any player of another " +
  "finished game can put it in from the game's menu, and any player of a game can take it out again.";
