// The editor's page: a map on the board, the tools beside it, and the server that says after each change what is wrong.

import { Board } from "../board/board.js";
import { certaintyKey, tints } from "../board/certainty.js";
import { Connection, Lost, Refusal } from "../session/connection.js";
import { h, show } from "../common/html.js";
import * as seats from "../session/seats.js";
import { Tabs } from "../panel/tabs.js";
import * as words from "../common/words.js";
import { Bench } from "./tool-state.js";
import { Check } from "./check.js";
import { deskOf } from "./systems.js";
import { faultsPanel } from "./faults-panel.js";
import { mark, refresh, reveal } from "./form.js";
import { certain } from "./tint-names.js";
import { Drawing } from "./map-drawing.js";
import { Pack } from "./pack.js";
import { packPanel } from "./pack-panel.js";
import { options, palette } from "./palette.js";
import { pending } from "./pending-marks.js";
import { reader } from "./letter-rows.js";
import { keys } from "./shortcuts.js";
import { empty } from "./map-size.js";
import { start } from "./start.js";
import { Work } from "./pack-document.js";

const at = (id) => document.getElementById(id);
const connection = new Connection();
const work = new Work();
const check = new Check(connection);
const board = new Board(at("board"), {
  press: (where) => apply("press", where),
  stroke,
  drop: (unit, hex) => tool.drop?.(unit, hex),
  drag: () => {},
  describe: (hex) => [`Hex ${hex}`, tool.tell?.(hex), tool.aims && `${board.sheet.directions[bench.side]} side in hand`, ...faultsAt(hex).map((fault) => fault.text)].filter(Boolean).join(", "),
  focus: () => drawTools(),
});
const bench = new Bench(work, board, { draw, say: (text) => (at("aloud").textContent = text) });
const drawing = new Drawing(board);
const pack = new Pack(connection, work, () => tell(h("p", null, "This browser keeps nothing for this page. Save your work before you leave.")));
/** What lies on the desk for the files that are open. */
let desk = deskOf(work);
let tools = toolsOf(desk);
let tool = tools[0];
let certainty = false;

const open = () => Boolean(work.paths.map);

const FILES = ["charts", "units", "scenario", "chits", "map"];

/** Panels with their titles, those of files by their role; which of these there are the desk says. */
const PANELS = {
  charts: ["Charts", file("charts")],
  units: ["Units", file("units")],
  scenario: ["Scenario", () => [h("p", { class: "hint" }, "A scenario of your own: give it another title and short name."), file("scenario")()]],
  chits: ["Chits", file("chits")],
  map: ["Map", file("map")],
  faults: ["Faults", () => faultsPanel(bench, check, go)],
  pack: ["Pack", () => packPanel(pack.about, work.files, { ready: ready(), saved: pack.id !== null, unsaved: work.unsaved, on: { save, play, load, fresh: desk.fresh && fresh, changed: () => pack.keepDraft() } })],
};
const tabs = new Tabs(at("desk"), Object.entries(PANELS).map(([id, [title]]) => ({ id, title })), () => open() && drawPanel(true), { home: "Tools", first: "units" });

function file(role) {
  return () => desk.panels[role]?.(bench, check.faults, (index) => chooseUnit(index));
}

function toolsOf(desk) {
  return desk.tools(bench, { units: (hex) => units().filter((unit) => unit.hex === hex), faults: faultsAt, open: () => openUnit() });
}

/** The units of the files that are open. */
function units() {
  return desk.roster(work);
}

/** Lays out what the files that were opened need. */
function layOut() {
  desk = deskOf(work);
  tools = toolsOf(desk);
  for (const id of FILES) at(`tab-${id}`).hidden = !desk.panels[id];
  if (!tabs.small) tabs.show(desk.first);
  take("look");
}

const ready = () => open() && check.settled && !check.faults.length;

/** The hex that a fault is shown at: its own, or that of the unit it is about. */
function hexOf(fault) {
  if (fault.hex || work.role(fault.file) !== "units") return fault.hex;
  return units()[/^unit\.(\d+)/.exec(fault.place ?? "")?.[1]]?.hex;
}

function faultsAt(hex) {
  return check.faults.filter((fault) => hexOf(fault) === hex);
}

/** A press or a step of a drag, with the hexside it is nearest to. */
function apply(phase, where) {
  if (!open() || !where?.hex) return;
  const side = where.point && !where.key ? board.sheet.side(where.hex, where.point) : bench.side;
  if (where.point && !where.key) bench.side = side;
  tool[phase]?.({ ...where, side });
}

function stroke(phase, where) {
  if (phase === "begin") bench.begin();
  if (phase === "begin" || phase === "over") apply(phase, where);
  if (phase === "end" || phase === "cancel") {
    tool.end?.();
    phase === "end" ? bench.end() : bench.cancel();
    draw();
  }
}

function take(id) {
  tool = tools.find((one) => one.id === id) ?? tools[0];
  bench.pen = null;
  board.paints = Boolean(tool.paints);
  at("board").dataset.tool = id;
  draw();
}

function chooseUnit(index) {
  take("unit");
  bench.unit = index;
  const unit = units()[index];
  if (unit?.hex) bench.show(unit.hex);
  draw();
  at("panel-units").scrollTop = 0;
}

function openUnit() {
  tabs.show("units");
  at("panel-units").scrollTop = 0;
  at("panel-units").querySelector("input")?.focus();
}

/** Leads to a fault: its field, its hex. */
function go(fault) {
  const role = work.role(fault.file);
  const tab = desk.panels[role] && role;
  if (fault.place && role === "units") bench.unit = Number(/^unit\.(\d+)/.exec(fault.place)?.[1] ?? bench.unit);
  const hex = hexOf(fault);
  if (hex) bench.show(hex);
  if (!fault.place || !tab) return board.point(hex);
  reveal(role, fault.place);
  tabs.show(tab);
  const panel = tabs.panel(tab);
  const field = panel.querySelector("[aria-invalid]") && [...panel.querySelectorAll("[aria-invalid]")].find((one) => fault.place.startsWith(one.dataset.place));
  (field ?? panel.querySelector(".entry-fault")?.closest(".entry") ?? panel).scrollIntoView?.({ block: "center" });
  (field ?? panel).focus({ preventScroll: true });
}

function typingIn(container) {
  const held = document.activeElement;
  return container.contains(held) && held.matches("textarea, input:not([type=radio], [type=checkbox], [type=file])");
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
  if (!bench.stroke) return draw();
  drawBar();
  drawBoard();
}

/** Steps back and forth change forms too, even under the cursor of whoever types in them. */
function step(way) {
  bench.cancel();
  work[way]();
  drawTools(true);
  drawPanel(true);
}

function drawBar() {
  at("title").textContent = work.document("scenario").title || "Without a title";
  document.title = `${work.unsaved ? "● " : ""}${at("title").textContent}: the editor`;
  for (const [id, label] of [["undo", work.undoes], ["redo", work.redoes]]) {
    at(id).disabled = label === null;
    at(id).title = label ?? "";
  }
  at("save").disabled = at("play").disabled = !ready();
  const count = check.faults.length;
  at("state").className = count ? "at-fault" : "";
  at("state").textContent = !check.settled ? "Checking…" : count ? words.count(count, "fault") : work.unsaved ? "Sound, not saved" : "Sound";
  at("tab-faults").textContent = count ? `Faults (${count})` : "Faults";
}

function drawTools(anew = false) {
  if (!open() || !board.sheet) return;
  if (!anew && typingIn(at("orders"))) refresh(at("orders"), bench, check.faults);
  else {
    show(at("orders"), palette(tools, tool, take), options(tool), certainty && !tool.certain && certaintyKey(known()));
    mark(at("orders"), bench, check.faults);
  }
}

/** `anew`: even if someone is typing in it. */
function drawPanel(anew = false) {
  const id = tabs.open;
  if (!PANELS[id] || !board.sheet) return;
  const panel = tabs.panel(id);
  if (!anew && typingIn(panel)) return refresh(panel, bench, check.faults);
  const [title, content] = PANELS[id];
  show(panel, h("h2", { class: "aloud" }, title), content());
  mark(panel, bench, check.faults);
}

/** What each hex rests on, as it stands in the file now. */
function known() {
  const letter = reader(bench.map.certainty);
  return [...board.sheet.hexes.values()].map((place) => ({ hex: place.hex, certainty: certain(letter(place)) }));
}

function drawBoard() {
  if (!board.sheet) return;
  const marks = pending(bench.map, drawing.document, board.sheet);
  const own = tool.marks?.() ?? {};
  const wrong = [...new Set(check.faults.map(hexOf))].filter((hex) => hex && board.sheet.centre(hex));
  const aim = tool.aims && board.cursor && board.sheet.centre(board.cursor) ? [{ hex: board.cursor, way: bench.side, kind: "aim" }] : [];
  const shown = tool.counters || tool.id === "look" ? desk.counters(units(), bench.unit, Boolean(tool.counters)) : [];
  board.set({
    counters: shown,
    outlines: [
      ...(certainty || tool.certain ? tints(known()) : []),
      ...marks.outlines,
      ...(own.outlines ?? []),
      ...(bench.pen && board.sheet.centre(bench.pen) ? [{ hex: bench.pen, kind: "pen" }] : []),
      ...wrong.map((hex) => ({ hex, kind: "fault", text: "!" })),
    ],
    lines: [...marks.lines, ...(own.lines ?? [])],
    edges: [...marks.edges, ...aim],
  });
}

work.addEventListener("change", () => {
  if (bench.unit !== null && !work.document("units").unit?.[bench.unit]) bench.unit = null;
  check.ask(work.files, pack.base);
  pack.keepDraft();
  drawSoon();
});
check.addEventListener("busy", () => open() && drawBar());
check.addEventListener("trouble", ({ detail }) => tell(words.sentence(detail)));
check.addEventListener("answer", async ({ detail }) => {
  const map = detail.maps[work.paths.map];
  if (map) await drawing.show(map, detail.files[work.paths.map]);
  drawSoon();
});

/** Something the whole page should know, above the tools. */
function tell(...content) {
  at("offer").hidden = false;
  show(at("offer"), ...content);
}

async function orders(doing) {
  at("offer").hidden = true;
  try {
    await doing();
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
    tell(h("p", null, words.sentence(error.message)), error.data?.faults && h("p", null, h("button", { class: "plain", onclick: () => tabs.show("faults") }, "See the faults")));
  }
  draw();
}

const save = () => ready() && orders(() => pack.save());

function play() {
  return (
    ready() &&
    orders(async () => {
      const made = await pack.play();
      seats.keep(made.game, made.tokens);
      leaving = true;
      location.href = seats.link(made.game, made.tokens.both);
    })
  );
}

function load(file) {
  return orders(async () => {
    if (work.unsaved && !confirm("There is unsaved work on this page. Open the other pack all the same? What is here stays in this browser.")) return;
    const loaded = await pack.load(file);
    leaving = true;
    location.href = loaded;
  });
}

function fresh() {
  bench.unit = null;
  work.change("Begin with an empty sheet", (open) => {
    empty(open("map"));
    open("units").unit = [];
  });
}

let leaving = false;
// Whoever comes back by the browser's own button finds the page as it was.
addEventListener("pageshow", () => (leaving = false));
addEventListener("beforeunload", (event) => {
  pack.flush();
  // What this page keeps by itself is not lost, but whoever leaves should know that it is in no file yet.
  if (work.unsaved && !leaving) event.preventDefault();
});

at("undo").addEventListener("click", () => step("undo"));
at("redo").addEventListener("click", () => step("redo"));
at("save").addEventListener("click", () => save());
at("play").addEventListener("click", () => play());
at("certain").addEventListener("click", () => {
  certainty = !certainty;
  at("certain").setAttribute("aria-pressed", String(certainty));
  draw();
});
at("zoom-in").addEventListener("click", () => board.viewport.zoom(1.3));
at("zoom-out").addEventListener("click", () => board.viewport.zoom(1 / 1.3));
at("zoom-all").addEventListener("click", () => board.viewport.whole());
keys({
  undo: () => open() && step("undo"),
  redo: () => open() && step("redo"),
  save,
  turn: (step) => tool.aims && ((bench.side = (bench.side + step + 6) % 6), drawBoard(), drawTools(), bench.say(`${board.sheet.directions[bench.side]} side`)),
  lift: () => (bench.pen ? ((bench.pen = null), draw(), true) : (tool.lift?.() ?? false)),
});

connection.addEventListener("close", () => {
  at("line").hidden = false;
  at("line").textContent = "The server cannot be reached. Your work stays here; nothing is checked until it answers.";
});
connection.addEventListener("open", () => {
  at("line").hidden = true;
  if (open()) check.ask(work.files, pack.base);
  else start({ connection, pack, work, place: at("orders"), load, tell, fail, begun: layOut });
});

function fail(message) {
  document.body.classList.add("choosing");
  show(at("orders"), h("h2", null, "This cannot be edited"), h("p", null, words.sentence(message)), h("p", null, h("a", { href: "/editor" }, "Choose something else")));
}
