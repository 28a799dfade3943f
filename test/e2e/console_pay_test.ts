// SPDX-License-Identifier: MIT
// What the console does for a dealer who pays at a shared felt, and for people who log on.
import { afterEach, describe, expect, it } from "vitest";
import { until } from "./browser";
import { House, tables } from "./house";
import { expect_accessible } from "./pages";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());
const felts = {
  "rws-taisai": tables(games["rws-taisai"], 2),
  maryland: tables(games.maryland, 1),
};

describe("before Collect and pay", () => {
  for (const [game, language] of [
    ["rws-taisai", "en"],
    ["maryland", "zh"],
  ] as const) {
    it(`the console of ${game} lists who is paid what, with the chips to cut`, async () => {
      house = await House.open(felts[game]);
      const console = await house.open_console("supervisor", { language });
      const [one, two] = await Promise.all([house.terminal(), house.terminal()]);
      await console.until("CloseBetting");
      await Promise.all([one.until_open(), two.until_open()]);
      await one.bet("big", 500);
      await one.bet("big", 1_000);
      await one.bet("single-6", 500);
      await two.bet("small", 500);
      const list = console.page.locator("[data-payments]");
      expect(await list.count()).toBe(0);
      await console.until("SettleRound", [6, 5, 1]);
      await list.waitFor();
      const winner = list.locator(`[data-pay="${await one.stay()}"]`);
      const amount = Number(await winner.getAttribute("data-amount"));
      expect(await list.locator("[data-pay]").count()).toBe(1);
      expect(await winner.locator(".cut").getAttribute("aria-label")).toMatch(/× 20/);
      await expect_accessible(console.page);
      await console.act();
      // The list proposed what the server has paid: winnings, and the stakes that won.
      await one.until_amount("last-payout", amount + 1_500 + 500);
      await list.waitFor({ state: "detached" });
    });
  }
});

describe("a table where nobody keys the bets", () => {
  it("is told which spots to pay at which odds", async () => {
    const cash = '[cash]\nnotes = ["10.00"]\n[[table]]\nchips = "untracked"';
    house = await House.open_alone(games["rws-taisai"].replace("[[table]]", cash));
    const console = await house.open_console("supervisor");
    const { page } = console;
    await console.until("CloseBetting");
    await console.tab("places");
    await page.locator("[data-untracked]").waitFor();
    for (const absent of ['[name="bettor"]', "[data-difference]", '[data-action="new-player"]'])
      expect(await page.locator(absent).count()).toBe(0);
    await console.until("SettleRound", [6, 6, 3]);
    const list = page.locator("[data-paid-spots]");
    await list.waitFor();
    const odds = (spot: string) => list.locator(`[data-spot="${spot}"]`).getAttribute("data-odds");
    expect(await odds("big")).toBe("1");
    expect(await odds("single-3")).toBe("1");
    expect(await odds("single-6")).toBe("2");
    expect(await odds("total-15")).toBe("18");
    expect(await list.locator('[data-spot="small"]').count()).toBe(0);
    await expect_accessible(page);
    await console.act();
    await list.waitFor({ state: "detached" });
  });
});

describe("a console", () => {
  it("offers people on duty where a name is asked for, and shows the pace", async () => {
    house = await House.open(felts["rws-taisai"]);
    await house.hire("supervisor", "dealer");
    const console = await house.open_console("supervisor");
    const other = await house.console("dealer");
    await other.page.locator("[data-person]").first().waitFor();
    await console.page.locator('[data-action="add-person"]').click();
    const dialog = console.dialog();
    await dialog.locator('[data-on-duty="dealer"]').click();
    await until(() => dialog.locator('[name="person"]').inputValue()).toBe("dealer");
    const focused = console.page.locator('dialog [name="password"]:focus');
    await focused.waitFor();
    await console.page.keyboard.press("Escape");
    for (let i = 0; i < 2; ++i) {
      await console.until("CloseBetting");
      await console.until("OpenBetting", [6, 5, 1]);
    }
    const pace = console.page.locator("[data-pace]").first();
    await until(async () => Number(await pace.getAttribute("data-pace"))).toBeGreaterThan(0);
    expect(await pace.textContent()).toMatch(/rounds\/h.*last round/);
  });
});
