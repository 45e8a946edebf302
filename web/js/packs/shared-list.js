// The packs that people share, by battle: who read what, and how many agree.

import { h } from "../common/html.js";
import { comparison } from "../common/packs.js";
import * as words from "../common/words.js";

/**
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
    h(
      "p",
      null,
      `Owners of a printed sheet share what they read from it. What ${shared.needed} readers read alike is agreed on. `,
      "Names are as readers gave them: nobody has proved who they are.",
    ),
    !shared.shares.length && h("p", { class: "hint" }, "Nobody shares a pack here yet."),
    [...battles].map(([title, groups]) =>
      h(
        "section",
        { key: title, class: "sheet battle-packs", "aria-label": title },
        h("h3", null, words.typed(title)),
        groups.map((group) => scenarioPart(group, shared, shown)),
      ),
    ),
    nowhere.map((share) =>
      h(
        "p",
        { class: "small" },
        words.isolated`${share.title}, by ${share.author}: ${share.trouble ?? "of no battle here"}`,
      ),
    ),
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
  const { scenario, edition, readers, read, agreed, disputed } = one;
  const shares = sharesOf(scenario, shared);
  const { busy, on } = shown;
  return h(
    "div",
    { key: scenario, class: "scenario-packs", "data-scenario": scenario },
    h("h4", null, words.typed(names.join("; "))),
    h(
      "p",
      { class: "counts" },
      `${words.count(readers, "reader")}; ${words.count(read, "fact")} read, ${agreed} agreed on, ${disputed} disputed.`,
    ),
    h(
      "ul",
      { class: "plain-list" },
      shares.map((share) => shareLine(share, scenario, shown)),
    ),
    h(
      "div",
      { class: "actions" },
      h(
        "button",
        { key: `readers ${scenario}`, disabled: busy || !read, onclick: () => on.readers(scenario) },
        "Who read what",
        h("span", { class: "aloud" }, ` of ${edition}`),
      ),
      h(
        "button",
        { key: `agreed ${scenario}`, disabled: busy || !agreed, onclick: () => on.agreed(scenario) },
        "Make a pack of what is agreed on",
        h("span", { class: "aloud" }, ` of ${edition}`),
      ),
    ),
    shown.read?.scenario === scenario && readersTable(shown.read.facts, shown),
  );
}

/** @param {SharedPack} share */
function remark({ counted, of, copied }) {
  const kept = {
    once: "",
    alike: words.isolated`The data files are those of ${of}, to the letter.`,
    again: "This name was here before: the two count as one reader.",
    same: words.isolated`This is the pack of ${of} once more, and counts for nothing.`,
  };
  const told = kept[/** @type {keyof typeof kept} */ (counted)] ?? "";
  const taken = copied && `${words.count(copied, "fact")} taken over from others, and counted for those.`;
  return (told || taken) && [told, told && taken && " ", taken || null];
}

/**
 * @param {SharedPack} share
 * @param {string} scenario
 * @param {Shown} shown
 */
function shareLine(share, scenario, { secrets, busy, on }) {
  const read = share.scenarios.find((of) => of.scenario === scenario)?.read ?? [];
  const kinds = words.listed(read.map(({ kind, facts }) => `${facts} ${kind}`));
  const note = remark(share);
  return h(
    "li",
    { key: share.share },
    h("b", null, words.typed(share.author)),
    ": ",
    h("a", { href: comparison(scenario, share.pack) }, words.typed(share.title)),
    h(
      "span",
      { class: "small block" },
      kinds ? `Read from the sheet: ${kinds}` : "Nothing new is marked as read from the sheet",
    ),
    share.note && h("span", { class: "small block" }, words.isolated`“${share.note}”`),
    note && h("span", { class: "small block counted" }, note),
    share.trouble && h("span", { class: "small block refused" }, share.trouble),
    h("span", { class: "small block" }, `Shared ${words.when(share.shared)}. `),
    secrets[share.share] &&
      h(
        "button",
        {
          class: "plain",
          key: `withdraw ${share.share}`,
          disabled: busy,
          onclick: () => on.withdraw(share.share),
        },
        words.isolated`Withdraw “${share.title}”`,
      ),
  );
}

/**
 * @param {FactRead[]} facts
 * @param {Shown} shown
 */
function readersTable(facts, { disputed, on }) {
  const of = disputed ? facts.filter(({ values }) => values.length > 1) : facts;
  return h(
    "div",
    { class: "readers" },
    h(
      "label",
      { class: "tick" },
      h("input", {
        type: "checkbox",
        id: "disputed",
        checked: disputed,
        onchange: ({ target }) => on.disputed(target.checked),
      }),
      h("span", null, "Only where readers differ"),
    ),
    h(
      "div",
      { class: "readers-scroll", tabindex: 0, role: "region", "aria-label": "Who read what" },
      h(
        "table",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            ["Fact", "The program's own", "Read"].map((head) => h("th", { scope: "col" }, head)),
          ),
        ),
        h(
          "tbody",
          null,
          of.slice(0, MOST).map(({ file, place, own, values }) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, place, h("span", { class: "small block" }, file.split("/").at(-1))),
              h("td", null, own ? `${own.value}${own.basis ? ` (${own.basis})` : ""}` : "nothing"),
              h(
                "td",
                null,
                values.map(({ value, readers, agreed }) =>
                  h(
                    "span",
                    { class: "block" },
                    agreed && h("b", { class: "agreed" }, "✓ agreed: "),
                    words.typed(value),
                    h(
                      "span",
                      { class: "small" },
                      ` — ${words.count(readers.length, "reader")}: `,
                      words.listedNames(readers),
                    ),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
    of.length > MOST && h("p", { class: "hint" }, `${of.length - MOST} more are not listed.`),
    !of.length && h("p", { class: "hint" }, "Nothing is disputed."),
  );
}
