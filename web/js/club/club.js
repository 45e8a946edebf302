// The page on which people find each other: challenges, their matches, and games to watch.

import * as accounts from "../account/api.js";
import { attempt, say } from "../common/attempt.js";
import { copyable } from "../common/copyable.js";
import { askOnceMore } from "../common/dialog.js";
import { byId, h, held, make, show } from "../common/html.js";
import { part as section } from "../common/part.js";
import { themeSwitch } from "../common/theme.js";
import * as words from "../common/words.js";
import { Connection } from "../session/connection.js";
import * as seats from "../session/seats.js";
import * as texts from "../texts/club.js";
import * as api from "./api.js";
import { challengeForm } from "./challenge-form.js";

/** @import { Child } from "../common/html.js" */
/** @import { Challenge, Match, MatchGame, Notices } from "./api.js" */

const connection = new Connection();
const dialog = byId("dialog", HTMLDialogElement);
/** @type {accounts.Account | null} */
let account = null;

byId("site").append(themeSwitch());

/**
 * @param {string} id
 * @param {string} title
 * @param {Child[]} content
 */
const part = (id, title, ...content) => section(id, title, { id }, content);

/**
 * A button that does something, draws the page anew and says what was done.
 * @param {string} text
 * @param {string} label
 * @param {() => Promise<Child>} doing
 * @param {string} [id]
 */
function act(text, label, doing, id) {
  const onclick = () =>
    attempt(async () => {
      const said = await doing();
      await draw();
      say(said);
    });
  return h("button", { id, "aria-label": label, onclick }, text);
}

/**
 * @param {Challenge} challenge
 * @param {string} [link]
 */
function item(challenge, link) {
  const { title, until } = challenge;
  return h(
    "li",
    { key: challenge.challenge, class: challenge.to_you || link ? "mine" : "" },
    h(
      "span",
      { class: "club-text" },
      h("b", null, words.typed(title)),
      " ",
      texts.whom(challenge),
      h("span", { class: "small block" }, texts.offer(challenge)),
      h("span", { class: "small block hint" }, texts.until(words.when(until))),
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
  if (!account) return h("a", { class: "button", href: "/account" }, texts.signInToAccept);
  const end = (/** @type {string} */ text, /** @type {string} */ said) =>
    act(text, `${text}: ${title}`, () => api.end(challenge.challenge).then(() => said));
  if (yours) return end(texts.withdraw, texts.withdrawn);
  const accepting = { "aria-label": texts.acceptIt(title, by), onclick: () => accept(challenge, link) };
  return [
    h("button", { class: "primary accept", ...accepting }, texts.accept),
    challenge.to_you && end(texts.decline, texts.declined),
  ];
}

/**
 * @param {Challenge} challenge
 * @param {string} [link]
 */
function accept(challenge, link) {
  const { title, by } = challenge;
  const act = () =>
    attempt(async () => {
      try {
        const match = await api.accept(challenge.challenge, link);
        if (link) history.replaceState(null, "", "/club");
        await draw();
        say(texts.begun(by));
        document.getElementById(`match-${match.match}`)?.querySelector("a")?.focus();
      } catch (error) {
        await draw();
        throw error;
      }
    });
  const answers = { id: "accept-yes", yes: texts.accept, no: texts.notNow, act };
  askOnceMore(dialog, texts.sure(title, by), texts.acceptTerms(challenge), answers);
}

/** @param {Challenge[]} challenges */
function challengesPart(challenges) {
  const order = (/** @type {Challenge} */ one) => (one.to_you ? 0 : one.yours ? 2 : 1);
  const items = challenges.toSorted((a, b) => order(a) - order(b)).map((one) => item(one));
  return part(
    "challenges",
    texts.challenges,
    items.length ? h("ul", { class: "club-list" }, items) : h("p", { class: "hint" }, texts.noChallenges),
  );
}

/** @param {Match} match */
function matchItem(match) {
  const { title, you, players, games, over, terms } = match;
  const [first, second] = players.map(words.person);
  const other = you === null ? "" : words.person(players[1 - you]);
  const turn = games.some((game) => game.asked && game.asked === game.you);
  const again = async () => {
    const { match: begun } = await api.rematch(match.match);
    return begun ? texts.rematchBegun(other) : texts.rematchAsked(other);
  };
  return h(
    "li",
    { class: turn ? "mine" : "", id: `match-${match.match}` },
    h(
      "span",
      { class: "club-text" },
      h("b", null, words.typed(title)),
      " ",
      other ? words.against(other) : words.against(first, second),
      h("span", { class: "small block" }, texts.terms(terms), " ", texts.score(match)),
      h(
        "ul",
        { class: "club-games" },
        games.map((game, index) => h("li", null, gameLink(game, games.length > 1 ? texts.game(index + 1) : ""))),
      ),
    ),
    you !== null && over && players[1 - you] && act(texts.rematch, texts.rematchOf(title, other), again),
  );
}

/**
 * @param {MatchGame} game
 * @param {string} number
 */
function gameLink(game, number) {
  const text = [number, texts.stand(game)];
  if (!game.kept) return text;
  const href = game.you ? seats.link(game.game, seats.ofAccount(game.game, game.you)) : `/game/${game.game}`;
  return h("a", { href }, text);
}

/**
 * Matches that are played, and those that are over, folded away.
 * @param {Match[]} going
 * @param {string} none
 * @param {Match[]} over
 * @param {string} overTitle
 */
function list(going, none, over, overTitle) {
  const items = (/** @type {Match[]} */ some) => h("ul", { class: "club-list" }, some.map(matchItem));
  return [
    going.length ? items(going) : h("p", { class: "hint" }, none),
    over.length > 0 && h("details", null, h("summary", null, overTitle), items(over)),
  ];
}

/** @param {Match[]} matches */
function minePart(matches) {
  const over = matches.filter((match) => match.over);
  const going = matches.filter((match) => !match.over);
  return part("matches", texts.matches, list(going, texts.noMatches, over, texts.matchesOver(over.length)));
}

/** @param {{ going: Match[], over: Match[] }} shown */
const watchPart = ({ going, over }) =>
  part("watch", texts.watch, list(going, texts.nothingToWatch, over, texts.gamesOver));

/** @param {Notices} notices */
function noticesPart({ wanted, feed }) {
  const change = () => api.wantNotices(!wanted).then(() => (wanted ? texts.noticesStopped : texts.noticesWanted));
  const text = wanted ? texts.stopNotices : texts.wantNotices;
  return part(
    "notices",
    texts.notices,
    h("p", null, wanted ? texts.noticesOn : texts.noticesOff),
    feed && held(copyable(texts.feed, `${location.origin}${feed}`, "club-feed")),
    act(text, text, change, "want-notices"),
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
    const address = `${location.origin}/club#challenge=${link}`;
    show(place, link && [h("p", null, texts.sendLink), held(copyable(texts.link, address, "challenge-link"))]);
    await draw();
    say(texts.made);
  });
  const head = make("summary", null, make("h2", { id: "make-head" }, texts.make));
  const folded = make("details", { id: "make" }, head, form);
  making = make("section", { class: "sheet", "aria-labelledby": "make-head" }, folded, place);
  return making;
}

/** The challenge of the link that opened this page. */
async function invitation() {
  const link = new URLSearchParams(location.hash.slice(1)).get("challenge");
  if (!link) return null;
  /** @type {Child} */
  let content;
  await attempt(
    async () => {
      content = h("ul", { class: "club-list" }, item(await api.look(link), link));
    },
    (text) => {
      content = h("p", { class: "refused" }, text);
    },
  );
  return part("invited", texts.invited, content);
}

async function draw() {
  account = await accounts.me();
  const name = account ? make("bdi", null, account.name) : texts.signIn;
  const link = make("a", { href: "/account", id: "account-link" }, name);
  byId("site").querySelector("#account-link")?.remove();
  byId("site").lastElementChild?.before(link);
  const [challenges, shown, invited] = await Promise.all([api.challenges(), api.watch(), invitation()]);
  show(byId("invitation"), invited);
  if (!account) {
    show(byId("club"), challengesPart(challenges), h("p", null, texts.signInTo()), watchPart(shown));
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
