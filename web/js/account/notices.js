// The part of an account's page that says where the account is told that it is asked.

import { attempt } from "../common/attempt.js";
import { copyable } from "../common/copyable.js";
import { byId, h, held } from "../common/html.js";
import { part } from "../common/part.js";
import { sending } from "../common/sending.js";
import * as texts from "../texts/notices.js";
import * as api from "./notices-api.js";
import * as push from "./push.js";

/** @import { Child } from "../common/html.js" */
/** @import { Channel, ChannelKind, Notices, Quiet } from "./notices-api.js" */

/** @type {Record<ChannelKind, string>} */
const TYPES = { push: "hidden", mail: "email", discord: "url", webhook: "url" };

/** The hour that is proposed for mail that comes once a day. */
const MORNING = 7;

/** The secret of the webhook added last, until the page is reloaded: it is shown only once. */
let secretShown = "";

/** Minutes by which midnight is here before that of UTC. */
const here = () => -new Date().getTimezoneOffset();

/** @param {number} minutes */
function clock(minutes) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** @param {string} text */
function minutes(text) {
  const [hour = 0, minute = 0] = text.split(":").map(Number);
  return hour * 60 + minute;
}

/** @param {number} east */
function zone(east) {
  return `UTC${east < 0 ? "−" : "+"}${clock(Math.abs(east))}`;
}

/** @param {Channel} channel */
function state({ confirmed, paused, sent, failed, error }) {
  const why = error && failed ? texts.refused(failed, error) : "";
  if (!confirmed) return texts.unconfirmed;
  if (paused) return texts.paused(why);
  if (why) return texts.retried(why);
  return sent ? texts.accepted(sent) : texts.unused;
}

/**
 * When mail is sent: at once, or once a day. Without a channel it is only chosen.
 * @param {string} id
 * @param {Channel} [channel]
 * @param {(hour: number | null) => unknown} [changed]
 */
function whenField(id, channel, changed) {
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  return h(
    "select",
    { id, value: channel && (channel.hour ?? ""), onchange: (event) => changed?.(hourOf(event.target)) },
    h("option", { value: "" }, texts.atOnce),
    hours.map((hour) => h("option", { value: hour }, texts.daily(clock(hour * 60)))),
  );
}

/** @param {HTMLSelectElement} select */
const hourOf = (select) => (select.value === "" ? null : Number(select.value));

/**
 * Before an hour of the day is chosen it has to be known where.
 * @param {Quiet | null} quiet
 * @param {number | null} hour
 */
async function knowZone(quiet, hour) {
  if (hour !== null && !quiet) await api.setQuiet({ begins: 0, ends: 0, east: here() });
}

/**
 * `redraw` draws the page anew with what is known, `done` with what the server tells then, and says what was done;
 * `act` makes a button that does something so.
 * @typedef {{
 *   redraw: () => unknown, done: (said: string) => Promise<void>,
 *   act: (text: string, of: string, doing: () => Promise<string>, id: string) => Child,
 * }} Page
 */

/**
 * @param {Notices} notices
 * @param {Page} page
 */
export function noticesPart(notices, page) {
  return part(
    "notices",
    texts.title,
    { class: "sheet", id: "notices" },
    h("p", { class: "hint" }, texts.hint),
    notices.channels.length > 0 &&
      h(
        "ul",
        { class: "account-list", id: "channels" },
        notices.channels.map((channel) => channelItem(channel, notices, page)),
      ),
    secretShown !== "" && held(copyable(texts.secret, secretShown, "channel-secret")),
    adding(notices, page),
    quietPart(notices.quiet, page),
  );
}

/**
 * @param {Channel} channel
 * @param {Notices} notices
 * @param {Page} page
 */
function channelItem(channel, { quiet }, { act, done }) {
  const kind = channel.kind === "push" ? texts.browser : (texts.KINDS[channel.kind]?.name ?? channel.kind);
  const name = `${kind}, ${channel.to ?? texts.unreadable}`;
  const button = (/** @type {string} */ word, /** @type {string} */ id, /** @type {() => Promise<string>} */ does) =>
    act(word, name, does, `${id}-${channel.channel}`);
  const when = `when-${channel.channel}`;
  const choose = (/** @type {number | null} */ hour) =>
    attempt(async () => {
      await knowZone(quiet, hour);
      await api.change(channel, { hour });
      await done(hour === null ? texts.toldAtOnce : texts.toldAt(clock(hour * 60)));
    });
  return h(
    "li",
    { key: channel.channel, class: "channel" },
    h("span", null, h("b", null, name), h("span", { class: "small block" }, state(channel))),
    channel.kind === "mail" &&
      h("span", { class: "when" }, h("label", { for: when }, texts.time), whenField(when, channel, choose)),
    h(
      "span",
      { class: "actions" },
      channel.confirmed &&
        button(texts.tryIt, "try", async () => {
          const { channels } = await api.trial(channel.channel);
          const error = channels.find((one) => one.channel === channel.channel)?.error;
          return error ? texts.triedInVain(error) : texts.tried;
        }),
      channel.confirmed &&
        button(channel.paused ? texts.resume : texts.pause, "pause", async () => {
          await api.change(channel, { paused: !channel.paused });
          return channel.paused ? texts.didResume : texts.didPause;
        }),
      button(texts.remove, "remove", () => api.remove(channel.channel).then(() => texts.removed)),
    ),
  );
}

/**
 * What is to be told by, as the form says.
 * @type {ChannelKind | null}
 */
let chosen = null;

/**
 * @param {Notices} notices
 * @param {Page} page
 */
function adding({ mail, push: key, quiet }, { redraw, done }) {
  const can = { mail, push: key !== null && push.usable(), discord: true, webhook: true };
  const kinds = /** @type {ChannelKind[]} */ (Object.keys(TYPES)).filter((one) => can[one]);
  const kind = chosen && can[chosen] ? chosen : kinds[0];
  const { label, hint } = texts.KINDS[kind];
  const onsubmit = sending(
    "channel-said",
    async (form) => {
      const hour = kind === "mail" ? hourOf(byId("channel-when", HTMLSelectElement)) : null;
      await knowZone(quiet, hour);
      const typed = byId("channel-to", HTMLInputElement).value;
      const address = kind === "push" ? JSON.stringify(await push.subscribe(key ?? "")) : typed;
      const { channel, secret } = await api.add(kind, address, hour);
      secretShown = secret ?? "";
      chosen = null;
      leave(form);
      await done(channel.confirmed ? texts.added : texts.linkSent(channel.to));
    },
    true,
  );
  const choose = (/** @type {{ target: HTMLSelectElement }} */ { target }) => {
    chosen = /** @type {ChannelKind} */ (target.value);
    redraw();
  };
  return h(
    "details",
    { id: "adding" },
    h("summary", null, texts.elsewhere),
    !mail && h("p", { class: "hint" }, texts.noMail),
    h(
      "form",
      { id: "add-channel", method: "post", onsubmit },
      h(
        "p",
        null,
        h("label", { for: "channel-kind" }, texts.by),
        h(
          "select",
          { id: "channel-kind", value: kind, onchange: choose },
          kinds.map((one) => h("option", { value: one }, texts.KINDS[one].name)),
        ),
      ),
      h(
        "p",
        null,
        h("label", { for: "channel-to", hidden: kind === "push" }, label),
        h("input", {
          id: "channel-to",
          type: TYPES[kind],
          hidden: kind === "push",
          required: kind !== "push",
          maxlength: 1000,
          autocomplete: "off",
          autocapitalize: "none",
          spellcheck: "false",
          "aria-describedby": "channel-to-hint",
        }),
        h("span", { class: "hint", id: "channel-to-hint" }, hint),
      ),
      h("p", { hidden: kind !== "mail" }, h("label", { for: "channel-when" }, texts.time), whenField("channel-when")),
      // What is said is set by `sending`.
      h("p", { class: "refused", role: "alert", id: "channel-said" }),
      h("button", { type: "submit" }, texts.add),
    ),
  );
}

/**
 * Folds away a form that has done its work.
 * @param {HTMLFormElement} form
 */
function leave(form) {
  form.reset();
  form.closest("details")?.removeAttribute("open");
}

/**
 * @param {Quiet | null} quiet
 * @param {Page} page
 */
function quietPart(quiet, { done }) {
  const has = quiet !== null && quiet.begins !== quiet.ends;
  const time = (/** @type {string} */ id, /** @type {string} */ label, /** @type {number} */ at) =>
    h(
      "p",
      null,
      h("label", { for: id }, label),
      h("input", { id, type: "time", required: true, defaultValue: clock(at) }),
    );
  const set = (/** @type {number} */ begins, /** @type {number} */ ends, /** @type {string} */ said) =>
    attempt(async () => {
      await api.setQuiet({ begins, ends, east: here() });
      leave(byId("quiet", HTMLFormElement));
      await done(said);
    });
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const [from, until] = ["quiet-from", "quiet-until"].map((id) => byId(id, HTMLInputElement).value);
    set(minutes(from), minutes(until), texts.quieted(from, until));
  };
  const away = has && quiet.east !== here() ? zone(quiet.east) : "";
  const none = () => set(0, 0, texts.unquieted);
  return h(
    "details",
    { id: "quiet-hours" },
    h("summary", null, has ? texts.quiet(clock(quiet.begins), clock(quiet.ends), away) : texts.noQuiet),
    h(
      "form",
      { id: "quiet", method: "post", onsubmit },
      time("quiet-from", texts.from, has ? quiet.begins : 22 * 60),
      time("quiet-until", texts.until, has ? quiet.ends : MORNING * 60),
      h("p", { class: "hint" }, texts.quietHint(zone(here()))),
      h(
        "span",
        { class: "actions" },
        h("button", { type: "submit" }, texts.beQuiet),
        has && h("button", { type: "button", id: "quiet-none", onclick: none }, texts.notQuiet),
      ),
    ),
  );
}
