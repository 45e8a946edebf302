// How the battle page shows each game: its style sheet, its counters, words, questions and panels.

import { GAMES, IDS } from "./registry.js";
import { style } from "./styles.js";

/**
 * @import { Outline } from "../board/board.js"
 * @import { CounterFace } from "../board/counter-face.js"
 * @import { Child } from "../common/html.js"
 * @import { Play } from "../game/play.js"
 * @import { Prompt } from "../game/prompt.js"
 * @import { Panel } from "../panel/tabs.js"
 * @import { Session } from "../session/session.js"
 * @import { GameId } from "./registry.js"
 * @import { BattleFacts, Order, Question, Side, ToldEvent, Unit, View } from "protocol"
 */

/**
 * What a panel of a game is drawn from; `show` marks hexes on the map.
 * @template {View} [V=View]
 * @typedef {{
 *   view: V, sides: Side[], show: (hexes: string[]) => void, play: Play, session: Session,
 *   redraw: () => void,
 * }} PanelContext
 */

/** @typedef {new (play: Play, question: any) => Prompt} PromptClass */

/**
 * A throw of dice as it is told on the map: the hex it is about, if any, and the others that are
 * attacked with it, the hexes it comes from, what is shown before the dice fall and after, and all
 * of it in a line; `attack`: whether it decides an attack.
 * @typedef {{
 *   event: ToldEvent, faces: number[], hex: string | null, to?: string[], from: string[],
 *   before: Child, after: Child, text: string, attack: boolean,
 * }} Throw
 */

/**
 * How the battle page shows the games of a system.
 * @typedef {{
 *   promptFor(kind: string): PromptClass,
 *   wide: Set<string>,
 *   acting(view: View): Unit[],
 *   counter(unit: Unit): CounterFace & { id: string, hex: string | null },
 *   counterClasses(unit: Unit): (string | false | undefined)[],
 *   unitAloud(unit: Unit): string,
 *   unitDetails(unit: Unit, view: View): Child,
 *   sentence(play: Play, event: ToldEvent): string,
 *   facesOf(event: ToldEvent): number[],
 *   throws(view: View, events: ToldEvent[]): Throw[],
 *   harm(was: Unit, is: Unit): string,
 *   phase(view: View): string,
 *   turn(view: View): string,
 *   ended(before: View, after: View): Side | "both" | null,
 *   phasingSide(view: View): Side | null,
 *   isNight(view: View): boolean,
 *   owing(view: View): Set<string>,
 *   outlines(view: View): Outline[],
 *   marksKey(): Child,
 *   tabs: Panel[],
 *   panel(id: string, context: PanelContext): Child,
 *   doing(question: Question): string,
 *   phrase?(view: View, order: Order): string,
 *   where(view: View): Child,
 *   waiting(play: Play): Child,
 *   seesLines: boolean,
 *   tells: Set<string>,
 *   total(stack: Unit[]): string,
 *   battle(facts: BattleFacts | undefined): void,
 *   meet(view: View): void,
 * }} GamePage
 *
 * `throws` are the throws among events that follow on a view, `harm` what a unit has suffered in a few
 * words, or nothing; `promptFor` gives the class that puts a question; `wide` are the questions about the whole field,
 * which need not be brought into sight; `acting` are the units on the map that an order is asked for, where they are
 * fewer than the side has; `ended` says whose turn
 * ended between two views, if one did; `phasingSide` whose turn it is, if it is either side's, even while the other
 * is asked; `owing` are the units that still have to do something;
 * `outlines` are drawn whatever is asked; `where` says where in the turn one is while nothing is
 * asked of this seat, which a question says itself; `doing` is said while the other side is at it, and
 * `waiting` shown; `seesLines`: the server tells lines of sight; `tells`: what else can be
 * asked of it at any time; `total` is the strength of a stack; `battle` hears what
 * is told of the battle before it is drawn, and `meet` is told of every newer view.
 */

/** @type {Record<GameId, () => Promise<{ page: GamePage }>>} */
const MODULES = {
  "blue-gray-1975": () => import("./blue-gray/page.js"),
  kernstown: () => import("./blind-swords/page.js"),
};

/** @type {Map<string, GamePage>} */
const PAGES = new Map();

/**
 * Loads how games of a system are shown, once; of a system that the page does not know, nothing.
 * @param {string} system
 */
export async function load(system) {
  const id = IDS.find((one) => one === system);
  if (!id || PAGES.has(id)) return;
  const [{ page }] = await Promise.all([MODULES[id](), style(GAMES[id].styles)]);
  PAGES.set(id, page);
}

/**
 * The page of the game that a view is of, once it is loaded.
 * @param {View} view
 */
export function pageOf(view) {
  const page = PAGES.get(view.system);
  if (!page) throw new Error(`This page does not know the game system "${view.system}".`);
  return page;
}
