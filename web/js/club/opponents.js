// Who plays a game that is one of a match, for the head of its page.

import { Denied } from "../account/api.js";
import { matchOf } from "./api.js";
import { named } from "./club-words.js";

/**
 * "against Ben" for a player, "Ann against Ben" for who looks on (the Union first); nothing for a game of no match.
 * @param {string} game
 * @param {string | null | undefined} you
 */
export async function opponents(game, you) {
  try {
    const match = await matchOf(game);
    const players = match?.games.find((one) => one.game === game)?.players;
    if (!players) return "";
    if (you === "union" || you === "confederate")
      return `against ${named(players[you === "union" ? "confederate" : "union"])}`;
    return `${named(players.union)} against ${named(players.confederate)}`;
  } catch (error) {
    // The game goes on without the names.
    if (error instanceof Denied) return "";
    throw error;
  }
}
