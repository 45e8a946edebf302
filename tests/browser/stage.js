// A page, and what brings a game on it to a state of `states.js`; the sizes and the schemes at which
// one looks at it.

import { askEverything, asked, faces, Hand } from "./hand.js";
import { laid } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { decide } from "./player.js";

export const SIZES = {
  desk: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};
export const SCHEMES = ["light", "dark"];

/**
 * The orders that a hand gave on the page up to the first question of a kind; whoever wants to see
 * it once more gives them to the server.
 */
const kernstownOrders = new Map();

/** A page, and what brings a game on it to a state. */
export class Stage {
  constructor({ program, scout, page }) {
    Object.assign(this, { program, scout, page });
  }

  /** Opens a game; `you`: the seat. */
  async open({ game, tokens }, you = "both") {
    const link = `${this.program.address}/game/${game}#${tokens[you]}`;
    this.link = link;
    this.known = await this.scout.game(link);
    await this.page.goto(link);
    await laid(this.page);
    this.mouse = new Mouse(this.page, this.known);
  }

  /** A new game for both sides at this screen. */
  async begin(scenario, more = {}) {
    await this.open(await this.scout.ask("game.new", { scenario, ...more }));
  }

  /** A position, the whole map in sight. */
  async position(position) {
    await this.open(await this.scout.ask("game.position", position));
    await this.page.locator("#zoom-all").click();
  }

  /** A game against a computer. */
  async against(scenario, side, level) {
    const other = side === "union" ? "confederate" : "union";
    const game = await this.scout.ask("game.new", { scenario, commanders: { [other]: { level } } });
    await this.open(game, side);
  }

  /** Plays, by what is legal, until it is this seat's movement in that game-turn, and looks at it. */
  async turn(turn) {
    await this.page.goto("about:blank");
    let moved = 0;
    let view = await this.known.view();
    for (;;) {
      const mine = view.question?.side === view.seat;
      if (mine && view.turn >= turn && view.question.kind === "movement") break;
      if (!view.question) break;
      const order = mine ? await decide(this.known, view, moved) : null;
      if (order) {
        moved = "move" in order ? moved + 1 : 0;
        await this.known.ask("game.order", { order });
      }
      view = mine ? await this.known.view() : await this.known.after(view.version);
    }
    await this.page.goto(this.link);
    await laid(this.page);
  }

  /** Kernstown up to the first question of that kind at which something can be done, and does it. */
  async kernstown(kind) {
    const dice = faces(400, 51 * 7919);
    // Nobody is asked about chits that cannot be played.
    const options = { "ask-union": false, "ask-confederate": false };
    const game = await this.scout.ask("game.new", {
      scenario: "kernstown-1-stone-wall",
      mode: "hot-seat",
      dice,
      options,
    });
    const orders = [...(kernstownOrders.get(kind) ?? [])];
    for (const order of orders) await this.scout.ask("game.order", { game: game.game, token: game.tokens.both, order });
    this.page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        const { method, params } = JSON.parse(payload);
        if (method === "game.order") orders.push(params.order);
      }),
    );
    await askEverything(this.page);
    await this.open(game);
    let view = await this.known.view();
    await asked(this.page, view);
    // Chits are covered where they are to be seen: not in every question.
    const cover = this.page.locator("#uncover-both");
    if (await cover.isVisible()) await cover.click();
    const hand = new Hand(this.page, this.known);
    for (;;) {
      const { verbs } = await this.known.options();
      if (view.question.kind === kind && verbs.some(({ verb }) => verb === kind)) break;
      view = await hand.answer(view);
    }
    kernstownOrders.set(kind, [...orders]);
    hand.answer(view).catch(() => {});
  }
}
