// The time that players have left: what follows from a view at a moment, and how it is told.

import { truthy } from "../common/truthy.js";
import * as texts from "../texts/agreement.js";

/** @import { ClockSettings, ClockTold, Side } from "protocol" */

export const MINUTE = 60;
const [HOUR, DAY] = [3600, 86_400];
/** The weekdays as settings name them; the first is the one on which 1970 began. */
export const WEEKDAYS = ["thursday", "friday", "saturday", "sunday", "monday", "tuesday", "wednesday"];

/**
 * How many of the seconds between two moments count; those of days off do not.
 * @param {ClockSettings} settings
 * @param {number} from
 * @param {number} to
 */
export function counted({ off = [], east = 0 }, from, to) {
  if (!off.length) return Math.max(0, to - from);
  const isOff = (/** @type {number} */ day) =>
    off.includes(WEEKDAYS[day % 7]) || off.includes(new Date(day * DAY * 1000).toISOString().slice(0, 10));
  const end = to + east * MINUTE;
  let sum = 0;
  for (let at = from + east * MINUTE; at < end; ) {
    const day = Math.floor(at / DAY);
    const next = Math.min((day + 1) * DAY, end);
    if (!isOff(day)) sum += next - at;
    at = next;
  }
  return sum;
}

/**
 * What a side has left, in its bank and for questions out of turn.
 * @param {ClockTold} clock
 * @param {Side} side
 * @param {number} now
 */
export function left(clock, side, now) {
  let [bank, answers] = [clock.bank[side], clock.answers[side]];
  if (clock.running === side) {
    const passed = counted(clock.settings, Math.max(clock.since, clock.until ?? 0), now);
    let gone = Math.max(0, passed - (clock.away ?? 0));
    if (clock["out-of-turn"]) {
      const drawn = Math.min(gone, answers);
      answers -= drawn;
      gone -= drawn;
    }
    bank -= gone;
  }
  return { bank, answers };
}

/**
 * A time that is left: "2 d 4 h", "5 h 10 min", under an hour "12:05".
 * @param {number} seconds
 */
export function lasting(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= DAY) return `${Math.floor(whole / DAY)} d ${Math.floor((whole % DAY) / HOUR)} h`;
  if (whole >= HOUR) return `${Math.floor(whole / HOUR)} h ${Math.floor((whole % HOUR) / MINUTE)} min`;
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
}

/**
 * What is to be said beside the clocks of a game that goes on.
 * @param {ClockTold} clock
 * @param {number} now
 */
export function beside(clock, now) {
  if (clock.starts && clock.starts > now) return texts.starts(clock.starts);
  if (clock.until && clock.until > now) return texts.adjourned(clock.until);
  if (!clock.running) return texts.waits;
  if (!counted(clock.settings, now, now + 1)) return texts.dayOff;
  return clock["out-of-turn"] && left(clock, clock.running, now).answers > 0 ? texts.ownTime(clock.running) : "";
}

/**
 * What the form for a new game asks for, as settings; null for a game without clocks.
 * @param {{
 *   kind: string, minutes: number, seconds: number, days: number, hours: number, answers: number, off: string[],
 * }} form
 * @param {number} east by how many minutes this device's day is before that of Greenwich
 * @returns {ClockSettings | null}
 */
export function asked({ kind, minutes, seconds, days, hours, answers, off }, east) {
  if (!kind) return null;
  if (kind === "live") return { bank: minutes * MINUTE, turn: seconds };
  return { bank: days * DAY, turn: hours * HOUR, answers: answers * HOUR, off, east };
}

/**
 * How clocks are set: "3 d 0 h for each player; no time is counted on Sunday".
 * @param {ClockSettings} settings
 */
export function setTo({ bank, turn = 0, answers = 0, off = [] }) {
  return [
    texts.bank(lasting(bank)),
    turn > 0 && texts.turnTime(lasting(turn)),
    answers > 0 && texts.answerTime(lasting(answers)),
    off.length > 0 && texts.daysOff(off),
  ]
    .filter(truthy)
    .join("; ");
}
