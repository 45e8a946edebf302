// The packs that people share, by battle: who read what, and how many agree.

import { actions, h } from "../common/html.js";
import { comparison } from "../common/packs.js";
import { tick } from "../common/tick.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import * as texts from "../texts/packs.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { FactRead, SharedPack, SharedPacks, SharedScenario } from "protocol"
 */

/**
 * `titles` are those of battles by their scenarios; `read`: what readers read of the scenario that was asked for last.
 * @typedef {{
 *   titles: Map<string, string>,
 *   secrets: Record<string, string>, read: { scenario: string, facts: FactRead[] } | null, disputed: boolean,
 *   busy: boolean,
 *   on: {
 *     readers: (scenario: string) => void, agreed: (scenario: string) => void,
 *     withdraw: (share: string) => void, disputed: (alone: boolean) => void,
 *   },
 * }} Shown
 */

/** So many facts are listed at most. */
const MOST = 400;

/**
 * @param {SharedPacks} shared
 * @param {Shown} shown
 */
export function sharedList(shared, shown) {
  /** @type {Map<string, Group[]>} */
  const battles = new Map();
  for (const one of shared.scenarios) {
    const title = shown.titles.get(one.scenario) ?? one.title;
    const groups = battles.get(title) ?? [];
    battles.set(title, groups);
    // Scenarios that share all their files need not be told twice.
    const shares = sharesOf(one.scenario, shared).map(({ share }) => share);
    const print = [one.readers, one.read, one.agreed, one.disputed, ...shares].join(" ");
    const known = groups.find((group) => group.print === print);
    if (known) known.names.push(nameOf(one));
    else groups.push({ print, names: [nameOf(one)], one });
  }
  const nowhere = shared.shares.filter(({ scenarios }) => !scenarios.length);
  return [
    h("p", null, texts.sharedHint(shared)),
    !shared.shares.length && h("p", { class: "hint" }, texts.nothingShared),
    [...battles].map(([title, groups]) =>
      h(
        "section",
        { key: title, class: "sheet battle-packs", "aria-label": title },
        h("h3", null, words.typed(title)),
        groups.map((group) => scenarioPart(group, shared, shown)),
      ),
    ),
    nowhere.map((share) => h("p", { class: "small" }, texts.nowhere(share))),
  ];
}

/**
 * Scenarios of which the same was read by the same readers.
 * @typedef {{ print: string, names: string[], one: SharedScenario }} Group
 */

/** @param {SharedScenario} scenario */
function nameOf({ title, edition }) {
  return `${title}, ${edition}`;
}

/**
 * @param {string} scenario
 * @param {SharedPacks} shared
 */
function sharesOf(scenario, { shares }) {
  return shares.filter(({ scenarios }) => scenarios.some((of) => of.scenario === scenario));
}

/**
 * @param {Group} group
 * @param {SharedPacks} shared
 * @param {Shown} shown
 */
function scenarioPart({ names, one }, shared, shown) {
  const { scenario, edition, read, agreed } = one;
  const shares = sharesOf(scenario, shared);
  const { busy, on } = shown;
  const of = () => h("span", { class: "aloud" }, texts.ofEdition(edition));
  const readers = { key: `readers ${scenario}`, disabled: busy || !read, onclick: () => on.readers(scenario) };
  const common = { key: `agreed ${scenario}`, disabled: busy || !agreed, onclick: () => on.agreed(scenario) };
  return h(
    "div",
    { key: scenario, class: "scenario-packs", "data-scenario": scenario },
    h("h4", null, words.typed(names.join("; "))),
    h("p", { class: "counts" }, texts.counts(one)),
    h(
      "ul",
      { class: "plain-list" },
      shares.map((share) => shareLine(share, scenario, shown)),
    ),
    actions(h("button", readers, texts.whoRead, of()), h("button", common, texts.makePack, of())),
    shown.read?.scenario === scenario && readersTable(shown.read.facts, shown),
  );
}

/**
 * @param {SharedPack} share
 * @param {string} scenario
 * @param {Shown} shown
 */
function shareLine(share, scenario, { secrets, busy, on }) {
  const read = share.scenarios.find((of) => of.scenario === scenario)?.read ?? [];
  const notes = [texts.counted(share), share.copied ? texts.copied(share.copied) : null].filter(truthy);
  const below = (/** @type {Child} */ text, name = "") => h("span", { class: `small block ${name}` }, text);
  const withdrawing = { class: "plain", key: `withdraw ${share.share}`, disabled: busy };
  return h(
    "li",
    { key: share.share },
    h("b", null, words.typed(share.author)),
    ": ",
    h("a", { href: comparison(scenario, share.pack) }, words.typed(share.title)),
    below(texts.readFromSheet(read)),
    share.note && below(texts.note(share.note)),
    notes.length > 0 && below(words.joined(notes, " "), "counted"),
    share.trouble && below(share.trouble, "refused"),
    below(texts.sharedOn(words.when(share.shared))),
    secrets[share.share] &&
      h("button", { ...withdrawing, onclick: () => on.withdraw(share.share) }, texts.withdraw(share.title)),
  );
}

/**
 * @param {FactRead[]} facts
 * @param {Shown} shown
 */
function readersTable(facts, { disputed, on }) {
  const of = disputed ? facts.filter(({ values }) => values.length > 1) : facts;
  const onchange = (/** @type {{ target: HTMLInputElement }} */ { target }) => on.disputed(target.checked);
  const rows = of.slice(0, MOST).map(({ file, place, own, values }) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, place, h("span", { class: "small block" }, file.split("/").at(-1))),
      h("td", null, own ? `${own.value}${own.basis ? ` (${own.basis})` : ""}` : texts.nothing),
      h(
        "td",
        null,
        values.map(({ value, readers, agreed }) =>
          h(
            "span",
            { class: "block" },
            agreed && h("b", { class: "agreed" }, texts.agreed),
            words.typed(value),
            h("span", { class: "small" }, texts.readers(readers.length), words.listedNames(readers)),
          ),
        ),
      ),
    ),
  );
  const heads = texts.COLUMNS.map((head) => h("th", { scope: "col" }, head));
  return h(
    "div",
    { class: "readers" },
    tick({ id: "disputed", checked: disputed, onchange }, h("span", null, texts.onlyDisputed)),
    h(
      "div",
      { class: "readers-scroll", tabindex: 0, role: "region", "aria-label": texts.whoRead },
      h("table", null, h("thead", null, h("tr", null, heads)), h("tbody", null, rows)),
    ),
    of.length > MOST && h("p", { class: "hint" }, texts.unlisted(of.length - MOST)),
    !of.length && h("p", { class: "hint" }, texts.undisputed),
  );
}
