// The page of packs: those that this browser knows, and those that people share on this server.

import { actions, byId, h, show } from "../common/html.js";
import * as packs from "../common/packs.js";
import { themeSwitch } from "../common/theme.js";
import * as words from "../common/words.js";
import { Connection, Lost, Refusal } from "../session/connection.js";
import * as texts from "../texts/packs.js";
import * as server from "../texts/server.js";
import * as secrets from "./secrets.js";
import { sharedList } from "./shared-list.js";

/** @import { FactRead, ListedPack, SharedPacks } from "protocol" */

const connection = new Connection();
/** @type {ListedPack[]} */
let known = [];
/** @type {SharedPacks | null} */
let shared = null;
/** @type {{ scenario: string, facts: FactRead[] } | null} */
let read = null;
/** The titles of battles by their scenarios. */
const titles = new Map();
let disputed = false;
let busy = false;
/** The pack that is about to be shared. */
let sharing = "";

byId("site").append(themeSwitch());

/**
 * Does something with the server; what it refuses is told.
 * @param {() => Promise<unknown>} doing
 */
async function asked(doing) {
  if (busy) return;
  busy = true;
  byId("said").textContent = "";
  draw();
  try {
    await doing();
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
    byId("said").textContent = words.sentence(error.message);
  } finally {
    busy = false;
    draw();
  }
}

async function fetchAll() {
  const { sharing = false, battles = [] } = await connection.call("initialize");
  for (const { title, scenarios } of battles) for (const { id } of scenarios) titles.set(id, title);
  known = (await connection.call("pack.list", { packs: packs.known() })).packs;
  shared = sharing ? await connection.call("pack.shared", {}) : null;
  byId("shared-section").hidden = !sharing;
}

function draw() {
  drawMine();
  if (!shared) return;
  show(
    byId("shared"),
    sharedList(shared, {
      titles,
      secrets: secrets.all(),
      read,
      disputed,
      busy,
      on: {
        readers: (scenario) =>
          asked(async () => {
            if (read?.scenario === scenario) read = null;
            else read = { scenario, facts: (await connection.call("pack.readers", { scenario })).facts };
          }),
        agreed: (scenario) =>
          asked(async () => {
            const made = await connection.call("pack.agreed", { scenario });
            packs.remember(made.pack);
            packs.download(made.zip, made.title);
            await fetchAll();
          }),
        withdraw: (share) =>
          asked(async () => {
            await connection.call("pack.withdraw", { share, secret: secrets.all()[share] });
            secrets.forget(share);
            read = null;
            await fetchAll();
          }),
        disputed: (alone) => {
          disputed = alone;
          draw();
        },
      },
    }),
  );
}

function drawMine() {
  const items = known.map((pack) => packLine(pack));
  show(
    byId("mine"),
    items.length ? h("ul", { class: "plain-list pack-list" }, items) : h("p", { class: "hint" }, texts.none),
  );
}

/** @param {ListedPack} pack */
function packLine({ pack, title, author, scenarios }) {
  const first = scenarios.find((one) => packs.editable(one)) ?? scenarios[0];
  const named = (/** @type {string} */ text) => [text, h("span", { class: "aloud" }, ` ${title}`)];
  const link = (/** @type {string} */ href, /** @type {string} */ text) =>
    h("a", { class: "button", href }, named(text));
  const open = () => {
    sharing = sharing === pack ? "" : pack;
    draw();
    if (sharing) document.getElementById("share-author")?.focus();
  };
  return h(
    "li",
    { key: pack, "data-pack": pack },
    h("b", null, words.typed(title)),
    h("span", { class: "small block" }, packs.contents(author, scenarios)),
    actions(
      packs.editable(first) && [
        link(packs.editor(first.id, pack), texts.edit),
        link(packs.comparison(first.id, pack), texts.compare),
      ],
      shared &&
        h(
          "button",
          { key: `share ${pack}`, "aria-expanded": String(sharing === pack), onclick: open },
          named(texts.share),
        ),
    ),
    sharing === pack && shareForm(pack, author ?? ""),
  );
}

/**
 * @param {string} pack
 * @param {string} author
 */
function shareForm(pack, author) {
  const field = (/** @type {string} */ id, /** @type {string} */ label, /** @type {object} */ others) =>
    h("p", { class: "field-row" }, h("label", { for: id }, label), h("input", { id, type: "text", ...others }));
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const [name, note] = ["share-author", "share-note"].map((id) => byId(id, HTMLInputElement).value);
    void share(pack, name, note);
  };
  return h(
    "form",
    { class: "share-form", onsubmit },
    h("p", { class: "hint" }, texts.shareHint),
    field("share-author", texts.reader, { maxlength: 80, autocomplete: "name", defaultValue: author }),
    field("share-note", texts.copy, { maxlength: 500, autocomplete: "off" }),
    h("p", null, h("button", { class: "primary", id: "share-now", disabled: busy }, texts.shareNow)),
  );
}

/**
 * @param {string} pack
 * @param {string} author
 * @param {string} note
 */
function share(pack, author, note) {
  return asked(async () => {
    const made = await connection.call("pack.share", { pack, author, ...(note && { note }) });
    sharing = "";
    if (!secrets.keep(made.share, made.secret)) byId("said").textContent = texts.noteSecret(made.secret);
    await fetchAll();
  });
}

byId("pack-file").addEventListener("change", ({ target }) => {
  const file = target instanceof HTMLInputElement ? target.files?.[0] : null;
  if (!file) return;
  void asked(async () => {
    const { pack } = await connection.call("pack.load", { zip: await packs.base64(file) });
    packs.remember(pack);
    await fetchAll();
  });
});

connection.on("close", () => {
  byId("line").hidden = false;
  byId("line").textContent = server.lost;
});
connection.on("open", () => {
  byId("line").hidden = true;
  void asked(fetchAll);
});
