// The order of battle as a list: who begins on the map, who comes when, and the values of the one
// that is chosen.

import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { fields } from "../../../editor/form.js";
import { unitForm, unitList } from "../../../editor/unit-list.js";
import { list } from "../../../texts/editor.js";
import { UNIT } from "./forms.js";
import { bySchedule, roster } from "./roster.js";

/** @import { EditorSystem } from "../../../editor/systems.js" */

/** @type {EditorSystem["panels"][string]} */
export function unitsPanel(toolState, wrong, choose) {
  const units = roster(toolState.packDocument);
  const chosen = units[toolState.unit ?? -1];
  return [
    chosen && unitForm(chosen, fields(toolState, "units", `unit.${chosen.index}`, UNIT)),
    words.EACH_SIDE.map((side) => [
      h("h3", null, words.side(side)),
      bySchedule(units.filter((unit) => unit.side === side)).map(([when, some]) => [
        h("h4", { class: "small" }, list(when, some.length)),
        unitList(toolState, some, wrong, choose, (unit) =>
          h("span", { class: "small" }, ` ${unit.hex ?? (unit.entry ?? []).join(" ")}`),
        ),
      ]),
    ]),
  ];
}
