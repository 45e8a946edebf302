// Two packs over one battle, or a pack and the program's own data: both maps side by side, the hexes
// that differ marked on both, and a list from which facts are taken over one by one.

import { byId, h, show } from "../common/html.js";
import { download, editor, remember } from "../common/packs.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import * as drafts from "../editor/drafts.js";
import { Connection, Lost, Refusal } from "../session/connection.js";
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
    say(of.length ? describe(pressed) : `Hex ${pressed}: alike`);
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
  if (!of.length) return `Hex ${one}`;
  const lines = of.map(({ place, here, there }) => `${place}: ${told(here)} here, ${told(there)} there`);
  return `Hex ${one}, differs: ${lines.join("; ")}`;
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
  show(byId("title"), words.isolated`${found.title}, compared`);
  document.title = `${found.title}: two packs compared`;
  const offer = (/** @type {Which} */ which, label = `Pack ${chosen[which].slice(0, 12)}…`) => {
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
    h("h2", null, "Which scenario is to be compared?"),
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
  byId("state").textContent = busy
    ? "Comparing…"
    : differences.length
      ? `${words.count(values, "value")} ${values === 1 ? "differs" : "differ"}`
      : "All facts are alike";
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
    h("h2", null, `${words.count(of.length, "difference")}`),
    of.length > 0 && h("p", { class: "small" }, summary(of)),
    differences.some(ofBasis) &&
      h(
        "label",
        { class: "tick" },
        h("input", {
          type: "checkbox",
          id: "bases",
          checked: bases,
          onchange: ({ target }) => seeBases(target.checked),
        }),
        h("span", null, "Also where only the source differs"),
      ),
    marksKey(of),
    better.length > 0 &&
      h(
        "p",
        null,
        h(
          "button",
          { id: "take-better", disabled: busy, onclick: () => take() },
          `Take all ${better.length} that rest on something better`,
        ),
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
function summary(of) {
  return words.listed(byKind(of).map(([kind, list]) => `${list.length} ${kind}`));
}

/** @param {DifferenceTold[]} of */
function marksKey(of) {
  const on = of.filter(({ hexes = [] }) => hexes.length);
  const key = [
    on.some((one) => !ofBasis(one)) && { text: "≠", kind: "differs", words: "another value" },
    on.some(ofBasis) && { text: "s", kind: "differs-basis", words: "another source" },
  ].filter(truthy);
  if (!key.length) return null;
  return h(
    "ul",
    { class: "compare-key", "aria-label": "Marks on the maps" },
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
    say(taken ? `${words.count(taken, "fact")} taken` : "Nothing could be taken");
    if (!taken) tell(h("p", null, "Nothing could be taken: the two files are not laid out alike there."));
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
    h("h3", { id: "keeping-head" }, "What you have taken"),
    faults.length
      ? h(
          "div",
          { role: "alert" },
          h(
            "p",
            { class: "refused" },
            `It does not fit together: ${words.count(faults.length, "fault")}. Take more, or undo.`,
          ),
          h(
            "ul",
            { class: "plain-list small" },
            faults.slice(0, 5).map(({ file, text }) => h("li", null, `${file.split("/").at(-1)}: ${text}`)),
          ),
        )
      : h("p", { class: "sound" }, "It has been checked, and is sound."),
    h(
      "p",
      { class: "field-row" },
      h("label", { for: "keep-title" }, "Title of the pack"),
      h("input", { id: "keep-title", type: "text", autocomplete: "off", maxlength: 80, value: title }),
    ),
    h(
      "div",
      { class: "actions" },
      h(
        "button",
        { id: "keep", class: "primary", disabled: busy || faults.length > 0, onclick: keep },
        "Keep as a new pack",
      ),
      h(
        "button",
        { id: "to-editor", disabled: busy, onclick: toEditor },
        here.draft ? "Back to the editor" : "On in the editor",
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
    const called = title.trim() || `${here.title}, corrected`.slice(0, 80);
    const made = await connection.call("pack.keep", {
      files: own,
      title: called,
      ...(author && { author }),
      ...(about && { about }),
      ...(base && { base }),
      ...(from.length && { from }),
    });
    remember(made.pack);
    kept = h(
      "p",
      { class: "sound", role: "status" },
      words.isolated`“${made.title}” is kept. `,
      h("a", { href: editor(scenario, made.pack) }, "Open it in the editor"),
      " or ",
      h(
        "button",
        { class: "plain", id: "download", onclick: () => download(made.zip, made.title) },
        "save it as a file",
      ),
    );
  });
}

function toEditor() {
  if (!merging) return;
  const { here, files, from } = merging;
  // Other unsaved work stays beside it.
  const held = here.draft ? drafts.find(scenario, here.base) : null;
  const about = { title: here.title, author: here.author ?? "", about: here.about ?? "" };
  const work = { files, about, ...(from.length && { from }) };
  if (!drafts.keep(scenario, here.base, work, held))
    return tell(h("p", null, "This browser cannot store your work: keep it as a pack instead."));
  location.href = editor(scenario, here.base);
}

for (const which of BOTH) {
  byId(which).addEventListener("change", () => {
    if (merging?.changed && !kept && !confirm("What you have taken is not kept. Compare others anyway?")) {
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
  byId("line").textContent = "The server cannot be reached. What you have taken stays here.";
});
connection.on("open", () => {
  byId("line").hidden = true;
  if (!merging) void asked(begin);
});
