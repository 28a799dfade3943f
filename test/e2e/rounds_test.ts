// SPDX-License-Identifier: MIT
// Whole rounds with the pages of all who take part, for each game.
import { afterEach, describe, expect, it } from "vitest";
import { House, tables } from "./house";
import { games, type Game } from "./server";

let house: House;
afterEach(async () => house?.close());

const table_of = {
  "rws-etg": tables(games["rws-etg"], 1),
  "mbs-etg": tables(games["mbs-etg"], 1),
  "rws-taisai": tables(games["rws-taisai"], 1),
  maryland: tables(games.maryland, 1),
};

// The pages of all who take part.
async function begin(game: Game, layouts: readonly [string, string] = ["", ""]) {
  house = await House.open(table_of[game]);
  await house.hire("supervisor");
  const [console, one, two, display] = await Promise.all([
    house.console("supervisor"),
    house.terminal(layouts[0]),
    house.terminal(layouts[1]),
    house.page(`/display?table=${house.table}`, { width: 1920, height: 1080 }),
  ]);
  return { console, one, two, display };
}

describe("a round with two terminals of different layouts, a console and a display", () => {
  for (const [game, layouts, unit] of [
    ["rws-etg", ["rws-etg-1", "rws-etg-3"], 100],
    ["mbs-etg", ["mbs-rapid", "mbs-alfastreet"], 200],
  ] as const) {
    it(`of ${game}`, async () => {
      const { console, one, two, display } = await begin(game, layouts);
      await console.until("CloseBetting");
      await Promise.all([one.until_open(), two.until_open()]);
      await one.bet("big", unit);
      await one.bet("total-9");
      await one.until_amount("staked", 2 * unit);
      for (const page of [two.page, display]) // nothing of what others bet
        expect(await page.locator(".felt .chip-face").count()).toBe(0);
      await two.bet("small");
      await one.until_amount("credit", 50_000 - 2 * unit);
      expect(await one.page.locator("[data-roll]").count()).toBe(0);
      expect(await display.locator(".dice[data-roll]").count()).toBe(0);

      const dice = [2, 3, 4];
      await console.act(dice);
      await Promise.all([one.until_closed(), two.until_closed()]);
      await console.until(game === "mbs-etg" ? "StartCoveredMix" : "OpenBetting", dice);

      // Nine pays 7 to 1 on these felts, small 1 to 1; big is lost.
      await one.until_amount("last-payout", 8 * unit);
      await one.until_amount("credit", 50_000 - 2 * unit + 8 * unit);
      await two.until_amount("credit", 50_000 + unit);
      for (const page of [one.page, two.page, display])
        await page.locator('[data-roll="2-3-4"]').first().waitFor();
      for (const { page } of [one, two]) {
        expect(await page.locator('.won[data-spot="small"]').count()).toBe(1);
        expect(await page.locator('.won[data-spot="big"]').count()).toBe(0);
      }
    });
  }
});

describe("a round at a shared felt, with two players, a console and a display", () => {
  for (const game of ["rws-taisai", "maryland"] as const) {
    it(`of ${game}`, async () => {
      const { console, one, two, display } = await begin(game);
      await console.until("CloseBetting");
      await Promise.all([one.until_open(), two.until_open()]);
      await one.bet("big", 500);
      await two.bet("small", 500);
      await one.until_amount("staked", 500);
      const dice = [6, 5, 1];
      await console.act(dice);
      await console.until("OpenBetting", dice);
      await one.until_amount("credit", 50_500);
      await two.until_amount("credit", 49_500);
      await one.until_amount("last-payout", 1_000);
      await display.locator('[data-roll="6-5-1"]').first().waitFor();
    });
  }
});

describe("after these rounds", () => {
  it("the server ends well, and an audit of its journal finds nothing", async () => {
    expect(await house.server.end("SIGTERM")).toBe(0);
    expect(await house.server.audit()).toBe(0);
  });
});
