// Two packs over one battle, or a pack and the program's own data: both maps side by side, the hexes
// that differ marked on both, and a list from which facts are taken over one by one.

import { actions, byId, h, show } from "../common/html.js";
import { download, editor, remember } from "../common/packs.js";
import { tick } from "../common/tick.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import * as drafts from "../editor/drafts.js";
import { Connection, Lost, Refusal } from "../session/connection.js";
import * as texts from "../texts/compare.js";
import { revealCells } from "./charts.js";
import { countersOf } from "./counters.js";
import { byKind, differenceList, ofBasis, told } from "./difference-list.js";
import { Merging } from "./merging.js";
import { choices, listed, OWN, read } from "./readings.js";
import { BOTH, TwinBoards } from "./twin-boards.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { DataFile, DifferenceTold, DrawnMap, Scenario } from "protocol"
 * @import { Which } from "./twin-boards.js"
 */

const params = new URLSearchParams(location.search);
const scenario = params.get("scenario") ?? "";
const connection = new Connection();

/** What is compared, by what stands in the address. @type {Record<Which, string>} */
const chosen = { here: params.get("here") ?? OWN, there: params.get("there") ?? OWN };
/** @type {Merging | null} */
let merging = null;
/** @type {DifferenceTold[]} */
let differences = [];
let busy = false;
let bases = true;
/** The hex that was shown last. */
let hex = "";
/** Kinds that are listed to their end. @type {Set<string>} */
const whole = new Set();
/** The maps as they were drawn. @type {Record<Which, DataFile | null>} */
const drawn = { here: null, there: null };
/** What the last pack that was kept is called, with the way to it. @type {Child} */
let kept = null;

const twins = new TwinBoards({
  press(pressed) {
    const of = differences.filter(({ hexes = [] }) => hexes.includes(pressed));
    hex = pressed;
    say(of.length ? describe(pressed) : texts.hexAlike(pressed));
    drawList();
    byId("list").querySelector(".at-hex")?.scrollIntoView({ block: "nearest" });
  },
  describe: (one) => describe(one),
});

/**
 * What differs in a hex.
 * @param {string} one
 */
function describe(one) {
  const of = differences.filter(({ hexes = [] }) => hexes.includes(one));
  if (!of.length) return texts.hex(one);
  const lines = of.map(({ place, here, there }) => texts.difference(place, told(here), told(there)));
  return texts.hexDiffers(one, lines);
}

/** @param {string} text */
function say(text) {
  byId("aloud").textContent = text;
}

/** @param {Child[]} content */
function tell(...content) {
  byId("offer").hidden = false;
  show(byId("offer"), ...content);
}

/**
 * Does something with the server; what it refuses is told.
 * @param {() => Promise<unknown>} doing
 */
async function asked(doing) {
  if (busy) return;
  busy = true;
  byId("offer").hidden = true;
  draw();
  try {
    await doing();
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
    tell(h("p", null, words.sentence(error.message)));
  } finally {
    busy = false;
    draw();
  }
}

/** Reads what was chosen, and compares. */
async function begin() {
  const { scenarios, sharing = false } = await connection.call("initialize");
  const known = await choices(connection, scenario, sharing);
  const packs = [...known.packs.flatMap((pack) => pack.scenarios), ...scenarios];
  const found = packs.find(({ id }) => id === scenario);
  if (!found) return nothing(scenarios);
  show(byId("title"), texts.title(found.title));
  document.title = texts.pageTitle(found.title);
  const offer = (/** @type {Which} */ which, label = texts.pack(chosen[which])) => {
    const list = listed(scenario, known, which === "here");
    // A pack that this browser does not know yet is in the address alone.
    if (!list.some(({ value }) => value === chosen[which])) list.push({ value: chosen[which], label });
    show(
      byId(which),
      list.map(({ value, label }) => h("option", { key: value, value }, label)),
    );
    byId(which, HTMLSelectElement).value = chosen[which];
  };
  for (const which of BOTH) offer(which);
  const [here, there] = await Promise.all(BOTH.map((which) => read(connection, scenario, chosen[which])));
  offer("here", here.title);
  offer("there", there.title);
  merging = new Merging(connection, here, there);
  kept = null;
  drawn.here = drawn.there = null;
  await compare();
  drawList();
  const first = differences.find((one) => one.hexes?.length && !ofBasis(one));
  twins.open(first?.hexes?.[0]);
}

/** @param {Scenario[]} scenarios */
function nothing(scenarios) {
  document.body.classList.add("choosing-scenario");
  show(
    byId("list"),
    h("h2", null, texts.chooseScenario),
    h(
      "ul",
      { class: "plain-list" },
      scenarios.map(({ id, title, edition }) =>
        h("li", null, h("a", { href: `/compare?${new URLSearchParams({ scenario: id })}` }, title), " ", edition),
      ),
    ),
  );
}

/** Compares the files as they are now, and draws the maps that have changed. */
async function compare() {
  if (!merging) return;
  differences = await merging.differences();
  const { here, there } = merging;
  const files = { here: merging.files, there: there.files };
  const sides = { here, there };
  for (const which of BOTH) {
    const path = sides[which].paths.map;
    const document = files[which][path];
    if (drawn[which] === document) continue;
    const { base } = sides[which];
    const { maps } = await connection.call("pack.check", { files: { [path]: document }, ...(base && { base }) });
    // What a layout is, its schema leaves open.
    const map = /** @type {Record<string, DrawnMap>} */ (maps)[path];
    if (map) await twins.lay(which, map);
    drawn[which] = document;
  }
}

const shownDifferences = () => differences.filter((difference) => bases || !ofBasis(difference));

function draw() {
  if (!merging) return;
  byId("undo", HTMLButtonElement).disabled = busy || !merging.undoes;
  byId("redo", HTMLButtonElement).disabled = busy || !merging.redoes;
  const values = differences.filter((difference) => !ofBasis(difference)).length;
  const state = differences.length ? texts.differing(values) : texts.alike;
  byId("state").textContent = busy ? texts.comparing : state;
  drawList();
}

function drawList() {
  if (!merging) return;
  const { here, there, files } = merging;
  const of = shownDifferences();
  const sides = {
    here: countersOf({ files, paths: here.paths }, of, "here"),
    there: countersOf(there, of, "there"),
  };
  const better = of.filter((difference) => difference.better);
  show(
    byId("list"),
    h("h2", null, texts.differences(of.length)),
    of.length > 0 && h("p", { class: "small" }, texts.summary(byKind(of))),
    differences.some(ofBasis) &&
      tick(
        { class: "tick", id: "bases", checked: bases, onchange: ({ target }) => seeBases(target.checked) },
        h("span", null, texts.alsoSources),
      ),
    marksKey(of),
    better.length > 0 &&
      h(
        "p",
        null,
        h("button", { id: "take-better", disabled: busy, onclick: () => take() }, texts.takeBetter(better.length)),
      ),
    merging.changed && keeping(),
    kept,
    differenceList({
      differences: of,
      files: { here: files, there: there.files },
      counter: (difference, which) => sides[which].of(difference),
      hex,
      busy,
      on: { show: goTo, take, more: listWhole },
      whole,
    }),
  );
  revealCells(byId("list"));
  const marks = new Map();
  for (const difference of of)
    for (const one of difference.hexes ?? [])
      if (!marks.has(one) || !ofBasis(difference)) marks.set(one, ofBasis(difference) ? "differs-basis" : "differs");
  twins.mark(
    [...marks].map(([one, kind]) => ({ hex: one, kind, text: kind === "differs" ? "≠" : "s" })),
    { here: sides.here.counters, there: sides.there.counters },
  );
}

/** @param {DifferenceTold[]} of */
function marksKey(of) {
  const on = of.filter(({ hexes = [] }) => hexes.length);
  const key = [
    on.some((one) => !ofBasis(one)) && { text: "≠", kind: "differs", words: texts.otherValue },
    on.some(ofBasis) && { text: "s", kind: "differs-basis", words: texts.otherSource },
  ].filter(truthy);
  if (!key.length) return null;
  return h(
    "ul",
    { class: "compare-key", "aria-label": texts.marks },
    key.map(({ text, kind, words }) =>
      h("li", null, h("span", { class: `key-tag ${kind}`, "aria-hidden": "true" }, text), ` ${words}`),
    ),
  );
}

/** @param {string} kind */
function listWhole(kind) {
  whole.add(kind);
  drawList();
}

/** @param {boolean} on */
function seeBases(on) {
  bases = on;
  drawList();
}

/** @param {DifferenceTold} difference */
function goTo({ hexes = [] }) {
  hex = hexes[0] ?? "";
  twins.show(hexes);
  drawList();
  say(describe(hex));
}

/** @param {DifferenceTold[]} [of] */
function take(of) {
  return asked(async () => {
    const taken = await merging?.take(of);
    say(texts.taken(taken ?? 0));
    if (!taken) tell(h("p", null, texts.notTaken));
    await compare();
  });
}

/** @param {"undo" | "redo"} way */
function step(way) {
  return asked(async () => {
    merging?.[way]();
    await compare();
  });
}

/** What can be done with what was taken. */
function keeping() {
  if (!merging) return null;
  const { faults, here } = merging;
  return h(
    "section",
    { class: "keeping", "aria-labelledby": "keeping-head" },
    h("h3", { id: "keeping-head" }, texts.yours),
    faults.length
      ? h(
          "div",
          { role: "alert" },
          h("p", { class: "refused" }, texts.faulty(faults.length)),
          h(
            "ul",
            { class: "plain-list small" },
            faults.slice(0, 5).map(({ file, text }) => h("li", null, `${file.split("/").at(-1)}: ${text}`)),
          ),
        )
      : h("p", { class: "sound" }, texts.sound),
    h(
      "p",
      { class: "field-row" },
      h("label", { for: "keep-title" }, texts.packTitle),
      h("input", { id: "keep-title", type: "text", autocomplete: "off", maxlength: 80, value: title }),
    ),
    actions(
      h("button", { id: "keep", class: "primary", disabled: busy || faults.length > 0, onclick: keep }, texts.keep),
      h(
        "button",
        { id: "to-editor", disabled: busy, onclick: toEditor },
        here.draft ? texts.backToEditor : texts.toEditor,
      ),
    ),
  );
}

/** The title as it is typed; the list is drawn anew under the cursor. */
let title = "";
addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.id === "keep-title") title = target.value;
});

function keep() {
  return asked(async () => {
    if (!merging) return;
    const { own, here, from } = merging;
    const { author, about, base } = here;
    const called = title.trim() || texts.corrected(here.title).slice(0, 80);
    const made = await connection.call("pack.keep", {
      files: own,
      title: called,
      ...(author && { author }),
      ...(about && { about }),
      ...(base && { base }),
      ...(from.length && { from }),
    });
    remember(made.pack);
    const save = () => download(made.zip, made.title);
    kept = h("p", { class: "sound", role: "status" }, texts.kept(made.title, editor(scenario, made.pack), save));
  });
}

function toEditor() {
  if (!merging) return;
  const { here, files, from } = merging;
  // Other unsaved work stays beside it.
  const held = here.draft ? drafts.find(scenario, here.base) : null;
  const about = { title: here.title, author: here.author ?? "", about: here.about ?? "" };
  const work = { files, about, ...(from.length && { from }) };
  if (!drafts.keep(scenario, here.base, work, held)) return tell(h("p", null, texts.notStored));
  location.href = editor(scenario, here.base);
}

for (const which of BOTH) {
  byId(which).addEventListener("change", () => {
    if (merging?.changed && !kept && !confirm(texts.leave)) {
      byId(which, HTMLSelectElement).value = chosen[which];
      return;
    }
    chosen[which] = byId(which, HTMLSelectElement).value;
    const now = new URLSearchParams({ scenario, ...chosen });
    history.replaceState(null, "", `/compare?${now}`);
    void asked(begin);
  });
}
byId("undo").addEventListener("click", () => step("undo"));
byId("redo").addEventListener("click", () => step("redo"));
byId("zoom-in").addEventListener("click", () => twins.zoom(1.3));
byId("zoom-out").addEventListener("click", () => twins.zoom(1 / 1.3));
byId("zoom-all").addEventListener("click", () => twins.whole());
addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.matches("input[type=text], textarea");
  if (typing || busy || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  void step(event.shiftKey ? "redo" : "undo");
});

connection.on("close", () => {
  byId("line").hidden = false;
  byId("line").textContent = texts.offline;
});
connection.on("open", () => {
  byId("line").hidden = true;
  if (!merging) void asked(begin);
});
