// How the editor begins: with the scenario that its address names, or with a choice; and with work
// that was left here.

import { actions, byId, h, show } from "../common/html.js";
import { comparison, editable, editor } from "../common/packs.js";
import * as words from "../common/words.js";
import { Lost } from "../session/connection.js";
import * as texts from "../texts/editor.js";
import { fileField } from "./choices.js";
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
    show(element, h("p", { class: "hint" }, texts.opening));
    const { scenarios } = await connection.call("initialize");
    const known = scenarios.find((one) => one.id === scenario);
    if (known && !editable(known)) return fail(texts.noForms);
    const { files, paths } = await pack.open(scenario, params.get("pack") ?? undefined);
    if (files[paths.map].join) return fail(texts.joined);
    packDocument.begin(files, paths);
    offer(pack.drafts(), { pack, tell });
    begun();
  } catch (error) {
    // A lost line comes back by itself and begins again.
    if (!(error instanceof Lost)) fail(error instanceof Error ? error.message : String(error));
  }
}

/** @type {(element: HTMLElement, scenarios: Scenario[], packs: ListedPack[], load: (file: File) => void) => void} */
function choose(element, scenarios, packs, load) {
  const links = (/** @type {Scenario[]} */ all, /** @type {string | undefined} */ pack = undefined) =>
    h(
      "ul",
      { class: "plain-list" },
      all
        .filter(editable)
        .map((one) =>
          h(
            "li",
            null,
            h("a", { href: editor(one.id, pack) }, words.typed(one.title)),
            " ",
            h("span", { class: "small" }, words.typed(one.edition)),
          ),
        ),
    );
  show(
    element,
    h("h2", null, texts.whatToCorrect),
    h("p", null, texts.chooseScenario),
    links(scenarios),
    packs.map((each) => [h("h3", null, texts.thePack(each.title)), links(each.scenarios, each.pack), compared(each)]),
    fileField("choose-pack", texts.orOpen, ".zip", load),
  );
}

/** The way to both maps: of the pack and of the program. @param {ListedPack} listed */
function compared({ pack, title, scenarios }) {
  const first = scenarios.find(editable);
  const href = first && comparison(first.id, pack);
  return href && h("p", null, h("a", { href }, texts.compare(title)));
}

/**
 * Offers work that was kept, one piece after another until one is taken up.
 * @type {(left: (Draft & Held)[], options: { pack: Pack, tell: (...content: Child[]) => void }) => void}
 */
function offer([draft, ...others], { pack, tell }) {
  byId("offer").hidden = true;
  if (!draft) return;
  const take = () => {
    byId("offer").hidden = true;
    pack.take(draft);
  };
  const drop = () => {
    forget(draft);
    offer(others, { pack, tell });
  };
  tell(
    h("p", null, texts.holdsWork(draft.when)),
    others.length > 0 && h("p", { class: "small" }, texts.otherWork(others.length)),
    actions(
      h("button", { id: "draft-take", onclick: take }, texts.continueIt),
      h("button", { id: "draft-drop", class: "plain", onclick: drop }, texts.discardIt),
    ),
  );
}
