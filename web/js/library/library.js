// The page of the library: games that are over, what happened in them, and records that are brought.

import { me } from "../account/api.js";
import { attempt, say } from "../common/attempt.js";
import { byId, h, make, show } from "../common/html.js";
import { recordText } from "../common/record-file.js";
import { themeSwitch } from "../common/theme.js";
import * as words from "../common/words.js";
import * as studies from "../study/api.js";
import * as texts from "../texts/library.js";
import * as api from "./api.js";
import { SearchForm } from "./search-form.js";

/** @import { Listed } from "../study/api.js" */
/** @import { Shelved } from "./api.js" */

/**
 * @param {Shelved} game
 * @param {boolean} mayTakeOut
 */
function item(game, mayTakeOut) {
  const address = `/game/${encodeURIComponent(game.game)}`;
  const { union, confederate } = game.players;
  const what = texts.against(game.title, game.players);
  const link = (/** @type {string} */ href, /** @type {string} */ text, /** @type {object} */ others = {}) =>
    h("a", { class: "button", href, "aria-label": `${text}: ${what}`, ...others }, text);
  const takeOut = () =>
    attempt(async () => {
      await api.act("take-out", game.game);
      say(texts.tookOut);
      await find(new URLSearchParams(location.search));
    });
  const moments = [...new Set(game.moments)];
  const player = (/** @type {typeof union} */ one) => words.typed(texts.named(one));
  return h(
    "li",
    { "data-game": game.game },
    h(
      "p",
      { class: "what" },
      h("b", null, words.typed(game.title)),
      h(
        "span",
        { class: "block" },
        texts.sideOf("union"),
        player(union),
        ". ",
        texts.sideOf("confederate"),
        player(confederate),
        ".",
      ),
      h("span", { class: "block" }, texts.result(game)),
      h("span", { class: "small block" }, texts.source(game, words.day(game.finished))),
    ),
    h(
      "p",
      { class: "ways" },
      moments.map((version, at) => link(`${address}?at=${version}`, texts.whenItHappened(at + 1, moments.length))),
      link(`${address}?at=0`, texts.lookBack),
      link(`${address}?at=${game.moments[0] ?? 0}&play`, texts.playOn),
      link(`${address}?review`, texts.review(game.reviewed)),
      link(`/library/record/${encodeURIComponent(game.game)}`, texts.record, { download: "" }),
      mayTakeOut && h("button", { "aria-label": `${texts.takeOut}: ${what}`, onclick: takeOut }, texts.takeOut),
    ),
  );
}

/** @type {{ name: string } | null} */
let account = null;
const form = new SearchForm(new URLSearchParams(location.search), (query) => {
  history.pushState(null, "", `?${query}`);
  find(query);
});

/**
 * Whether the reader played a game, or brought it.
 * @param {Shelved} game
 */
function isMine({ players: { union, confederate }, source, by }) {
  return Boolean(account && [union.name, confederate.name, source === "imported" ? by : null].includes(account.name));
}

/** @param {URLSearchParams} query */
async function find(query) {
  const list = make("ol", { id: "found", class: "found" });
  const more = make("p");
  /** @type {Shelved[]} */
  const games = [];
  const next = async (/** @type {string | null} */ after) => {
    const asked = new URLSearchParams(query);
    if (after) asked.set("after", after);
    const done = await attempt(async () => {
      const found = await api.find(asked);
      form.offer(found);
      const before = games.length;
      games.push(...found.games);
      show(
        list,
        games.map((game) => item(game, isMine(game))),
      );
      say(texts.found(games.length, found.next !== null));
      show(
        more,
        !games.length && texts.nothingFound,
        found.next && h("button", { id: "more", onclick: () => next(found.next) }, texts.more),
      );
      if (after) list.children[before]?.querySelector("a")?.focus();
    });
    if (!done) show(more);
  };
  byId("content").replaceChildren(make("h2", null, texts.games), list, more);
  await next(null);
}

/** Brings a record that is chosen in the field. */
async function bring() {
  const field = byId("library-file", HTMLInputElement);
  const told = byId("imported");
  const chosen = field.files?.[0];
  if (!chosen) return;
  show(told, texts.judging);
  await attempt(
    async () => {
      const { game, found } = await api.bring(await recordText(chosen));
      const way = h("a", { href: `/game/${encodeURIComponent(game)}?at=0` }, texts.lookBackAtIt);
      show(told, found ? texts.known : texts.brought, way);
      if (!found) await find(new URLSearchParams(location.search));
    },
    (text) => show(told, text),
  );
  field.value = "";
}

/** Where a record is brought, for who is signed in. */
function importing() {
  if (!account) return h("p", null, texts.signIn());
  const attributes = { id: "library-file", accept: ".jsonl,application/jsonl", onchange: bring };
  return [
    h("p", null, texts.bringHint),
    h(
      "p",
      { class: "field" },
      h("label", { for: "library-file" }, texts.file),
      h("input", { type: "file", ...attributes }),
    ),
    h("p", { id: "imported", role: "status" }),
  ];
}

/**
 * @param {string} title
 * @param {Listed[]} listed
 * @param {string} none
 */
function studyList(title, listed, none) {
  const items = listed.map((one) =>
    h(
      "li",
      null,
      h("a", { class: "study", href: `/study/${one.study}` }, words.typed(one.title)),
      h("span", { class: "small block" }, texts.byline(one.by, one.moments, words.day(one.updated))),
    ),
  );
  return [h("h3", null, title), items.length ? h("ul", { class: "found" }, items) : h("p", { class: "hint" }, none)];
}

/** The studies that are open to all, and one's own. */
const drawStudies = () =>
  attempt(
    async () => {
      const { open, yours } = await studies.all();
      const write = { class: "button", id: "new-study", href: "/study/new" };
      show(
        byId("studies"),
        h("h2", null, texts.studies),
        h("p", { class: "small" }, texts.studiesHint),
        studyList(texts.openStudies, open, texts.noStudies),
        account && studyList(texts.yourStudies, yours, texts.noneOfYours),
        account && h("p", null, h("a", write, texts.writeStudy)),
      );
    },
    (text) => show(byId("studies"), h("p", null, text)),
  );

byId("site").append(themeSwitch());
// On a small screen the games come first, unless something is looked for.
const looking = location.search.length > 1 || matchMedia("(min-width: 700px)").matches;
byId("search").append(
  make("details", { id: "look-for", open: looking }, make("summary", null, texts.lookFor), form.element),
);
account = await me().catch(() => null);
show(byId("import"), h("h2", null, texts.bring), importing(), h("p", { class: "small" }, texts.others));
drawStudies();
addEventListener("popstate", () => location.reload());
await find(new URLSearchParams(location.search));
