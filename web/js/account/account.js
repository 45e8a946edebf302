// The page of an account: signing in, its games, where it is signed in, its password, its end.

import { attempt, say } from "../common/attempt.js";
import { actions, byId, h, show } from "../common/html.js";
import { part } from "../common/part.js";
import { themeSwitch } from "../common/theme.js";
import * as words from "../common/words.js";
import { Connection } from "../session/connection.js";
import * as seats from "../session/seats.js";
import * as texts from "../texts/account.js";
import * as api from "./api.js";
import { form } from "./form.js";
import * as mailed from "./mailed.js";
import { noticesPart } from "./notices.js";
import * as noticesApi from "./notices-api.js";
import * as passkeys from "./passkeys.js";

/**
 * @import { ListedGame } from "protocol"
 * @import { Child } from "../common/html.js"
 * @import { Account, OpenSession } from "./api.js"
 * @import { Field } from "./form.js"
 * @import { Passkey, Proof } from "./passkeys.js"
 * @import { Channel, Notices } from "./notices-api.js"
 */

/** What is said after the page has been loaded anew. */
const SAID = "longroll.account-said";
const SHEET = { class: "sheet" };

byId("site").append(themeSwitch());

/**
 * Reloads the page, so that the connection is opened for the account that is signed in then.
 * @param {string} said
 */
function again(said) {
  try {
    sessionStorage.setItem(SAID, said);
  } catch {
    // It is not said then.
  }
  location.reload();
}

/**
 * Draws the page with what the server tells now, and says what was done. The focus stays where it was, if it can.
 * @param {string} told
 */
async function done(told) {
  const before = document.activeElement?.id;
  await draw();
  const same = before ? document.getElementById(before) : null;
  const place = same?.checkVisibility() ? same : document.querySelector("#adding > summary");
  if (before && place instanceof HTMLElement) place.focus();
  say(told);
}

/**
 * A button that does something and says what was done; `of` tells it from others with the same text.
 * @param {string} text
 * @param {string} of
 * @param {() => Promise<string>} doing
 * @param {string} [id]
 */
function act(text, of, doing, id) {
  const onclick = () => attempt(async () => done(await doing()));
  return h("button", { id, "aria-label": `${text}: ${of}`, onclick }, text);
}

/**
 * @param {string} key
 * @param {Child} what
 * @param {Child} button
 */
const item = (key, what, button) => h("li", { key }, h("span", null, what), button);

/** @param {Child} text */
const below = (text) => h("span", { class: "small block" }, text);

/** @param {Child} text */
const hintLine = (text) => h("p", { class: "hint" }, text);

const NAME = /** @type {const} */ ({ id: "name", label: texts.name, autocomplete: "username" });
/** @type {Field} */
const PASSWORD = { id: "password", label: texts.password, type: "password", autocomplete: "current-password" };

/**
 * A field for a password that is to be.
 * @param {string} id
 * @param {string} label
 * @param {string} hint
 * @returns {Field}
 */
const newPassword = (id, label, hint) => ({ ...PASSWORD, id, label, hint, autocomplete: "new-password" });

/**
 * What shows that it is the owner who asks: the password, or a passkey where there is none.
 * @param {Account} account
 * @returns {{ fields: Field[], hint: string | false, proof: (typed: string[]) => Promise<Proof> }}
 */
function ownership({ password }) {
  if (mailed.proof()) return { fields: [], hint: texts.askedOnce, proof: async () => ({ link: mailed.spend() ?? "" }) };
  return {
    fields: password ? [PASSWORD] : [],
    hint: !password && texts.askedForPasskey,
    proof: async ([typed = ""]) => (password ? { password: typed } : { passkey: await passkeys.shown() }),
  };
}

/**
 * @param {boolean} withPasskeys
 * @param {boolean} withMail
 */
function signedOut(withPasskeys, withMail) {
  const entered = (/** @type {{ account: Account }} */ { account }) => again(texts.signedIn(account.name));
  const created = (/** @type {{ account: Account }} */ { account }) => again(texts.created(account.name));
  const typed = (/** @type {string} */ id) => byId(id, HTMLInputElement).value;
  return h(
    "div",
    { class: "forms" },
    part(
      "sign-in",
      texts.signIn,
      SHEET,
      form({
        id: "sign-in",
        fields: [NAME, PASSWORD],
        button: texts.signIn,
        done: async (name, password) => entered(await api.signIn(name, password)),
      }),
      withPasskeys &&
        otherWay("passkey-sign-in", texts.signInByPasskey, texts.passkeySignInHint, async () =>
          entered(await passkeys.signIn()),
        ),
      withMail &&
        otherWay("mail-sign-in", texts.mailLink, texts.mailLinkHint, async () => {
          await mailed.ask(typed("sign-in-name"));
          say(texts.mailLinkSent);
        }),
    ),
    part(
      "create",
      texts.create,
      SHEET,
      form({
        id: "create",
        fields: [{ ...NAME, hint: texts.nameHint }, newPassword("password", texts.password, texts.passwordHint)],
        button: texts.create,
        done: async (name, password) => created(await api.create(name, password)),
      }),
      withPasskeys &&
        otherWay("passkey-create", texts.createByPasskey, texts.passkeyCreateHint, async () =>
          created(await passkeys.createAccount(typed("create-name"))),
        ),
    ),
  );
}

/**
 * A button below a form, which does without a password; what is refused is told below it.
 * @param {string} id
 * @param {string} button
 * @param {string} hint
 * @param {() => Promise<unknown>} done
 */
const otherWay = (id, button, hint, done) =>
  form({ id, class: "other-way", lead: hintLine(hint), button, primary: false, done });

/**
 * @param {Account} account
 * @param {OpenSession[]} sessions
 * @param {ListedGame[]} games
 * @param {Notices} notices
 * @param {Passkey[] | null} keys
 */
function signedIn(account, sessions, games, notices, keys) {
  const signOut = () => attempt(async () => api.signOut().then(() => again(texts.signedOut)));
  return h(
    "div",
    { class: "forms" },
    part(
      "who",
      words.typed(account.name),
      { class: "sheet account-name" },
      hintLine(texts.since(words.day(account.created))),
      actions(
        h("a", { class: "button primary", href: "/" }, texts.myGames),
        h("a", { class: "button", href: "/club" }, texts.findOpponent),
        h("button", { id: "sign-out", onclick: signOut }, texts.signOut),
      ),
    ),
    gamesPart(games),
    noticesPart(notices, { redraw, act, done }),
    sessionsPart(sessions),
    passwordPart(account),
    notices.mail && mailPart(account, notices.channels),
    keys && passkeysPart(account, keys),
    part(
      "export",
      texts.data,
      SHEET,
      h("p", null, texts.dataHint),
      h(
        "a",
        { class: "button", id: "export", href: "/account/export", download: "longroll-account.json" },
        texts.download,
      ),
      deletion(account),
    ),
  );
}

/** @param {ListedGame[]} games */
function gamesPart(games) {
  const own = games.filter((game) => game.account);
  const here = games.filter((game) => !game.account);
  const tokens = here.map(({ game, you }) => seats.tokens(game)[you] ?? "").filter(Boolean);
  const keepAll = () =>
    attempt(async () => {
      const { kept } = await api.keepSeats(tokens);
      await draw();
      say(texts.keptAll(kept));
    });
  const seat = (/** @type {ListedGame} */ { game, you, name, title }) => {
    const link = h("a", { href: seats.link(game, seats.ofAccount(game, you)) }, words.typed(name || title));
    const takeOut = () => api.letGo(game, you).then(() => texts.tookOut);
    const button = act(texts.takeOut, `${name || title}, ${texts.seat(you)}`, takeOut);
    return item(`${game} ${you}`, [link, `, ${texts.seat(you)}`], button);
  };
  return part(
    "seats",
    texts.seats,
    SHEET,
    own.length ? h("ul", { class: "account-list" }, own.map(seat)) : hintLine(texts.noSeats),
    tokens.length > 0 && h("button", { id: "keep-all", onclick: keepAll }, texts.keepAll(tokens.length)),
  );
}

/** @param {OpenSession[]} sessions */
function sessionsPart(sessions) {
  const everywhere = () => attempt(async () => api.signOutEverywhere().then(() => again(texts.signedOutEverywhere)));
  const one = (/** @type {OpenSession} */ { session, browser, created, seen, this: here }) => {
    const what = [
      h("b", null, words.capital(browser)),
      here && texts.thisOne,
      below(texts.sessionTimes(created, seen)),
    ];
    const end = () => api.endSession(session).then(() => texts.sessionEnded);
    return item(session, what, !here && act(texts.signOut, `${browser}, ${texts.from(created)}`, end));
  };
  return part(
    "sessions",
    texts.sessions,
    SHEET,
    h("ul", { class: "account-list", id: "sessions" }, sessions.map(one)),
    h("button", { id: "everywhere", onclick: everywhere }, texts.signOutEverywhere),
  );
}

/** @param {Account} account */
function passwordPart(account) {
  const { fields, hint, proof } = ownership(account);
  const now = account.password ? texts.passwordSet(words.day(account.changed)) : `${texts.noPassword} ${hint}`;
  return part(
    "password",
    texts.password,
    SHEET,
    hintLine(now),
    form({
      id: "password",
      fields: [
        ...fields.map((field) => ({ ...field, id: "old", label: texts.currentPassword })),
        newPassword("new", texts.newPassword, texts.newPasswordHint),
      ],
      button: account.password ? texts.changePassword : texts.setPassword,
      primary: false,
      done: async (...typed) => {
        await api.changePassword(await proof(typed), typed.at(-1) ?? "");
        again(texts.passwordChanged);
      },
    }),
  );
}

/**
 * @param {Account} account
 * @param {Channel[]} channels
 */
function mailPart(account, channels) {
  const { fields, hint, proof } = ownership(account);
  const addresses = channels.filter(({ kind, confirmed }) => kind === "mail" && confirmed);
  const closed = addresses.filter(({ opens }) => !opens);
  const open = (/** @type {Channel} */ { channel, to }) => {
    const shut = () => mailed.letOpen(channel, null).then(() => texts.mailShut);
    return item(channel, [h("b", null, to), below(texts.mailOpens)], act(texts.noLonger, to ?? "", shut));
  };
  return part(
    "mail",
    texts.mail,
    SHEET,
    hintLine(addresses.length ? texts.mailHint : texts.mailHintNoAddress),
    h("ul", { class: "account-list", id: "mail-addresses" }, addresses.filter(({ opens }) => opens).map(open)),
    closed.length > 0 && hint && hintLine(hint),
    closed.map(({ channel, to }, index) =>
      form({
        id: `let-open-${index}`,
        fields,
        button: texts.letOpen(to),
        primary: false,
        done: async (...typed) => {
          await mailed.letOpen(channel, await proof(typed));
          await draw();
          say(texts.letOpened(to));
        },
      }),
    ),
  );
}

/**
 * Signing in by a link. Only a click does anything: programs that read mail before people do open
 * links too.
 * @param {string} link
 */
function byLink(link) {
  const clear = () => history.replaceState(null, "", location.pathname);
  return part(
    "link",
    texts.byLink,
    SHEET,
    form({
      id: "link",
      button: texts.signIn,
      done: async () => {
        const account = await mailed.signIn(link);
        clear();
        again(texts.signedInByLink(account.name));
      },
    }),
    hintLine(h("a", { class: "button", href: "/account", onclick: clear }, texts.signInOtherwise)),
  );
}

/**
 * @param {Account} account
 * @param {Passkey[]} keys
 */
function passkeysPart(account, keys) {
  const { fields, hint, proof } = ownership(account);
  const one = (/** @type {Passkey} */ { passkey, name, created, used }) => {
    const remove = () => passkeys.remove(passkey).then(() => texts.passkeyRemoved);
    const what = [h("b", null, words.typed(name)), below(texts.passkeyTimes(created, used))];
    return item(passkey, what, act(texts.remove, `${name}, ${texts.from(created)}`, remove));
  };
  return part(
    "passkeys",
    texts.passkeys,
    SHEET,
    hintLine(texts.passkeysHint),
    keys.length > 0 && h("ul", { class: "account-list", id: "passkeys" }, keys.map(one)),
    hint && hintLine(hint),
    form({
      id: "passkey",
      fields: [
        { id: "name", label: texts.passkeyName, autocomplete: "off", hint: texts.passkeyNameHint, max: 80 },
        ...fields,
      ],
      button: texts.addPasskey,
      primary: false,
      done: async (name = "", ...typed) => {
        await passkeys.add(await proof(typed), name);
        await draw();
        say(texts.passkeyAdded);
      },
    }),
  );
}

/** @param {Account} account */
function deletion(account) {
  const { fields, hint, proof } = ownership(account);
  return h(
    "details",
    null,
    h("summary", null, texts.deletion),
    h("p", null, texts.deletionHint),
    hint && hintLine(hint),
    form({
      id: "delete",
      fields,
      button: texts.deleteAccount,
      done: async (...typed) => {
        await api.remove(await proof(typed));
        again(texts.deleted);
      },
    }),
  );
}

/** @type {Connection | null} */
let connection = null;
/** Draws anew what was told last. */
let redraw = () => {};

async function draw() {
  const link = mailed.link();
  if (link) return show(byId("account"), byLink(link));
  const { account, passkeys: taken, mail } = await api.here();
  const withPasskeys = taken && passkeys.usable();
  if (!account) return show(byId("account"), signedOut(withPasskeys, mail));
  connection ??= new Connection();
  const [sessions, { games }, notices, keys] = await Promise.all([
    api.sessions(),
    connection.call("game.list", { tokens: seats.all(), account: true }),
    noticesApi.notices(),
    withPasskeys ? passkeys.list() : null,
  ]);
  redraw = () => show(byId("account"), signedIn(account, sessions, games, notices, keys));
  return redraw();
}

addEventListener("hashchange", () => attempt(draw));
await attempt(draw);
try {
  say(sessionStorage.getItem(SAID) ?? "");
  sessionStorage.removeItem(SAID);
} catch {
  // Nothing is to be said.
}
