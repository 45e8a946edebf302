// The editor as one uses it: where a hex is on its board, and waiting until the server has looked
// at the work.

import { saveDownload } from "./browser.js";
import { Known } from "./scout.js";

/** Opens a scenario in the editor; the sheet as the scout knows it. */
export async function opened(page, scout, map) {
  await page.waitForURL(/\/editor\?/);
  await checked(page);
  const layout = await scout.fetch(`/maps/${map}.json`);
  return new Known(scout, { layout });
}

/** Waits until the newest state of the work has been answered for and drawn; what the bar says of it. */
export async function checked(page) {
  await page.waitForFunction(
    () =>
      document.querySelector("#board .map")?.dataset.drawn &&
      document.querySelector("#state").textContent &&
      !/Checking/.test(document.querySelector("#state").textContent),
  );
  return page.locator("#state").textContent();
}

/** A point of the window near the middle of the hexside between two hexes, just inside the first. */
export async function beside(page, known, hex, to) {
  const [a, b] = [known.place(hex), known.place(to)];
  const box = await page.locator("#board .canvas").boundingBox();
  const scale = box.width / known.layout.width;
  return { x: box.x + (a.x * 0.58 + b.x * 0.42) * scale, y: box.y + (a.y * 0.58 + b.y * 0.42) * scale };
}

/** Takes a tool. */
export async function take(page, tool) {
  await page.locator(`#tool-${tool}`).click();
  await page.locator(`.tool-options[data-tool="${tool}"]`).waitFor();
}

/** Saves by the button and gives the downloaded file's path and name. */
export async function saved(page) {
  const download = page.waitForEvent("download");
  await page.locator("#save").click();
  const file = await download;
  return { path: await saveDownload(file), name: file.suggestedFilename() };
}

/** The files of the pack that this browser kept last, as the server opens them. */
export async function kept(page, scout, scenario) {
  const pack = await page.evaluate(() => JSON.parse(localStorage.getItem("longroll.packs")).at(-1));
  return { pack, ...(await scout.ask("pack.open", { scenario, pack })) };
}
