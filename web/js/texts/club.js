// The page on which people find each other: challenges, their matches, and games to watch.

import { setTo } from "../agreement/clock-time.js";
import { h } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import { capital, count, isolated, mixed, OTHER, person, side } from "../common/words.js";

/** @import { Child } from "../common/html.js" */
/** @import { Challenge, GameResult, Match, MatchGame, Terms } from "../club/api.js" */

export const signIn = "Sign in";

// Challenges
export const invited = "Challenges to you";
export const challenges = "Challenges";
export const noChallenges = "None at the moment. Make one for others to accept.";
export const signInTo = () => [h("a", { href: "/account" }, signIn), " to accept a challenge or to make one."];
export const whom = (/** @type {Challenge} */ { by, to, link, yours, to_you: toYou }) => {
  if (!yours) return [isolated`by ${by}`, toYou && " to you"];
  return to ? isolated`to ${to}` : link ? "to anyone with its link" : "to anyone";
};
export const until = (/** @type {string} */ time) => `Until ${time}`;
export const signInToAccept = "Sign in to accept";
export const withdraw = "Withdraw";
export const withdrawn = "Challenge withdrawn.";
export const decline = "Decline";
export const declined = "Challenge declined.";
export const accept = "Accept";
export const acceptIt = (/** @type {string} */ title, /** @type {string} */ by) => `Accept: ${title}, by ${by}`;
export const sure = (/** @type {string} */ title, /** @type {string} */ by) => isolated`${title} against ${by}?`;
export const acceptTerms = (/** @type {Challenge} */ one) => [offer(one), " The match begins at once."];
export const notNow = "Not now";
export const begun = (/** @type {string} */ name) =>
  isolated`Your match against ${name} has begun: it is under “My matches”.`;

// The form for a challenge
export const make = "Make a challenge";
export const battle = "Battle";
export const yourSide = "Your side (in the first game)";
export const either = "Either";
export const match = "Match";
export const oneGame = "One game";
export const twoGames = "Two games: each side once";
export const points = "Points the favoured side gives up";
export const pointsHint = "Subtracted from its points at the end of the game; the side then ahead wins. 0: no bid.";
export const favoured = "The favoured side";
export const gives = (/** @type {string} */ name) => `The ${side(name)} side gives them up`;
export const rated = "Rated";
export const ratedHint = "In a rated game there is no advice, and no computer plays on for a player.";
export const shown = "Others may watch";
export const forWhom = "Open to";
export const WHOM = { all: "Anybody", name: "A player by name", link: "Anyone with a link" };
export const name = "Name";
export const days = "Days until it expires";
export const options = "Options of the battle";
export const noOptions = "This battle has no options.";
export const send = "Make the challenge";
export const sendLink =
  "Send this link to your opponent. Anyone who opens it and signs in can accept, so keep it secret.";
export const link = "The link of the challenge";
export const made = "Challenge made. Once it is accepted, the game is under “My matches”.";

// Matches
export const matches = "My matches";
export const noMatches = "No match is being played.";
export const matchesOver = (/** @type {number} */ n) => count(n, "finished match", "finished matches");
export const game = (/** @type {number} */ number) => `Game ${number}: `;
export const rematch = "Rematch, sides changed";
export const rematchOf = (/** @type {string} */ title, /** @type {string} */ other) =>
  `Rematch: ${title} against ${other}`;
export const rematchBegun = (/** @type {string} */ other) =>
  isolated`${other} asked for one too: the rematch has begun.`;
export const rematchAsked = (/** @type {string} */ other) =>
  isolated`${other} is challenged to another match, with the sides changed.`;

// Games to watch
export const watch = "Games to watch";
export const nothingToWatch = "No game can be watched at the moment.";
export const gamesOver = "Finished games";

// Notice of challenges
export const notices = "New challenges";
export const noticesOn =
  "The first page counts new challenges, and this feed lists them. Anyone with its address can read it.";
export const noticesOff =
  "If you like, the first page counts new challenges, and a feed for your feed reader lists them.";
export const feed = "Feed (Atom)";
export const stopNotices = "Stop these notices";
export const wantNotices = "Notify me of challenges";
export const noticesStopped = "Notices stopped; the feed is deleted.";
export const noticesWanted = "You will be notified of new challenges.";

/**
 * What is offered: who plays which side, and the terms.
 * @param {Challenge} challenge
 */
export const offer = (challenge) => [sides(challenge), ` ${terms(challenge.terms)}`];

/**
 * "One game, 45:00 for each player, rated.": the terms of a match.
 * @param {Terms} of
 */
export function terms({ games, clock, rated, bid, shown }) {
  const all = [
    games === 2 ? "two games, each side once" : "one game",
    bid && `the ${side(bid.side)} side gives up ${count(bid.points, "point")}`,
    clock ? setTo(clock) : "no clocks",
    rated ? "rated" : "not rated",
    shown && "others may watch",
  ];
  return `${capital(all.filter(truthy).join(", "))}.`;
}

/**
 * Who would play which side, for players who may accept.
 * @param {Challenge} challenge
 */
function sides({ by, side: chosen, terms: { games }, yours }) {
  const first = games === 2 ? " first" : "";
  if (chosen === "either") return `A coin decides who plays which side${first}.`;
  return [yours ? "You play" : isolated`${by} plays`, ` the ${side(chosen)} side${first}.`];
}

/**
 * How a game ended.
 * @param {MatchGame} game
 * @returns {Child}
 */
function result({ result: told, players }) {
  return told ? [won(told, players), ahead(told)] : "This game was deleted before it ended.";
}

/**
 * @param {GameResult} told
 * @param {MatchGame["players"]} players
 */
function won({ winner, by }, players) {
  if (by === "no-show") return "Ended without a result: a player did not come.";
  if (!winner) return by === "agreement" ? "A draw by agreement." : "A draw.";
  const loser = person(players[OTHER[winner]]);
  const how = {
    end: "",
    agreement: "",
    resignation: isolated`: ${loser} resigned`,
    time: isolated`: ${loser} ran out of time`,
  };
  return isolated`${person(players[winner])} won${[how[by]]}.`;
}

/** @param {GameResult} told */
function ahead({ margin, level, by }) {
  if (by !== "end") return "";
  const first = side(margin > 0 ? "union" : "confederate");
  const points = margin ? `The ${first} side was ${count(Math.abs(margin), "point")} ahead` : "The points were even";
  return level ? ` ${points} (${level}).` : ` ${points}.`;
}

/**
 * Where a game stands, told to who plays it or looks on.
 * @param {MatchGame} game
 * @returns {Child}
 */
export function stand(game) {
  const { asked, you, turn, turns } = game;
  if (!asked) return result(game);
  const whose = asked === you ? "your turn" : `waiting for the ${side(asked)} side`;
  return `Turn ${turn} of ${turns}, ${you ? `you play the ${side(you)} side: ` : ""}${whose}.`;
}

/**
 * "Ann 1½, Ben ½.": the score of a match of which something is over.
 * @param {Match} match
 * @returns {Child}
 */
export function score({ players, scores, games }) {
  if (!games.some((game) => game.result)) return null;
  const told = scores.map(({ halves }, at) => [
    at > 0 && ", ",
    isolated`${person(players[at])} ${[mixed(halves / 2)]}`,
  ]);
  return [told, "."];
}
