// Axe: what people who cannot see or point would stumble over.

import assert from "node:assert/strict";
import { createRequire } from "node:module";

const { source } = createRequire(import.meta.url)("axe-core");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Fails if axe finds any violation on the page as it is now; `state` says in the failure what was on it. */
export async function accessible(page, state) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const violations = await page.evaluate(async (values) => {
    // Of a counter that the map’s edge cuts in two, axe reads half, and of a button that its panel’s edge or foot does.
    const parts = document.querySelectorAll(".board [data-unit], .since-lines button, .question button");
    const cut = [...parts].filter((part) => {
      const box = part.getBoundingClientRect();
      const foot = part.closest(".orders")?.querySelector(".foot")?.getBoundingClientRect();
      const edges = [".board", ".since", ".orders"].flatMap((one) => part.closest(one)?.getBoundingClientRect() ?? []);
      return (
        (foot?.height && box.bottom > foot.top) ||
        edges.some(
          (edge) => box.left < edge.left || box.right > edge.right || box.top < edge.top || box.bottom > edge.bottom,
        )
      );
    });
    const what = { include: [document], exclude: cut };
    return (await window.axe.run(what, { runOnly: { type: "tag", values }, resultTypes: ["violations"] })).violations;
  }, RULES);
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${state}: ${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
  );
  assert.deepEqual(told, []);
}
