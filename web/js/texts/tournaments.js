// The pages of tournaments, of ratings, and of a player.

import { h } from "../common/html.js";
import { capital, count, isolated, listed, listedNames, typed } from "../common/words.js";

/** @import { Advantage, Game, Listed, Place, Round, Step, Tournament } from "../tournaments/api.js" */

export const signIn = "Sign in";
export const title = (/** @type {string} */ of) => `Longroll: ${of}`;
/** @type {Record<string, string | undefined>} */
export const KINDS = { swiss: "Swiss", "round-robin": "Round robin", "knock-out": "Knock-out" };

// All tournaments
export const openToEnter = "Open to enter";
export const beingPlayed = "Being played";
export const over = "Over";
export const none = "None at the moment.";
export const signInTo = () => [h("a", { href: "/account" }, signIn), " to enter a tournament or make one."];
const stage = (/** @type {Listed} */ { stage, begins, round, rounds }, /** @type {string} */ day) =>
  ({
    open: begins ? `begins ${day}` : "begins when its organizer starts it",
    running: `round ${round}${rounds ? ` of ${rounds}` : ""}`,
    over: "over",
    cancelled: "cancelled",
  })[stage];
export const listing = (/** @type {Listed} */ of, /** @type {string} */ day) => {
  const players = of.stage === "open" ? `${of.players} of ${of.most} players` : count(of.players, "player");
  const battles = listedNames([...new Set(of.battles)]);
  return [`${KINDS[of.kind] ?? of.kind}, `, battles, `; ${players}; ${stage(of, day)}`];
};

// Making one
export const make = "Make a tournament";
export const name = "Title";
export const kind = "Kind";
export const swissRounds = "Rounds of a Swiss tournament";
export const battles = "Battles";
export const battlesHint = "Round 1 plays the first, round 2 the next; after the last, the list starts again.";
export const gamesOfMatch = "Games per match";
export const GAMES = [
  ["2", "2: each side once"],
  ["1", "1"],
];
export const daysOfRound = "Days per round";
export const daysHint = "Late players forfeit; the next round is paired as soon as all have played.";
export const clocks = "Clocks";
export const clocksHint = "Between two people.";
export const CLOCKS = {
  0: "no clock: only the end of the round",
  86400: "1 day for the game",
  259200: "3 days for the game",
  604800: "7 days for the game",
};
export const most = "Most players";
export const commanders = "Include the computer’s commanders";
export const begins = "Starts automatically";
export const beginsHint = "Without a date you start it yourself.";
export const invited = "Who may enter";
export const invitedHint = "Names, separated by commas; leave it empty for everyone.";
export const makeIt = "Make the tournament";

// A tournament
export const facts = (/** @type {Tournament} */ of, /** @type {string} */ begins) => [
  [`${KINDS[of.kind] ?? of.kind}${of.rounds ? ` of ${count(of.rounds, "round")}` : ""}`, isolated`, made by ${of.by}.`],
  ["Battles: ", listedNames(of.battles), "."],
  `${of.games === 2 ? "A match has two games, each side once" : "A match is one game"}; a round has ${count(of.days, "day")}.`,
  of.stage === "open" && (of.begins ? `It begins ${begins}.` : "It begins when its organizer starts it."),
  of.invited.length > 0 && ["For ", listedNames(of.invited), "."],
  of.stage === "cancelled" && "It was cancelled.",
];
export const signInToEnter = "Sign in to enter";
export const enter = "Enter";
export const entered = "You take part.";
export const leave = "Leave";
export const left = "You have left the tournament.";
export const withdraw = "Withdraw";
export const withdrawHint = "Your games in progress are forfeited, and you are not paired again.";
export const withdrawIt = "Withdraw from the tournament";
export const withdrew = "You have withdrawn.";
export const begin = "Start now";
export const begun = "It has started.";
export const cancel = "Cancel it";
export const cancelled = "It is cancelled.";
export const commander = (/** @type {string} */ level, /** @type {boolean} */ there) =>
  `${there ? "Without" : "With"} the ${level}`;
export const done = "Done.";
export const players = (/** @type {Tournament} */ of) => `Players (${of.entrants.length} of ${of.most})`;
export const noPlayers = "No players yet.";
export const remove = (/** @type {string} */ name) => isolated`Remove ${name}`;
export const removeForGood = "Remove for good";

// Its standings
export const standings = "Standings";
export const finalStandings = "Final standings";
const tieBreak = (/** @type {string} */ word) =>
  word.replaceAll("-", " ").replace("sonneborn berger", "Sonneborn-Berger").replace("buchholz", "Buchholz");
export const standingsHeads = (/** @type {Tournament} */ of) => {
  const points = of.kind === "knock-out" ? "Rounds" : "Points";
  const ties = (of["tie-breaks"] ?? []).map((tie) => capital(tieBreak(tie)));
  return ["Place", "Player", points, ...ties, "Won–drawn–lost", "Rating", "Before"];
};
export const withdrewAfter = (/** @type {Place} */ { withdrew }) => withdrew !== null && `, withdrew after ${withdrew}`;
export const tieBreaks = (/** @type {string[]} */ ties) =>
  ties.length ? `Ties are broken by ${listed(ties.map(tieBreak))}, then by lot. ` : "";
export const rated = (/** @type {number} */ games) =>
  `Ratings are Glicko-2 over this tournament alone, ${count(games, "game")} rated; the ± is one standard deviation. `;
export const allRatings = "Ratings of all games";

// Its rounds
export const rounds = "Rounds";
export const round = (/** @type {number} */ number) => `Round ${number}: `;
export const roundTimes = (/** @type {string} */ drawn, /** @type {string} */ ends) =>
  `Paired ${drawn}; ends ${ends} at the latest.`;
export const byes = (/** @type {Round} */ { byes }) => [listedNames(byes), ": a bye."];
export const and = " and ";
export const goesOn = (/** @type {string} */ name) => isolated`: ${name} advances`;
export const pairing = (/** @type {Game} */ { union, confederate }) =>
  isolated`${union} (Union), ${confederate} (Confederate): `;
/** @type {Record<string, string | undefined>} */
const HOW = { resignation: ", given up", agreement: ", agreed", time: ", on time" };
const margin = (
  /** @type {{ by: string | null, margin: number | null, result: string | null }} */ { by, margin, result },
) =>
  `${by === "end" && margin && !result?.startsWith("draw") ? ` by ${count(Math.abs(margin), "point")}` : ""}${HOW[by ?? ""] ?? ""}`;
export const result = (/** @type {Game} */ game) => {
  const { result: came, union, confederate } = game;
  if (!came) return "in progress";
  if (came === "union" || came === "confederate") return [typed(game[came]), ` won${margin(game)}`];
  if (came === "draw") return `drawn${margin(game)}`;
  if (came === "union forfeits") return isolated`${union} forfeits`;
  return came === "confederate forfeits" ? isolated`${confederate} forfeits` : "both forfeit";
};
export const play = "Play";
export const look = "Look";
export const hash = "Hash";

// Its file
export const check = "Check it yourself";
export const checkHint = () => [
  "The tournament file and the records of its games. Unpack it and run ",
  h("code", null, "longroll tournament tournament.toml"),
  " to get standings and ratings. It audits every record, each order and each die.",
];
export const zip = "File and records";
export const toml = "The file alone";

// Ratings
export const ladderHeads = ["Place", "Player", "Rating", "Deviation", "Won–drawn–lost"];
export const ladder = (/** @type {string} */ system, /** @type {number} */ rated) =>
  `${system}, ${count(rated, "rated game")}`;
export const nothingRated = "No rated games have finished yet.";
export const advantages = "Which side is stronger";
/** What was measured of a battle's sides. */
export const measured = (/** @type {Advantage | null} */ of) => {
  if (!of) return "not measured, so the sides count as equal";
  const percent = (/** @type {number} */ share) => (100 * share).toFixed(1);
  const [low, high] = of.interval.map(percent);
  const sides = of.side === "union" ? "the Union counts" : "the Confederates count";
  return (
    `${sides} as ${of.points} points stronger: the Union won ${percent(of.union)} % (${low} to ${high}) ` +
    `of ${count(of.games, "game")} between ${of.between}s`
  );
};
export const whatCounts = "What counts";
export const whatCountsHint =
  "Rated matches and tournament games, except those between two of the computer's commanders. Practice dice, data packs " +
  "and games with advice never count. Ratings are Glicko-2, recalculated after every game from all games in the order " +
  "in which they ended; the ± is one standard deviation. A win with the stronger side gains less. " +
  "Thirty days without a game make a rating less certain.";
export const ratedGames = () => [
  h("a", { href: "/rated-games.json" }, "All rated games"),
  ", from which anyone can recalculate the ratings.",
];

// A player
export const commanderHint = "A commander of the program: rated by its games against people.";
export const rating = (/** @type {number} */ deviation, /** @type {string} */ record) =>
  ` ±${deviation}, ${record} (won–drawn–lost)`;
export const plot = (/** @type {number} */ games) =>
  `Rating after each of ${count(games, "game")}; the table below shows the same`;
export const bySide = "By battle and side";
export const bySideHeads = ["Battle", "Union", "Confederate", "The sides"];
export const headToHead = "Head to head";
export const headToHeadHeads = ["Opponent", "Won–drawn–lost"];
export const byGame = "Game by game";
export const byGameHeads = ["Game", "Over", "Battle", "Side", "Opponent", "Result", "Rating after"];
export const came = (/** @type {Step} */ step) => `${step.result}${margin(step)}`;
