// What the questions and panels of every game system say.

import { listed } from "../common/words.js";

// The tabs
export const turns = "Turns";
export const forces = "Forces";
export const standingOrders = "Standing orders";

// Any question
export const listHexes = "List the hexes";
export const deselect = "Deselect";

// The turn track
export const turnTrack = "Turn track";
export const delayed = "delayed";

// A throw
export const someOf = (/** @type {string[]} */ all) =>
  all.length > 3 ? `${all.slice(0, 2).join(", ")} and ${all.length - 2} more` : listed(all);

// Standing orders
export const onlyPlayers = "Only players give standing orders.";
export const otherNotTold = "The other side is not told. A question already asked is still yours to answer.";
/** @type {Record<"ask" | "always" | "never", string>} */
export const answering = { ask: "ask me", always: "always", never: "never" };
