// The first page, by mouse.

/** Opens everything that can be chosen for a game of a scenario, on the first page. */
export async function setUp(page, scenario) {
  await page.locator(`.battle-card[data-scenarios~="${scenario}"] .more`).first().click();
  await page.locator(`#new input[name=scenario][value="${scenario}"]`).check();
}

/** Begins a game of a scenario for both sides at this screen; on the battle page afterwards. */
export async function beginHere(page, address, scenario) {
  await page.goto(address);
  await setUp(page, scenario);
  await page.locator("input[name=mode][value=hot-seat]").check();
  await page.locator("#begin").click();
  await page.waitForURL(/\/game\//);
  await laid(page);
}

/** Begins a game of a scenario against a computer of that level; the person commands `side`. */
export async function beginAgainst(page, address, scenario, { side, level }) {
  await page.goto(address);
  await setUp(page, scenario);
  await page.locator("input[name=mode][value=computer]").check();
  await page.locator("#my-side").selectOption(side);
  await page.locator(`#level-${side === "union" ? "confederate" : "union"}`).selectOption(level);
  await page.locator("#begin").click();
  await page.waitForURL(/\/game\//);
  await laid(page);
}

/** Begins a game for two people apart; both secret links. */
export async function beginApart(page, address, scenario) {
  await page.goto(address);
  await setUp(page, scenario);
  await page.locator("input[name=mode][value=two]").check();
  await page.locator("#begin").click();
  await page.locator("#link-confederate").waitFor();
  return {
    union: await page.locator("#link-union").inputValue(),
    confederate: await page.locator("#link-confederate").inputValue(),
  };
}

/** Waits until the map lies on the table with the counters on it. */
export async function laid(page) {
  await page.locator(".counters [data-unit]").first().waitFor({ state: "attached" });
  await page.waitForFunction(() => document.querySelector("#board .map")?.dataset.drawn);
}
