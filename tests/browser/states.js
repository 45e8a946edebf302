// The states of the pages that are worth a look, one entry a state: its name, and how one gets
// there. `pictures.js` takes their pictures. `table` is the page with what it takes to bring a game
// to that state: `Stage`. Motion is on, so that what is told can be caught as it is told.

import { setUp } from "./lobby.js";
import { middle } from "./table.js";

/** An attack on Mill Creek with three units against one, and its die. */
const FIGHT = {
  scenario: "training",
  phase: "combat",
  units: [
    { id: "a", side: "union", type: "infantry", strength: 5, hex: "0605" },
    { id: "b", side: "union", type: "infantry", strength: 4, hex: "0706" },
    { id: "c", side: "union", type: "infantry", strength: 3, hex: "0704" },
    { id: "d", side: "confederate", type: "infantry", strength: 4, hex: "0705" },
    { id: "far-u", side: "union", type: "infantry", strength: 1, hex: "0101" },
    { id: "far-c", side: "confederate", type: "infantry", strength: 1, hex: "1201" },
  ],
};
const ATTACK = { attack: { attackers: ["a", "b", "c"], defenders: ["0705"] } };

/** Two stacks on Mill Creek, one on an objective. */
const STACKS = {
  scenario: "training",
  units: [
    { id: "a", side: "union", type: "infantry", strength: 5, hex: "0605" },
    { id: "b", side: "union", type: "artillery", strength: 4, hex: "0605" },
    { id: "c", side: "confederate", type: "infantry", strength: 3, hex: "0705" },
    { id: "d", side: "confederate", type: "infantry", strength: 6, hex: "0705" },
  ],
};

/** Opens the log where it tells what made the last result what it is. */
async function openModifiers(page, event) {
  const last = page.locator(`.${event} + .modifiers`).last();
  await last.waitFor({ state: "attached" });
  const tab = page.locator("#tab-log");
  if (await tab.isVisible()) await tab.click();
  await last.locator("summary").click();
}

/** @type {{ name: string, go: (table: any) => Promise<void> }[]} */
export const STATES = [
  {
    name: "first-page",
    async go(table) {
      await table.page.goto(table.program.address);
      await table.page.locator(".battle-card").first().waitFor();
    },
  },
  {
    name: "set-up",
    async go(table) {
      await table.page.goto(table.program.address);
      await setUp(table.page, "kernstown-1-stone-wall");
    },
  },
  {
    name: "rules",
    async go(table) {
      await table.page.goto(`${table.program.address}/rules`);
      await table.page.locator("#rules article").first().waitFor();
    },
  },
  {
    name: "lesson",
    async go(table) {
      await table.page.goto(`${table.program.address}/learn`);
      await table.page.locator("#lesson button:visible").first().waitFor();
    },
  },
  {
    name: "game-menu",
    async go(table) {
      await table.begin("training");
      await table.page.locator("#open-menu").click();
      await table.page.locator("#dialog[open]").waitFor();
    },
  },
  {
    name: "rules-beside",
    async go(table) {
      await table.begin("training");
      await table.page.locator("#open-rules").click();
      await table.page.locator("#rules-panel article, #rules-panel input").first().waitFor();
    },
  },
  {
    name: "kernstown-key-chits",
    async go(table) {
      await table.against("kernstown-1-stone-wall", "confederate", "recruit");
      await table.page.locator("#choose-keys, #orders .chit-button").first().waitFor();
    },
  },
  {
    name: "kernstown-levels",
    async go(table) {
      await table.begin("kernstown-2-historical");
      await table.page.locator("#aids summary").click();
      await table.page.locator("#aid-levels").check();
      await table.page.locator("#aids summary").click();
    },
  },
  ...["forces", "victory", "map", "turns"].map((tab) => ({
    name: `panel-${tab}`,
    async go(/** @type {any} */ table) {
      await table.begin("chickamauga-1975");
      await table.page.locator(`#tab-${tab}`).click();
      await table.page.locator(`#panel-${tab} > :not(h2)`).first().waitFor();
    },
  })),
  {
    name: "fight-falling",
    async go(table) {
      await table.position({ ...FIGHT, dice: [6] });
      await table.mouse.draft(ATTACK.attack);
      await table.page.locator("#attack").click();
      await table.page.locator(".throw.tumbling").waitFor();
    },
  },
  {
    name: "fight-fallen",
    async go(table) {
      await table.position({ ...FIGHT, dice: [6] });
      await table.mouse.draft(ATTACK.attack);
      await table.page.locator("#attack").click();
      await table.page.locator(".throw:not(.tumbling)").waitFor();
    },
  },
  {
    name: "end-asked",
    async go(table) {
      await table.begin("chickamauga-1975");
      await table.page.locator("#end-movement").click();
      await table.page.locator("#end-now").waitFor();
    },
  },
  {
    name: "computer-moves",
    async go(table) {
      await table.against("chickamauga-1975", "union", "recruit");
      for (const id of ["#end-movement", "#end-now", "#end-combat"]) await table.page.locator(id).click();
      await table.page.locator(".last-order").waitFor();
      await table.page.locator("#step-pace:enabled").waitFor();
      await table.page.locator("#hold-pace").click();
    },
  },
  {
    name: "since-your-turn",
    async go(table) {
      await table.against("training", "confederate", "recruit");
      await table.turn(3);
      await table.page.locator("#since").waitFor();
    },
  },
  {
    name: "since-your-turn-chickamauga",
    async go(table) {
      await table.against("chickamauga-1975", "confederate", "recruit");
      await table.turn(5);
      await table.page.locator("#since").waitFor();
    },
  },
  {
    name: "kernstown-fire",
    async go(table) {
      await table.fire();
      await table.page.locator(".throw:not(.tumbling)").waitFor();
    },
  },
  {
    name: "log-of-an-attack",
    async go(table) {
      await table.position({ ...FIGHT, dice: [6] });
      await table.mouse.draft(ATTACK.attack);
      await table.page.locator("#attack").click();
      await openModifiers(table.page, "attack-declared");
    },
  },
  {
    name: "log-of-a-fire",
    async go(table) {
      await table.fire();
      await openModifiers(table.page, "combat-thrown");
    },
  },
  {
    name: "aids-open",
    async go(table) {
      await table.begin("chickamauga-1975");
      await table.page.locator("#aids summary").click();
      await table.page.locator("#aid-zones").check();
      await table.page.locator(".outline.enemy-zone").first().waitFor({ state: "attached" });
    },
  },
  {
    name: "enemy-reach",
    async go(table) {
      await table.begin("chickamauga-1975");
      await table.page.locator("#aids summary").click();
      await table.page.locator("#aid-reach").check();
      await table.page.locator(".outline.enemy-reach").first().waitFor({ state: "attached" });
      await table.page.locator("#aids summary").click();
    },
  },
  {
    name: "sight-blocked",
    async go(table) {
      await table.position({ ...FIGHT, phase: "movement" });
      await table.page.locator("#aids summary").click();
      await table.page.locator("#aid-sight").check();
      await table.page.locator("#aids summary").click();
      await table.mouse.clickHex("0202");
      await table.page.locator(".outline.sight-from").waitFor({ state: "attached" });
      const { x, y } = await middle(table.page, table.known, "0205");
      await table.page.mouse.move(x, y);
      await table.page.locator(".line.sight").waitFor({ state: "attached" });
    },
  },
  {
    name: "magnifier",
    async go(table) {
      await table.begin("chickamauga-1975");
      await table.page.locator("#zoom-all").click();
      await table.page.locator("#aids summary").click();
      await table.page.locator("#aid-glass").check();
      await table.page.locator("#aids summary").click();
      const { x, y } = await middle(table.page, table.known, "1720");
      await table.page.mouse.move(x, y);
      await table.page.locator(".magnifier").waitFor();
    },
  },
  {
    name: "stacks",
    async go(table) {
      await table.position(STACKS);
      await table.page.locator(".total").first().waitFor({ state: "attached" });
    },
  },
  {
    name: "stack-spread",
    async go(table) {
      await table.position(STACKS);
      const { x, y } = await middle(table.page, table.known, "0605");
      await table.page.mouse.move(x, y);
      await table.page.locator(".total").first().waitFor({ state: "attached" });
      await table.page.waitForFunction(() => document.querySelectorAll(".total").length === 1);
    },
  },
];
