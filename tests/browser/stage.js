// A page, and what brings a game on it to a state of `states.js`; the sizes and the schemes at which
// one looks at it.

import { askEverything } from "./browser.js";
import { beforeFire, Hand } from "./hand.js";
import { laid } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { decide } from "./player.js";

export const SIZES = {
  desk: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};
export const SCHEMES = ["light", "dark"];

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

  /** Kernstown where the Union fires, and does it. */
  async fire() {
    await askEverything(this.page);
    await this.open(await beforeFire(this.scout));
    const view = await this.known.view();
    new Hand(this.page, this.known).answer(view).catch(() => {});
  }
}
