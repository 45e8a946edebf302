// Who plays a game that is one of a match, for the head of its page.

import { Denied } from "../account/api.js";
import { against, person } from "../common/words.js";
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
    const [union, confederate] = [person(players.union), person(players.confederate)];
    if (you === "union") return against(confederate);
    return you === "confederate" ? against(union) : against(union, confederate);
  } catch (error) {
    // The game goes on without the names.
    if (error instanceof Denied) return null;
    throw error;
  }
}
