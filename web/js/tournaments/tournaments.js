// The page of all tournaments, and making one.

import * as accounts from "../account/api.js";
import { attempt, say } from "../common/attempt.js";
import { check, field, number, select } from "../common/fields.js";
import { byId, h, held, make, show } from "../common/html.js";
import { sending } from "../common/sending.js";
import * as words from "../common/words.js";
import { titleOf } from "../games/registry.js";
import * as texts from "../texts/tournaments.js";
import * as api from "./api.js";
import { begin } from "./telling.js";

/** @import { All, Listed } from "./api.js" */

/** @param {Listed} of */
function item(of) {
  return h(
    "li",
    null,
    h("a", { class: "title", href: `/tournament/${of.id}` }, words.typed(of.title)),
    h("span", { class: "small block" }, texts.listing(of, of.begins ? words.day(of.begins) : "")),
  );
}

/**
 * @param {string} title
 * @param {Listed[]} list
 */
function part(title, list) {
  const items = list.map(item);
  return h(
    "section",
    null,
    h("h2", null, title),
    items.length ? h("ul", { class: "listing" }, items) : h("p", { class: "hint" }, texts.none),
  );
}

/** @param {All} all */
function making({ battles, levels }) {
  const title = make("input", { id: "make-title", required: true, maxlength: 80, autocomplete: "off" });
  const kind = select("make-kind", /** @type {[string, string][]} */ (Object.entries(texts.KINDS)));
  const rounds = number("make-rounds", 4, 1, 20);
  const games = select("make-games", texts.GAMES, "2");
  const days = number("make-days", 7, 1, 60);
  const most = number("make-most", 16, 2, 64);
  const begins = make("input", { id: "make-begins", type: "datetime-local" });
  const bank = select("make-clock", Object.entries(texts.CLOCKS));
  const invited = make("textarea", { id: "make-invited", rows: 2 });
  const first = battles.find(({ system }) => system === battles[0]?.system);
  const rows = battles.map((battle) => {
    const about = `${battle.title}, ${battle.edition} (${titleOf(battle.system)})`;
    return check(`make-battle-${battle.id}`, about, { value: battle.id, checked: battle === first });
  });
  const commanders = levels.map((value) => check(`make-${value}`, words.capital(value), { value }));
  const ticked = (/** @type {typeof rows} */ all) => all.flatMap(({ box }) => (box.checked ? [box.value] : []));
  kind.addEventListener("change", () => {
    rounds.disabled = kind.value !== "swiss";
  });
  const onsubmit = sending("make-said", async () => {
    const names = invited.value.split(",").map((name) => name.trim());
    const plan = {
      title: title.value,
      kind: kind.value,
      rounds: kind.value === "swiss" ? rounds.valueAsNumber : 0,
      scenarios: ticked(rows),
      games: Number(games.value),
      days: days.valueAsNumber,
      most: most.valueAsNumber,
      clock: bank.value === "0" ? null : { bank: Number(bank.value) },
      commanders: ticked(commanders),
      begins: begins.value ? Math.floor(new Date(begins.value).getTime() / 1000) : null,
      invited: names.filter(Boolean),
    };
    const { tournament } = await api.make(plan);
    location.assign(`/tournament/${tournament}`);
  });
  const boxes = (/** @type {string} */ text, /** @type {typeof rows} */ all, hint = "") =>
    make(
      "fieldset",
      null,
      make("legend", null, text),
      hint && make("p", { class: "hint" }, hint),
      all.map(({ label }) => label),
    );
  const form = make(
    "form",
    { id: "make", method: "post", onsubmit },
    field(texts.name, title),
    field(texts.kind, kind),
    field(texts.swissRounds, rounds),
    boxes(texts.battles, rows, texts.battlesHint),
    field(texts.gamesOfMatch, games),
    field(texts.daysOfRound, days, texts.daysHint),
    field(texts.clocks, bank, texts.clocksHint),
    field(texts.most, most),
    boxes(texts.commanders, commanders),
    field(texts.begins, begins, texts.beginsHint),
    field(texts.invited, invited, texts.invitedHint),
    make("p", { class: "refused", role: "alert", id: "make-said" }),
    make("button", { type: "submit", class: "primary" }, texts.makeIt),
  );
  return make("details", { class: "sheet", id: "making" }, make("summary", null, texts.make), form);
}

async function draw() {
  const [all, account] = await Promise.all([api.all(), accounts.me().catch(() => null)]);
  const of = (/** @type {string[]} */ ...stages) => all.tournaments.filter(({ stage }) => stages.includes(stage));
  const over = of("over", "cancelled");
  show(
    byId("content"),
    part(texts.openToEnter, of("open")),
    part(texts.beingPlayed, of("running")),
    over.length > 0 && part(texts.over, over),
    account ? held(making(all)) : h("p", null, texts.signInTo()),
  );
  say("");
}

await begin(() => attempt(draw));
