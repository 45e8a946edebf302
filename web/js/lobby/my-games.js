// The games this browser holds seats in, each with its map and whose turn it is.

import { h } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import * as seats from "../session/seats.js";
import * as texts from "../texts/lobby.js";
import { mapAddress } from "./battles.js";

/**
 * @import { ListedGame } from "protocol"
 * @import { OfferedScenario } from "./battles.js"
 */

/** So many are shown at once; the others are folded away. */
const SHOWN = 3;

/**
 * What can be done with a game of the list; `keep` puts it into the account, if one is signed in. `opponents`: the
 * players of the other side, by game, as far as they are known.
 * @typedef {{
 *   forget: (game: ListedGame) => void, keep: ((game: ListedGame) => void) | null, opponents: Map<string, string>,
 * }} Doings
 */

/**
 * @param {ListedGame[]} games
 * @param {OfferedScenario[]} scenarios
 * @param {Doings} doings
 */
export function myGames(games, scenarios, doings) {
  // Those that wait for this reader first; in the order of the server otherwise, the latest first.
  const sorted = [...games].sort((a, b) => Number(mine(b)) - Number(mine(a)));
  const list = (/** @type {ListedGame[]} */ some) =>
    h(
      "ul",
      { class: "games" },
      some.map((game) => item(game, scenarios, doings)),
    );
  const [shown, rest] = [sorted.slice(0, SHOWN), sorted.slice(SHOWN)];
  return [
    list(shown),
    rest.length > 0 && h("details", null, h("summary", null, texts.moreGames(rest.length)), list(rest)),
  ];
}

/** @param {ListedGame} game */
function mine(game) {
  const { asked, you } = game;
  return Boolean(asked && (you === "both" || you === asked)) || claimable(game);
}

/**
 * Whether its reader may claim it, since the other player has run out of time.
 * @param {ListedGame} game
 */
const claimable = ({ clock, you }) =>
  Boolean(clock && clock.seconds < 0 && you !== "both" && clock.running === words.OTHER[you]);

/**
 * The time left on the running clock, and the moment at which an unstarted game is deleted.
 * @param {ListedGame} game
 */
export function times({ clock, goes, you }) {
  const whose = clock && clock.running !== you ? clock.running : null;
  return [
    clock && (clock.seconds < 0 ? texts.timeUp(whose) : texts.timeLeft(whose, clock.seconds)),
    goes && texts.expires(goes),
  ].filter(truthy);
}

/**
 * @param {ListedGame} game
 * @param {OfferedScenario[]} scenarios
 * @param {Doings} doings
 */
function item(game, scenarios, { forget, keep, opponents }) {
  const held = seats.tokens(game.game);
  const ofAccount = game.account && seats.ofAccount(game.game, game.you);
  const token = held[game.you] ?? (ofAccount || Object.values(held)[0]);
  const scenario = scenarios.find(
    (one) => one.id === game.scenario && (one.of?.pack ?? one.pack?.id) === game.pack?.id,
  );
  const waits = mine(game) ? texts.yourTurn : texts.waiting(game.asked ?? null);
  const state = game.over ? texts.over : claimable(game) ? texts.claim : waits;
  const name = game.name || game.title;
  const seat = game.you === "both" ? texts.bothSides : words.side(game.you);
  const opponent = opponents.get(game.game);
  const levels = Object.values(game.commanders ?? {}).map(({ level, bot }) => bot ?? texts.level(level));
  const others = opponent ? [opponent] : levels;
  const facts = [
    game.name ? words.typed(game.title) : null,
    texts.turn(game.turn, game.turns),
    seat,
    others.length > 0 && texts.against(others),
    words.when(game.updated),
    ...times(game),
    game.account && texts.inAccount,
  ].filter(truthy);
  const keeping = { class: "plain keep", "aria-label": texts.keepGame(name, seat), onclick: () => keep?.(game) };
  const forgetting = { class: "plain", "aria-label": texts.forgetGame(name), onclick: () => forget(game) };
  return h(
    "li",
    { key: `${game.game} ${game.you}`, class: mine(game) ? "mine" : "" },
    h(
      "a",
      { href: seats.link(game.game, token) },
      h("span", { class: "game-map" }, scenario && h("img", { src: mapAddress(scenario), alt: "", decoding: "async" })),
      h(
        "span",
        { class: "game-text" },
        h("b", null, words.typed(name)),
        " ",
        h("span", { class: "game-state" }, state),
        h("span", { class: "small block" }, words.joined(facts, ", ")),
      ),
    ),
    keep && !game.account && h("button", keeping, texts.keep),
    h("button", forgetting, texts.forget),
  );
}
