// The page on which an owner transcribes the printed sheets: what is in doubt is asked step by step,
// and the server says what each answer makes of the files and of play.

import { actions, byId, h, held, make, show } from "../common/html.js";
import { download, editor } from "../common/packs.js";
import { set, setting } from "../common/settings.js";
import * as words from "../common/words.js";
import { Pack } from "../editor/pack.js";
import { PackDocument } from "../editor/pack-document.js";
import { shortcuts } from "../editor/shortcuts.js";
import { start } from "../editor/start.js";
import { Connection, Lost, Refusal } from "../session/connection.js";
import * as seats from "../session/seats.js";
import { workStays } from "../texts/server.js";
import * as texts from "../texts/transcribe.js";
import { kindsList, stepChoice } from "./kinds-list.js";
import { Reading } from "./reading.js";
import { SecondPass } from "./second-pass.js";
import { Stage } from "./stage.js";
import { StepView } from "./step-view.js";

/**
 * @import { AskedTold, StepTold } from "protocol"
 * @import { Child } from "../common/html.js"
 * @import { Difference } from "./second-pass.js"
 */

const connection = new Connection();
const packDocument = new PackDocument();
const pack = new Pack(connection, packDocument, () => tell(texts.notStored));
const reading = new Reading(connection, packDocument, pack);
const stage = new Stage(connection, packDocument, pack);
/** @type {StepTold | null} */
let step = null;
/** @type {StepView | null} */
let view = null;
/** @type {SecondPass | null} */
let second = null;
/** Whether what was read is hidden and asked for again. */
let again = false;
let leaving = false;

const said = make("div", { id: "said", class: "said", role: "status" });
const differing = make("div", { id: "second", hidden: true });
const trouble = make("p", { id: "trouble", class: "refused", role: "alert", hidden: true });

/** @param {string} sentence */
function tell(sentence) {
  trouble.hidden = !sentence;
  trouble.textContent = sentence && words.sentence(sentence);
}

/** What is asked of a step: all of it, or in a second pass what was read in the first. */
function asked(/** @type {StepTold} */ one) {
  return again ? { ...one, asked: one.asked.filter(({ read }) => read) } : one;
}

/**
 * Takes a step in hand.
 * @param {StepTold} next
 * @param {"first" | "last" | "open"} [at]
 */
function take(next, at = "open") {
  const kind = reading.kinds.find(({ id }) => id === next.kind);
  if (!kind) return;
  step = next;
  set(`transcribe.at.${pack.scenario}`, next.id);
  view = new StepView(asked(next), kind, {
    words: (one) => reading.wordsOf(one),
    shown: (one) => shown(one),
    answer: (one, value) => answer(one, value),
    more: (side) => {
      tell("");
      if (step) reading.more(step, side);
    },
    leave: (way) => leave(way),
    at: (one) => step && stage.point(step, one),
  });
  stage.open(next, kind, view);
  drawStep();
  drawKinds();
  if (at === "open") view.begin((one) => doneIn(next, one));
  else view.take(at === "first" ? 0 : view.step.asked.length - 1);
}

/** @param {AskedTold} one */
function shown(one) {
  if (!step) return { value: null, present: null };
  if (again) return { value: second?.get(step, one) ?? null, present: null };
  const waiting = reading.waiting(step, one);
  const value = waiting ?? (one.read ? one.value : null);
  return { value, present: one.value, basis: one.basis, wrong: reading.wrong(step, one) };
}

/**
 * @param {AskedTold} one
 * @param {string} value
 */
function answer(one, value) {
  if (!step) return;
  tell("");
  if (again) {
    second?.put(step, one, value);
    view?.draw();
    drawKinds();
    drawAgain();
  } else reading.answer(step, one, value);
}

/**
 * The next step of the pass, or the one before.
 * @param {1 | -1} way
 */
function leave(way) {
  if (!step) return;
  const all = steps();
  const at = all.findIndex(({ id }) => id === step?.id);
  const onward = way > 0 ? all.slice(at + 1) : all.slice(0, Math.max(at, 0)).reverse();
  const next =
    way > 0 ? (onward.find((one) => asked(one).asked.some((each) => !doneIn(one, each))) ?? onward[0]) : onward[0];
  if (!again) void reading.send();
  if (next) take(next, way > 0 ? "open" : "last");
  else byId("step").focus();
}

/**
 * @param {StepTold} one
 * @param {AskedTold} each
 */
function doneIn(one, each) {
  return again ? second?.get(one, each) !== undefined : reading.done(one, each);
}

/** The steps of the pass. */
function steps() {
  return again ? reading.steps.filter((one) => asked(one).asked.length) : ordered();
}

/** By their kinds: hexsides that were added stand with the others. */
function ordered() {
  return reading.kinds.flatMap(({ id }) => reading.steps.filter(({ kind }) => kind === id));
}

function drawStep() {
  if (!step || !view) {
    document.body.dataset.stage = "none";
    show(byId("step"), h("h2", null, texts.nothingInDoubt), h("p", null, texts.noReconstruction));
    return;
  }
  const kind = reading.kinds.find(({ id }) => id === step?.kind);
  const apart = kind?.form === "cells";
  show(
    byId("step"),
    held(differing),
    h("h2", null, kind?.title, step.title !== kind?.title && h("span", { class: "step-title" }, ` ${step.title}`)),
    stepChoice(reading, step, (next) => {
      tell("");
      take(next);
    }),
    h("p", { class: "ask" }, kind?.ask),
    held(trouble),
    !apart && held(view.boxes),
    held(view.words),
    held(said),
    h("p", { class: "hint" }, texts.keys(again)),
    rests(step),
    actions(
      h("button", { id: "before", onclick: () => leave(-1) }, texts.previous),
      h("button", { id: "next", onclick: () => leave(1) }, texts.next),
    ),
  );
  drawAgain();
}

/**
 * What the present values rest on.
 * @param {StepTold} of
 */
function rests(of) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { basis } of of.asked) counts.set(basis ?? "unlabelled", (counts.get(basis ?? "unlabelled") ?? 0) + 1);
  const told = [...counts].map(([basis, count]) => (counts.size > 1 ? `${count} ${basis}` : basis));
  const text = { printed: texts.readFromSheet, unlabelled: texts.ownWords };
  const plain = told.map((one) => one.replace(/printed|unlabelled/, (word) => text[/** @type {"printed"} */ (word)]));
  return h(
    "details",
    { class: "rests" },
    h("summary", null, texts.sources(plain.join(", "))),
    (of.why ?? []).map((why) => h("p", { class: "small" }, why)),
    h("p", { class: "small" }, of.file),
  );
}

/**
 * How many values there are in the pass, and how many of them have been read in it.
 * @param {StepTold[]} of
 */
function count(of) {
  return again && second ? second.compare(of) : reading.count(of);
}

function drawKinds() {
  show(
    byId("kinds"),
    h("h2", null, again ? texts.readAgain : texts.inDoubt),
    kindsList(reading, step, count, (kind) => {
      const all = steps().filter((one) => one.kind === kind.id);
      const next = all.find((one) => asked(one).asked.some((each) => !doneIn(one, each))) ?? all[0];
      tell("");
      if (next) take(next);
    }),
  );
}

function drawBar() {
  const { read, of } = reading.count(reading.steps);
  byId("title").textContent = packDocument.file("scenario")?.title ?? texts.title;
  document.title = texts.pageTitle(byId("title").textContent);
  byId("state").textContent = texts.state(texts.progress(read, of), reading.busy);
  for (const [id, label] of /** @type {const} */ ([
    ["undo", packDocument.undoes],
    ["redo", packDocument.redoes],
  ])) {
    byId(id, HTMLButtonElement).disabled = label === null;
    byId(id).title = label ?? "";
  }
  byId("save", HTMLButtonElement).disabled = byId("play", HTMLButtonElement).disabled = !of;
  byId("again", HTMLButtonElement).disabled =
    !again && !reading.steps.some((one) => one.asked.some((each) => each.read));
  byId("again").setAttribute("aria-pressed", String(again));
  byId("edit").setAttribute("href", editor(pack.scenario ?? "", pack.base));
}

/** How the second pass stands: what differs from the first is listed, each with its two readings. */
function drawAgain() {
  if (!second) return;
  differing.hidden = !again;
  if (!again) return;
  const { differences, read, of } = second.compare(reading.steps);
  const choose = (/** @type {Difference} */ one, /** @type {string} */ value) => {
    second?.settle(one);
    if (value !== one.asked.value) {
      reading.answer(one.step, one.asked, value);
      void reading.send();
    }
    drawAgain();
    view?.draw();
  };
  /** @type {(key: string, one: Difference, value: string, text: (value: string) => string) => Child} */
  const button = (key, one, value, text) => h("button", { key, onclick: () => choose(one, value) }, text(value));
  show(
    differing,
    h("p", { class: "said" }, texts.secondReading(texts.progress(read, of), differences.length)),
    h(
      "ul",
      { class: "plain-list differences" },
      differences.map((one, index) =>
        h(
          "li",
          null,
          h(
            "span",
            { class: "small block" },
            [one.step.title, one.asked.row, one.asked.label].filter(Boolean).join(", "),
          ),
          button(`first-${index}`, one, one.asked.value, texts.first),
          " ",
          button(`second-${index}`, one, one.second, texts.second),
        ),
      ),
    ),
  );
}

/** Where one stopped, or the first step that is not done. */
function place() {
  const id = setting(`transcribe.at.${pack.scenario}`, "");
  const all = steps();
  return all.find((one) => one.id === id) ?? all.find((one) => one.asked.some((each) => !each.read)) ?? all[0] ?? null;
}

reading.on("change", () => {
  const now = reading.steps.find(({ id }) => id === step?.id);
  if (now && step && view) {
    step = now;
    // Hexsides that came or went: the step is laid out anew.
    if (!view.renew(asked(now))) take(now);
  }
  drawKinds();
  drawBar();
});
reading.on("says", (says) => {
  const MOST = 6;
  show(
    said,
    h("p", null, texts.inPlay),
    h(
      "ul",
      { class: "plain-list" },
      says.slice(0, MOST).map((one) => h("li", null, one)),
    ),
    says.length > MOST && h("p", null, texts.more(says.length - MOST)),
  );
});
reading.on("trouble", (sentence) => tell(sentence));
packDocument.on("change", () => {
  pack.keepDraft();
  stage.changed();
  drawBar();
});

/** @param {"undo" | "redo"} way */
async function stepBack(way) {
  packDocument[way]();
  show(said);
  await orders(async () => {
    await reading.load();
    // Another step may have been taken in hand meanwhile.
    const now = reading.steps.find(({ id }) => id === step?.id);
    if (now) take(now);
  });
}

/** @param {() => Promise<unknown>} doing */
async function orders(doing) {
  tell("");
  try {
    await doing();
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
    tell(error.message);
  }
}

const save = () =>
  orders(async () => {
    await reading.send();
    const kept = await pack.keep();
    download(kept.zip, pack.about.title || "pack");
    byId("aloud").textContent = texts.kept;
    show(said, h("p", null, texts.keptAs(pack.about.title)));
  });

const play = () =>
  orders(async () => {
    await reading.send();
    const { game, tokens = {} } = await pack.play();
    seats.keep(game, tokens);
    leaving = true;
    location.href = seats.link(game, tokens.both);
  });

byId("undo").addEventListener("click", () => stepBack("undo"));
byId("redo").addEventListener("click", () => stepBack("redo"));
byId("save").addEventListener("click", save);
byId("play").addEventListener("click", play);
byId("again").addEventListener("click", () => {
  again = !again;
  document.body.toggleAttribute("data-again", again);
  stage.hide(again);
  const all = steps();
  const here = all.find(({ id }) => id === step?.id);
  const next = here ?? all[0];
  if (next) take(next);
  drawKinds();
  drawBar();
});
shortcuts({ undo: () => stepBack("undo"), redo: () => stepBack("redo"), save, turn: () => {}, lift: () => false });
addEventListener("pagehide", () => pack.flush());
addEventListener("beforeunload", (event) => {
  pack.flush();
  if (reading.busy && !leaving) event.preventDefault();
});

connection.on("close", () => {
  byId("line").hidden = false;
  byId("line").textContent = workStays;
});
connection.on("open", () => {
  byId("line").hidden = true;
  if (packDocument.paths.map) void reading.send();
  else void begin();
});

/** What is kept here from another day is taken up without a question. */
async function begin() {
  const scenario = new URLSearchParams(location.search).get("scenario");
  if (!scenario) {
    const load = (/** @type {File} */ file) => orders(async () => (location.href = await pack.load(file)));
    document.body.classList.add("choosing");
    await start({
      connection,
      pack,
      packDocument,
      element: byId("step"),
      load,
      tell: (/** @type {Child[]} */ ...content) => show(byId("step"), ...content),
      fail: (message) => tell(message),
      begun: () => {},
    });
    // The same choice leads here.
    for (const link of byId("step").querySelectorAll("a")) {
      if (link.search) link.pathname = "/transcribe";
    }
    return;
  }
  show(byId("step"), held(trouble), h("p", { class: "hint" }, texts.opening));
  try {
    const base = new URLSearchParams(location.search).get("pack") ?? undefined;
    const { files, paths } = await pack.open(scenario, base);
    const [draft] = pack.drafts();
    packDocument.begin(draft ? { ...files, ...draft.files } : files, paths, files);
    if (draft) pack.adopt(draft);
    second = new SecondPass(scenario, pack.base);
    await stage.begin();
    await reading.load();
    const first = place();
    if (first) take(first);
    else drawStep();
    if (draft) show(said, h("p", null, texts.resumed(draft.when)));
    drawKinds();
    drawBar();
  } catch (error) {
    // A lost line comes back by itself and begins again.
    if (error instanceof Lost) packDocument.paths = {};
    else tell(error instanceof Error ? error.message : String(error));
  }
}
