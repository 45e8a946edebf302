// How the editor begins: with the scenario that its address names, or with a choice; and with work
// that was left here.

import { byId, h, show } from "../common/html.js";
import { comparison, editable, editor } from "../common/packs.js";
import * as words from "../common/words.js";
import { Lost } from "../session/connection.js";
import { forget } from "./drafts.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { Connection } from "../session/connection.js"
 * @import { Draft, Held } from "./drafts.js"
 * @import { PackDocument } from "./pack-document.js"
 * @import { Pack } from "./pack.js"
 * @import { ListedPack, Scenario } from "protocol"
 */

/**
 * `begun()` is called once a scenario lies open; `tell` shows an offer, `fail` says why nothing can
 * be opened.
 * @param {{
 *   connection: Connection, pack: Pack, packDocument: PackDocument, element: HTMLElement,
 *   load: (file: File) => void, tell: (...content: Child[]) => void,
 *   fail: (message: string) => void, begun: () => void,
 * }} options
 */
export async function start({ connection, pack, packDocument, element, load, tell, fail, begun }) {
  const params = new URLSearchParams(location.search);
  const scenario = params.get("scenario");
  try {
    if (!scenario) {
      const [{ scenarios }, packs] = await Promise.all([connection.call("initialize"), pack.others()]);
      return choose(element, scenarios, packs, load);
    }
    show(element, h("p", { class: "hint" }, "Opening the files…"));
    const { scenarios } = await connection.call("initialize");
    const known = scenarios.find((one) => one.id === scenario);
    if (known && !editable(known))
      return fail(
        [
          "The editor has no forms for this scenario's files yet.",
          "They can be corrected by hand, as a pack; “longroll check” reads them and lists every fault.",
        ].join(" "),
      );
    const { files, paths } = await pack.open(scenario, params.get("pack") ?? undefined);
    if (files[paths.map].join)
      return fail(
        [
          "This map is two sheets laid together: whoever corrects one of them has corrected it.",
          "Choose a battle on one of the sheets.",
        ].join(" "),
      );
    packDocument.begin(files, paths);
    offer(pack.drafts(), { pack, tell });
    begun();
  } catch (error) {
    // A lost line comes back by itself and begins again.
    if (!(error instanceof Lost)) fail(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param {HTMLElement} element
 * @param {Scenario[]} scenarios
 * @param {ListedPack[]} packs
 * @param {(file: File) => void} load
 */
function choose(element, scenarios, packs, load) {
  const link = (/** @type {Scenario} */ one, /** @type {string | undefined} */ id = undefined) =>
    h(
      "li",
      null,
      h("a", { href: editor(one.id, id) }, words.typed(one.title)),
      " ",
      h("span", { class: "small" }, words.typed(one.edition)),
    );
  show(
    element,
    h("h2", null, "What do you want to correct?"),
    h(
      "p",
      null,
      "Choose a scenario. Its map, order of battle and values open together; what you change becomes a pack of its own.",
    ),
    h(
      "ul",
      { class: "plain-list" },
      scenarios.filter(editable).map((one) => link(one)),
    ),
    packs.map((each) => [
      h("h3", null, words.isolated`The pack “${each.title}”`),
      h(
        "ul",
        { class: "plain-list" },
        each.scenarios.filter(editable).map((one) => link(one, each.pack)),
      ),
      compared(each),
    ]),
    h(
      "p",
      { class: "list-field" },
      h("label", { for: "choose-pack" }, "Or open a pack file"),
      h("input", {
        type: "file",
        id: "choose-pack",
        accept: ".zip",
        onchange: ({ target }) => target.files?.[0] && load(target.files[0]),
      }),
    ),
  );
}

/**
 * The way to both maps: of the pack and of the program.
 * @param {ListedPack} pack
 */
function compared({ pack, title, scenarios }) {
  const first = scenarios.find(editable);
  const href = first && comparison(first.id, pack);
  return href && h("p", null, h("a", { href }, words.isolated`Compare “${title}” with other data`));
}

/**
 * Offers work that was kept, one piece after another until one is taken up.
 * @param {(Draft & Held)[]} left
 * @param {{ pack: Pack, tell: (...content: Child[]) => void }} options
 */
function offer([draft, ...others], { pack, tell }) {
  byId("offer").hidden = true;
  if (!draft) return;
  tell(
    h("p", null, `This browser holds unsaved work on this scenario (${words.when(draft.when)}).`),
    others.length > 0 &&
      h(
        "p",
        { class: "small" },
        `${words.capital(words.count(others.length, "other piece"))} of unsaved work from another window.`,
      ),
    h(
      "div",
      { class: "actions" },
      h(
        "button",
        {
          id: "draft-take",
          onclick: () => {
            byId("offer").hidden = true;
            pack.take(draft);
          },
        },
        "Continue it",
      ),
      h(
        "button",
        {
          id: "draft-drop",
          class: "plain",
          onclick: () => {
            forget(draft);
            offer(others, { pack, tell });
          },
        },
        "Discard it",
      ),
    ),
  );
}
