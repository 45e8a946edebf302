// Which counters, words, questions and panels belong to a game: those of its system.

import { blindSwords } from "./blind-swords/page.js";
import { blueGray } from "./blue-gray/page.js";

const SYSTEMS = { kernstown: blindSwords };

/**
 * A system as the page shows it: `ask(kind)` the class that puts a question, `counter(unit)` a unit's face, `marks(unit)` classes of
 * its counter, `marksKey()` the key to the board's marks, `said(unit)` the unit read aloud, `sentence(play, event)` an event in words,
 * `lines(unit, view)` what the inspector says of it, `phase(view)`, `turn(view)`, `tabs` beside log, victory and map, `panel(id, at)` what
 * they hold, `doing(question)` what is said while the other side is at it; `wide` are the kinds of questions about the whole field, `sees`
 * is set where the server tells lines of sight, `meet(view)`, if there, is told of every newer view.
 */
export function systemOf(view) {
  return SYSTEMS[view?.system] ?? blueGray;
}
