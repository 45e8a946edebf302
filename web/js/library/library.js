// The page of the library: games that are over, what happened in them, and records that are brought.

import { Denied, me } from "../account/api.js";
import { byId, fill, h, make, show } from "../common/html.js";
import { recordText } from "../common/record-file.js";
import { themeSwitch } from "../common/theme.js";
import * as words from "../common/words.js";
import * as studies from "../study/api.js";
import * as api from "./api.js";
import { SearchForm } from "./search-form.js";

/** @import { Listed } from "../study/api.js" */
/** @import { Player, Shelved } from "./api.js" */

const REASONS = {
  end: "",
  resignation: "given up",
  agreement: "a draw was agreed",
  time: "on time",
  "no-show": "a player did not come",
};
const SOURCES = {
  match: "From a match that was open to all",
  tournament: "From a tournament",
  player: "Put in",
  imported: "Imported",
};

/** @param {string} text */
function say(text) {
  byId("said").textContent = text;
}

/** @param {Player} player */
function named({ kind, name }) {
  if (kind === "commander") return `the ${name}`;
  if (kind === "bot") return `the bot ${name}`;
  return name ?? "a player without a name";
}

/** @param {Player} player */
function shown({ kind, name }) {
  if (kind === "commander") return words.isolated`the ${name}`;
  if (kind === "bot") return words.isolated`the bot ${name}`;
  return words.typed(name) ?? "a player without a name";
}

/** @param {Shelved} game */
function result({ winner, margin, level, reason, turn }) {
  const won = winner ? `The ${words.side(winner)} side won` : "A draw";
  const by = reason === "end" ? ` by ${words.count(Math.abs(margin), "point")}` : "";
  const how = [level && words.capital(level), REASONS[reason], `turn ${turn}`].filter(Boolean).join(", ");
  return `${won}${winner && margin ? by : ""} (${how}).`;
}

/** @param {number} stamp */
function day(stamp) {
  return new Date(stamp * 1000).toLocaleDateString([], { day: "numeric", month: "long", year: "numeric" });
}

/**
 * @param {Shelved} game
 * @param {boolean} mayTakeOut
 */
function item(game, mayTakeOut) {
  const address = `/game/${encodeURIComponent(game.game)}`;
  const { union, confederate } = game.players;
  const what = `${game.title}, ${named(union)} against ${named(confederate)}`;
  const source = [game.practice && "For practice", SOURCES[game.source]];
  const by = game.by ? words.isolated` by ${game.by}` : game.source === "player" && " by a player";
  const link = (/** @type {string} */ href, /** @type {string} */ text) =>
    h("a", { class: "button", href, "aria-label": `${text}: ${what}` }, text);
  const takeOut = async () => {
    try {
      await api.act("take-out", game.game);
      say("The game is taken out of the library.");
      await find(new URLSearchParams(location.search));
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      say(error.message);
    }
  };
  return h(
    "li",
    { "data-game": game.game },
    h(
      "p",
      { class: "what" },
      h("b", null, words.typed(game.title)),
      h("span", { class: "block" }, "Union: ", shown(union), ". Confederate: ", shown(confederate), "."),
      h("span", { class: "block" }, result(game)),
      h(
        "span",
        { class: "small block" },
        words.capital(source.filter(Boolean).join(", ")),
        by,
        `, over on ${day(game.finished)}.`,
      ),
    ),
    h(
      "p",
      { class: "ways" },
      [...new Set(game.moments)].map((version, at, all) =>
        link(`${address}?at=${version}`, all.length > 1 ? `When it happened (${at + 1})` : "When it happened"),
      ),
      link(`${address}?at=0`, "Look back"),
      link(`${address}?at=${game.moments[0] ?? 0}&play`, "Play on from here"),
      link(`${address}?review`, game.reviewed ? "Review" : "Have it reviewed"),
      h(
        "a",
        {
          class: "button",
          href: `/library/record/${encodeURIComponent(game.game)}`,
          download: "",
          "aria-label": `Record: ${what}`,
        },
        "Record",
      ),
      mayTakeOut && h("button", { "aria-label": `Take out: ${what}`, onclick: takeOut }, "Take out"),
    ),
  );
}

/** @type {{ name: string } | null} */
let account = null;
const form = new SearchForm(new URLSearchParams(location.search), (query) => {
  history.pushState(null, "", `?${query}`);
  find(query);
});

/** @param {URLSearchParams} query */
async function find(query) {
  const list = make("ol", { id: "found", class: "found" });
  const more = make("p");
  /** @type {Shelved[]} */
  const games = [];
  const next = async (/** @type {string | null} */ after) => {
    const asked = new URLSearchParams(query);
    if (after) asked.set("after", after);
    try {
      const found = await api.find(asked);
      form.offer(found);
      const mine = (/** @type {Shelved} */ game) => {
        const { union, confederate } = game.players;
        const known = [union.name, confederate.name, game.source === "imported" ? game.by : null];
        return Boolean(account && known.includes(account.name));
      };
      const before = games.length;
      games.push(...found.games);
      show(
        list,
        games.map((game) => item(game, mine(game))),
      );
      const count = games.length;
      say(count ? `${words.count(count, "game")}${found.next ? ", and there are more" : ""}.` : "");
      show(
        more,
        !count && "No game of the library is like that.",
        found.next && h("button", { id: "more", onclick: () => next(found.next) }, "More"),
      );
      if (after) list.children[before]?.querySelector("a")?.focus();
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      say(error.message);
      show(more);
    }
  };
  byId("content").replaceChildren(make("h2", null, "Games"), list, more);
  await next(null);
}

/** Where a record is brought, for who is signed in. */
function importing() {
  if (!account)
    return make("p", null, make("a", { href: "/account" }, "Sign in"), " to bring the record of a finished game.");
  const file = make("input", { type: "file", id: "library-file", accept: ".jsonl,application/jsonl" });
  const told = make("p", { id: "imported", role: "status" });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    show(told, "The record is read and judged…");
    try {
      const { game, found } = await api.bring(await recordText(chosen));
      const way = h("a", { href: `/game/${encodeURIComponent(game)}?at=0` }, "Look back at it");
      show(told, found ? "This game is in the library already. " : "The game is in the library now. ", way);
      if (!found) await find(new URLSearchParams(location.search));
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      show(told, error.message);
    }
    file.value = "";
  });
  return [
    make(
      "p",
      null,
      "The record of a game that is over, as any game's menu gives it. It is judged by the rules order by order, ",
      "and marked as imported by you.",
    ),
    make("p", { class: "part" }, make("label", { for: "library-file" }, "The file of the record"), file),
    told,
  ];
}

/**
 * @param {string} title
 * @param {Listed[]} listed
 * @param {string} none
 */
function studyList(title, listed, none) {
  return [
    h("h3", null, title),
    listed.length
      ? h(
          "ul",
          { class: "found" },
          listed.map((one) =>
            h(
              "li",
              null,
              h("a", { class: "study", href: `/study/${one.study}` }, words.typed(one.title)),
              h(
                "span",
                { class: "small block" },
                one.by && words.isolated`By ${one.by}, `,
                `${words.count(one.moments, "position")}, ${day(one.updated)}`,
              ),
            ),
          ),
        )
      : h("p", { class: "hint" }, none),
  ];
}

/** The studies that are open to all, and one's own. */
async function drawStudies() {
  try {
    const { open, yours } = await studies.all();
    show(
      byId("studies"),
      h("h2", null, "Studies"),
      h(
        "p",
        { class: "small" },
        "Positions of finished games, with comments and with variations that were played on from them.",
      ),
      studyList("Open to all", open, "There is none yet."),
      account && studyList("Yours", yours, "You have none yet."),
      account && h("p", null, h("a", { class: "button", id: "new-study", href: "/study/new" }, "Write a study")),
    );
  } catch (error) {
    if (!(error instanceof Denied)) throw error;
    show(byId("studies"), h("p", null, error.message));
  }
}

byId("site").append(themeSwitch());
// On a small screen the games come first, unless something is looked for.
const looking = location.search.length > 1 || matchMedia("(min-width: 700px)").matches;
byId("search").append(
  make("details", { id: "look-for", open: looking }, make("summary", null, "Look for games"), form.element),
);
account = await me().catch(() => null);
fill(byId("import"), [
  make("h2", null, "Bring a record"),
  importing(),
  make(
    "p",
    { class: "small" },
    "Games of tournaments, and of matches that are open to watching, come in by themselves. Any player of another ",
    "finished game can put it in from the game's menu, and any player of a game can take it out again.",
  ),
]);
drawStudies();
addEventListener("popstate", () => location.reload());
await find(new URLSearchParams(location.search));
