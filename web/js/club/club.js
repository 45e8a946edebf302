// The page on which people find each other: challenges, their matches, and games to watch.

import * as accounts from "../account/api.js";
import { copyable } from "../common/copyable.js";
import { askOnceMore } from "../common/dialog.js";
import { byId, h, held, make, show } from "../common/html.js";
import { themeSwitch } from "../common/theme.js";
import * as words from "../common/words.js";
import { Connection } from "../session/connection.js";
import * as seats from "../session/seats.js";
import * as api from "./api.js";
import { challengeForm } from "./challenge-form.js";
import * as inWords from "./club-words.js";

/** @import { Child } from "../common/html.js" */
/** @import { Challenge, Match, MatchGame, Notices } from "./api.js" */

const connection = new Connection();
const dialog = byId("dialog", HTMLDialogElement);
/** @type {accounts.Account | null} */
let account = null;

byId("site").append(themeSwitch());

/** @param {Child} text */
function say(text) {
  show(byId("said"), text);
}

/**
 * Does something; what the server refuses is said at the head of the page.
 * @param {() => Promise<unknown>} doing
 */
async function attempt(doing) {
  try {
    await doing();
  } catch (error) {
    if (!(error instanceof accounts.Denied)) throw error;
    say(words.sentence(error.message));
  }
}

/**
 * A part of the page.
 * @param {string} id
 * @param {string} title
 * @param {import("../common/html.js").Child[]} content
 */
function part(id, title, ...content) {
  return h("section", { id, "aria-labelledby": `${id}-head` }, h("h2", { id: `${id}-head` }, title), content);
}

/**
 * @param {Challenge} challenge
 * @param {string} [link]
 */
function item(challenge, link) {
  const { title, by, to, yours, until, terms } = challenge;
  const own = to ? words.isolated`to ${to}` : challenge.link ? "to whoever has its link" : "to anybody";
  const whom = yours ? own : words.isolated`by ${by}`;
  return h(
    "li",
    { key: challenge.challenge, class: challenge.to_you || link ? "mine" : "" },
    h(
      "span",
      { class: "club-text" },
      h("b", null, words.typed(title)),
      " ",
      whom,
      challenge.to_you && " to you",
      h("span", { class: "small block" }, inWords.sides(challenge), ` ${words.capital(inWords.terms(terms))}.`),
      h("span", { class: "small block hint" }, `Until ${words.when(until)}`),
    ),
    h("span", { class: "actions" }, doings(challenge, link)),
  );
}

/**
 * @param {Challenge} challenge
 * @param {string} [link]
 */
function doings(challenge, link) {
  const { title, by, yours } = challenge;
  if (!account) return h("a", { class: "button", href: "/account" }, "Sign in to accept");
  const end = (/** @type {string} */ text, /** @type {string} */ said) =>
    h(
      "button",
      {
        "aria-label": `${text}: ${title}`,
        onclick: () =>
          attempt(async () => {
            await api.end(challenge.challenge);
            await draw();
            say(said);
          }),
      },
      text,
    );
  if (yours) return end("Withdraw", "The challenge is withdrawn.");
  return [
    h(
      "button",
      { class: "primary accept", "aria-label": `Accept: ${title}, by ${by}`, onclick: () => accept(challenge, link) },
      "Accept",
    ),
    challenge.to_you && end("Decline", "The challenge is declined."),
  ];
}

/**
 * @param {Challenge} challenge
 * @param {string} [link]
 */
function accept(challenge, link) {
  const { title, by } = challenge;
  const terms = ` ${words.capital(inWords.terms(challenge.terms))}. The match begins at once.`;
  const text = [inWords.sides(challenge), terms];
  const act = () =>
    attempt(async () => {
      try {
        const match = await api.accept(challenge.challenge, link);
        if (link) history.replaceState(null, "", "/club");
        await draw();
        say(words.isolated`Your match against ${by} has begun: you find it under “My matches”.`);
        document.getElementById(`match-${match.match}`)?.querySelector("a")?.focus();
      } catch (error) {
        await draw();
        throw error;
      }
    });
  askOnceMore(dialog, words.isolated`${title} against ${by}?`, text, {
    id: "accept-yes",
    yes: "Accept",
    no: "Not now",
    act,
  });
}

/** @param {Challenge[]} challenges */
function challengesPart(challenges) {
  const order = (/** @type {Challenge} */ one) => (one.to_you ? 0 : one.yours ? 2 : 1);
  const sorted = [...challenges].sort((a, b) => order(a) - order(b));
  return part(
    "challenges",
    "Challenges",
    sorted.length
      ? h(
          "ul",
          { class: "club-list" },
          sorted.map((one) => item(one)),
        )
      : h("p", { class: "hint" }, "There is none at the moment. Make one: whoever comes here finds it."),
  );
}

/** @param {Match} match */
function matchItem(match) {
  const { title, you, players, games, over, terms } = match;
  const [first, second] = players.map(words.person);
  const other = you === null ? "" : words.person(players[1 - you]);
  const against = other ? words.isolated`against ${other}` : words.isolated`${first} against ${second}`;
  const turn = games.some((game) => game.asked && game.asked === game.you);
  const score = inWords.score(match);
  return h(
    "li",
    { class: turn ? "mine" : "", id: `match-${match.match}` },
    h(
      "span",
      { class: "club-text" },
      h("b", null, words.typed(title)),
      " ",
      against,
      h("span", { class: "small block" }, `${words.capital(inWords.terms(terms))}. `, score),
      h(
        "ul",
        { class: "club-games" },
        games.map((game, index) => h("li", null, gameLink(game, games.length > 1 ? `Game ${index + 1}: ` : ""))),
      ),
    ),
    you !== null &&
      over &&
      players[1 - you] &&
      h(
        "button",
        {
          "aria-label": `Rematch: ${title} against ${other}`,
          onclick: () =>
            attempt(async () => {
              const { match: begun } = await api.rematch(match.match);
              await draw();
              say(
                begun
                  ? words.isolated`${other} had asked for it too: the rematch has begun.`
                  : words.isolated`${other} is challenged to another match, with the sides changed.`,
              );
            }),
        },
        "Rematch, sides changed",
      ),
  );
}

/**
 * @param {MatchGame} game
 * @param {string} number
 */
function gameLink(game, number) {
  const text = [number, inWords.stand(game)];
  if (!game.kept) return text;
  const address = game.you ? seats.link(game.game, seats.ofAccount(game.game, game.you)) : `/game/${game.game}`;
  return h("a", { href: address }, text);
}

/**
 * Matches in a list; those beyond some are folded away.
 * @param {Match[]} matches
 * @param {string} none
 */
function list(matches, none) {
  if (!matches.length) return h("p", { class: "hint" }, none);
  return h("ul", { class: "club-list" }, matches.map(matchItem));
}

/** @param {Match[]} matches */
function minePart(matches) {
  const over = matches.filter((match) => match.over);
  return part(
    "matches",
    "My matches",
    list(
      matches.filter((match) => !match.over),
      "No match is being played.",
    ),
    over.length > 0 &&
      h(
        "details",
        null,
        h("summary", null, words.count(over.length, "match that is over", "matches that are over")),
        list(over, ""),
      ),
  );
}

/** @param {{ going: Match[], over: Match[] }} shown */
function watchPart({ going, over }) {
  return part(
    "watch",
    "Games to watch",
    list(going, "No game can be watched at the moment."),
    over.length > 0 && h("details", null, h("summary", null, "Games that are over"), list(over, "")),
  );
}

/** @param {Notices} notices */
function noticesPart(notices) {
  return part(
    "notices",
    "Notice of challenges",
    h(
      "p",
      null,
      notices.wanted
        ? "New challenges are counted on the first page, and stand in this feed. Whoever has its address can read it."
        : "If you want it, new challenges are counted on the first page, and stand in a feed for a feed reader.",
    ),
    notices.feed && held(copyable("Feed (Atom)", `${location.origin}${notices.feed}`, "club-feed")),
    h(
      "button",
      {
        id: "want-notices",
        onclick: () =>
          attempt(async () => {
            await api.wantNotices(!notices.wanted);
            await draw();
            say(notices.wanted ? "You get no notice any more; the feed is gone." : "You get notice of new challenges.");
          }),
      },
      notices.wanted ? "No more notices" : "Give me notice of challenges",
    ),
  );
}

/** @type {HTMLElement | null} */
let making = null;

/** The form for a challenge, which keeps what was typed when the page is drawn anew. */
async function makingPart() {
  if (making) return making;
  const { scenarios, battles = [] } = await connection.call("initialize");
  const place = make("div", { id: "made" });
  const form = challengeForm(scenarios, battles, async (challenge) => {
    const { link } = await api.make(challenge);
    show(
      place,
      link && [
        h(
          "p",
          null,
          "Send this link to your opponent. Whoever opens it and signs in can accept, so send it to nobody else.",
        ),
        held(copyable("The link of the challenge", `${location.origin}/club#challenge=${link}`, "challenge-link")),
      ],
    );
    await draw();
    say("The challenge is made. You find the game under “My matches” once somebody has accepted it.");
  });
  const head = make("summary", null, make("h2", { id: "make-head" }, "Make a challenge"));
  making = make(
    "section",
    { class: "sheet", "aria-labelledby": "make-head" },
    make("details", { id: "make" }, head, form),
    place,
  );
  return making;
}

/** The challenge of the link by which somebody has come. */
async function invitation() {
  const link = new URLSearchParams(location.hash.slice(1)).get("challenge");
  if (!link) return null;
  try {
    const challenge = await api.look(link);
    return part("invited", "You are invited", h("ul", { class: "club-list" }, item(challenge, link)));
  } catch (error) {
    if (!(error instanceof accounts.Denied)) throw error;
    return part("invited", "You are invited", h("p", { class: "refused" }, error.message));
  }
}

async function draw() {
  account = await accounts.me();
  const name = account ? make("bdi", null, account.name) : "Sign in";
  const link = make("a", { href: "/account", id: "account-link" }, name);
  byId("site").querySelector("#account-link")?.remove();
  byId("site").lastElementChild?.before(link);
  const [challenges, shown, invited] = await Promise.all([api.challenges(), api.watch(), invitation()]);
  show(byId("invitation"), invited);
  if (!account) {
    show(
      byId("club"),
      challengesPart(challenges),
      h("p", null, h("a", { href: "/account" }, "Sign in"), " to accept a challenge or to make one."),
      watchPart(shown),
    );
    return;
  }
  const [matches, notices, form] = await Promise.all([api.matches(), api.notices(), makingPart()]);
  const others = (/** @type {Match[]} */ some) =>
    some.filter((one) => matches.every(({ match }) => match !== one.match));
  show(
    byId("club"),
    challengesPart(challenges),
    held(form),
    minePart(matches),
    watchPart({ going: others(shown.going), over: others(shown.over) }),
    noticesPart(notices),
  );
  await api.seen();
}

await attempt(draw);
