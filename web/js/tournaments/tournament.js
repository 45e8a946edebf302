// The page of a tournament: who takes part, who meets whom, what came of it, and how everybody stands.

import { byId, h, show } from "../common/html.js";
import * as words from "../common/words.js";
import * as seats from "../session/seats.js";
import * as api from "./api.js";
import { attempt, begin, day, KINDS, measured, moment, player, record, say, table, tieBreak } from "./telling.js";

/**
 * @import { Entrant, Game, Match, Round, Tournament } from "./api.js"
 * @import { Child } from "../common/html.js"
 */

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** How often it is looked whether anything has changed, in milliseconds. */
const AGAIN = 30_000;

/** @param {Tournament} of */
function facts(of) {
  const lines = [
    [
      `${KINDS.get(of.kind) ?? of.kind}${of.rounds ? ` of ${words.count(of.rounds, "round")}` : ""}`,
      words.isolated`, made by ${of.by}.`,
    ],
    ["Battles: ", words.listedNames(of.battles), "."],
    `${of.games === 2 ? "A match has two games, each side once" : "A match is one game"}; a round has ${words.count(of.days, "day")}.`,
    of.stage === "open" && (of.begins ? `It begins ${moment(of.begins)}.` : "It begins when its maker says so."),
    of.invited.length > 0 && ["For ", words.listedNames(of.invited), "."],
    of.stage === "cancelled" && "It was called off.",
  ];
  return lines.filter(Boolean).map((line) => h("p", null, line));
}

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
    if (of.stage === "open") all.push(h("a", { class: "button", href: "/account" }, "Sign in to enter"));
  } else if (of.stage === "open" && !you["takes-part"]) {
    all.push(button("Enter", "You take part.", () => api.act("enter", id), true));
  } else if (of.stage === "open") {
    all.push(button("Leave", "You do not take part any more.", () => api.act("leave", id)));
  } else if (of.stage === "running" && you["takes-part"] && !you.withdrew) {
    all.push(withdrawal());
  }
  if (you.maker && of.stage === "open") {
    all.push(button("Begin now", "It has begun.", () => api.act("begin", id)));
    all.push(button("Call it off", "It is called off.", () => api.act("cancel", id)));
    for (const level of of.levels) {
      const there = of.entrants.some(({ commander }) => commander === level);
      const text = there ? `Without the ${level}` : `With the ${level}`;
      all.push(button(text, "Done.", () => api.commander(id, level, !there)));
    }
  }
  return all.length > 0 && h("div", { class: "actions" }, all);
}

function withdrawal() {
  return h(
    "details",
    { class: "withdraw" },
    h("summary", null, "Withdraw"),
    h("p", null, "Your games that go on are forfeited, and you are not paired any more."),
    button("Withdraw from the tournament", "You have withdrawn.", () => api.act("leave", id)),
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
  const label = words.isolated`Remove ${name}`;
  return h(
    "li",
    { key: name },
    player(name),
    removable &&
      h("details", { class: "withdraw" }, h("summary", null, label), button("Remove for good", "Done.", remove)),
  );
}

/** @param {Tournament} of */
function entrants(of) {
  return h(
    "section",
    { "aria-labelledby": "players-head" },
    h("h2", { id: "players-head" }, `Players (${of.entrants.length} of ${of.most})`),
    of.entrants.length
      ? h(
          "ul",
          { class: "listing" },
          of.entrants.map((entrant) => entrantLine(of, entrant)),
        )
      : h("p", { class: "hint" }, "Nobody yet."),
  );
}

/** @param {Tournament} of */
function standings(of) {
  if (!of.standings) return of.fault && h("p", { class: "refused" }, of.fault);
  const points = of.kind === "knock-out" ? "Rounds" : "Points";
  const ties = of["tie-breaks"] ?? [];
  const heads = ["Place", "Player", points, ...ties.map((tie) => words.capital(tieBreak(tie)))];
  heads.push("Won–drawn–lost", "Rating", "Before");
  const rows = of.standings.map((place, at) => [
    String(at + 1),
    h("span", null, player(place.name), place.withdrew !== null && `, withdrew after ${place.withdrew}`),
    String(place.points),
    ...place["tie-breaks"].map((value) => (value === null ? "–" : String(value))),
    record(place.games),
    `${place.rating.rating} ±${place.rating.deviation}`,
    `${place.before.rating} ±${place.before.deviation}`,
  ]);
  return h(
    "section",
    { "aria-labelledby": "standings-head" },
    h("h2", { id: "standings-head" }, of.stage === "over" ? "Final standings" : "Standings"),
    table("Standings", heads, rows, { id: "standings", texts: [1] }),
    h(
      "p",
      { class: "hint" },
      ties.length ? `Equal points are told apart by ${words.listed(ties.map(tieBreak))}, then by lot. ` : "",
      `Ratings are Glicko-2 over this tournament alone, ${words.count(of.rated ?? 0, "game")} rated; the ± is one standard deviation. `,
      h("a", { href: "/ladder" }, "Ratings of all games"),
    ),
    Object.values(of.advantages ?? {}).map(({ title, measured: side }) =>
      h("p", { class: "hint" }, words.typed(title), `: ${measured(side)}.`),
    ),
  );
}

/** @param {Game} game */
function result(game) {
  const { result: came, union, confederate } = game;
  if (!came) return "not over";
  const how = { resignation: ", given up", agreement: ", agreed", time: ", on time" }[game.by ?? ""] ?? "";
  const by = game.by === "end" && game.margin ? ` by ${words.count(Math.abs(game.margin), "point")}` : "";
  switch (came) {
    case "union":
      return [words.typed(union), ` won${by}${how}`];
    case "confederate":
      return [words.typed(confederate), ` won${by}${how}`];
    case "draw":
      return `drawn${how}`;
    case "union forfeits":
      return words.isolated`${union} forfeits`;
    case "confederate forfeits":
      return words.isolated`${confederate} forfeits`;
    default:
      return "both forfeit";
  }
}

/** @param {Game} game */
function gameLine(game) {
  const mine = !game.result && game.you;
  const address = game.game && (mine ? seats.link(game.game, seats.ofAccount(game.game, mine)) : `/game/${game.game}`);
  return h(
    "li",
    null,
    words.isolated`${game.union} (Union), ${game.confederate} (Confederate): `,
    h("b", null, result(game)),
    " ",
    address && h("a", { class: mine ? "button primary" : "look", href: address }, mine ? "Play" : "Look"),
    game.hash && h("details", { class: "hash" }, h("summary", null, "Hash"), h("code", null, game.hash)),
  );
}

/** @param {Match} match */
function matchPart(match) {
  const [first, second] = match.players;
  return h(
    "li",
    { class: "match" },
    h("h4", null, player(first), " and ", player(second), match.through && words.isolated`: ${match.through} goes on`),
    h("ul", null, match.games.map(gameLine)),
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
    h("summary", null, h("h3", null, `Round ${at + 1}: `, words.typed(round.title))),
    h("p", { class: "hint" }, `Drawn ${day(round.drawn)}; it ends ${moment(round.ends)} at the latest.`),
    h("ul", { class: "matches" }, round.matches.map(matchPart)),
    round.byes.length > 0 && h("p", null, words.listedNames(round.byes), ": a bye."),
  );
}

/** @param {Tournament} of */
function rounds(of) {
  const all = (of.played ?? []).map((round, at, list) => roundPart(round, at, at === list.length - 1));
  return h("section", { "aria-labelledby": "rounds-head" }, h("h2", { id: "rounds-head" }, "Rounds"), all.reverse());
}

function taking() {
  return h(
    "section",
    { class: "sheet", "aria-labelledby": "check-head" },
    h("h2", { id: "check-head" }, "Check it yourself"),
    h(
      "p",
      null,
      "The file of the tournament with the records of its games: unpack it and let ",
      h("code", null, "longroll tournament tournament.toml"),
      " tell standings and ratings. It audits every record, each order and each die.",
    ),
    h(
      "div",
      { class: "actions" },
      h(
        "a",
        { class: "button", href: `/tournament/${id}/tournament.zip`, download: "tournament.zip" },
        "File and records",
      ),
      h(
        "a",
        { class: "button", href: `/tournament/${id}/tournament.toml`, download: "tournament.toml" },
        "The file alone",
      ),
    ),
  );
}

/** What was drawn last, so that nothing is drawn anew that is the same. */
let drawn = "";

async function draw() {
  const of = await api.one(id);
  const text = JSON.stringify(of);
  if (text === drawn) return;
  drawn = text;
  document.title = `Longroll: ${of.title}`;
  show(byId("head"), words.typed(of.title));
  const begun = Boolean(of.played);
  show(
    byId("content"),
    h("section", null, facts(of), actions(of)),
    !begun && entrants(of),
    begun && standings(of),
    begun && rounds(of),
    begun && taking(),
  );
}

await begin(draw);
setInterval(() => {
  // Whoever is in the middle of something is not disturbed.
  if (!document.hidden && !byId("content").contains(document.activeElement)) attempt(draw);
}, AGAIN);
