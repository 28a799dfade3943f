// SPDX-License-Identifier: MIT
// Past results as roads: what they show are facts, with the notes that nothing follows from them.
import { afterEach, describe, expect, it } from "vitest";
import { until } from "./browser";
import { House, tables } from "./house";
import { expect_accessible } from "./pages";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());
const manual = tables(games["rws-etg"], 2);

const rolls = [
  [1, 2, 4], // small, odd
  [1, 1, 4], // small, even
  [6, 5, 4], // big, odd
  [3, 3, 3], // a triple
  [6, 6, 4], // big, even
];
async function after_rounds(language: "en" | "zh") {
  house = await House.open(manual);
  const dealer = await house.dealer();
  for (const roll of rolls) {
    await dealer.open_betting();
    await dealer.end_round(roll);
  }
  const terminal = await house.terminal("rws-etg-1", { language });
  await terminal.action("history").click();
  await terminal.page.locator('[data-tab="roads"]').click();
  return terminal.page;
}

describe("roads", () => {
  for (const [language, letters, no_memory, prevails] of [
    ["en", { size: "SSBTB", parity: "OEOTE" }, /no memory/, /prevails/],
    ["zh", { size: "小小大围大", parity: "单双单围双" }, /没有记忆/, /为准/],
  ] as const) {
    it(`show results in three ways with their notes, in ${language}`, async () => {
      const page = await after_rounds(language);
      const marks = (road: number) =>
        page
          .locator(".roads .road")
          .nth(road)
          .locator(".bead > [aria-hidden]")
          .evaluateAll((all) => all.map((one) => one.textContent).join(""));
      for (const view of ["size", "parity"] as const) {
        await page.locator(`[data-road="${view}"]`).click();
        await until(() => marks(0)).toBe(letters[view]);
        expect(await marks(1)).toBe(letters[view]);
      }
      const columns = await page
        .locator(".big-road .bead")
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).gridColumnStart));
      expect(columns).toEqual(["1", "2", "3", "4", "5"]); // by Odd and Even
      await page.locator('[data-road="total"]').click();
      await until(() => marks(0)).toBe("76159" + "16");
      expect(await page.locator(".big-road").count()).toBe(0);
      expect(await page.locator('[data-note="no-memory"]').textContent()).toMatch(no_memory);
      expect(await page.locator('[data-note="prevails"]').textContent()).toMatch(prevails);
      await expect_accessible(page);
      const display = await house.page(`/display?table=${house.table}`, {
        width: 1920,
        height: 1080,
        language,
      });
      await display.locator(".history .road .bead").first().waitFor();
      const note = await display.locator('[data-note="prevails"]').textContent();
      expect(note).toMatch(no_memory);
      expect(note).toMatch(prevails);
    });
  }
});
