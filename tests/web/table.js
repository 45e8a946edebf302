// The table without a page: what the battle page makes of a game, on a board that only remembers what is laid on it,
// and presses as a hand would make them.

import assert from "node:assert/strict";
import { Sheet } from "../../web/js/board/sheet.js";
import { Play } from "../../web/js/game/play.js";
import { page as kernstown } from "../../web/js/games/blind-swords/page.js";
import { page as blueGray } from "../../web/js/games/blue-gray/page.js";
import { program, scout, sit, until } from "./server.js";

const PAGES = { "blue-gray-1975": blueGray, kernstown };

export class Table {
  said = [];
  refused = [];
  /** What the board shows: see `scene`. */
  state = {};

  /**
   * A game at its table; `game` and `tokens` as the server gave them, `you` the seat; `dress` is given the table
   * before its session hears anything.
   */
  static async at({ game, tokens }, you = "both", dress = () => {}) {
    const table = new Table();
    const token = tokens[you];
    table.known = await scout.game(`${program.address}/game/${game}#${token}`);
    const board = {
      sheet: new Sheet(table.known.layout),
      set: (state) => (table.state = state),
      highlight: () => {},
      trace: (path, signs) => Object.assign(table, { traced: path, signs }),
      focused: () => null,
    };
    const lay = (on) => {
      table.on = on;
      return board;
    };
    table.session = await sit(
      { game, token },
      {
        dress: (session) => {
          table.play = new Play(session, lay, (view) => PAGES[view.system]);
          table.play.on("said", (text) => table.said.push(text));
          table.play.on("refused", (told) => told && table.refused.push(told));
          dress(table);
        },
      },
    );
    // A share of the dice that this seat is to tell is told: it changes the version.
    await until(table.session, ({ view, shares }) => view.dice.shares?.[shares.side] !== "asked");
    await table.ready();
    return table;
  }

  /** A position at its table. */
  static async lay(position, you) {
    return Table.at(await scout.ask("game.position", { scenario: "training", phase: "combat", ...position }), you);
  }

  get prompt() {
    return this.play.prompt;
  }

  get view() {
    return this.session.view;
  }

  /** Waits until the question at hand knows what may be done. */
  async ready() {
    await this.prompt?.begin();
  }

  /** A press on the board, on a unit or on the ground of a hex. */
  async press({ unit = null, hex = unit && this.play.unitOf(unit).hex, ...more }) {
    const { version } = this.session;
    await this.prompt.press({ unit, hex, named: unit === null, ...more });
    if (this.session.version > version) await this.ready();
  }

  /** Does something that gives an order; fails unless just one order is given, and gives it back with its view. */
  async given(does) {
    const { version } = this.session;
    await does();
    await until(this.session, (session) => session.version > version);
    await this.ready();
    const { order } = this.session.entries.get(version + 1);
    assert.ok(order, "an order was given");
    return order;
  }

  /** Where a unit stands. */
  where(id) {
    return this.view.units.find((unit) => unit.id === id).hex;
  }

  /** What is marked on the board of a kind: the hexes of targets or outlines. */
  hexes(what, kind) {
    return this.state[what].filter((one) => one.kind.split(" ").includes(kind)).map(({ hex }) => hex);
  }

  /** The counters with a mark. */
  marked(mark) {
    return this.state.counters.filter(({ classes }) => classes.join(" ").split(" ").includes(mark)).map(({ id }) => id);
  }

  /** Gives an order by presses as the mouse does, and the last step by what its button does. */
  give(order) {
    const [[verb, fields]] = Object.entries(order);
    return this.given(() => this[verb]?.(fields) ?? this.play.order(order));
  }

  async move({ unit, to }) {
    if (this.where(unit)) await this.press({ unit });
    else await this.prompt.choose(unit, true);
    await this.press({ hex: to });
  }

  async attack({ attackers, defenders, column }) {
    await this.draft({ attackers, defenders });
    if (column) await this.prompt.chooseColumn(column, this.prompt.draft.column);
    await this.prompt.commit();
  }

  /** Chooses just these units and hexes; whom the rules send along comes along. */
  async draft({ attackers, defenders }) {
    for (const hex of defenders) await this.press({ hex });
    for (const unit of attackers) if (!this.prompt.attackers.has(unit)) await this.press({ unit });
    for (const unit of this.prompt.attackers) if (!attackers.includes(unit)) await this.press({ unit });
    await this.prompt.settled;
  }

  async retreat({ unit, to, displace = [] }) {
    if (this.prompt.unit !== unit) await this.press({ unit });
    await this.press({ hex: to });
    for (const link of displace) {
      this.prompt.offer(link.unit);
      await this.press({ hex: link.to });
    }
  }

  async lose({ units }) {
    for (const unit of this.prompt.question.units)
      if (this.prompt.paid.has(unit) !== units.includes(unit)) await this.press({ unit });
    assert.ok(this.prompt.exact);
    await this.play.order({ lose: { units: [...this.prompt.paid] } });
  }

  async advance({ unit, to }) {
    if (this.prompt.unit !== unit) await this.press({ unit });
    await this.press({ hex: to });
  }
}
Table.prototype["withdraw-battery"] = Table.prototype.retreat;
