// The page of a study: it is read like a short article, each position leads to the board.

import { Denied } from "../account/api.js";
import { byId, h, held, show } from "../common/html.js";
import { themeSwitch } from "../common/theme.js";
import * as words from "../common/words.js";
import * as api from "./api.js";
import { Writing } from "./writing.js";

/** @import { Draft, Moment, Study } from "./api.js" */

const SHOWN = { private: "Only you see it.", link: "Whoever has its address sees it.", open: "Everybody sees it." };

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
  const heading = [`${at + 1}. `, words.typed(titles[game]) ?? "A game that is gone", `, after entry ${version}`];
  const name = `position ${at + 1}`;
  return h(
    "section",
    null,
    h("h2", null, heading),
    paragraphs(comment),
    titles[game] !== null &&
      h(
        "p",
        { class: "actions" },
        h(
          "a",
          { class: "button", href: `${address}?at=${version}`, "aria-label": `Open the board: ${name}` },
          "Open the board",
        ),
        h(
          "a",
          { class: "button", href: `${address}?at=${version}&play`, "aria-label": `Play on from here: ${name}` },
          "Play on from here",
        ),
      ),
    variations.length > 0 &&
      h(
        "ul",
        { class: "variations" },
        variations.map((variation, index) =>
          h(
            "li",
            null,
            paragraphs(variation.comment),
            titles[variation.game] === null
              ? h("p", { class: "small" }, "This variation is gone.")
              : h(
                  "a",
                  {
                    class: "button",
                    href: `/game/${encodeURIComponent(variation.game)}?at=0`,
                    "aria-label": `Variation ${index + 1} of ${name}`,
                  },
                  `Variation ${index + 1}`,
                ),
          ),
        ),
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
    return "Saved.";
  } catch (error) {
    if (!(error instanceof Denied)) throw error;
    return words.sentence(error.message);
  }
}

async function remove() {
  if (!confirm("Delete this study for good?")) return;
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
    show(byId("head"), "A new study");
    /** @type {Draft} */
    const draft = { title: "", about: "", shown: "private", moments: [] };
    show(byId("content"), held(new Writing(draft, keep).element));
    return;
  }
  const study = await api.read(id);
  show(byId("head"), words.typed(study.title));
  document.title = `Longroll: ${study.title}`;
  const changed = new Date(study.updated * 1000).toLocaleDateString([], {
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  const byline = words.isolated`By ${words.person(study.by)}, ${[changed]}. ${[study.yours && SHOWN[study.shown]]}`;
  const { title, about, shown, moments } = study;
  const draft = { study: id, title, about, shown, moments: structuredClone(moments) };
  show(
    byId("content"),
    h(
      "article",
      null,
      h("p", { class: "small", id: "byline" }, byline),
      paragraphs(about),
      moments.map((moment, at) => position(moment, at, study)),
      !moments.length && h("p", { class: "hint" }, "There is no position in it yet."),
    ),
    study.yours &&
      h(
        "details",
        { id: "write" },
        h("summary", null, "Change it"),
        held(new Writing(draft, keep).element),
        h("p", null, h("button", { id: "delete-study", onclick: remove }, "Delete this study")),
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
