// The battle page: puts the table, the panels and the keys together.

import { certaintyKey, reconstructed, tints } from "../board/certainty.js";
import { Connection, Lost, Refusal } from "../session/connection.js";
import { RulesPanel } from "../rules/rules-panel.js";
import { h, show } from "../common/html.js";
import * as memory from "../dice/memory.js";
import * as menu from "./menu.js";
import { Advice } from "../panel/advice.js";
import { DiceThrow } from "../dice/throw.js";
import { alarm, diceWait, findings, verdict } from "../dice/fairness.js";
import { Inspector } from "../panel/inspector.js";
import { Log, toldEvents } from "../panel/log.js";
import { waiting } from "../panel/waiting.js";
import { RefusalPanel, explanation } from "../panel/refusal.js";
import { Review } from "../panel/review.js";
import { aboutMapPanel } from "../panel/about-map.js";
import { score, victoryPanel } from "../panel/victory.js";
import { Play } from "./play.js";
import { Replay } from "./replay.js";
import * as seats from "../session/seats.js";
import { hexesOf } from "./scene.js";
import { Session } from "../session/session.js";
import { shortcuts } from "./shortcuts.js";
import { Tabs } from "../panel/tabs.js";
import { Lesson } from "../tutorial/lesson.js";
import * as words from "../common/words.js";

/**
 * @import { Line } from "../board/board.js"
 * @import { Child } from "../common/html.js"
 * @import { Entry } from "protocol"
 */

const at = (id) => document.getElementById(id);
const learning = location.pathname === "/learn";
const game = learning ? null : decodeURIComponent(location.pathname.split("/")[2] ?? "");
const { token, noted } = seats.opened(location.hash);

const connection = new Connection();
const session = new Session(connection, game, token, noted);
const play = new Play(session, at("board"));
const rulesPanel = new RulesPanel(at("rules-panel"));
const inspector = new Inspector(at("inspector"), play);
const refusal = new RefusalPanel(at("refusal"), play);
const diceThrow = new DiceThrow(at("dice"), () => play.page);
const replay = new Replay(at("replay"), play);
const mark = (hexes) => play.board.highlight(hexes);
const tabs = new Tabs(
  at("sidebar"),
  [
    { id: "log", title: "Log" },
    { id: "victory", title: "Victory" },
    { id: "map", title: "Map" },
  ],
  () => session.view && drawPanels(),
);
const log = new Log(tabs.panel("log"), {
  show: mark,
  look: () => replay.start(),
  sentence: (event) => play.page.sentence(play, event),
  facesOf: (event) => play.page.facesOf(event),
});

const advice = new Advice(play);
/** The review's lines, while one looks at the moment they belong to. */
let reviewed = { view: null, lines: [] };
let review = null;
play.strokes = () =>
  play.past ? (play.past === reviewed.view ? reviewed.lines : []) : play.prompt ? advice.lines : [];
session.pace.addEventListener("change", () => session.view && drawOrders());
session.addEventListener("thinking", () => session.view && drawOrders());

const lesson = learning ? new Lesson(at("lesson"), { connection, session, play, fail }) : null;

let layout = null;
let scenario = null;
let sides = ["union", "confederate"];

/**
 * Reads out: one line after another, so that none is swallowed.
 * @param {string} text
 */
function aloud(text) {
  at("aloud").textContent = text;
}

async function lay() {
  const known = await connection.call("initialize");
  const { pack } = session.view;
  const offered = pack
    ? (await connection.call("pack.list", { packs: [pack.id] })).packs.find((one) => one.pack === pack.id)?.scenarios
    : known.scenarios;
  scenario = offered?.find((one) => one.id === session.view.scenario) ?? null;
  sides = scenario?.sides ?? sides;
  const map = scenario?.map ?? session.view.map;
  // The next game of a tutorial is played on the same sheet, and may lie there as it lies.
  if (layout?.map === map) return;
  const of = pack ? `?pack=${encodeURIComponent(pack.id)}` : "";
  const answer = await fetch(`/maps/${encodeURIComponent(map)}.json${of}`);
  if (!answer.ok) throw new Error(`The map "${map}" could not be loaded (${answer.status}).`);
  layout = { ...(await answer.json()), map };
  play.board.lay(layout, `/maps/${encodeURIComponent(map)}.svg${of}`, scenario?.title ?? map);
  const mine = session.view.units.filter(
    (unit) => unit.hex && unit.side === (session.view.question?.side ?? session.view.phasing),
  );
  const sheetHexes = mine.map((unit) => play.board.sheet.hex(unit.hex)).filter(Boolean);
  const middle = (axis) => sheetHexes.reduce((sum, sheetHex) => sum + sheetHex[axis], 0) / sheetHexes.length;
  if (sheetHexes.length) {
    const { viewport } = play.board;
    const [x, y] = [middle("x"), middle("y")];
    viewport.open(x, y);
    // Units that stand far apart have their middle where nobody stands.
    const near = sheetHexes.reduce((best, sheetHex) =>
      Math.hypot(sheetHex.x - x, sheetHex.y - y) < Math.hypot(best.x - x, best.y - y) ? sheetHex : best,
    );
    if (!sheetHexes.some((sheetHex) => viewport.sees(sheetHex.x, sheetHex.y))) viewport.open(near.x, near.y);
  }
  at("sheet-note").hidden = !reconstructed(layout.hexes);
  at("title").textContent = scenario?.title ?? "Longroll";
  play.draw();
  lesson?.laid();
}

session.addEventListener("change", async ({ detail }) => {
  const { fresh, first } = detail;
  if (first) {
    document.body.classList.add("ready");
    document.body.dataset.system = session.view.system;
    if (!tabs.panels.has(play.page.tabs[0].id)) tabs.insert(play.page.tabs, "victory");
    log.clear();
    replay.clear();
    diceThrow.finish();
    if (token && session.you) seats.keep(game, { [session.you]: token });
    try {
      await lay();
    } catch (error) {
      if (!(error instanceof Lost)) fail(error.message);
      return;
    }
    if (!lesson) offerSeat();
    return;
  }
  const events = fresh.flatMap((entry) => entry.events ?? []);
  follow(fresh);
  if (events.length) {
    aloud(
      events
        .map((event) => play.page.sentence(play, event))
        .filter(Boolean)
        .join(" "),
    );
    // Dice are watched order by order; who is in a hurry, or comes back to many orders, does not wait for them to fall.
    if (fresh.length === 1 && !session.pace.hurrying) diceThrow.watch(events);
    else diceThrow.finish();
  }
  if (session.view.phase === "over" && events.some((event) => event.event === "game-ended")) tabs.show("victory");
});

/**
 * What a computer does is marked on the map and brought into sight.
 * @param {Entry[]} fresh
 */
function follow(fresh) {
  const entry = fresh.filter(({ side, order }) => order && session.commands(side)).at(-1);
  play.doneHexes = entry ? [...new Set(toldEvents(entry).flatMap((event) => hexesOf(event, session.view)))] : [];
  const sheetHex = play.past ? null : play.board.sheet?.hex(play.doneHexes[0]);
  if (sheetHex && !play.board.viewport.sees(sheetHex.x, sheetHex.y)) play.board.viewport.centre(sheetHex.x, sheetHex.y);
  // Drawn again: the table may have been drawn before this was known.
  if (play.doneHexes.length) play.drawBoard();
}

/** The review has a tab of its own once it is asked for. */
function showReview() {
  if (!review) {
    tabs.insert([{ id: "review", title: "Review" }]);
    review = new Review(tabs.panel("review"), play, { look: lookAt });
  }
  tabs.show("review");
  review.draw();
}

/**
 * Looks back at a moment of the review, with what the general would have done.
 * @param {number} version
 * @param {Line[]} lines
 */
async function lookAt(version, lines) {
  try {
    const view = await session.call("game.view", { version });
    reviewed = { view, lines };
    await play.look(view);
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
    play.say(error.message);
  }
}

session.addEventListener("line", () => {
  const lost = !session.caughtUp;
  at("line").hidden = !lost;
  at("line").textContent = lost ? "Connection lost. Trying to reach the server; your game is kept there." : "";
});

if (!lesson)
  session.addEventListener("fault", ({ detail }) =>
    fail(detail.code === 3 ? "There is no such game on this server." : detail.message),
  );

/**
 * @param {string} message
 */
function fail(message) {
  document.body.classList.add("ready");
  show(
    at("orders"),
    h("h2", null, "This game cannot be shown"),
    h("p", null, words.sentence(message)),
    h("p", null, h("a", { href: "/" }, "To the first page")),
  );
}

/** Colours the map by what its hexes rest on, or no longer. */
function tint() {
  if (!reconstructed(layout?.hexes)) return;
  play.tints = play.tints.length ? [] : tints(layout.hexes);
  at("sheet-note").setAttribute("aria-pressed", String(play.tints.length > 0));
  at("sheet-key").hidden = !play.tints.length;
  show(at("sheet-key"), certaintyKey(layout.hexes));
  play.say(play.tints.length ? "The map shows what each hex rests on." : "The map is plain again.");
  play.draw();
}

/** Who opened the page without a link but holds one may take the seat. */
function offerSeat() {
  if (token) return;
  for (const [seat, secret] of Object.entries(seats.tokens(game))) {
    const name = seat === "both" ? "both sides" : `the ${words.side(seat)} side`;
    at("refusal").hidden = false;
    show(
      at("refusal"),
      h("p", null, "You are watching, but you hold a seat in this game."),
      h("button", { onclick: () => ((location.href = seats.link(game, secret)), location.reload()) }, `Play ${name}`),
    );
  }
}

play.addEventListener("draw", () => {
  // A die of the present has no place in the past.
  if (play.past) diceThrow.finish();
  drawBar();
  drawOrders();
  drawPanels();
  inspector.draw();
});

function drawBar() {
  const { view } = play;
  const night = play.page.isNight(view);
  show(
    at("phase"),
    h("span", null, play.page.turn(view)),
    night && h("span", { class: "night-tag" }, "☾ Night"),
    h("b", null, play.page.phase(view)),
  );
  show(
    at("score"),
    h("button", { class: "plain", onclick: () => tabs.show("victory"), title: "Victory points" }, score(view, sides)),
  );
  const live = !play.past;
  at("undo").disabled = !(live && session.view.undo);
  at("redo").disabled = !(live && session.view.redo);
  document.title = `${session.question ? "● " : ""}${at("title").textContent}: ${play.page.phase(view)}`;
}

function drawOrders() {
  const { prompt, view } = play;
  at("orders").dataset.side = view.question?.side ?? "";
  at("orders").dataset.version = view.version;
  at("orders").setAttribute("aria-busy", String(Boolean(prompt?.stale)));
  const now = !play.past && [alarm(session.shares), diceWait(play)];
  const asked = () => (advice.shown ? [advice.panel(), prompt.orders()] : [prompt.orders(), advice.panel()]);
  show(
    at("orders"),
    now,
    prompt
      ? asked()
      : waiting(play, {
          replay,
          download,
          victory: () => tabs.show("victory"),
          rulesPanel,
          review: showReview,
          check: checkDice,
          checked,
        }),
  );
  if (view.phase === "over" && !play.past && !checked) checkQuietly();
}

/** Whether an entry of the log is marked. */
let marked = false;

function drawPanels() {
  const { view } = play;
  log.update(session);
  if (play.past) log.mark(play.past.version);
  else if (marked) log.mark();
  marked = Boolean(play.past);
  const own = play.page.tabs.find(({ id }) => id === tabs.open);
  if (own)
    drawPanel(
      own.id,
      own.title,
      play.page.panel(own.id, { view, sides, show: mark, play, session, redraw: drawPanels }),
    );
  if (tabs.open === "victory") drawPanel("victory", "Victory", victoryPanel(view, sides, mark));
  if (tabs.open === "map")
    drawPanel(
      "map",
      "About this map",
      aboutMapPanel({
        layout,
        scenario,
        pack: view.pack,
        tinted: play.tints.length > 0,
        tint,
        show: mark,
        marks: play.page.marksKey(),
      }),
    );
}

/**
 * The tab shows the title to the eye; for the ear, and for the order of the headings, it stands in the panel too.
 * @param {string} id
 * @param {string} title
 * @param {Child} content
 */
function drawPanel(id, title, content) {
  show(tabs.panel(id), h("h2", { class: "aloud" }, title), content);
}

play.addEventListener("uncovered", () => (log.clear(), log.update(session)));
play.addEventListener("said", ({ detail }) => aloud(detail));
play.addEventListener("inspect", ({ detail }) => inspector.look(detail.hex, detail.pinned));
play.addEventListener("refused", ({ detail }) =>
  detail ? refusal.show(detail.refusal, detail.order) : refusal.clear(),
);
play.addEventListener("explained", ({ detail }) =>
  menu.open(at("dialog"), detail.legal ? "Why it is legal" : "Why it is refused", explanation(detail)),
);

/** What the page found when it checked the dice of the game that is over. */
let checked = null;

async function auditDice() {
  const [{ audit }, { record }] = await Promise.all([import("../dice/audit.js"), session.call("game.save")]);
  const known = { ...memory.held(session.game), both: session.you === "both" };
  return audit(record, { known, own: memory.shareOf, you: session.shares.side });
}

/** Once the game is over its dice are checked without being asked. */
async function checkQuietly() {
  checked = { verdict: null };
  try {
    checked = await auditDice();
    aloud(verdict(checked));
    drawOrders();
  } catch (error) {
    checked = null;
    if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
  }
}

async function checkDice() {
  try {
    menu.open(at("dialog"), "The dice", findings(await auditDice()));
  } catch (error) {
    if (error instanceof Refusal || error instanceof Lost) play.refuse({ message: error.message });
    else throw error;
  }
}

async function download() {
  try {
    const { record } = await session.call("game.save");
    const text = typeof record === "string" ? record : record.map((line) => JSON.stringify(line)).join("\n");
    const address = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    h("a", { href: address, download: `${session.view.scenario}-${game}.jsonl` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  } catch (error) {
    if (error instanceof Refusal || error instanceof Lost) play.refuse({ message: error.message });
    else throw error;
  }
}

at("undo").addEventListener("click", () => play.undo());
at("redo").addEventListener("click", () => play.redo());
at("open-rules").addEventListener("click", () => (rulesPanel.shown ? rulesPanel.close() : rulesPanel.open()));
at("open-menu").addEventListener(
  "click",
  () => session.view && menu.gameMenu(at("dialog"), { session, replay, download, check: checkDice }),
);
at("zoom-in").addEventListener("click", () => play.board.viewport.zoom(1.3));
at("zoom-out").addEventListener("click", () => play.board.viewport.zoom(1 / 1.3));
at("zoom-all").addEventListener("click", () => play.board.viewport.whole());
at("sheet-note").addEventListener("click", () => {
  tint();
  // On a small screen the panel would cover what is to be seen.
  if (play.tints.length && !tabs.small) tabs.show("map");
});
shortcuts({
  play,
  rulesPanel,
  tabs,
  replay,
  tint,
  dialog: at("dialog"),
  help: at("open-help"),
  orders: at("orders"),
  board: at("board"),
});
// Another seat's link pasted over this one is another page.
addEventListener("hashchange", () => location.reload());
if (lesson) {
  document.body.classList.add("learning");
  await lesson.start();
}
