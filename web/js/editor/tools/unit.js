// Units on the map: chosen, dragged to where they begin, or given the hexes at which they come on.

import { actions, h } from "../../common/html.js";
import * as words from "../../common/words.js";
import * as texts from "../../texts/editor.js";

/**
 * @import { Child } from "../../common/html.js"
 * @import { Tool } from "../palette.js"
 * @import { PackDocument, Recipe } from "../pack-document.js"
 * @import { EditorUnit, ToolContext } from "../systems.js"
 * @import { ToolState } from "../tool-state.js"
 */

/**
 * What a game has of its own: its units; `name` in the steps of the work; `told(unit)` where it begins; `ask(unit)` for
 * a hex; `place(unit, hex)` puts it there and gives the sentence to be said; `enter(unit, hex)` where a unit that is
 * not on the map is asked for the hexes at which it comes on; `buttons(unit)` besides those of all games; `create(like,
 * hex)` and `drop(unit)` are recipes.
 * @typedef {{
 *   roster: (packDocument: PackDocument) => EditorUnit[], name: (unit: EditorUnit) => string,
 *   told: (unit: EditorUnit) => Child, ask: (unit: EditorUnit) => string,
 *   place: (unit: EditorUnit, hex: string) => string, enter?: (unit: EditorUnit, hex: string) => unknown,
 *   buttons: (unit: EditorUnit) => ([id: string, text: string, onclick: () => unknown] | false | undefined)[],
 *   create: (like: EditorUnit | null, hex: string | null) => Recipe, removal: string, drop: (unit: EditorUnit) => Recipe,
 * }} UnitGame
 */

/** @type {(toolState: ToolState, context: ToolContext, game: UnitGame) => Tool} */
export function unitTool(toolState, { open }, game) {
  const units = () => game.roster(toolState.packDocument);
  const chosen = () => (toolState.unit === null ? null : units()[toolState.unit]) ?? null;
  const here = (/** @type {string} */ hex) => units().filter((one) => one.hex === hex);
  const pick = (/** @type {number | null} */ index) => {
    toolState.unit = index;
    toolState.draw();
  };
  const place = (/** @type {number} */ index, /** @type {string | null} */ hex) => {
    toolState.unit = index;
    const one = chosen();
    if (!one || !hex) return;
    const said = game.place(one, hex);
    toolState.draw();
    toolState.say(said);
  };
  const add = () => {
    toolState.change(texts.addUnit, game.create(chosen(), toolState.nearby()));
    pick(units().length - 1);
    open();
  };
  const drop = (/** @type {EditorUnit} */ one) => {
    toolState.change(texts.removes(game.name(one)), game.drop(one));
    pick(null);
  };
  const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => unknown} */ onclick) =>
    h("button", { id, onclick }, text);
  return {
    id: "unit",
    ...texts.TOOLS.unit,
    counters: true,
    options: () => {
      const one = chosen();
      return [
        one
          ? [
              h("p", null, h("b", null, one.text), `, ${words.side(one.side)} ${one.type}, `, game.told(one)),
              h("p", { class: "hint" }, game.ask(one)),
            ]
          : h("p", { class: "hint" }, texts.chooseUnit),
        actions(
          one && button("edit-unit", texts.itsValues, open),
          one && game.buttons(one).map((own) => own && button(...own)),
          one &&
            !one.hex &&
            !(game.enter === undefined && one.entry) &&
            button("to-map", texts.toMap, () => place(one.index, toolState.nearby())),
          button("add-unit", texts.addUnit, add),
          one && button("drop-unit", game.removal, () => drop(one)),
        ),
      ];
    },
    press: (at) => {
      toolState.at = at;
      const one = chosen();
      if (at.unit !== null && at.unit !== undefined) return pick(Number(at.unit));
      const stack = here(at.hex);
      if (at.key === "space" && stack.length)
        return pick(stack[(stack.findIndex((each) => each.index === toolState.unit) + 1) % stack.length].index);
      if (one && one.hex !== at.hex) return game.enter && !one.hex ? game.enter(one, at.hex) : place(one.index, at.hex);
      if (stack.length) return pick(stack[0].index);
    },
    drop: (index, hex) => place(Number(index), hex),
    lift() {
      if (toolState.unit === null) return false;
      pick(null);
      return true;
    },
    marks: () => ({ outlines: toolState.listed(chosen()?.entry ?? []) }),
    tell: (hex) =>
      here(hex)
        .map((one) => one.text)
        .join(", ") || texts.noUnit,
  };
}
