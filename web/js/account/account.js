// The page of an account: signing in, its games, where it is signed in, its password, its end.

import { byId, h, show } from "../common/html.js";
import { themeSwitch } from "../common/theme.js";
import * as words from "../common/words.js";
import { Connection } from "../session/connection.js";
import * as seats from "../session/seats.js";
import * as api from "./api.js";
import { form } from "./form.js";
import * as mailed from "./mailed.js";
import { noticesPart } from "./notices.js";
import * as noticesApi from "./notices-api.js";
import * as passkeys from "./passkeys.js";

/**
 * @import { ListedGame } from "protocol"
 * @import { Account, OpenSession } from "./api.js"
 * @import { Field } from "./form.js"
 * @import { Passkey, Proof } from "./passkeys.js"
 * @import { Channel, Notices } from "./notices-api.js"
 */

/** What is said after the page has been loaded anew. */
const SAID = "longroll.account-said";

byId("site").append(themeSwitch());

/**
 * Loads the page anew: the line to the server is opened for whoever is signed in then.
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

/** @param {string} text */
function say(text) {
  byId("said").textContent = text;
}

/**
 * Does something; what the server refuses is said at the head of the page.
 * @param {() => Promise<unknown>} doing
 */
async function attempt(doing) {
  try {
    await doing();
  } catch (error) {
    if (!(error instanceof api.Denied)) throw error;
    say(error.message);
  }
}

const NAME = /** @type {const} */ ({ id: "name", label: "Name", autocomplete: "username" });

/** @type {Field} */
const PASSWORD = { id: "password", label: "Password", type: "password", autocomplete: "current-password" };

/**
 * What shows that it is the owner who asks: the password, or a passkey where there is none.
 * @param {Account} account
 * @returns {{ fields: Field[], hint: string | false, proof: (typed: string[]) => Promise<Proof> }}
 */
function ownership({ password }) {
  if (mailed.proof()) {
    return {
      fields: [],
      hint: "You came by a link from your mail: once, no password is asked for.",
      proof: async () => ({ link: mailed.spend() ?? "" }),
    };
  }
  return {
    fields: password ? [PASSWORD] : [],
    hint: !password && "You are asked for a passkey of this account first.",
    proof: async ([typed = ""]) => (password ? { password: typed } : { passkey: await passkeys.shown() }),
  };
}

/**
 * @param {boolean} withPasskeys
 * @param {boolean} withMail
 */
function signedOut(withPasskeys, withMail) {
  const entry = form({
    id: "sign-in",
    fields: [NAME, PASSWORD],
    button: "Sign in",
    done: async (name, password) => {
      const { account } = await api.signIn(name, password);
      again(`You are signed in as ${account.name}.`);
    },
  });
  const beginning = form({
    id: "create",
    fields: [
      { ...NAME, hint: "2 to 24 letters, digits, spaces, - _ or . Opponents may see it." },
      {
        id: "password",
        label: "Password",
        type: "password",
        autocomplete: "new-password",
        hint: "At least 10 characters. It cannot be sent to you: keep it in a password manager.",
      },
    ],
    button: "Create an account",
    done: async (name, password) => {
      const { account } = await api.create(name, password);
      again(`This is your account, ${account.name}.`);
    },
  });
  return h(
    "div",
    { class: "forms" },
    h(
      "section",
      { class: "sheet", "aria-labelledby": "sign-in-head" },
      h("h2", { id: "sign-in-head" }, "Sign in"),
      entry,
      withPasskeys &&
        otherWay(
          "passkey-sign-in",
          "Sign in with a passkey",
          "No name and no password: your device knows who you are.",
          async () => {
            const { account } = await passkeys.signIn();
            again(`You are signed in as ${account.name}.`);
          },
        ),
      withMail &&
        otherWay(
          "mail-sign-in",
          "Send me a link by mail",
          "Type your name above. The link goes to the address that you have let open your account.",
          async () => {
            await mailed.ask(/** @type {HTMLInputElement} */ (byId("sign-in-name")).value);
            say("If your account has such an address, a link is on its way to it. It is good for 15 minutes.");
          },
        ),
    ),
    h(
      "section",
      { class: "sheet", "aria-labelledby": "create-head" },
      h("h2", { id: "create-head" }, "Create an account"),
      beginning,
      withPasskeys &&
        otherWay(
          "passkey-create",
          "Create it with a passkey",
          "Only a name is typed then. Your device or security key keeps the passkey.",
          async () => {
            const name = /** @type {HTMLInputElement} */ (byId("create-name")).value;
            const { account } = await passkeys.createAccount(name);
            again(`This is your account, ${account.name}.`);
          },
        ),
    ),
  );
}

/**
 * A button below a form, which does without a password; what is refused is told below it.
 * @param {string} id
 * @param {string} text
 * @param {string} hint
 * @param {() => Promise<unknown>} done
 */
function otherWay(id, text, hint, done) {
  const lead = h("p", { class: "hint" }, hint);
  return form({ id, class: "other-way", lead, fields: [], button: text, primary: false, done });
}

/**
 * @param {Account} account
 * @param {OpenSession[]} sessions
 * @param {ListedGame[]} games
 * @param {Notices} notices
 * @param {Passkey[] | null} keys
 */
function signedIn(account, sessions, games, notices, keys) {
  return h(
    "div",
    { class: "forms" },
    h(
      "section",
      { class: "sheet", "aria-labelledby": "who-head" },
      h("h2", { id: "who-head", class: "account-name" }, words.typed(account.name)),
      h("p", { class: "hint" }, `An account since ${day(account.created)}.`),
      h(
        "div",
        { class: "actions" },
        h("a", { class: "button primary", href: "/" }, "My games"),
        h("a", { class: "button", href: "/club" }, "Find an opponent"),
        h(
          "button",
          {
            id: "sign-out",
            onclick: () =>
              attempt(async () => {
                await api.signOut();
                again("You are signed out.");
              }),
          },
          "Sign out",
        ),
      ),
    ),
    gamesPart(games),
    noticesPart(notices, attempt, redraw, async (told) => {
      // Whoever goes by the keyboard goes on where they were.
      const before = document.activeElement?.id ?? "";
      await draw();
      const again = document.getElementById(before);
      const place = again?.checkVisibility() ? again : document.querySelector("#adding > summary");
      if (place instanceof HTMLElement) place.focus();
      say(told);
    }),
    sessionsPart(sessions),
    passwordPart(account),
    notices.mail && mailPart(account, notices.channels),
    keys && passkeysPart(account, keys),
    h(
      "section",
      { class: "sheet", "aria-labelledby": "export-head" },
      h("h2", { id: "export-head" }, "What is kept about you"),
      h(
        "p",
        null,
        "Your account, where it is signed in, your seats, and the records of your games as you may see them, in one file.",
      ),
      h("a", { class: "button", id: "export", href: "/account/export", download: "longroll-account.json" }, "Download"),
      deletion(account),
    ),
  );
}

/** @param {ListedGame[]} games */
function gamesPart(games) {
  const own = games.filter((game) => game.account);
  const here = games.filter((game) => !game.account);
  const tokens = here.map(({ game, you }) => seats.tokens(game)[you] ?? "").filter(Boolean);
  return h(
    "section",
    { class: "sheet", "aria-labelledby": "seats-head" },
    h("h2", { id: "seats-head" }, "Seats in this account"),
    own.length
      ? h(
          "ul",
          { class: "account-list" },
          own.map(({ game, you, name, title }) =>
            h(
              "li",
              { key: `${game} ${you}` },
              h(
                "span",
                null,
                h("a", { href: seats.link(game, seats.ofAccount(game, you)) }, words.typed(name || title)),
                `, ${seat(you)}`,
              ),
              h(
                "button",
                {
                  "aria-label": `Take out: ${name || title}, ${seat(you)}`,
                  onclick: () =>
                    attempt(async () => {
                      await api.letGo(game, you);
                      await draw();
                      say("The seat is no longer in this account. Its link still opens it.");
                    }),
                },
                "Take out",
              ),
            ),
          ),
        )
      : h("p", { class: "hint" }, "None yet. Open a game by its link, or keep those that this browser holds."),
    tokens.length > 0 &&
      h(
        "button",
        {
          id: "keep-all",
          onclick: () =>
            attempt(async () => {
              const { kept } = await api.keepSeats(tokens);
              await draw();
              say(`${words.count(kept, "seat")} put into this account.`);
            }),
        },
        `Keep the ${tokens.length > 1 ? `${tokens.length} seats` : "seat"} of this browser in my account`,
      ),
  );
}

/** @param {string} you */
function seat(you) {
  return you === "both" ? "both sides" : `the ${words.side(you)} side`;
}

/** @param {number} stamp */
function day(stamp) {
  return new Date(stamp * 1000).toLocaleDateString([], { day: "numeric", month: "long", year: "numeric" });
}

/** @param {OpenSession[]} sessions */
function sessionsPart(sessions) {
  return h(
    "section",
    { class: "sheet", "aria-labelledby": "sessions-head" },
    h("h2", { id: "sessions-head" }, "Where you are signed in"),
    h(
      "ul",
      { class: "account-list", id: "sessions" },
      sessions.map((one) =>
        h(
          "li",
          { key: one.session },
          h(
            "span",
            null,
            h("b", null, words.capital(one.browser)),
            one.this && " (this one)",
            h("span", { class: "small block" }, `since ${words.when(one.created)}, last seen ${words.when(one.seen)}`),
          ),
          !one.this &&
            h(
              "button",
              {
                "aria-label": `Sign out ${one.browser}, since ${words.when(one.created)}`,
                onclick: () =>
                  attempt(async () => {
                    await api.endSession(one.session);
                    await draw();
                    say("That session is over.");
                  }),
              },
              "Sign out",
            ),
        ),
      ),
    ),
    h(
      "button",
      {
        id: "everywhere",
        onclick: () =>
          attempt(async () => {
            await api.signOutEverywhere();
            again("You are signed out everywhere.");
          }),
      },
      "Sign out everywhere",
    ),
  );
}

/** @param {Account} account */
function passwordPart(account) {
  const { fields, hint, proof } = ownership(account);
  return h(
    "section",
    { class: "sheet", "aria-labelledby": "password-head" },
    h("h2", { id: "password-head" }, "Password"),
    account.password
      ? h("p", { class: "hint" }, `Set ${day(account.changed)}. Another one ends all other sessions.`)
      : h("p", { class: "hint" }, `You sign in by passkey. A password would end all other sessions. ${hint}`),
    form({
      id: "password",
      fields: [
        ...fields.map((field) => ({ ...field, id: "old", label: "Current password" })),
        {
          id: "new",
          label: "New password",
          type: "password",
          autocomplete: "new-password",
          hint: "At least 10 characters.",
        },
      ],
      button: account.password ? "Change the password" : "Set a password",
      primary: false,
      done: async (...typed) => {
        await api.changePassword(await proof(typed), typed.at(-1) ?? "");
        again("The password is changed, and all other sessions are over.");
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
  return h(
    "section",
    { class: "sheet", "aria-labelledby": "mail-head" },
    h("h2", { id: "mail-head" }, "Links by mail"),
    h(
      "p",
      { class: "hint" },
      addresses.length
        ? "If you forget your password, a link for signing in can be sent to an address that you let open your account."
        : "If you forget your password, a link can be sent to you. Add your mail address under Notices first.",
    ),
    h(
      "ul",
      { class: "account-list", id: "mail-addresses" },
      addresses
        .filter(({ opens }) => opens)
        .map(({ channel, to }) =>
          h(
            "li",
            { key: channel },
            h("span", null, h("b", null, to), h("span", { class: "small block" }, "may open this account")),
            h(
              "button",
              {
                "aria-label": `No longer: ${to}`,
                onclick: () =>
                  attempt(async () => {
                    await mailed.letOpen(channel, null);
                    await draw();
                    say("No link is sent there any more.");
                  }),
              },
              "No longer",
            ),
          ),
        ),
    ),
    closed.length > 0 && hint && h("p", { class: "hint" }, hint),
    closed.map(({ channel, to }, index) =>
      form({
        id: `let-open-${index}`,
        fields,
        button: `Let ${to} open my account`,
        primary: false,
        done: async (...typed) => {
          await mailed.letOpen(channel, await proof(typed));
          await draw();
          say(`A link for signing in can be sent to ${to} now.`);
        },
      }),
    ),
  );
}

/**
 * For whoever came by a link. Only a press does anything: programs that read mail before people do
 * open links too.
 * @param {string} link
 */
function byLink(link) {
  return h(
    "section",
    { class: "sheet", "aria-labelledby": "link-head" },
    h("h2", { id: "link-head" }, "A link from your mail"),
    form({
      id: "link",
      fields: [],
      button: "Sign in",
      done: async () => {
        const account = await mailed.signIn(link);
        history.replaceState(null, "", location.pathname);
        again(`You are signed in as ${account.name}. You can set another password below.`);
      },
    }),
    h(
      "p",
      { class: "hint" },
      h(
        "a",
        { class: "button", href: "/account", onclick: () => history.replaceState(null, "", location.pathname) },
        "Sign in otherwise",
      ),
    ),
  );
}

/**
 * @param {Account} account
 * @param {Passkey[]} keys
 */
function passkeysPart(account, keys) {
  const { fields, hint, proof } = ownership(account);
  return h(
    "section",
    { class: "sheet", "aria-labelledby": "passkeys-head" },
    h("h2", { id: "passkeys-head" }, "Passkeys"),
    h(
      "p",
      { class: "hint" },
      "You sign in with your finger, your face or a security key. Nothing is typed that could be stolen.",
    ),
    keys.length > 0 &&
      h(
        "ul",
        { class: "account-list", id: "passkeys" },
        keys.map(({ passkey, name, created, used }) =>
          h(
            "li",
            { key: passkey },
            h(
              "span",
              null,
              h("b", null, words.typed(name)),
              h(
                "span",
                { class: "small block" },
                `since ${words.when(created)}, ${used ? `last used ${words.when(used)}` : "not used yet"}`,
              ),
            ),
            h(
              "button",
              {
                "aria-label": `Remove ${name}, since ${words.when(created)}`,
                onclick: () =>
                  attempt(async () => {
                    await passkeys.remove(passkey);
                    await draw();
                    say("That passkey opens this account no longer.");
                  }),
              },
              "Remove",
            ),
          ),
        ),
      ),
    hint && h("p", { class: "hint" }, hint),
    form({
      id: "passkey",
      fields: [
        { id: "name", label: "What you call it", autocomplete: "off", hint: "As in “Phone” or “Blue key”.", max: 80 },
        ...fields,
      ],
      button: "Add a passkey",
      primary: false,
      done: async (name = "", ...typed) => {
        await passkeys.add(await proof(typed), name);
        await draw();
        say("The passkey is added.");
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
    h("summary", null, "Delete this account"),
    h(
      "p",
      null,
      "Your name, your sessions and your list of seats go at once and for good. The games stay, for your opponents; ",
      "a seat is then whose link it is, and matches that go on are given up. Your name stays in the tournaments that ",
      "you have played in. Nobody else gets it for a year.",
    ),
    hint && h("p", { class: "hint" }, hint),
    form({
      id: "delete",
      fields,
      button: "Delete my account",
      done: async (...typed) => {
        await api.remove(await proof(typed));
        again("Your account is deleted.");
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
  if (link) {
    show(byId("account"), byLink(link));
    return;
  }
  const { account, passkeys: taken, mail } = await api.here();
  const withPasskeys = taken && passkeys.usable();
  if (!account) {
    show(byId("account"), signedOut(withPasskeys, mail));
    return;
  }
  connection ??= new Connection();
  const [sessions, { games }, notices, keys] = await Promise.all([
    api.sessions(),
    connection.call("game.list", { tokens: seats.all(), account: true }),
    noticesApi.notices(),
    withPasskeys ? passkeys.list() : null,
  ]);
  redraw = () => show(byId("account"), signedIn(account, sessions, games, notices, keys));
  redraw();
}

addEventListener("hashchange", () => attempt(draw));
await attempt(draw);
try {
  say(sessionStorage.getItem(SAID) ?? "");
  sessionStorage.removeItem(SAID);
} catch {
  // Nothing is to be said.
}
