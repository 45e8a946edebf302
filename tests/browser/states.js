// The states of the pages that are worth a look, one entry a state: its name, and how one gets
// there. `pictures.js` takes their pictures. `table` is the page with what it takes to bring a game
// to that state: see `Table` there. Motion is on, so that what is told can be caught as it is told.

import { unitAt } from "./table.js";

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

/** @type {{ name: string, go: (table: any) => Promise<void> }[]} */
export const STATES = [
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
    name: "computer-moves",
    async go(table) {
      await table.against("chickamauga-1975", "union", "recruit");
      for (const id of ["#end-movement", "#end-combat"]) await table.page.locator(id).click();
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
      await table.kernstown("fire");
      await table.page.locator(".throw:not(.tumbling)").waitFor();
    },
  },
  {
    name: "stack-in-hand",
    async go(table) {
      await table.begin("chickamauga-1975");
      const { units } = await table.known.view();
      const counts = Map.groupBy(
        units.filter((unit) => unit.hex),
        (unit) => unit.hex,
      );
      const [stack] = [...counts.values()].filter((all) => all.length > 1);
      await table.page.locator(unitAt(stack.at(-1).id)).hover();
    },
  },
];
