// Challenges and matches are asked for over HTTP, where the browser sends its cookie along.

import { asked } from "../account/api.js";

/** @import { ClockSettings, Side } from "protocol" */

/**
 * @typedef {{ side: Side, points: number }} Bid
 * @typedef {{
 *   scenario: string, pack?: string, options?: Record<string, unknown>, clock?: ClockSettings, games: number,
 *   rated: boolean, bid?: Bid, shown: boolean,
 * }} Terms
 * @typedef {Side | "either"} SideChoice
 * @typedef {{
 *   challenge: string, by: string, to: string | null, link: boolean, terms: Terms, title: string, side: SideChoice,
 *   created: number, until: number, yours: boolean, to_you: boolean,
 * }} Challenge
 * @typedef {{
 *   winner: Side | null, margin: number, level: string | null, by: "end" | "resignation" | "agreement" | "time" | "no-show",
 *   finished: number,
 * }} GameResult
 * @typedef {{
 *   game: string, kept: boolean, players: Record<Side, string | null>, you: Side | null, turn: number | null,
 *   turns: number | null, asked: Side | null, updated: number | null, result: GameResult | null,
 * }} MatchGame
 * @typedef {{
 *   match: string, terms: Terms, title: string, created: number, over: boolean, players: (string | null)[],
 *   scores: { halves: number, margin: number }[], you: number | null, games: MatchGame[],
 * }} Match
 * @typedef {{ wanted: boolean, feed: string | null, to_you: number, new: number }} Notices
 */

/** @returns {Promise<Challenge[]>} */
export const challenges = async () => (await asked("/club/challenges")).challenges;

/**
 * @param {{ terms: Partial<Terms>, side: SideChoice, to?: string, link?: boolean, days?: number }} challenge
 * @returns {Promise<{ challenge: string, link: string | null }>}
 */
export const make = (challenge) => asked("/club/challenges/make", challenge);

/**
 * The challenge of a link.
 * @param {string} link
 * @returns {Promise<Challenge>}
 */
export const look = (link) => asked("/club/challenges/look", { link });

/**
 * @param {string} challenge
 * @param {string} [link]
 * @returns {Promise<Match>}
 */
export const accept = (challenge, link) => asked("/club/challenges/accept", link ? { challenge, link } : { challenge });

/**
 * Withdraws one's own challenge, or declines another's.
 * @param {string} challenge
 */
export const end = (challenge) => asked("/club/challenges/end", { challenge });

/** @param {string} match */
export const rematch = (match) => asked("/club/rematch", { match });

/** @returns {Promise<Match[]>} */
export const matches = async () => (await asked("/club/matches")).matches;

/** @returns {Promise<{ going: Match[], over: Match[] }>} */
export const watch = () => asked("/club/watch");

/**
 * The match that a game is of.
 * @param {string} game
 * @returns {Promise<Match | null>}
 */
export const matchOf = async (game) => (await asked(`/club/game/${encodeURIComponent(game)}`)).match;

/** @returns {Promise<Notices>} */
export const notices = () => asked("/club/notices");

/**
 * @param {boolean} wanted
 * @returns {Promise<Notices>}
 */
export const wantNotices = (wanted) => asked("/club/notices", { wanted });

export const seen = () => asked("/club/seen", {});
