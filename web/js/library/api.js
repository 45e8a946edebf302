// The library is asked for over HTTP, where the browser sends its cookie along.

import { asked } from "../account/api.js";

/** @import { Side } from "protocol" */

/**
 * @typedef {{ kind: "person" | "commander" | "bot", name: string | null }} Player
 * @typedef {{
 *   game: string, scenario: string, title: string, players: Record<Side, Player>, winner: Side | null,
 *   level: string | null, reason: "end" | "resignation" | "agreement" | "time" | "no-show", margin: number, turn: number,
 *   finished: number, practice: boolean, source: "match" | "tournament" | "player" | "imported",
 *   by: string | null, reviewed: boolean, moments: number[],
 * }} Shelved
 * @typedef {{
 *   games: Shelved[], next: string | null, battles: { scenario: string, title: string }[], levels: string[],
 * }} Found
 */

/**
 * A page of the list.
 * @param {URLSearchParams} query
 * @returns {Promise<Found>}
 */
export const find = (query) => asked(`/library.json?${query}`);

/**
 * How a game came into the library; null if it is not there.
 * @param {string} game
 * @returns {Promise<Shelved["source"] | null>}
 */
export const sourceOf = async (game) => (await asked(`/library/game/${encodeURIComponent(game)}`)).source;

/**
 * Puts a game in, or takes it out.
 * @param {"put" | "take-out"} what
 * @param {string} game
 * @param {string} [token]
 */
export const act = (what, game, token) => asked(`/library/${what}`, token ? { game, token } : { game });

/**
 * Brings a record.
 * @param {string} record
 * @returns {Promise<{ game: string, found: boolean }>}
 */
export const bring = (record) => asked("/library/import", { record });
