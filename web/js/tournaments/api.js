// What the pages of tournaments and ratings ask the server, over HTTP, where the browser sends its cookie along.

import { asked as ask } from "../account/api.js";

/**
 * @typedef {{ rating: number, deviation: number }} Rating
 * @typedef {{ won: number, drawn: number, lost: number }} Record
 * @typedef {{ side: "union" | "confederate", points: number, union: number, interval: [number, number], games: number,
 *   between: string, source: string }} Advantage
 * @typedef {{ id: string, title: string, kind: string, stage: "open" | "running" | "over" | "cancelled", battles: string[],
 *   players: number, most: number, round: number, rounds: number | null, begins: number | null, made: number,
 *   by: string }} Listed
 * @typedef {{ id: string, title: string, edition: string, system: string }} Battle
 * @typedef {{ tournaments: Listed[], battles: Battle[], levels: string[] }} All
 * @typedef {{ game: string | null, union: string, confederate: string, result: string | null, by: string | null,
 *   margin: number | null, hash: string | null, you: "union" | "confederate" | null }} Game
 * @typedef {{ players: [string, string], games: Game[], through: string | null }} Match
 * @typedef {{ scenario: string, title: string, drawn: number, ends: number, byes: string[], matches: Match[] }} Round
 * @typedef {{ name: string, commander: string | null, withdrew: number | null }} Entrant
 * @typedef {Entrant & { points: number, "tie-breaks": (number | null)[], games: Record, rating: Rating,
 *   before: Rating }} Place
 * @typedef {Listed & { system: string, scenarios: string[], games: number, days: number, clock: unknown,
 *   invited: string[], levels: string[], entrants: Entrant[], played?: Round[], standings?: Place[],
 *   "tie-breaks"?: string[], rated?: number, advantages?: {[scenario: string]: {title: string, measured: Advantage | null}},
 *   fault?: string, you: { name: string | null, maker: boolean, "takes-part": boolean, withdrew: boolean } }} Tournament
 * @typedef {Rating & { name: string, commander?: string, games: Record }} Ranked
 * @typedef {{ system: string, battles: string[], rated: number, players: Ranked[] }} Ladder
 * @typedef {Battle & { scenario: string, measured: Advantage | null }} Measured
 * @typedef {Rating & { game: string, scenario: string, title: string, side: "union" | "confederate", opponent: string,
 *   result: "won" | "drawn" | "lost", margin: number, by: string, finished: number }} Step
 * @typedef {Rating & { system: string, games: Record, history: Step[],
 *   battles: { scenario: string, title: string, union: Record, confederate: Record, measured: Advantage | null }[],
 *   opponents: (Record & { name: string })[] }} InSystem
 */

/** @returns {Promise<All>} */
export const all = () => ask("/tournaments.json");

/**
 * @param {string} id
 * @returns {Promise<Tournament>}
 */
export const one = (id) => ask(`/tournament/${id}/state.json`);

/**
 * @param {unknown} plan
 * @returns {Promise<{ tournament: string }>}
 */
export const make = (plan) => ask("/tournaments/make", plan);

/**
 * @param {"enter" | "leave" | "begin" | "cancel"} what
 * @param {string} id
 */
export const act = (what, id) => ask(`/tournaments/${what}`, { tournament: id });

/**
 * @param {string} id
 * @param {string} level
 * @param {boolean} on
 */
export const commander = (id, level, on) => ask("/tournaments/commander", { tournament: id, level, on });

/**
 * @param {string} id
 * @param {string} name
 */
export const remove = (id, name) => ask("/tournaments/remove", { tournament: id, name });

/** @returns {Promise<{ systems: Ladder[], advantages: Measured[] }>} */
export const ladders = () => ask("/ladder.json");

/**
 * @param {string} name
 * @returns {Promise<{ name: string, commander: string | null, systems: InSystem[] }>}
 */
export const player = (name) => ask(`/player.json?name=${encodeURIComponent(name)}`);
