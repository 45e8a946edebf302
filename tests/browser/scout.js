// The scout asks the server what a player would have to work out by looking: what is legal, and
// what has become of it. Orders are for hands on the page; what they have shown to work it may give.

import assert from "node:assert/strict";
import { once } from "node:events";
import { WebSocket } from "ws";
import { PATIENCE } from "./browser.js";

/** The server's line: questions on it, and the newest version of each game that is watched. */
class Line {
  #waiting = new Map();
  #versions = new Map();
  #watchers = new Set();
  #next = 0;

  static async to(address) {
    const line = new Line();
    line.socket = new WebSocket(`${address.replace(/^http/, "ws")}/ws`);
    line.socket.on("message", (data) => line.#hear(JSON.parse(data)));
    await once(line.socket, "open");
    // Who is asked no more need not hear that the server has gone.
    line.socket.on("error", () => {});
    line.socket.on("close", () => {
      for (const { reject } of line.#waiting.values()) reject(new Error("the server has closed the line"));
    });
    return line;
  }

  #hear({ id, method, params, result, error }) {
    if (method === "game.changed") {
      this.#versions.set(params.game, params.version);
      for (const look of this.#watchers) look();
    }
    const one = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) one?.reject(Object.assign(new Error(`${one.method}: ${error.message}`), error));
    else one?.resolve(result);
  }

  ask(method, params) {
    const id = ++this.#next;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { method, resolve, reject });
      this.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  /** Done once a watched game has come beyond a version. */
  beyond(game, version) {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!(this.#versions.get(game) > version)) return;
        clearTimeout(timer);
        this.#watchers.delete(look);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#watchers.delete(look);
        reject(new Error(`nothing happened after version ${version}`));
      }, PATIENCE).unref();
      this.#watchers.add(look);
      look();
    });
  }
}

export class Scout {
  static async at(browser, address) {
    const scout = new Scout();
    Object.assign(scout, { browser, address, line: await Line.to(address) });
    return scout;
  }

  /** The answer to a question, or an Error with the server's own words. */
  ask(method, params = {}) {
    return this.line.ask(method, params);
  }

  /** What the server sends for a path: JSON. */
  async fetch(path) {
    return (await fetch(this.address + path)).json();
  }

  /** What a function comes to in a page of the server's that nobody else is at. */
  async inPage(does, ...given) {
    if (!this.context) {
      this.context = await this.browser.newContext();
      this.context.setDefaultTimeout(PATIENCE);
      this.page = await this.context.newPage();
      await this.page.goto(`${this.address}/rules`);
    }
    return this.page.evaluate(does, ...given);
  }

  /** A game to look into, by the address of a seat: `…/game/ID#TOKEN`. */
  async game(link) {
    const address = new URL(link);
    const game = address.pathname.split("/")[2];
    const token = address.hash.slice(1).split(".")[0];
    const { view } = await this.ask("game.watch", { game, token });
    const { scenarios } = await this.ask("initialize");
    const { map } = scenarios.find((scenario) => scenario.id === view.scenario);
    const layout = await this.fetch(`/maps/${map}.json`);
    return new Known(this, { game, token, layout });
  }

  async close() {
    this.line.socket.terminate();
    await this.context?.close();
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

  give(order) {
    return this.ask("game.order", { order });
  }

  /** The view once something was added to the record after a version. */
  async after(version) {
    await this.scout.line.beyond(this.game, version);
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
