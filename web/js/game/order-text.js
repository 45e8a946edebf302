// An order in a few words: its verb and whom it is about. No rules: whatever an order names is
// named.

import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import * as texts from "../texts/game.js";

/**
 * @import { Play } from "./play.js"
 * @import { Order, OrderFields } from "protocol"
 */

/**
 * "Move Wilder to 1207", "Attack 1207 with Wood and Davis".
 * @param {Play} play
 * @param {Order} order
 */
export function orderText(play, order) {
  const said = play.page.phrase?.(play.view, order);
  if (said) return said;
  const [[verb, fields]] = /** @type {[string, OrderFields][]} */ (Object.entries(order));
  const name = (/** @type {string} */ id) => words.unitName(play.unitOf(id)) || id;
  const named = [fields.unit, ...(fields.units ?? []), ...(fields.attackers ?? [])].filter(truthy);
  const places = [fields.to ?? fields.path?.at(-1), fields.hex, ...(fields.defenders ?? [])].filter(truthy);
  const [units, hexes] = [[...new Set(named)].map(name), [...new Set(places)]];
  const title = words.capital(verb.replaceAll("-", " "));
  if (fields.attackers) return texts.attack(title, hexes, units);
  return [title, words.listed(units), hexes.length && texts.to(hexes)].filter(truthy).join(" ");
}
