// What the editor needs for the files of each game: its tools, its panels, its counters.

import { EDITORS } from "../games/editors.js";

/**
 * @import { BoardCounter } from "../board/board.js"
 * @import { Child } from "../common/html.js"
 * @import { PackDocument } from "./pack-document.js"
 * @import { Tool } from "./palette.js"
 * @import { ToolState } from "./tool-state.js"
 * @import { Arm, DataFile, Fault, Side } from "protocol"
 */

/**
 * A unit of the order of battle that is open: what its file says of it, its position there, and
 * itself in a few words.
 * @typedef {DataFile & { index: number, text: string, side: Side, type: Arm, hex?: string | null }} EditorUnit
 */

/**
 * What the tools ask of the page.
 * @typedef {{
 *   units: (hex: string) => EditorUnit[], faults: (hex: string) => Fault[], open: () => void,
 * }} ToolContext
 */

/**
 * What the editor needs for the files of a game: `owns` says whether files of these roles are its
 * own; `panels` by role, `wrong`: the units that are at fault; `first` is the panel that opens; `home`
 * says in which panel, and at which unit, a place of a file is shown, where that is not the panel of
 * its role; `fresh`: an empty sheet can be begun.
 * @typedef {{
 *   owns: (paths: Record<string, string>) => boolean,
 *   tools: (toolState: ToolState, more: ToolContext) => Tool[],
 *   panels: Record<string, (toolState: ToolState, wrong: Set<number | undefined>, choose: (at: number) => void) => Child>,
 *   first: string,
 *   roster: (packDocument: PackDocument) => EditorUnit[],
 *   counters: (units: EditorUnit[], chosen: number | null, live: boolean) => BoardCounter[],
 *   home?: (packDocument: PackDocument, role: string, place: string) => { panel: string, unit?: number } | null,
 *   fresh: boolean,
 * }} EditorSystem
 */

/** The system whose files are open, by what there is among them. @param {Record<string, string>} paths */
export function systemOf(paths) {
  return EDITORS.find((system) => system.owns(paths)) ?? EDITORS[0];
}
