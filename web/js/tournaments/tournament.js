// The page of a tournament: who takes part, who meets whom, what came of it, and how everybody stands.

import { attempt, say } from "../common/attempt.js";
import { byId, h, show } from "../common/html.js";
import { part } from "../common/part.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import * as seats from "../session/seats.js";
import { moment } from "../texts/agreement.js";
import * as texts from "../texts/tournaments.js";
import * as api from "./api.js";
import { begin, player, record, table } from "./telling.js";

/**
 * @import { Entrant, Game, Match, Round, Tournament } from "./api.js"
 * @import { Child } from "../common/html.js"
 */

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** How often it is looked whether anything has changed, in milliseconds. */
const AGAIN = 30_000;

/**
 * A button that does something and draws the page anew.
 * @param {string} text
 * @param {string} done
 * @param {() => Promise<unknown>} doing
 * @param {boolean} [primary]
 */
function button(text, done, doing, primary = false) {
  return h(
    "button",
    {
      key: text,
      class: primary && "primary",
      onclick: () =>
        attempt(async () => {
          await doing();
          await draw();
          say(done);
        }),
    },
    text,
  );
}

/** @param {Tournament} of */
function actions(of) {
  const { you } = of;
  /** @type {Child[]} */
  const all = [];
  if (!you.name) {
    if (of.stage === "open") all.push(h("a", { class: "button", href: "/account" }, texts.signInToEnter));
  } else if (of.stage === "open" && !you["takes-part"]) {
    all.push(button(texts.enter, texts.entered, () => api.act("enter", id), true));
  } else if (of.stage === "open") {
    all.push(button(texts.leave, texts.left, () => api.act("leave", id)));
  } else if (of.stage === "running" && you["takes-part"] && !you.withdrew) {
    all.push(withdrawal());
  }
  if (you.maker && of.stage === "open") {
    all.push(button(texts.begin, texts.begun, () => api.act("begin", id)));
    all.push(button(texts.cancel, texts.cancelled, () => api.act("cancel", id)));
    for (const level of of.levels) {
      const there = of.entrants.some(({ commander }) => commander === level);
      all.push(button(texts.commander(level, there), texts.done, () => api.commander(id, level, !there)));
    }
  }
  return all.length > 0 && h("div", { class: "actions" }, all);
}

function withdrawal() {
  return h(
    "details",
    { class: "withdraw" },
    h("summary", null, texts.withdraw),
    h("p", null, texts.withdrawHint),
    button(texts.withdrawIt, texts.withdrew, () => api.act("leave", id)),
  );
}

/**
 * A line of the list; the maker can remove others before it begins.
 * @param {Tournament} of
 * @param {Entrant} entrant
 */
function entrantLine({ you, stage }, { name, commander }) {
  const removable = you.maker && stage === "open" && !commander && name !== you.name;
  const remove = () => api.remove(id, name);
  const removing = [h("summary", null, texts.remove(name)), button(texts.removeForGood, texts.done, remove)];
  return h("li", { key: name }, player(name), removable && h("details", { class: "withdraw" }, removing));
}

/** @param {Tournament} of */
function entrants(of) {
  const lines = of.entrants.map((entrant) => entrantLine(of, entrant));
  return part(
    "players",
    texts.players(of),
    {},
    lines.length ? h("ul", { class: "listing" }, lines) : h("p", { class: "hint" }, texts.noPlayers),
  );
}

/** @param {Tournament} of */
function standings(of) {
  if (!of.standings) return of.fault && h("p", { class: "refused" }, of.fault);
  const rows = of.standings.map((place, at) => [
    String(at + 1),
    h("span", null, player(place.name), texts.withdrewAfter(place)),
    String(place.points),
    ...place["tie-breaks"].map((value) => (value === null ? "–" : String(value))),
    record(place.games),
    `${place.rating.rating} ±${place.rating.deviation}`,
    `${place.before.rating} ±${place.before.deviation}`,
  ]);
  return part(
    "standings",
    of.stage === "over" ? texts.finalStandings : texts.standings,
    {},
    table(texts.standings, texts.standingsHeads(of), rows, { id: "standings", texts: [1] }),
    h(
      "p",
      { class: "hint" },
      texts.tieBreaks(of["tie-breaks"] ?? []),
      texts.rated(of.rated ?? 0),
      h("a", { href: "/ladder" }, texts.allRatings),
    ),
    Object.values(of.advantages ?? {}).map(({ title, measured }) =>
      h("p", { class: "hint" }, words.typed(title), `: ${texts.measured(measured)}.`),
    ),
  );
}

/** @param {Game} game */
function gameLine(game) {
  const mine = !game.result && game.you;
  const href = game.game && (mine ? seats.link(game.game, seats.ofAccount(game.game, mine)) : `/game/${game.game}`);
  return h(
    "li",
    null,
    texts.pairing(game),
    h("b", null, texts.result(game)),
    " ",
    href && h("a", { class: mine ? "button primary" : "look", href }, mine ? texts.play : texts.look),
    game.hash && h("details", { class: "hash" }, h("summary", null, texts.hash), h("code", null, game.hash)),
  );
}

/** @param {Match} match */
function matchPart({ players: [first, second], through, games }) {
  const goesOn = through && texts.goesOn(through);
  return h(
    "li",
    { class: "match" },
    h("h4", null, player(first), texts.and, player(second), goesOn),
    h("ul", null, games.map(gameLine)),
  );
}

/**
 * @param {Round} round
 * @param {number} at
 * @param {boolean} last
 */
function roundPart(round, at, last) {
  return h(
    "details",
    { class: "sheet round", open: last, id: `round-${at + 1}` },
    h("summary", null, h("h3", null, texts.round(at + 1), words.typed(round.title))),
    h("p", { class: "hint" }, texts.roundTimes(words.day(round.drawn), moment(round.ends))),
    h("ul", { class: "matches" }, round.matches.map(matchPart)),
    round.byes.length > 0 && h("p", null, texts.byes(round)),
  );
}

/** @param {Tournament} of */
function rounds(of) {
  const all = (of.played ?? []).map((round, at, list) => roundPart(round, at, at === list.length - 1));
  return part("rounds", texts.rounds, {}, all.reverse());
}

function taking() {
  const file = (/** @type {string} */ name, /** @type {string} */ text) =>
    h("a", { class: "button", href: `/tournament/${id}/${name}`, download: name }, text);
  return part(
    "check",
    texts.check,
    { class: "sheet" },
    h("p", null, texts.checkHint()),
    h("div", { class: "actions" }, file("tournament.zip", texts.zip), file("tournament.toml", texts.toml)),
  );
}

/** What was drawn last, so that nothing is drawn anew that is the same. */
let drawn = "";

async function draw() {
  const of = await api.one(id);
  const text = JSON.stringify(of);
  if (text === drawn) return;
  drawn = text;
  document.title = texts.title(of.title);
  show(byId("head"), words.typed(of.title));
  const begun = Boolean(of.played);
  const facts = texts
    .facts(of, of.begins ? moment(of.begins) : "")
    .filter(truthy)
    .map((line) => h("p", null, line));
  show(
    byId("content"),
    h("section", null, facts, actions(of)),
    !begun && entrants(of),
    begun && standings(of),
    begun && rounds(of),
    begun && taking(),
  );
}

await begin(draw);
setInterval(() => {
  // A redraw would disturb a reader who uses the page.
  if (!document.hidden && !byId("content").contains(document.activeElement)) attempt(draw);
}, AGAIN);
