// SPDX-License-Identifier: MIT
// What the documents ask of the screens themselves.
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "./browser";
import { covers } from "./covers";
import { House, tables } from "./house";
import { games, type Game } from "./server";

let house: House;
afterEach(async () => house?.close());

const tables_of = {
  "rws-etg": tables(games["rws-etg"], 4),
  "rws-taisai": tables(games["rws-taisai"], 1),
  "mbs-etg": tables(games["mbs-etg"], 1),
  maryland: tables(games.maryland, 1),
};

interface Layout {
  id: string;
  names: Record<string, { en: string }>;
  pay: { spots: string[]; odds: string[] }[];
}
// The rule set as the server publishes it, whatever a page makes of it.
async function layouts_at(page: Page): Promise<Layout[]> {
  const addresses = await page.evaluate(() =>
    performance.getEntriesByType("resource").map((one) => one.name),
  );
  const address = addresses.find((one) => one.includes("/api/rules/"))!;
  return ((await (await page.request.get(address)).json()) as { layouts: Layout[] }).layouts;
}

describe("a terminal draws every spot of its layout once, with its odds, and no other", () => {
  for (const id of ["rws-etg-1", "rws-etg-2", "rws-etg-3"])
    it(`at a terminal of ${id}`, async () => {
      covers("rws-etg 2.1.1");
      house = await House.open(tables_of["rws-etg"]);
      const { page } = await house.terminal(id);
      const layout = (await layouts_at(page)).find((one) => one.id === id)!;
      const drawn = await page.locator(".felt [data-spot]").evaluateAll((all) =>
        all.map((one) => {
          const { width, height } = one.getBoundingClientRect();
          const label = one.querySelector("[aria-label]") ?? one;
          return {
            spot: one.getAttribute("data-spot")!,
            label: label.getAttribute("aria-label")!,
            is_visible: one.checkVisibility() && Math.min(width, height) > 20,
          };
        }),
      );
      const spots = layout.pay.flatMap((row) => row.spots);
      expect(drawn.map((one) => one.spot).sort()).toEqual([...spots].sort());
      expect(drawn.filter((one) => !one.is_visible)).toEqual([]);
      for (const { spots, odds } of layout.pay)
        for (const spot of spots)
          expect(drawn.find((one) => one.spot === spot)!.label).toContain(odds.join(", "));
    });
});

describe("past results on every screen are for information, and the table prevails", () => {
  const note = "the actual outcome at the table prevails";
  const expect_notes = async (game: Game, clause: string) => {
    house = await House.open(tables_of[game]);
    await house.hire("supervisor");
    const terminal = await house.terminal();
    await terminal.action("history").click();
    const in_history = terminal.page.locator('dialog [data-note="prevails"]');
    await until(() => in_history.textContent()).toMatch(new RegExp(`${note}.*Clause.*${clause}`));
    const display = await house.page(`/display?table=${house.table}`);
    await until(() => display.locator('[data-note="prevails"]').textContent()).toContain(note);
    const console = await house.console("supervisor");
    await console.tab("rounds");
    const in_rounds = console.page.locator('.tab-panel [data-note="prevails"]');
    await until(() => in_rounds.textContent()).toMatch(new RegExp(`${note}.*Clause.*${clause}`));
  };
  it("of Sic Bo at terminals", async () => {
    covers("rws-etg 5.8");
    await expect_notes("rws-etg", "5.8");
  });
  it("of Tai Sai", async () => {
    covers("rws-taisai 5.11");
    await expect_notes("rws-taisai", "5.11");
  });
  it("of Electronic Sic Bo", async () => {
    covers("mbs-etg 6.3");
    await expect_notes("mbs-etg", "6.3");
  });
});

describe("a dealer in Maryland", () => {
  it("is asked to call each die aloud, as it is keyed", async () => {
    covers("maryland 5.D");
    house = await House.open(tables_of.maryland);
    await house.hire("supervisor");
    const console = await house.console("supervisor");
    const says = console.page.locator(".says");
    await console.until("EnterResult");
    await until(() => says.textContent()).toMatch(/clause 5\.D.*Each die, one by one/);
    for (const face of [6, 5]) await console.page.keyboard.press(String(face));
    await until(() => says.locator(".says-en").textContent()).toBe("six, five");
    await console.page.keyboard.press("4");
    await until(() => says.locator(".says-en").textContent()).toBe("six, five, four");
    await until(() => says.locator(".says-zh").textContent()).toBe("六、五、四");
  });
});
