// The part of an account's page that says where the account is told that it is asked.

import { copyable } from "../common/copyable.js";
import { byId, h, held } from "../common/html.js";
import * as words from "../common/words.js";
import { Denied } from "./api.js";
import * as api from "./notices-api.js";
import * as push from "./push.js";

/** @import { Channel, ChannelKind, Notices, Quiet } from "./notices-api.js" */

/** @type {Record<ChannelKind, { name: string, label: string, type: string, hint: string }>} */
const KINDS = {
  push: {
    name: "This browser",
    label: "",
    type: "hidden",
    hint: "It shows notices also while no page of Longroll is open. It asks you whether it may.",
  },
  mail: {
    name: "Mail",
    label: "Mail address",
    type: "email",
    hint: "You are sent a link there first, to show that it is yours.",
  },
  discord: {
    name: "Discord",
    label: "Address of the webhook",
    type: "url",
    hint: "In Discord: the channel's settings, Integrations, Webhooks, Copy URL.",
  },
  webhook: {
    name: "Webhook",
    label: "Address of the webhook",
    type: "url",
    hint: "It gets JSON, signed as Standard Webhooks say. The secret is shown once.",
  },
};

/** The hour that is proposed for mail that comes once a day. */
const MORNING = 7;

/** The secret of the webhook that was added last, until the page is loaded anew: nobody is told it again. */
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
  const why = error && failed ? `Not accepted ${words.when(failed)}: ${error}` : "";
  if (!confirmed) return "Waits for you to press the link in the mail that was sent there.";
  if (paused) return `Paused. ${why}`;
  if (why) return `${why} It is tried again for three days.`;
  return sent ? `Something was accepted ${words.when(sent)}.` : "Nothing was sent yet.";
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
    h("option", { value: "" }, "At once"),
    hours.map((hour) => h("option", { value: hour }, `Once a day, at ${clock(hour * 60)}`)),
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
 * `attempt` does something and says what is refused, `redraw` draws the page anew with what is known, `done` with
 * what the server tells then, and says what was done.
 * @param {Notices} notices
 * @param {(doing: () => Promise<unknown>) => Promise<void>} attempt
 * @param {() => unknown} redraw
 * @param {(said: string) => Promise<void>} done
 */
export function noticesPart(notices, attempt, redraw, done) {
  return h(
    "section",
    { class: "sheet", "aria-labelledby": "notices-head", id: "notices" },
    h("h2", { id: "notices-head" }, "Notices"),
    h(
      "p",
      { class: "hint" },
      "When you are asked in a game of this account you can be told elsewhere: what has happened, as a watcher sees it. ",
      "While you are at the table you are told only if you are still asked after five minutes.",
    ),
    notices.channels.length > 0 &&
      h(
        "ul",
        { class: "account-list", id: "channels" },
        notices.channels.map((channel) => channelItem(channel, notices, attempt, done)),
      ),
    secretShown !== "" &&
      held(
        copyable("The secret that signs what the webhook gets: it is shown only now", secretShown, "channel-secret"),
      ),
    adding(notices, redraw, done),
    quietPart(notices.quiet, attempt, done),
  );
}

/**
 * @param {Channel} channel
 * @param {Notices} notices
 * @param {(doing: () => Promise<unknown>) => Promise<void>} attempt
 * @param {(said: string) => Promise<void>} done
 */
function channelItem(channel, { quiet }, attempt, done) {
  const kind = channel.kind === "push" ? "A browser" : (KINDS[channel.kind]?.name ?? channel.kind);
  const name = `${kind}, ${channel.to ?? "an address that cannot be read"}`;
  const button = (/** @type {string} */ word, /** @type {string} */ id, /** @type {() => Promise<string>} */ does) =>
    h(
      "button",
      {
        id: `${id}-${channel.channel}`,
        "aria-label": `${word}: ${name}`,
        onclick: () => attempt(async () => done(await does())),
      },
      word,
    );
  const when = `when-${channel.channel}`;
  return h(
    "li",
    { key: channel.channel, class: "channel" },
    h("span", null, h("b", null, name), h("span", { class: "small block" }, state(channel))),
    channel.kind === "mail" &&
      h(
        "span",
        { class: "when" },
        h("label", { for: when }, "When"),
        whenField(when, channel, (hour) =>
          attempt(async () => {
            await knowZone(quiet, hour);
            await api.change(channel, { hour });
            await done(hour === null ? "You are told at once." : `You are told at ${clock(hour * 60)}.`);
          }),
        ),
      ),
    h(
      "span",
      { class: "actions" },
      channel.confirmed &&
        button("Try", "try", async () => {
          const { channels } = await api.trial(channel.channel);
          const tried = channels.find((one) => one.channel === channel.channel);
          return tried?.error ? `It was not accepted: ${tried.error}` : "It was accepted: look for it there.";
        }),
      channel.confirmed &&
        button(channel.paused ? "Resume" : "Pause", "pause", async () => {
          await api.change(channel, { paused: !channel.paused });
          return channel.paused
            ? "Notifications are on again for this channel."
            : "Notifications are off for this channel until you resume it.";
        }),
      button("Remove", "remove", async () => {
        await api.remove(channel.channel);
        return "It is removed, and its address deleted.";
      }),
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
 * @param {() => unknown} redraw
 * @param {(said: string) => Promise<void>} done
 */
function adding({ mail, push: key, quiet }, redraw, done) {
  const can = { mail, push: key !== null && push.usable(), discord: true, webhook: true };
  const kinds = /** @type {ChannelKind[]} */ (Object.keys(KINDS)).filter((one) => can[one]);
  const kind = chosen && can[chosen] ? chosen : kinds[0];
  const { label, type, hint } = KINDS[kind];
  const send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const submit = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
    const said = byId("channel-said");
    const to = byId("channel-to", HTMLInputElement);
    if (submit.disabled) return;
    submit.disabled = true;
    said.textContent = "";
    try {
      const hour = kind === "mail" ? hourOf(byId("channel-when", HTMLSelectElement)) : null;
      await knowZone(quiet, hour);
      const address = kind === "push" ? JSON.stringify(await push.subscribe(key ?? "")) : to.value;
      const { channel, secret } = await api.add(kind, address, hour);
      secretShown = secret ?? "";
      chosen = null;
      leave(form);
      await done(channel.confirmed ? "It is added: try it." : `A link was sent to ${channel.to}: press it there.`);
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      said.textContent = error.message;
      to.focus();
    } finally {
      submit.disabled = false;
    }
  };
  return h(
    "details",
    { id: "adding" },
    h("summary", null, "Tell me elsewhere"),
    !mail && h("p", { class: "hint" }, "Mail is not set up on this server."),
    h(
      "form",
      { id: "add-channel", method: "post", onsubmit: send },
      h(
        "p",
        null,
        h("label", { for: "channel-kind" }, "Tell me by"),
        h(
          "select",
          {
            id: "channel-kind",
            value: kind,
            onchange: (event) => {
              chosen = /** @type {ChannelKind} */ (event.target.value);
              redraw();
            },
          },
          kinds.map((one) => h("option", { value: one }, KINDS[one].name)),
        ),
      ),
      h(
        "p",
        null,
        h("label", { for: "channel-to", hidden: kind === "push" }, label),
        h("input", {
          id: "channel-to",
          type,
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
      h("p", { hidden: kind !== "mail" }, h("label", { for: "channel-when" }, "When"), whenField("channel-when")),
      // What is said is set by `send`.
      h("p", { class: "refused", role: "alert", id: "channel-said" }),
      h("button", { type: "submit" }, "Add"),
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
 * @param {(doing: () => Promise<unknown>) => Promise<void>} attempt
 * @param {(said: string) => Promise<void>} done
 */
function quietPart(quiet, attempt, done) {
  const has = quiet !== null && quiet.begins !== quiet.ends;
  const time = (/** @type {string} */ id, /** @type {number} */ at) =>
    h("input", { id, type: "time", required: true, defaultValue: clock(at) });
  /** @type {(event: Event & { currentTarget: EventTarget | null }, begins: number, ends: number, said: string) => unknown} */
  const set = ({ currentTarget }, begins, ends, said) =>
    attempt(async () => {
      await api.setQuiet({ begins, ends, east: here() });
      leave(/** @type {HTMLFormElement} */ (/** @type {Element} */ (currentTarget).closest("form")));
      await done(said);
    });
  const told = has
    ? `Quiet hours: ${clock(quiet.begins)} to ${clock(quiet.ends)}${quiet.east === here() ? "" : ` (${zone(quiet.east)})`}`
    : "Quiet hours: none";
  return h(
    "details",
    { id: "quiet-hours" },
    h("summary", null, told),
    h(
      "form",
      {
        id: "quiet",
        method: "post",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const [from, until] = ["quiet-from", "quiet-until"].map((id) => byId(id, HTMLInputElement).value);
          set(event, minutes(from), minutes(until), `Nothing is told from ${from} until ${until}.`);
        },
      },
      h("p", null, h("label", { for: "quiet-from" }, "From"), time("quiet-from", has ? quiet.begins : 22 * 60)),
      h("p", null, h("label", { for: "quiet-until" }, "Until"), time("quiet-until", has ? quiet.ends : MORNING * 60)),
      h("p", { class: "hint" }, `By the clocks here now (${zone(here())}). What is still news is told when they end.`),
      h(
        "span",
        { class: "actions" },
        h("button", { type: "submit" }, "Be quiet then"),
        has &&
          h(
            "button",
            {
              type: "button",
              id: "quiet-none",
              onclick: (event) => set(event, 0, 0, "You have no quiet hours any more."),
            },
            "No quiet hours",
          ),
      ),
    ),
  );
}
