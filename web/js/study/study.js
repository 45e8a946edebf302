// The page of a study: it is read like a short article, each position leads to the board.

import { Denied } from "../account/api.js";
import { byId, h, held, show } from "../common/html.js";
import { themeSwitch } from "../common/theme.js";
import * as words from "../common/words.js";
import * as texts from "../texts/study.js";
import * as api from "./api.js";
import { Writing } from "./writing.js";

/** @import { Draft, Moment, Study } from "./api.js" */

/** The study that the address names; "new" is one that is still to be written. */
const id = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");

/** @param {string} text */
function paragraphs(text) {
  return text
    .split(/\n\s*\n/)
    .filter((part) => part.trim())
    .map((part) => h("p", { class: "told" }, words.typed(part.trim())));
}

/**
 * @param {Moment} moment
 * @param {number} at
 * @param {Study} study
 */
function position({ game, version, comment, variations }, at, { titles }) {
  const address = `/game/${encodeURIComponent(game)}`;
  const number = at + 1;
  const link = (/** @type {string} */ href, /** @type {string} */ text, label = texts.ofPosition(text, number)) =>
    h("a", { class: "button", href, "aria-label": label }, text);
  return h(
    "section",
    null,
    h("h2", null, texts.heading(number, titles[game], version)),
    paragraphs(comment),
    titles[game] !== null &&
      h(
        "p",
        { class: "actions" },
        link(`${address}?at=${version}`, texts.openBoard),
        link(`${address}?at=${version}&play`, texts.playOn),
      ),
    variations.length > 0 &&
      h(
        "ul",
        { class: "variations" },
        variations.map(({ game, comment }, index) => {
          const [text, label] = [texts.variation(index + 1), texts.variationOf(index + 1, number)];
          return h(
            "li",
            null,
            paragraphs(comment),
            titles[game] === null
              ? h("p", { class: "small" }, texts.deletedVariation)
              : link(`/game/${encodeURIComponent(game)}?at=0`, text, label),
          );
        }),
      ),
  );
}

/** @param {Draft & { study?: string }} draft */
async function keep(draft) {
  try {
    const { study } = await api.keep(draft);
    if (study !== id) location.href = `/study/${study}`;
    else {
      await draw();
      byId("write").removeAttribute("open");
    }
    return texts.saved;
  } catch (error) {
    if (!(error instanceof Denied)) throw error;
    return words.sentence(error.message);
  }
}

async function remove() {
  if (!confirm(texts.confirmDelete)) return;
  try {
    await api.remove(id);
    location.href = "/library";
  } catch (error) {
    if (!(error instanceof Denied)) throw error;
    byId("said").textContent = error.message;
  }
}

async function draw() {
  if (id === "new") {
    show(byId("head"), texts.newStudy);
    /** @type {Draft} */
    const draft = { title: "", about: "", shown: "private", moments: [] };
    show(byId("content"), held(new Writing(draft, keep).element));
    return;
  }
  const study = await api.read(id);
  show(byId("head"), words.typed(study.title));
  document.title = texts.pageTitle(study.title);
  const changed = new Date(study.updated * 1000).toLocaleDateString([], { dateStyle: "long" });
  const visible = study.yours && texts.visibility[study.shown];
  const { title, about, shown, moments } = study;
  const draft = { study: id, title, about, shown, moments: structuredClone(moments) };
  show(
    byId("content"),
    h(
      "article",
      null,
      h("p", { class: "small", id: "byline" }, texts.byline(study.by, changed, visible)),
      paragraphs(about),
      moments.map((moment, at) => position(moment, at, study)),
      !moments.length && h("p", { class: "hint" }, texts.noPositions),
    ),
    study.yours &&
      h(
        "details",
        { id: "write" },
        h("summary", null, texts.change),
        held(new Writing(draft, keep).element),
        h("p", null, h("button", { id: "delete-study", onclick: remove }, texts.deleteStudy)),
      ),
  );
}

byId("site").append(themeSwitch());
try {
  await draw();
} catch (error) {
  if (!(error instanceof Denied)) throw error;
  show(byId("content"), h("p", { class: "refused" }, words.sentence(error.message)));
}
