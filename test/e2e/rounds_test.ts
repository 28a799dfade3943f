// SPDX-License-Identifier: MIT
// Whole rounds with the pages of all who take part, for each game.
import { afterEach, describe, expect, it } from "vitest";
import { House } from "./house";
import { games, type Game } from "./server";

let house: House;
afterEach(async () => house?.close());

async function begin(game: Game) {
  house = await House.open_alone(games[game]);
  await house.hire("dealer", "supervisor");
  return house.console("supervisor");
}

describe("a round with two terminals of different layouts, a console and a display", () => {
  for (const [game, layouts, unit] of [
    ["rws-etg", ["rws-etg-1", "rws-etg-3"], 100],
    ["mbs-etg", ["mbs-rapid", "mbs-alfastreet"], 200],
  ] as const) {
    it(`of ${game}`, async () => {
      const console = await begin(game);
      const [one, two] = [await house.terminal(layouts[0]), await house.terminal(layouts[1])];
      const display = await house.page("/display?table=1", { width: 1920, height: 1080 });
      await console.until("CloseBetting");
      await Promise.all([one.until_open(), two.until_open()]);
      await one.bet("big", unit);
      await one.bet("total-9");
      await two.bet("small");
      await one.until_amount("staked", 2 * unit);
      await one.until_amount("credit", 50_000 - 2 * unit);
      expect(await one.page.locator("[data-roll]").count()).toBe(0);
      expect(await display.locator(".dice[data-roll]").count()).toBe(0);

      const dice = [2, 3, 4];
      await console.act(dice);
      await Promise.all([one.until_closed(), two.until_closed()]);
      await console.until(game === "mbs-etg" ? "StartMix" : "OpenBetting", dice);

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
      expect(await house.server.end("SIGTERM")).toBe(0);
      expect(await house.server.audit()).toBe(0);
    });
  }
});

describe("a round at a shared felt, with two players, a console and a display", () => {
  for (const game of ["rws-taisai", "maryland"] as const) {
    it(`of ${game}`, async () => {
      const console = await begin(game);
      const [one, two] = [await house.terminal(), await house.terminal()];
      const display = await house.page("/display?table=1", { width: 1920, height: 1080 });
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
      expect(await house.server.end("SIGTERM")).toBe(0);
      expect(await house.server.audit()).toBe(0);
    });
  }
});
