// The place of what is asked, drawn large: the map about its hexes, the counter, or the chart.

import { Board } from "../board/board.js";
import { chip } from "../board/counter-face.js";
import { byId, held, show } from "../common/html.js";
import { Check } from "../editor/check.js";
import { Drawing } from "../editor/map-drawing.js";
import { systemOf } from "../editor/systems.js";
import { MapPicture } from "../picture/map-picture.js";

/**
 * @import { Connection } from "../session/connection.js"
 * @import { Pack } from "../editor/pack.js"
 * @import { PackDocument } from "../editor/pack-document.js"
 * @import { EditorUnit } from "../editor/systems.js"
 * @import { StepView } from "./step-view.js"
 * @import { AskedTold, KindTold, StepTold } from "protocol"
 */

/** A counter's side on the screen, in pixels. */
const COUNTER = 260;

export class Stage {
  /** @type {import("protocol").DataFile | null} */
  #map = null;
  /** @type {string | null} */
  #unit = null;
  /** @type {(() => void) | null} */
  #first = null;
  #hidden = false;

  /**
   * @param {Connection} connection
   * @param {PackDocument} packDocument
   * @param {Pack} pack
   */
  constructor(connection, packDocument, pack) {
    this.packDocument = packDocument;
    this.pack = pack;
    this.board = new Board(byId("board"), { press: () => {} });
    this.drawing = new Drawing(this.board);
    this.picture = new MapPicture(this.board, "shown");
    this.check = new Check(connection);
    this.check.on("answer", async ({ files, maps }) => {
      const path = packDocument.paths.map;
      if (!maps[path]) return;
      await this.drawing.show(maps[path], files[path]);
      this.picture.refresh();
      this.#first?.();
      this.#first = null;
    });
  }

  /** Resolves when the map lies there. */
  async begin() {
    byId("board").hidden = false;
    const lies = new Promise((resolve) => (this.#first = () => resolve(undefined)));
    this.changed();
    await lies;
    // By the map's id, as the battle page knows it: all scenarios on a map share its picture.
    void this.picture.open(this.packDocument.file("scenario").map);
  }

  /** The files have changed: the map is drawn anew if it is another, and the counter. */
  changed() {
    const map = this.packDocument.file("map");
    if (map && map !== this.#map) {
      this.#map = map;
      this.check.request({ [this.packDocument.paths.map]: map }, this.pack.base, this.pack.opened);
    }
    if (this.#unit) this.#counter(this.#unit);
  }

  /**
   * Shows where a step stands.
   * @param {StepTold} step
   * @param {KindTold} kind
   * @param {StepView} view
   */
  open(step, kind, view) {
    const units = step.file === this.packDocument.paths.units;
    const map = step.file === this.packDocument.paths.map;
    this.#unit = units ? (step.table ?? null) : null;
    document.body.dataset.stage = map ? "map" : kind.form === "cells" ? "chart" : units ? "counter" : "none";
    byId("board").hidden = !map;
    byId("drawn").hidden = map;
    if (kind.form === "cells") show(byId("drawn"), held(view.boxes));
    else if (this.#unit) this.#counter(this.#unit);
    else show(byId("drawn"));
    if (map) {
      const hexes = [...new Set(step.asked.flatMap((asked) => asked.hexes ?? []))];
      this.#mark(hexes, null);
    }
  }

  /**
   * Leads to what is in hand.
   * @param {StepTold} step
   * @param {AskedTold} asked
   */
  point(step, asked) {
    if (step.file !== this.packDocument.paths.map) return;
    const { sheet, viewport } = this.board;
    const here = (asked.hexes ?? []).filter((hex) => sheet.hex(hex));
    if (here.length) {
      const middles = here.map((hex) => sheet.centre(hex));
      const x = middles.reduce((sum, at) => sum + at.x, 0) / here.length;
      const y = middles.reduce((sum, at) => sum + at.y, 0) / here.length;
      // Near enough that a hex is as large as on the printed sheet.
      if (viewport.k < 30 / viewport.radius) viewport.open(x, y);
      viewport.centre(x, y, true);
    }
    this.#mark([...new Set(step.asked.flatMap((one) => one.hexes ?? []))], here);
  }

  /**
   * @param {string[]} all
   * @param {string[] | null} here
   */
  #mark(all, here) {
    const { sheet } = this.board;
    const side = here?.length === 2 ? sheet.hexsideTo(here[0], here[1]) : -1;
    this.board.set({
      outlines: [
        ...all.filter((hex) => sheet.hex(hex) && !here?.includes(hex)).map((hex) => ({ hex, kind: "asked" })),
        ...(here ?? []).map((hex) => ({ hex, kind: "in-hand" })),
      ],
      edges: here && side >= 0 ? [{ hex: here[0], hexside: side, kind: "in-hand" }] : [],
    });
  }

  /**
   * Hides what was read, for who reads it again: the drawn counter and the drawn map.
   * @param {boolean} hidden
   */
  hide(hidden) {
    this.#hidden = hidden;
  }

  /** @param {string} id */
  #counter(id) {
    if (this.#hidden) return show(byId("drawn"));
    const system = systemOf(this.packDocument.paths);
    const unit = system.roster(this.packDocument).find((one) => one.id === id);
    if (!unit) return show(byId("drawn"));
    // Both faces, as they lie on the counter sheet.
    const faces = [unit, unit.fresh && { ...unit, fresh: undefined }].filter(Boolean);
    const drawn = faces.flatMap((face) =>
      system.counters([/** @type {EditorUnit} */ ({ ...face, hex: face.hex ?? "0000" })], null, false),
    );
    show(
      byId("drawn"),
      drawn.map((counter) => chip(counter, COUNTER)),
    );
  }
}
