// The battle page: puts the table, the panels and the keys together.

import { Clocks } from "../agreement/clock.js";
import { toldAgreement, WaitingOffers } from "../agreement/waiting-offers.js";
import { Board } from "../board/board.js";
import { certaintyKey, reconstructed, tints } from "../board/certainty.js";
import { boxOf } from "../board/viewport.js";
import { closeByBack } from "../common/back.js";
import { askOnceMore, open } from "../common/dialog.js";
import { byId, h, make, show } from "../common/html.js";
import { NOTICES, setting } from "../common/settings.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import { alarm, diceWait, findings, verdict } from "../dice/fairness.js";
import * as memory from "../dice/memory.js";
import { load, pageOf } from "../games/pages.js";
import { Advice } from "../panel/advice.js";
import { Aids } from "../panel/aids.js";
import { Inspector } from "../panel/inspector.js";
import { Log, toldEvents } from "../panel/log.js";
import { falling } from "../panel/opponent.js";
import { explanation, RefusalPanel } from "../panel/refusal.js";
import { Review } from "../panel/review.js";
import { Since } from "../panel/since.js";
import { Tabs } from "../panel/tabs.js";
import { TurnLesson } from "../panel/turn-lesson.js";
import { score, victoryPanel } from "../panel/victory.js";
import { waiting } from "../panel/waiting.js";
import { MapPicture } from "../picture/map-picture.js";
import { caseTips } from "../rules/case-tip.js";
import { RulesPanel } from "../rules/rules-panel.js";
import { Connection, Lost, Refusal } from "../session/connection.js";
import * as seats from "../session/seats.js";
import { Session } from "../session/session.js";
import * as texts from "../texts/game.js";
import { aboutMap } from "../texts/panel.js";
import { partLost } from "../texts/server.js";
import { gameMenu } from "./menu.js";
import { Play } from "./play.js";
import { momentOfLink, Replay } from "./replay.js";
import { hexesOf } from "./scene.js";
import { shortcuts } from "./shortcuts.js";
import { clearOfSheet, foldingDesk, steadySheet } from "./sidebar.js";
import { Telling } from "./telling.js";

/**
 * @import { Line } from "../board/board.js"
 * @import { Child } from "../common/html.js"
 * @import { Audit } from "../dice/audit.js"
 * @import { Entry, Interlude, Layout, LayoutHex, Scenario, Side, View, Welcome } from "protocol"
 */

const learning = location.pathname === "/learn";
const game = learning ? "" : decodeURIComponent(location.pathname.split("/")[2] ?? "");
const { token, noted } = seats.opened(location.hash);

const connection = new Connection();
const session = new Session(connection, game, token, noted);
const play = new Play(session, (on) => new Board(byId("board"), on), pageOf);
const rulesPanel = new RulesPanel(
  byId("rules-panel"),
  () => session.view?.system,
  () => session.view?.scenario,
);
const inspector = new Inspector(byId("inspector"), play);
const refusal = new RefusalPanel(byId("refusal"), play);
const telling = new Telling(play, byId("dice"));
const aids = new Aids(play, byId("board").parentElement ?? document.body);
play.telling = () => telling.entry !== null;
const replay = new Replay(byId("replay"), play);
// What went by on this page is shown as it was; what happened before it was opened, moment by moment.
const since = new Since(play, {
  again: (version) => (session.pace.canGoBack ? session.pace.replay() : replay.start(version + 1)),
});
const mark = (/** @type {string[]} */ hexes) => play.board.highlight(hexes);
const tab = (/** @type {keyof typeof texts.tabs} */ id) => ({ id, title: texts.tabs[id] });
const tabs = new Tabs(byId("sidebar"), [tab("log"), tab("victory"), tab("map")], (id) => {
  if (session.begun) drawPanels();
  if (id === "talk") talk?.seen();
});
const log = new Log(tabs.panel("log"), {
  show: mark,
  look: () => replay.start(),
  sentence: (event) => play.page.sentence(play, event),
  facesOf: (event) => play.page.facesOf(event),
  agreed: (entry) => toldAgreement(session, entry),
});
const offers = new WaitingOffers(byId("offers"), play, { replay, clocks: () => clocks });
const clocks = new Clocks(byId("clocks"), play, () => offers.draw());

const steady = steadySheet(byId("sidebar"));
const advice = new Advice(play);
const turnLesson = new TurnLesson(play, {
  log: (version) => {
    tabs.show("log");
    log.mark(version);
  },
});
// The review's lines, while one looks at the moment they belong to.
/** @type {{ view: View | null, lines: Line[] }} */
let reviewed = { view: null, lines: [] };
/** @type {Review | null} */
let review = null;
play.strokes = () =>
  play.past
    ? play.past === reviewed.view
      ? reviewed.lines
      : []
    : [...turnLesson.lines, ...(play.prompt ? advice.lines : [])];
session.pace.on("change", () => session.begun && drawOrders());
session.pace.on("look", async (told) => {
  const view = told && (await session.viewOf(told));
  const hexes = told?.entries?.flatMap((entry) => toldEvents(entry).flatMap((event) => hexesOf(event, view)));
  await play.look(view, [...new Set(hexes)]);
});
play.on("viewed", () => telling.dice.follow());
session.on("thinking", () => session.begun && drawOrders());

const lesson = learning
  ? new (await import("../tutorial/lesson.js")).Lesson(byId("lesson"), { connection, session, play, fail })
  : null;

const picture = new MapPicture(play.board, "played");
picture.on("change", () => session.begun && tabs.open === "map" && drawPanels());

/** @type {(Layout & { map: string }) | null} */
let layout = null;
/** @type {Scenario | null} */
let scenario = null;
/** @type {Side[]} */
let sides = [...words.EACH_SIDE];
/** @type {Interlude[]} */
let interludes = [];

/** Reads out: one line after another, so that none is swallowed. */
function aloud(/** @type {string} */ text) {
  byId("aloud").textContent = text;
}

/**
 * What the server offers, asked for at once: by the time the game is seen it is there.
 * @type {Promise<Welcome> | null}
 */
let welcome = connection.call("initialize");
// Awaited below, where a fault is reported.
welcome.catch(() => {});
// Whether people can have accounts here.
let accounts = false;

/**
 * Where the hexes of the map lie; its picture is fetched at the same time, to be there when the board asks
 * for it.
 * @param {string} map
 * @param {string} of
 * @returns {Promise<Layout>}
 */
async function sheetOf(map, of) {
  const path = `/maps/${encodeURIComponent(map)}`;
  document.head.append(make("link", { rel: "preload", as: "fetch", crossorigin: "", href: `${path}.svg${of}` }));
  const answer = await fetch(`${path}.json${of}`);
  if (!answer.ok) throw new Error(texts.noMap(map, answer.status));
  return answer.json();
}

/**
 * The map that was asked for as soon as its name was known.
 * @type {{ map: string, of: string, sheet: Promise<Layout> } | null}
 */
let ahead = null;

/** @param {View} view */
function ofPack({ pack }) {
  return pack ? `?pack=${encodeURIComponent(pack.id)}` : "";
}

session.meet = ({ system }) =>
  load(system).catch(() => {
    throw new Refusal({ message: partLost });
  });

// Taking the seat needs another round trip; the map and the system's page come meanwhile.
session.on("seen", (view) => {
  load(view.system).catch(() => {});
  if (layout?.map === view.map) return;
  const of = ofPack(view);
  ahead = { map: view.map, of, sheet: sheetOf(view.map, of) };
  ahead.sheet.catch(() => {});
});

/**
 * @param {string} map
 * @param {string} of
 */
function sheetAhead(map, of) {
  const asked = ahead;
  ahead = null;
  return asked?.map === map && asked.of === of ? asked.sheet : sheetOf(map, of);
}

/** @type {(lies: null) => void} */
let lies = () => {};
/** Resolves when a map lies on the table. */
const aMap = new Promise((resolve) => {
  lies = resolve;
});
const { tell } = session;
// What happened before the page was opened is told on the map as well.
session.tell = async (change) => {
  await aMap;
  await tell(change);
};

async function lay() {
  const { pack, map } = session.view;
  const of = ofPack(session.view);
  const sheet = layout?.map === map ? null : sheetAhead(map, of);
  // Awaited below, where a fault is reported.
  sheet?.catch(() => {});
  const asked = welcome ?? connection.call("initialize");
  // It tells of every battle: that is not kept.
  welcome = null;
  const known = await asked;
  accounts = Boolean(known.accounts);
  const offered = pack
    ? (await connection.call("pack.list", { packs: [pack.id] })).packs.find((one) => one.pack === pack.id)?.scenarios
    : known.scenarios;
  scenario = offered?.find((one) => one.id === session.view.scenario) ?? null;
  sides = scenario?.sides ?? sides;
  interludes = known.interludes ?? [];
  play.page.battle(known.battles?.find(({ scenarios }) => scenarios.some(({ id }) => id === session.view.scenario)));
  // The next game of a tutorial is played on the same sheet, and may lie there as it lies.
  if (!sheet) return;
  const laid = { ...(await sheet), map };
  layout = laid;
  play.board.lay(laid, `/maps/${encodeURIComponent(map)}.svg${of}`, scenario?.title ?? map);
  void picture.open(map);
  const outside = "outside" in session.view ? session.view.outside?.hexes : [];
  const inPlay = laid.hexes.filter(({ hex }) => !outside?.includes(hex));
  play.board.viewport.field = boxOf(inPlay, play.board.sheet.radius);
  const mine = session.view.units.filter(
    (unit) => unit.hex && unit.side === (session.view.question?.side ?? session.view.phasing),
  );
  const sheetHexes = mine.map((unit) => play.board.sheet.hex(unit.hex)).filter(truthy);
  const middle = (/** @type {"x" | "y"} */ axis) =>
    sheetHexes.reduce((sum, sheetHex) => sum + sheetHex[axis], 0) / sheetHexes.length;
  if (sheetHexes.length) {
    // The middle of units far apart may be empty.
    const away = (/** @type {LayoutHex} */ { x, y }) => Math.hypot(x - middle("x"), y - middle("y"));
    const { x, y } = sheetHexes.reduce((best, one) => (away(one) < away(best) ? one : best));
    play.board.viewport.open(x, y);
  }
  byId("sheet-note").hidden = !reconstructed(laid.hexes);
  // A game that was played on from another is called after it.
  const called = session.view.dice.practice && session.name;
  show(byId("title"), words.typed(called || (scenario?.title ?? texts.nameless)));
  if (accounts) nameOpponents();
  play.draw();
  lies(null);
  lesson?.laid();
}

/** Says beside the title who plays, if the game is one of a match. */
async function nameOpponents() {
  const { opponents } = await import("../club/opponents.js");
  const who = await opponents(game, session.you);
  if (who) show(byId("title"), words.typed(scenario?.title ?? texts.nameless), ", ", who);
}

/**
 * The view before the newest.
 * @type {View | null}
 */
let earlier = null;

/** The moment that the page's address is about has been shown. */
let linked = false;

/** Tells by the browser that this seat is asked. */
async function notice() {
  const news = await import("./news.js");
  news.notice(session, byId("title").textContent ?? "");
}

session.on("change", async (detail) => {
  const { fresh, first, view } = detail;
  if (document.hidden && session.question && setting(NOTICES, "off") === "on") notice().catch(() => {});
  const before = earlier;
  earlier = view;
  if (first) {
    document.body.classList.add("ready");
    document.body.dataset.system = session.view.system;
    if (!tabs.panels.has(play.page.tabs[0].id)) tabs.insert(play.page.tabs, "victory");
    log.clear();
    replay.clear();
    telling.dice.finish();
    if (token && session.you) seats.keep(game, { [session.you]: token });
    try {
      await lay();
    } catch (error) {
      if (!(error instanceof Lost)) fail(String(error instanceof Error ? error.message : error));
      return;
    }
    if (!lesson) offerSeat();
    converse().catch(() => {});
    // A link to a moment shows it once.
    const moment = linked ? null : momentOfLink();
    linked = true;
    const asked = new URLSearchParams(location.search);
    if (moment !== null) await replay.start(moment);
    if (moment !== null && asked.has("play") && replay.offers) await replay.playOn();
    else if (asked.has("review") && view.phase === "over") showReview();
    return;
  }
  const events = fresh.flatMap((entry) => entry.events ?? []);
  follow(fresh);
  offers.take(fresh);
  offers.draw();
  // A player who looks back is brought to where the game now goes on.
  if (play.past && session.wentBack(fresh)) replay.close();
  const heard = fresh.flatMap((entry) => [
    ...(entry.events ?? []).map((event) => play.page.sentence(play, event)),
    !offers.tells(entry) && toldAgreement(session, entry),
  ]);
  if (heard.some(truthy)) aloud(heard.filter(truthy).join(" "));
  telling.follow(fresh, before);
  const ended = view.ended && !before?.ended;
  // What the watchers have said may be read now.
  if (view.phase === "over" && before?.phase !== "over") talk?.look();
  if (session.view.phase === "over" && (ended || events.some((event) => event.event === "game-ended")))
    tabs.show("victory");
});

/** What a computer does is marked on the map and brought into sight; then the side that is asked. */
function follow(/** @type {Entry[]} */ fresh) {
  const entry = fresh.filter(({ side, order }) => order && session.commands(side)).at(-1);
  play.doneHexes = entry ? [...new Set(toldEvents(entry).flatMap((event) => hexesOf(event, session.view)))] : [];
  const others = fresh.some(({ side, order }) => order && side !== session.you && session.you !== "both");
  const { question } = session;
  if (question && others && play.page.wide.has(question.kind)) play.camera.turned(since.hexes);
  else if (!play.past) play.camera.told(play.doneHexes);
  // Drawn again: the table may have been drawn before this was known.
  if (play.doneHexes.length) play.drawBoard();
}

/** The review has a tab of its own once it is asked for. */
function showReview() {
  if (!review) {
    tabs.insert([tab("review")]);
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

session.on("line", () => {
  const lost = !session.caughtUp;
  byId("line").hidden = !lost;
  byId("line").textContent = lost ? texts.lost : "";
  if (session.begun) play.draw();
});

if (!lesson) session.on("fault", (detail) => fail(detail.code === 3 ? texts.noGame : detail.message));

/** @param {string} message */
function fail(message) {
  document.body.classList.add("ready");
  show(
    byId("orders"),
    h("h2", null, texts.notShown),
    h("p", null, words.sentence(message)),
    h("p", null, h("a", { href: "/" }, texts.firstPage)),
  );
}

/** Colours the map by what its hexes rest on, or no longer. */
function tint() {
  if (!layout || !reconstructed(layout.hexes)) return;
  play.tints = play.tints.length ? [] : tints(layout.hexes);
  byId("sheet-note").setAttribute("aria-pressed", String(play.tints.length > 0));
  byId("sheet-note").hidden = !play.tints.length;
  byId("sheet-key").hidden = !play.tints.length;
  show(byId("sheet-key"), certaintyKey(layout.hexes));
  play.say(play.tints.length ? texts.sourcesShown : texts.sourcesHidden);
  play.draw();
}

/**
 * What players and watchers say, once it is known that people talk on this server.
 * @type {import("../talk/talk.js").Talk | null}
 */
let talk = null;

/** Opens the panel for talk, where people have accounts: nowhere else does anybody talk. */
async function converse() {
  if (talk || !accounts || !game) return void talk?.look();
  const { Talk } = await import("../talk/talk.js");
  if (talk) return;
  tabs.insert([tab("talk")]);
  talk = new Talk({
    panel: tabs.panel("talk"),
    tab: byId("tab-talk"),
    game,
    you: session.you,
    call: (method, params) => session.call(method, params),
    open: () => tabs.show("talk"),
    drawn: () => inspector.draw(),
    known: (hex) => Boolean(play.board.sheet.hex(hex)),
    find: (hex) => {
      play.board.highlight([hex]);
      inspector.look(hex, true);
    },
    aloud,
  });
  inspector.noted = (hex, pinned) => talk?.of(hex, pinned) ?? null;
  await talk.look();
}

connection.on("notice", ({ method, params }) => {
  if (method === "talk.news" && params.game === session.game) talk?.read();
});
connection.on("open", () => talk?.look());
document.addEventListener("visibilitychange", () => talk?.seen());

/** Who opened the page without a link but holds one may take the seat. */
function offerSeat() {
  if (token) return;
  for (const [seat, secret] of Object.entries(seats.tokens(game))) {
    byId("refusal").hidden = false;
    show(
      byId("refusal"),
      h("p", null, texts.watchingWithSeat),
      h(
        "button",
        {
          onclick: () => {
            location.href = seats.link(game, secret);
            location.reload();
          },
        },
        texts.playSeat(seat),
      ),
    );
  }
}

play.on("draw", () => {
  // A die of the present has no place in the past.
  if (play.past) telling.dice.finish();
  drawBar();
  drawOrders();
  drawPanels();
  offers.draw();
  inspector.draw();
});

function drawBar() {
  const { view } = play;
  const night = play.page.isNight(view);
  byId("board").classList.toggle("moonlit", night);
  show(
    byId("phase"),
    h("span", null, play.page.turn(view)),
    night && h("span", { class: "night-tag" }, texts.night),
    h("b", null, play.page.phase(view)),
  );
  show(
    byId("score"),
    h(
      "button",
      { class: "plain", onclick: () => tabs.show("victory"), title: texts.victoryPoints },
      score(view, sides),
    ),
  );
  const live = !play.past;
  const gives = live && session.caughtUp;
  byId("undo", HTMLButtonElement).disabled = !(gives && session.view.undo);
  byId("redo", HTMLButtonElement).disabled = !(gives && session.view.redo);
  const asked = session.question || session.view.offers?.some(({ side }) => session.you && side !== session.you);
  document.title = `${asked ? "● " : ""}${byId("title").textContent}: ${play.page.phase(view)}`;
}

let questioned = "";

function drawOrders() {
  const { prompt, view } = play;
  steady([play.page.turn(view), play.page.phase(view)].join());
  byId("orders").dataset.side = view.question?.side ?? "";
  byId("orders").dataset.version = String(view.version);
  byId("orders").setAttribute("aria-busy", String(Boolean(prompt?.stale)));
  const now = !play.past && [alarm(session.shares), diceWait(play)];
  const dice = telling.entry && !session.commands(telling.entry.side) ? falling(play, telling) : null;
  const asked = !dice && prompt;
  show(
    byId("orders"),
    // What is pressed without a line would be pressed for a game that has gone on.
    h(
      "fieldset",
      {
        class: "held",
        role: "presentation",
        disabled: !connection.live,
        title: connection.live ? null : texts.noOrders,
      },
      h(
        "div",
        { class: "question" },
        now,
        !asked && play.page.where(view),
        asked
          ? advice.shown
            ? [advice.panel(), prompt.orders()]
            : [prompt.orders(), advice.panel()]
          : (dice ??
              waiting(play, {
                telling,
                replay,
                download,
                victory: () => tabs.show("victory"),
                learn: turnLesson,
                review: showReview,
                check: checkDice,
                checked,
              })),
        // What has passed never pushes the question out of view.
        !dice && since.panel(),
        turnLesson.card(),
      ),
      asked && h("div", { class: "foot" }, prompt.foot(), advice.offer()),
    ),
  );
  // A new question is read from its beginning, and so are the chances of a new draft.
  const question = [view.turn, view.question?.side, view.question?.kind, Object(prompt).draft?.length].join();
  if (question !== questioned) byId("orders").scrollTop = 0;
  questioned = question;
  // Where nothing in it takes the focus it takes it itself, so that it can be scrolled by keys.
  byId("orders").tabIndex = byId("orders").querySelector("a[href], button, input, select, summary") ? -1 : 0;
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
  if (tabs.open === "victory") drawPanel("victory", texts.tabs.victory, [next(view), victoryPanel(view, sides, mark)]);
  if (tabs.open === "map") void drawAboutMap();
}

/** The tab about the map, whose part of the page comes when it is first opened. */
async function drawAboutMap() {
  const part = await import("../panel/about-map.js").catch(() => play.notDone(partLost));
  if (!part) return;
  const { pack } = play.view;
  const [tinted, marks] = [play.tints.length > 0, play.page.marksKey()];
  drawPanel("map", aboutMap, part.aboutMapPanel({ layout, scenario, pack, tinted, tint, show: mark, marks, picture }));
}

/** The way on to the battle that follows this one, once it is over. */
function next(/** @type {View} */ view) {
  const interlude = interludes.find(({ from }) => from.includes(view.scenario));
  if (view.phase !== "over" || play.past || lesson || !interlude) return null;
  const press = async () => {
    const module = await import("../panel/next-battle.js").catch(() => play.notDone(partLost));
    if (module) await module.goOn(byId("dialog", HTMLDialogElement), session, interlude);
  };
  return h(
    "section",
    { class: "onward" },
    h("p", null, interlude.about),
    h("button", { id: "go-on", class: "primary", onclick: press }, interlude.title),
  );
}

/**
 * The tab shows the title to the eye; for the ear, and for the order of the headings, it stands in
 * the panel too.
 * @param {string} id
 * @param {string} title
 * @param {Child} content
 */
function drawPanel(id, title, content) {
  show(tabs.panel(id), h("h2", { class: "aloud" }, title), content);
}

play.on("uncovered", () => {
  log.clear();
  log.update(session);
});
play.on("said", (detail) => aloud(detail));
play.on("inspect", (detail) => inspector.look(detail.hex, detail.pinned));
play.on("refused", (detail) => (detail ? refusal.show(detail.refusal, detail.order) : refusal.clear()));
play.on("doubted", ({ title, losses, text, yes, only, act }) => {
  const lines = losses.map((loss) => h("p", null, loss.text, " ", words.cited(loss)));
  askOnceMore(byId("dialog", HTMLDialogElement), title, [lines, text && h("p", null, text)], {
    id: "end-now",
    yes,
    no: texts.ordersFirst,
    primary: only,
    act,
  });
  byId("end-now").focus();
});
play.on("explained", (detail) => {
  const account = detail.legal ? play.prompt?.account() : null;
  const title = texts.why[account ? "odds" : detail.legal ? "legal" : "refused"];
  open(byId("dialog", HTMLDialogElement), title, explanation(detail, account));
});

// What the page found when it checked the dice of the game that is over.
/** @type {{ verdict: Audit["verdict"] | null } | null} */
let checked = null;

async function auditDice() {
  const module = import("../dice/audit.js").catch(() => {
    throw new Lost(texts.noCheck);
  });
  const [{ audit }, { record }] = await Promise.all([module, session.call("game.save")]);
  const known = { ...memory.held(session.game), both: session.you === "both" };
  return audit(record, { known, own: memory.shareOf, you: session.shares.side });
}

/** Once the game is over its dice are checked without being asked. */
async function checkQuietly() {
  checked = { verdict: null };
  try {
    const audited = await auditDice();
    checked = audited;
    aloud(verdict(audited));
    drawOrders();
  } catch (error) {
    checked = null;
    if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
  }
}

async function checkDice() {
  try {
    open(byId("dialog", HTMLDialogElement), texts.theDice, findings(await auditDice()));
  } catch (error) {
    if (error instanceof Refusal || error instanceof Lost) play.refuse({ message: error.message });
    else throw error;
  }
}

async function download() {
  try {
    const { record } = await session.call("game.save");
    const address = URL.createObjectURL(new Blob([record], { type: "application/jsonl" }));
    make("a", { href: address, download: `${session.view.scenario}-${game}.jsonl` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  } catch (error) {
    if (error instanceof Refusal || error instanceof Lost) play.refuse({ message: error.message });
    else throw error;
  }
}

play.clicks.heed(byId("orders"));
byId("undo").addEventListener("click", () => play.undo());
byId("redo").addEventListener("click", () => play.redo());
byId("open-rules").addEventListener("click", () => (rulesPanel.shown ? rulesPanel.close() : rulesPanel.open()));
byId("open-menu").addEventListener("click", () => {
  if (!session.begun) return;
  gameMenu(byId("dialog", HTMLDialogElement), {
    play,
    replay,
    download,
    check: checkDice,
    learn: turnLesson,
    accounts,
    options: scenario?.options,
  });
});
byId("zoom-in").addEventListener("click", () => play.board.viewport.zoom(1.3));
byId("zoom-out").addEventListener("click", () => play.board.viewport.zoom(1 / 1.3));
byId("zoom-all").addEventListener("click", () => play.board.viewport.whole());
// Whoever takes to the map has seen it.
byId("board").addEventListener("pointerdown", () => (byId("sheet-note").hidden ||= !play.tints.length), { once: true });
byId("sheet-note").addEventListener("click", () => {
  tint();
  // On a small screen the panel would cover what is to be seen.
  if (play.tints.length && !tabs.small) tabs.show("map");
});
shortcuts({
  play,
  rulesPanel,
  tabs,
  replay,
  aids,
  tint,
  dialog: byId("dialog", HTMLDialogElement),
  help: byId("open-help"),
  orders: byId("orders"),
  board: byId("board"),
});
closeByBack([
  { element: tabs.element, isOpen: () => tabs.covers, close: () => tabs.show("orders") },
  { element: byId("rules-panel"), isOpen: () => rulesPanel.shown, close: () => rulesPanel.close() },
  {
    element: byId("dialog"),
    isOpen: () => byId("dialog", HTMLDialogElement).open,
    close: () => byId("dialog", HTMLDialogElement).close(),
  },
]);
caseTips(() => session.view?.scenario);
foldingDesk(byId("fold-desk"));
clearOfSheet(byId("board"), play.board.viewport);
// Another seat's link pasted over this one is another page.
addEventListener("hashchange", () => location.reload());
if (lesson) {
  document.body.classList.add("learning");
  await lesson.start();
}
