// Who plays a game that is one of a match, for the head of its page.

import { Denied } from "../account/api.js";
import { isolated, person } from "../common/words.js";
import { matchOf } from "./api.js";

/**
 * "against Ben" for a player, "Ann against Ben" for who looks on (the Union first); nothing for a game of no match.
 * @param {string} game
 * @param {string | null | undefined} you
 */
export async function opponents(game, you) {
  try {
    const match = await matchOf(game);
    const players = match?.games.find((one) => one.game === game)?.players;
    if (!players) return null;
    if (you === "union" || you === "confederate")
      return isolated`against ${person(players[you === "union" ? "confederate" : "union"])}`;
    return isolated`${person(players.union)} against ${person(players.confederate)}`;
  } catch (error) {
    // The game goes on without the names.
    if (error instanceof Denied) return null;
    throw error;
  }
}
