// Challenges and matches in words.

import { setTo } from "../agreement/clock-time.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";

/** @import { Child } from "../common/html.js" */
/** @import { Challenge, GameResult, Match, MatchGame, Terms } from "./api.js" */

/**
 * "one game, 45:00 for each player, rated": the terms of a match.
 * @param {Terms} terms
 */
export function terms({ games, clock, rated, bid, shown }) {
  return [
    games === 2 ? "two games, each side once" : "one game",
    bid && `the ${words.side(bid.side)} side gives ${words.count(bid.points, "point")}`,
    clock ? setTo(clock) : "no clocks",
    rated ? "rated" : "not rated",
    shown && "others may watch",
  ]
    .filter(truthy)
    .join(", ");
}

/**
 * Who would play which side, told to whoever may accept.
 * @param {Challenge} challenge
 */
export function sides({ by, side, terms: { games }, yours }) {
  const who = yours ? "You play" : words.isolated`${by} plays`;
  const first = games === 2 ? " first" : "";
  return side === "either"
    ? `A coin decides who plays which side${first}.`
    : [who, ` the ${words.side(side)} side${first}.`];
}

/**
 * How a game ended.
 * @param {MatchGame} game
 * @returns {Child}
 */
export function result({ result: told, players }) {
  if (!told) return "This game was deleted before it was over.";
  return [won(told, players), ahead(told)];
}

/**
 * @param {GameResult} told
 * @param {MatchGame["players"]} players
 */
function won({ winner, by }, players) {
  if (by === "no-show") return "Ended without a result: a player did not come.";
  if (!winner) return by === "agreement" ? "A draw by agreement." : "A draw.";
  const how = {
    end: "",
    agreement: "",
    resignation: words.isolated`: ${words.person(players[words.OTHER[winner]])} resigned`,
    time: words.isolated`: ${words.person(players[words.OTHER[winner]])} ran out of time`,
  };
  return words.isolated`${words.person(players[winner])} won${[how[by]]}.`;
}

/** @param {GameResult} told */
function ahead({ margin, level, by }) {
  if (by !== "end") return "";
  const points = margin
    ? `The ${words.side(margin > 0 ? "union" : "confederate")} side was ${words.count(Math.abs(margin), "point")} ahead`
    : "The points were even";
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
  const whose = asked === you ? "your turn" : `waiting for the ${words.side(asked)} side`;
  return `Turn ${turn} of ${turns}, ${you ? `you play the ${words.side(you)} side: ` : ""}${whose}.`;
}

/**
 * "Ann 1½, Ben ½.": the score of a match of which something is over.
 * @param {Match} match
 * @returns {Child}
 */
export function score({ players, scores, games }) {
  if (!games.some((game) => game.result)) return null;
  const points = (/** @type {number} */ halves) =>
    halves % 2 ? `${halves > 1 ? Math.floor(halves / 2) : ""}½` : `${halves / 2}`;
  const told = scores.map(({ halves }, index) => words.isolated`${words.person(players[index])} ${[points(halves)]}`);
  return [told.flatMap((one, index) => [index > 0 && ", ", one]), "."];
}
