// The editor's page: a map on the board, the tools beside it, and the server that says after each
// change what is wrong.

import { Board } from "../board/board.js";
import { certaintyKey, tints } from "../board/certainty.js";
import { byId, h, show } from "../common/html.js";
import { comparison } from "../common/packs.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import { Tabs } from "../panel/tabs.js";
import { pictureControls } from "../picture/controls.js";
import { MapPicture } from "../picture/map-picture.js";
import { Connection, Lost, Refusal } from "../session/connection.js";
import * as seats from "../session/seats.js";
import * as texts from "../texts/editor.js";
import { workStays } from "../texts/server.js";
import { Changes, changesPanel } from "./changes-panel.js";
import { Check } from "./check.js";
import { drawForm } from "./drawn-form.js";
import { faultsPanel } from "./faults-panel.js";
import { reveal } from "./form.js";
import { reader } from "./letter-rows.js";
import { Drawing } from "./map-drawing.js";
import { empty } from "./map-size.js";
import { Pack } from "./pack.js";
import { PackDocument } from "./pack-document.js";
import { packPanel } from "./pack-panel.js";
import { options, palette } from "./palette.js";
import { pending } from "./pending-marks.js";
import { shortcuts } from "./shortcuts.js";
import { start } from "./start.js";
import { systemOf } from "./systems.js";
import { certain } from "./tint-names.js";
import { ToolState } from "./tool-state.js";
import { pictureTool } from "./tools/picture.js";

/**
 * @import { Press } from "../board/board.js"
 * @import { Child } from "../common/html.js"
 * @import { EditorSystem } from "./systems.js"
 * @import { Fault } from "protocol"
 */

const connection = new Connection();
const packDocument = new PackDocument();
const check = new Check(connection);
const changes = new Changes(connection);
const board = new Board(byId("board"), {
  press: (where) => apply("press", where),
  stroke,
  drop: (unit, hex) => tool.drop?.(unit, hex),
  drag: () => {},
  describe: (hex) =>
    [
      texts.hexNumber(hex),
      tool.tell?.(hex),
      tool.aims && texts.sideSelected(board.sheet.directions[toolState.side]),
      ...faultsAt(hex).map((fault) => fault.text),
    ]
      .filter(truthy)
      .join(", "),
  focus: () => drawTools(),
});
const toolState = new ToolState(packDocument, board, { draw, say: (text) => (byId("aloud").textContent = text) });
const drawing = new Drawing(board);
const picture = new MapPicture(board, "shown");
/** What is wrong with the picture, in a sentence. */
let pictureTrouble = "";
const ownPicture = pictureTool(toolState, picture, { draw: drawPicture, said: () => pictureTrouble });
const pack = new Pack(connection, packDocument, () => tell(h("p", null, texts.cannotStore)));
// What the editor needs for the files that are open.
/** @type {EditorSystem} */
let system = systemOf(packDocument.paths);
let tools = toolsOf(system);
let tool = tools[0];
let certainty = false;

const open = () => Boolean(packDocument.paths.map);

const FILES = ["charts", "units", "scenario", "chits", "map"];

// What the panels hold, those of files by their role; which of these there are the system says.
/** @type {Record<keyof typeof texts.PANELS, () => Child>} */
const PANELS = {
  charts: file("charts"),
  units: file("units"),
  scenario: () => [h("p", { class: "hint" }, texts.ownScenario), file("scenario")()],
  chits: file("chits"),
  map: file("map"),
  faults: () => faultsPanel(toolState, check, go),
  changes: () => changesPanel(changes, packDocument.files, goTo, bothMaps),
  pack: () =>
    packPanel(pack.about, packDocument.files, {
      ready: ready(),
      saved: pack.id !== null,
      unsaved: packDocument.unsaved,
      on: { save, play, load, fresh: system.fresh && fresh, changed: () => pack.keepDraft() },
    }),
};
const tabs = new Tabs(
  byId("sidebar"),
  Object.entries(texts.PANELS).map(([id, title]) => ({ id, title })),
  (id) => {
    // Not all tabs are in sight on a phone.
    byId(`tab-${id}`).scrollIntoView({ block: "nearest", inline: "nearest" });
    if (!open()) return;
    if (tabs.open === "changes" && !changes.isOf(packDocument.files)) void changes.compare(packDocument.files);
    drawPanel();
  },
  { home: texts.toolsTab, first: "units" },
);

/** @param {string} role */
function file(role) {
  return () => system.panels[role]?.(toolState, new Set(check.faults.map((fault) => homeOf(fault).unit)), chooseUnit);
}

/** @param {EditorSystem} system */
function toolsOf(system) {
  const own = system.tools(toolState, {
    units: (hex) => units().filter((unit) => unit.hex === hex),
    faults: faultsAt,
    open: () => openUnit(),
  });
  return [...own, ownPicture];
}

/** The units of the files that are open. */
function units() {
  return system.roster(packDocument);
}

/** Lays out what the files that were opened need. */
function layOut() {
  system = systemOf(packDocument.paths);
  tools = toolsOf(system);
  for (const id of FILES) byId(`tab-${id}`).hidden = !system.panels[id];
  if (!tabs.small) tabs.show(system.first);
  take("look");
  // By the map's id, as the battle page knows it: all scenarios on a map share its picture.
  void picture.open(packDocument.file("scenario").map);
}

const ready = () => open() && check.settled && !check.faults.length;

/**
 * Where a fault is shown: in which panel, and at which unit.
 * @param {Fault} fault
 * @returns {{ panel?: string, unit?: number }}
 */
function homeOf({ file, place }) {
  const role = packDocument.role(file);
  if (role === null || !place) return {};
  const home = system.home?.(packDocument, role, place);
  if (home) return home;
  const unit = role === "units" ? /^unit\.(\d+)/.exec(place)?.[1] : undefined;
  return { panel: system.panels[role] && role, ...(unit !== undefined && { unit: Number(unit) }) };
}

/** The hex that a fault is shown at: its own, or that of the unit it is about. @param {Fault} fault */
function hexOf(fault) {
  if (fault.hex) return fault.hex;
  const { unit } = homeOf(fault);
  return unit === undefined ? undefined : units()[unit]?.hex;
}

/** @param {string} hex */
function faultsAt(hex) {
  return check.faults.filter((fault) => hexOf(fault) === hex);
}

/**
 * A press or a step of a drag, with the hexside it is nearest to.
 * @param {"press" | "begin" | "over"} phase
 * @param {Press | undefined} where
 */
function apply(phase, where) {
  if (!open() || !where || (phase === "press" && tool.point?.(where)) || !where.hex) return;
  const side = where.point && !where.key ? board.sheet.hexsideAt(where.hex, where.point) : toolState.side;
  if (where.point && !where.key) toolState.side = side;
  tool[phase]?.({ ...where, hex: where.hex, side });
}

/**
 * @param {"begin" | "over" | "end" | "cancel"} phase
 * @param {Press} [where]
 */
function stroke(phase, where) {
  if (phase === "begin") toolState.begin();
  if (phase === "begin" || phase === "over") apply(phase, where);
  if (phase === "end" || phase === "cancel") {
    tool.end?.();
    phase === "end" ? toolState.end() : toolState.cancel();
    draw();
  }
}

/** @param {string} id */
function take(id) {
  const before = tool;
  tool = tools.find((one) => one.id === id) ?? tools[0];
  if (tool !== before) before.hold?.(false);
  toolState.pen = null;
  board.paints = Boolean(tool.paints);
  byId("board").dataset.tool = id;
  if (tool !== before) tool.hold?.(true);
  draw();
}

/** @param {number} index */
function chooseUnit(index) {
  take("unit");
  toolState.unit = index;
  const unit = units()[index];
  if (unit?.hex) toolState.show(unit.hex);
  draw();
  byId("panel-units").scrollTop = 0;
}

function openUnit() {
  tabs.show("units");
  byId("panel-units").scrollTop = 0;
  byId("panel-units").querySelector("input")?.focus();
}

/** Leads to a fault: its field, its hex. @param {Fault} fault */
function go(fault) {
  const role = packDocument.role(fault.file);
  const { panel: tab, unit } = homeOf(fault);
  if (unit !== undefined) toolState.unit = unit;
  const hex = hexOf(fault);
  if (hex) toolState.show(hex);
  const { place } = fault;
  if (role === null || !place || !tab) return board.point(hex ?? null);
  reveal(role, place);
  tabs.show(tab);
  const panel = tabs.panel(tab);
  const invalid = [.../** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[aria-invalid]"))];
  const field = invalid.find((one) => place.startsWith(one.dataset.place ?? ""));
  const at = field ?? panel.querySelector(".entry-fault")?.closest(".entry") ?? panel;
  // A fold may have been shut since it was drawn.
  for (let fold = at.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  at.scrollIntoView({ block: "center" });
  (field ?? panel).focus({ preventScroll: true });
}

/** Shows hexes on the map. @param {string[]} hexes */
function goTo(hexes) {
  const onSheet = hexes.filter((hex) => board.sheet.hex(hex));
  if (onSheet.length) board.highlight(onSheet);
  else toolState.show(hexes[0]);
}

/** Shows the map as it is here beside that of a pack, or of the program. @param {string} against */
function bothMaps(against) {
  pack.flush();
  const work = packDocument.unsaved ? ["draft", pack.base].filter(truthy).join(":") : (pack.id ?? pack.base);
  leaving = true;
  location.href = comparison(pack.scenario ?? "", work ?? "own", against || "own");
}

function draw() {
  document.body.classList.toggle("choosing", !open());
  if (!open()) return;
  drawBar();
  drawBoard();
  drawTools();
  drawPanel();
}

/** While a drag goes on only what changes under the hand is drawn. */
function drawSoon() {
  if (!toolState.stroke) return draw();
  drawBar();
  drawBoard();
}

/** @param {"undo" | "redo"} way */
function step(way) {
  toolState.cancel();
  packDocument[way]();
  draw();
}

function drawBar() {
  show(byId("title"), words.typed(packDocument.file("scenario").title || texts.untitled));
  document.title = texts.pageTitle(byId("title").textContent ?? "", packDocument.unsaved);
  for (const [id, label] of [
    ["undo", packDocument.undoes],
    ["redo", packDocument.redoes],
  ]) {
    byId(id, HTMLButtonElement).disabled = label === null;
    byId(id, HTMLButtonElement).title = label ?? "";
  }
  byId("save", HTMLButtonElement).disabled = byId("play", HTMLButtonElement).disabled = !ready();
  const count = check.faults.length;
  byId("state").className = count ? "at-fault" : "";
  const sound = packDocument.unsaved ? texts.soundUnsaved : texts.sound;
  byId("state").textContent = !check.settled ? texts.checking : count ? texts.faultCount(count) : sound;
  byId("tab-faults").textContent = texts.faultsTab(count);
}

function drawTools() {
  if (!open() || !board.laid) return;
  drawForm(byId("orders"), toolState, check.faults, () => [
    palette(tools, tool, take),
    picture.laid && picture.stage === null && pictureControls(picture),
    options(tool),
    certainty && !tool.certain && certaintyKey(known()),
  ]);
}

function drawPicture() {
  if (!open()) return;
  drawBoard();
  drawTools();
}

function drawPanel() {
  const id = /** @type {keyof typeof PANELS | null} */ (tabs.open);
  if (id === null || !PANELS[id] || !board.laid) return;
  const title = h("h2", { class: "aloud" }, texts.PANELS[id]);
  drawForm(tabs.panel(id), toolState, check.faults, () => [title, PANELS[id]()]);
}

/** What each hex rests on, as it stands in the file now. */
function known() {
  const letter = reader(toolState.map.certainty);
  return [...board.sheet.hexes.values()].map((sheetHex) => ({
    hex: sheetHex.hex,
    certainty: certain(letter(sheetHex)),
  }));
}

function drawBoard() {
  if (!board.laid) return;
  const marks = pending(toolState.map, drawing.mapFile, board.sheet);
  const own = tool.marks?.() ?? {};
  const wrong = [...new Set(check.faults.map(hexOf))].filter(truthy).filter((hex) => board.sheet.hex(hex));
  const aim =
    tool.aims && board.cursor && board.sheet.hex(board.cursor)
      ? [{ hex: board.cursor, hexside: toolState.side, kind: "aim" }]
      : [];
  const shown =
    tool.counters || tool.id === "look" ? system.counters(units(), toolState.unit, Boolean(tool.counters)) : [];
  board.set({
    counters: shown,
    outlines: [
      ...(certainty || tool.certain ? tints(known()) : []),
      ...marks.outlines,
      ...(own.outlines ?? []),
      ...(toolState.pen && board.sheet.hex(toolState.pen) ? [{ hex: toolState.pen, kind: "pen" }] : []),
      ...wrong.map((hex) => ({ hex, kind: "fault", text: "!" })),
    ],
    lines: [...marks.lines, ...(own.lines ?? [])],
    edges: [...marks.edges, ...aim],
  });
}

packDocument.on("change", () => {
  if (toolState.unit !== null && !packDocument.file("units").unit?.[toolState.unit]) toolState.unit = null;
  check.request(packDocument.files, pack.base, pack.opened);
  pack.keepDraft();
  drawSoon();
});
picture.on("change", () => {
  pictureTrouble = "";
  drawPicture();
});
picture.on("trouble", (sentence) => {
  pictureTrouble = sentence;
  if (tool !== ownPicture) tell(h("p", null, sentence));
  drawPicture();
});
check.on("busy", () => open() && drawBar());
changes.on("change", () => tabs.open === "changes" && drawPanel());
check.on("trouble", (detail) => tell(words.sentence(detail)));
check.on("answer", async (detail) => {
  const map = detail.maps[packDocument.paths.map];
  if (map) await drawing.show(map, detail.files[packDocument.paths.map]);
  picture.refresh();
  drawSoon();
});

/** Something the whole page should know, above the tools. @param {Child[]} content */
function tell(...content) {
  byId("offer").hidden = false;
  show(byId("offer"), ...content);
}

/** @param {() => Promise<unknown>} doing */
async function orders(doing) {
  byId("offer").hidden = true;
  try {
    await doing();
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
    tell(
      h("p", null, words.sentence(error.message)),
      error instanceof Refusal &&
        error.data.faults &&
        h("p", null, h("button", { class: "plain", onclick: () => tabs.show("faults") }, texts.seeFaults)),
    );
  }
  draw();
}

const save = () => ready() && orders(() => pack.save());

function play() {
  return (
    ready() &&
    orders(async () => {
      const { game, tokens = {} } = await pack.play();
      seats.keep(game, tokens);
      leaving = true;
      location.href = seats.link(game, tokens.both);
    })
  );
}

/** @param {File} file */
function load(file) {
  return orders(async () => {
    if (packDocument.unsaved && !confirm(texts.unsavedOther)) return;
    const loaded = await pack.load(file);
    leaving = true;
    location.href = loaded;
  });
}

function fresh() {
  toolState.unit = null;
  packDocument.change(texts.emptySheet, (open) => {
    empty(open("map"));
    open("units").unit = [];
  });
}

let leaving = false;
// The browser's back button finds the page as it was.
addEventListener("pageshow", () => (leaving = false));
addEventListener("beforeunload", (event) => {
  pack.flush();
  // Nothing is lost, since the page keeps it, but it is not in any file yet.
  if (packDocument.unsaved && !leaving) event.preventDefault();
});

byId("undo").addEventListener("click", () => step("undo"));
byId("redo").addEventListener("click", () => step("redo"));
byId("save").addEventListener("click", () => save());
byId("play").addEventListener("click", () => play());
byId("certain").addEventListener("click", () => {
  certainty = !certainty;
  byId("certain").setAttribute("aria-pressed", String(certainty));
  draw();
});
byId("zoom-in").addEventListener("click", () => board.viewport.zoom(1.3));
byId("zoom-out").addEventListener("click", () => board.viewport.zoom(1 / 1.3));
byId("zoom-all").addEventListener("click", () => board.viewport.whole());
shortcuts({
  undo: () => open() && step("undo"),
  redo: () => open() && step("redo"),
  save,
  turn(step) {
    if (!tool.aims) return;
    toolState.side = (toolState.side + step + 6) % 6;
    drawBoard();
    drawTools();
    toolState.say(texts.sideNamed(board.sheet.directions[toolState.side]));
  },
  lift() {
    if (!toolState.pen) return tool.lift?.() ?? false;
    toolState.pen = null;
    draw();
    return true;
  },
});

connection.on("close", () => {
  byId("line").hidden = false;
  byId("line").textContent = workStays;
});
connection.on("open", () => {
  byId("line").hidden = true;
  if (open()) check.request(packDocument.files, pack.base, pack.opened);
  else start({ connection, pack, packDocument, element: byId("orders"), load, tell, fail, begun: layOut });
});

/** @param {string} message */
function fail(message) {
  document.body.classList.add("choosing");
  show(
    byId("orders"),
    h("h2", null, texts.cannotEdit),
    h("p", null, words.sentence(message)),
    h("p", null, h("a", { href: "/editor" }, texts.chooseElse)),
  );
}
