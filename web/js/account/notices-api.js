// Where an account is told that it is asked, asked for over HTTP.

import { asked } from "./api.js";

/**
 * @typedef {"webhook" | "discord" | "mail" | "push"} ChannelKind
 * @typedef {{
 *   channel: string, kind: ChannelKind, to: string | null, confirmed: boolean, opens: boolean, paused: boolean, hour: number | null,
 *   created: number, sent: number | null, failed: number | null, error: string | null,
 * }} Channel
 * @typedef {{ begins: number, ends: number, east: number }} Quiet
 * @typedef {{ mail: boolean, push: string | null, channels: Channel[], quiet: Quiet | null }} Notices
 */

/**
 * @param {string} path
 * @param {unknown} sent
 */
const ask = (path, sent) => asked(`/account/notices/${path}`, sent);

/** @returns {Promise<Notices>} */
export const notices = () => asked("/account/notices");

/**
 * @param {ChannelKind} kind
 * @param {string} to
 * @param {number | null} hour
 * @returns {Promise<{ channel: Channel, secret: string | null }>}
 */
export const add = (kind, to, hour) => ask("add", { kind, to, hour });

/**
 * @param {Channel} channel
 * @param {{ paused?: boolean, hour?: number | null }} changes
 */
export const change = ({ channel, paused, hour }, changes) => ask("change", { channel, paused, hour, ...changes });

/**
 * @param {string} channel
 * @returns {Promise<Notices>}
 */
export const trial = (channel) => ask("trial", { channel });

/** @param {string} channel */
export const remove = (channel) => ask("remove", { channel });

/** @param {Quiet} quiet */
export const setQuiet = (quiet) => ask("quiet", quiet);
