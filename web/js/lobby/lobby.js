// The first page: a table with battles on it, my games, a game from a file.

import * as accounts from "../account/api.js";
import * as club from "../club/api.js";
import { attempt } from "../common/attempt.js";
import { copyable } from "../common/copyable.js";
import { open } from "../common/dialog.js";
import { byId, h, held, make, show } from "../common/html.js";
import * as packs from "../common/packs.js";
import { recordText } from "../common/record-file.js";
import { themeSwitch } from "../common/theme.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import * as memory from "../dice/memory.js";
import { Connection, Lost, Refusal } from "../session/connection.js";
import * as seats from "../session/seats.js";
import * as texts from "../texts/lobby.js";
import * as server from "../texts/server.js";
import { battleCards } from "./battle-cards.js";
import { battlesOf } from "./battles.js";
import { myGames } from "./my-games.js";
import { Stance } from "./stance.js";

/**
 * @import { BattleFacts, ListedGame, NewGame, Tokens } from "protocol"
 * @import { OfferedScenario } from "./battles.js"
 */

const connection = new Connection();
const stance = new Stance();
// What can be begun: scenarios as the server tells of them, those of a pack with `of`.
/** @type {OfferedScenario[]} */
let scenarios = [];
/** @type {OfferedScenario[]} */
let own = [];
/** @type {BattleFacts[]} */
let facts = [];
// Outside programs that may command a side on this server.
/** @type {string[]} */
let bots = [];
// Whether packs are shared here.
let sharing = false;
// Whether people can have accounts here, and who is signed in.
let accountsHere = false;
/** @type {accounts.Account | null} */
let account = null;

byId("site").append(themeSwitch());
byId("stance").replaceWith(stance.element);
byId("first-visit").hidden = seats.all().length > 0;

connection.on("open", () => {
  byId("line").hidden = true;
  start();
});
connection.on("close", () => {
  byId("line").hidden = false;
  byId("line").textContent = server.lost;
});

async function start() {
  try {
    if (!scenarios.length) {
      const welcome = await connection.call("initialize");
      ({ scenarios: own, battles: facts = [], bots = [], sharing = false } = welcome);
      accountsHere = Boolean(welcome.accounts);
      await drawPacks();
      // A link to what a pack offers: the battle that follows a finished one.
      const pack = new URLSearchParams(location.search).get("pack");
      if (pack) atPack(pack);
    }
    // A line that was lost may have ended with the session that it was opened in.
    if (accountsHere) await meet();
    await drawMine();
  } catch (error) {
    // A lost line comes back by itself and begins again.
    if (error instanceof Refusal) show(byId("battles"), h("p", { class: "refused" }, error.message));
    else if (!(error instanceof Lost)) throw error;
  }
}

/** Sees who is signed in, and shows the way to the account. */
async function meet() {
  account = await accounts.me().catch(() => null);
  /** @type {[id: string, href: string, text: Node | string][]} */
  const links = [
    ["club-link", "/club", texts.findOpponent(0)],
    ["tournaments-link", "/tournaments", texts.tournaments],
    ["library-link", "/library", texts.library],
    ["account-link", "/account", account ? make("bdi", null, account.name) : texts.signIn],
  ];
  for (const [id, href, text] of links) {
    document.getElementById(id)?.remove();
    byId("site").lastElementChild?.before(make("a", { href, id }, text));
  }
  const notices = account && (await club.notices().catch(() => null));
  if (notices) show(byId("club-link"), texts.findOpponent(notices.to_you + notices.new));
}

/** The packs this browser has used; what they hold is offered with the rest. */
async function drawPacks() {
  const ids = packs.known();
  const known = ids.length
    ? (await connection.call("pack.list", { packs: ids })).packs.filter(
        ({ pack, scenarios }) => ids.includes(pack) && scenarios.length && !own.some((one) => one.pack?.id === pack),
      )
    : [];
  scenarios = [
    ...own,
    ...known.flatMap(({ pack, title, scenarios }) => scenarios.map((one) => ({ ...one, of: { pack, title } }))),
  ];
  drawBattles();
  const items = known.map(({ pack, title, author, scenarios }) => {
    const [first] = scenarios;
    const compare = { class: "aside", href: packs.comparison(first.id, pack), "aria-label": texts.comparePack(title) };
    const drop = () => {
      packs.forget(pack);
      drawPacks();
    };
    return h(
      "li",
      { key: pack },
      h(
        "a",
        { href: packs.editor(first.id, pack) },
        h("b", null, words.typed(title)),
        h("span", { class: "small block" }, packs.contents(author, scenarios)),
      ),
      packs.editable(first) && h("a", compare, texts.compare),
      h("button", { class: "plain", "aria-label": texts.dropThisPack(title), onclick: drop }, texts.dropPack),
    );
  });
  show(
    byId("packs"),
    items.length > 0 && h("ul", { class: "games" }, items),
    (items.length > 0 || sharing) && h("p", null, h("a", { href: "/packs" }, texts.allPacks(sharing))),
  );
}

/**
 * Puts the focus on the battle of a pack.
 * @param {string} pack
 */
function atPack(pack) {
  /** @type {HTMLElement | null} */ (document.querySelector(`[data-pack="${CSS.escape(pack)}"] .play`))?.focus();
}

function drawBattles() {
  show(
    byId("battles"),
    battleCards(battlesOf(scenarios, facts), {
      play: (scenario) => {
        const other = words.OTHER[stance.side];
        quickly(scenario, { commanders: { [other]: { level: stance.level } } });
      },
      invite: (scenario) => quickly(scenario, { mode: "two" }),
      more: async (battle, first) => {
        const { setUp } = await import("./setup.js").catch(() => ({ setUp: null }));
        if (!setUp) byId("begin-said").textContent = server.partLost;
        else setUp(byId("dialog", HTMLDialogElement), battle, { first, bots, stance, begin });
      },
      draw: drawBattles,
    }),
  );
}

/**
 * Begins by one press, with everything else as it usually is.
 * @param {OfferedScenario} scenario
 * @param {Partial<NewGame>} params
 */
async function quickly(scenario, params) {
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".battle-card button"));
  for (const button of buttons) button.disabled = true;
  byId("begin-said").textContent = await begin(scenario, params);
  for (const button of buttons) button.disabled = false;
}

/**
 * Begins a game and goes there; two seats for two people are shown first. `share`: words for the
 * dice share. Gives why it could not begin.
 * @param {OfferedScenario} scenario
 * @param {Partial<NewGame>} params
 * @param {string} [share]
 */
async function begin(scenario, params, share = "") {
  try {
    const pack = scenario.of && { pack: scenario.of.pack };
    const made = await connection.call("game.new", { scenario: scenario.id, options: {}, ...pack, ...params });
    const { game, tokens = {} } = made;
    seats.keep(game, tokens);
    const { commitment } = made.view.dice;
    const held = Object.values(tokens);
    if (held.length) memory.pin(game, commitment);
    if (held.length === 1 && share) memory.setStake(held[0], { words: share });
    // Two seats for two people; one is played here, and with none one looks on.
    if (held.length < 2) location.href = seats.link(game, held[0]);
    else invite({ game, tokens }, share, commitment);
    return "";
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
    return words.sentence(error.message);
  }
}

/**
 * Two secret links: one to keep, one to send. `share`: words for the dice share of the seat opened
 * here.
 * @param {{ game: string, tokens: Tokens }} options
 * @param {string} share
 * @param {string} commitment
 */
function invite({ game, tokens }, share, commitment) {
  open(
    byId("dialog", HTMLDialogElement),
    texts.links,
    h("p", null, texts.linksHint),
    words.EACH_SIDE.map((side) => {
      const href = seats.link(game, tokens[side]);
      const onclick = () => share && memory.setStake(tokens[side] ?? "", { words: share });
      return [
        held(copyable(texts.link(side), seats.link(game, tokens[side], commitment), `link-${side}`)),
        h("p", null, h("a", { class: "button", id: `open-${side}`, href, onclick }, texts.playHere(side))),
      ];
    }),
  );
  drawMine();
}

/** @param {string} [said] what came of keeping games in the account */
async function drawMine(said) {
  const tokens = seats.all();
  const of = account ? { tokens, account: true } : { tokens };
  const games = tokens.length || account ? (await connection.call("game.list", of)).games : [];
  byId("mine").hidden = !games.length;
  byId("first-visit").hidden = games.length > 0;
  const here = account ? games.filter((game) => !game.account) : [];
  const opponents = account ? await opponentsOf() : new Map();
  show(
    byId("games"),
    myGames(games, scenarios, { forget, opponents, keep: account && ((game) => keepInAccount([game])) }),
    here.length > 1 && h("button", { id: "keep-all", onclick: () => keepInAccount(here) }, texts.keepAll(here.length)),
    h("p", { id: "kept-said", class: "small", role: "status" }, said),
  );
}

/**
 * Who plays against the account that is signed in, by the games of its matches.
 * @returns {Promise<Map<string, string>>}
 */
async function opponentsOf() {
  const matches = await club.matches().catch(() => []);
  const games = matches.flatMap((match) => match.games);
  return new Map(games.map(({ game, you, players }) => [game, (you && players[words.OTHER[you]]) || ""]));
}

/**
 * Puts games whose links this browser holds into the account.
 * @param {ListedGame[]} games
 */
async function keepInAccount(games) {
  let said = "";
  await attempt(
    async () => {
      const tokens = games.map(({ game, you }) => seats.tokens(game)[you] ?? "").filter(truthy);
      said = texts.kept((await accounts.keepSeats(tokens)).kept);
    },
    (text) => {
      said = text;
    },
  );
  await drawMine(said);
}

/** @param {ListedGame} game */
async function forget(game) {
  if (!confirm(game.account ? texts.sureOfAccount : texts.sure)) return;
  seats.forget(game.game, game.you);
  // What fails is seen: the game stays in the list.
  if (game.account) await accounts.letGo(game.game, game.you).catch(() => {});
  drawMine();
}

/**
 * Does something with a file that is chosen in a field; what the server refuses is said.
 * @param {string} id
 * @param {string} said
 * @param {(file: File) => Promise<unknown>} doing
 */
function onFile(id, said, doing) {
  const field = byId(id, HTMLInputElement);
  field.addEventListener("change", async () => {
    const file = field.files?.[0];
    if (!file) return;
    show(byId(said));
    try {
      await doing(file);
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
      const faults = (error instanceof Refusal && error.data.faults) || [];
      const items = faults.map((fault) => h("li", null, texts.fault(fault)));
      const text = h("p", { class: "refused" }, words.sentence(error.message));
      show(byId(said), text, items.length > 0 && h("ul", null, items));
    }
  });
}

onFile("pack-file", "pack-said", async (file) => {
  const { pack } = await connection.call("pack.load", { zip: await packs.base64(file) });
  packs.remember(pack);
  await drawPacks();
  atPack(pack);
});

onFile("record", "load-said", async (file) => {
  const { game, tokens = {} } = await connection.call("game.load", { record: await recordText(file) });
  seats.keep(game, tokens);
  location.href = seats.link(game, tokens.both ?? tokens.union);
});
