// The games this browser holds seats in, each with its map and whose turn it is.

import { lasting } from "../agreement/clock-time.js";
import { moment } from "../agreement/words.js";
import { h } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import * as seats from "../session/seats.js";
import { mapAddress } from "./battles.js";

/**
 * @import { ListedGame } from "protocol"
 * @import { OfferedScenario } from "./battles.js"
 */

/** So many are shown at once; the others are folded away. */
const SHOWN = 3;

/**
 * What is done with a game of the list; `keep` puts it into the account, where somebody is signed in. `opponents`:
 * who plays the other side of a game, by the game, as far as it is known.
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
    rest.length > 0 && h("details", null, h("summary", null, `${words.count(rest.length, "more game")}`), list(rest)),
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
 * What is left of the time of whoever's clock runs, and until when a game nobody has begun is kept.
 * @param {ListedGame} game
 */
export function times({ clock, goes, you }) {
  const whose = clock && (clock.running === you ? "you have" : `the ${words.side(clock.running)} side has`);
  return [
    clock && (clock.seconds < 0 ? `${whose} run out of time` : `${whose} ${lasting(clock.seconds)} left`),
    goes && `deleted ${moment(goes)} if nobody gives an order`,
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
  const waits = mine(game) ? "Your turn" : `Waiting for the ${words.side(game.asked)} side`;
  const state = game.over ? "Over" : claimable(game) ? "Yours to claim" : waits;
  const name = game.name || game.title;
  const seat = game.you === "both" ? "both sides" : words.side(game.you);
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
        h(
          "span",
          { class: "small block" },
          [
            game.name ? words.typed(game.title) : null,
            `turn ${game.turn} of ${game.turns}`,
            seat,
            against(game, opponents.get(game.game)),
            words.when(game.updated),
            ...times(game),
            game.account && "in your account",
          ]
            .filter(truthy)
            .flatMap((one, at) => (at ? [", ", one] : [one])),
        ),
      ),
    ),
    keep &&
      !game.account &&
      h(
        "button",
        { class: "plain keep", "aria-label": `Keep in my account: ${name}, ${seat}`, onclick: () => keep(game) },
        "Keep in my account",
      ),
    h("button", { class: "plain", "aria-label": `Forget ${name}`, onclick: () => forget(game) }, "Forget"),
  );
}

/**
 * "against the general", if a computer plays; "against Ben", if it is known who does.
 * @param {ListedGame} game
 * @param {string} [opponent]
 */
function against({ commanders = {} }, opponent) {
  if (opponent) return words.isolated`against ${opponent}`;
  const levels = Object.values(commanders).map(({ level, bot }) => bot ?? `the ${level}`);
  return levels.length > 0 && ["against ", words.listedNames(levels)];
}
