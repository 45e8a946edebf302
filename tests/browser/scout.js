// The scout asks the server what a player would have to work out by looking: what is legal, and
// what has become of it. It never gives an order: that is for hands on the page.

import assert from "node:assert/strict";
import { PATIENCE } from "./browser.js";

/** Runs in the page: one WebSocket, questions on it, and the newest version of each game watched. */
function listen() {
  const waiting = new Map();
  const versions = new Map();
  let watchers = [];
  let next = 0;
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws`);
  const open = new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error("no WebSocket")));
  });
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    if (message.method === "game.changed") {
      versions.set(message.params.game, message.params.version);
      watchers = watchers.filter((look) => !look());
      return;
    }
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  window.ask = async (method, params) => {
    await open;
    const id = ++next;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return answer;
  };
  window.after = (game, version) =>
    new Promise((resolve) => {
      const look = () => {
        const newest = versions.get(game);
        if (!(newest > version)) return false;
        resolve(newest);
        return true;
      };
      if (!look()) watchers.push(look);
    });
}

export class Scout {
  static async at(browser, address) {
    const scout = new Scout();
    scout.context = await browser.newContext();
    scout.context.setDefaultTimeout(PATIENCE);
    scout.page = await scout.context.newPage();
    await scout.page.goto(`${address}/rules`);
    await scout.page.evaluate(listen);
    return scout;
  }

  /** The answer to a question, or an Error with the server's own words. */
  async ask(method, params = {}) {
    const { result, error } = await this.page.evaluate(
      ([method, params]) => window.ask(method, params),
      [method, params],
    );
    if (error) throw Object.assign(new Error(`${method}: ${error.message}`), error);
    return result;
  }

  /** A game to look into, by the address of a seat: `…/game/ID#TOKEN`. */
  async game(link) {
    const address = new URL(link);
    const game = address.pathname.split("/")[2];
    const token = address.hash.slice(1).split(".")[0];
    const { view } = await this.ask("game.watch", { game, token });
    const { scenarios } = await this.ask("initialize");
    const { map } = scenarios.find((scenario) => scenario.id === view.scenario);
    const layout = await this.page.evaluate(async (map) => (await fetch(`/maps/${map}.json`)).json(), map);
    return new Known(this, { game, token, layout });
  }

  close() {
    return this.context.close();
  }
}

/** One game as the scout knows it. */
export class Known {
  constructor(scout, { game, token, layout }) {
    Object.assign(this, { scout, game, token, layout });
    this.places = new Map(layout.hexes.map((place) => [place.hex, place]));
  }

  ask(method, params = {}) {
    return this.scout.ask(method, { game: this.game, token: this.token, ...params });
  }

  view() {
    return this.ask("game.view");
  }

  options() {
    return this.ask("game.options");
  }

  targets(verb, subject) {
    return this.ask("game.targets", { verb, subject });
  }

  preview(order) {
    return this.ask("game.preview", { order });
  }

  /** The view once something was added to the record after a version. */
  async after(version) {
    const changed = this.scout.page.evaluate(([game, version]) => window.after(game, version), [this.game, version]);
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`nothing happened after version ${version}`)), PATIENCE);
    });
    try {
      await Promise.race([changed, late]);
    } finally {
      clearTimeout(timer);
    }
    return this.view();
  }

  /** Where a hex lies on the sheet, in its own units. */
  place(hex) {
    const place = this.places.get(hex);
    assert.ok(place, `there is no hex ${hex}`);
    return place;
  }

  /** How far apart two hexes lie, in steps as the crow flies. */
  apart(a, b) {
    const [from, to] = [this.place(a), this.place(b)];
    return Math.hypot(from.x - to.x, from.y - to.y) / (this.layout.radius * Math.sqrt(3));
  }
}
