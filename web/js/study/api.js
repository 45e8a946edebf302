// Studies are asked for over HTTP, where the browser sends its cookie along.

import { asked } from "../account/api.js";

/**
 * @typedef {"private" | "link" | "open"} Shown
 * @typedef {{ game: string, comment: string }} Variation
 * @typedef {{ game: string, version: number, comment: string, variations: Variation[] }} Moment
 * @typedef {{ title: string, about: string, shown: Shown, moments: Moment[] }} Draft
 * @typedef {{
 *   study: string, title: string, by: string | null, shown: Shown, created: number, updated: number, moments: number,
 * }} Listed
 * @typedef {Omit<Listed, "moments"> & {
 *   about: string, yours: boolean, moments: Moment[], titles: Record<string, string | null>,
 * }} Study
 */

/** @returns {Promise<{ open: Listed[], yours: Listed[] }>} */
export const all = () => asked("/studies.json");

/**
 * @param {string} study
 * @returns {Promise<Study>}
 */
export const read = (study) => asked(`/study/${encodeURIComponent(study)}/study.json`);

/**
 * @param {Draft & { study?: string }} draft
 * @returns {Promise<{ study: string }>}
 */
export const keep = (draft) => asked("/studies/keep", draft);

/** @param {string} study */
export const remove = (study) => asked("/studies/delete", { study });
