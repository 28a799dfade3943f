// SPDX-License-Identifier: MIT
// What the console does for a dealer who pays at a shared felt, and for people who log on.
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { Connection, until } from "./browser";
import { House, tables } from "./house";
import { expect_accessible } from "./pages";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());
const felts = {
  "rws-taisai": tables(games["rws-taisai"], 4),
  maryland: tables(games.maryland, 1),
};
// A box holds less than two players want.
const pro_rata = tables(games["rws-taisai"].replace('max = "1000.00"', 'max = "150.00"'), 1);

// What is due, as far as this test reads and writes it.
interface Payments {
  players: { stay: number; bets: { spot: string }[] }[];
}

// What of the list can't be seen without scrolling.
const beyond_list = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const list = document.querySelector("[data-payments] ul")!.getBoundingClientRect();
    return [...document.querySelectorAll("[data-payments] li > *")].flatMap((one) => {
      const { bottom, right } = one.getBoundingClientRect();
      const is_inside = bottom <= Math.min(list.bottom, innerHeight) + 1 && right <= list.right + 1;
      return is_inside ? [] : [one.textContent ?? ""];
    });
  });

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
      for (const [width, height] of [
        [768, 1024],
        [1024, 768],
        [1280, 800],
      ] as const) {
        await console.page.setViewportSize({ width, height });
        await until(() => beyond_list(console.page), `${width}x${height}`).toEqual([]);
      }
      // The felt is a key away, and the list again.
      await list.locator('[data-action="show-felt"]').focus();
      await console.page.keyboard.press("Enter");
      await list.waitFor({ state: "detached" });
      await console.page.locator('[data-action="show-payments"]').click();
      await list.waitFor();
      await console.act();
      // The list said what the server has paid: winnings, and the stakes that won.
      await one.until_amount("last-payout", amount + 1_500 + 500);
      await list.waitFor({ state: "detached" });
    });
  }

  it("shows ten winners at once, upright and on a large screen", async () => {
    house = await House.open(felts["rws-taisai"]);
    // The one who wins stands for ten, each with one more bet.
    const connection = new Connection();
    connection.pass = (message) => {
      const { payments } = (message as { state?: { payments?: Payments } }).state ?? {};
      if (!payments) return true;
      const [first] = payments.players;
      payments.players = Array.from({ length: 10 }, (_, i) => ({
        ...first!,
        stay: first!.stay + i,
        bets: [...first!.bets, { ...first!.bets[0]!, spot: "domino-56" }],
      }));
      return true;
    };
    const console = await house.open_console("supervisor", { connection });
    const one = await house.terminal();
    await console.until("CloseBetting");
    await one.until_open();
    await one.bet("big", 2_000);
    await one.bet("big", 500);
    await console.until("SettleRound", [6, 5, 1]);
    await until(() => console.page.locator("[data-pay]").count()).toBe(10);
    for (const [width, height] of [
      [768, 1024],
      [1280, 800],
      [1920, 1080],
      [3840, 2160],
    ] as const) {
      await console.page.setViewportSize({ width, height });
      await until(() => beyond_list(console.page), `${width}x${height}`).toEqual([]);
    }
    await console.act();
  });

  it("says how much of a bet counts, and what goes back, where bets count pro rata", async () => {
    house = await House.open(pro_rata);
    const console = await house.open_console();
    const [one, two] = await Promise.all([house.terminal(), house.terminal()]);
    await console.until("CloseBetting");
    await Promise.all([one.until_open(), two.until_open()]);
    await one.bet("big", 10_000);
    await two.bet("big", 10_000);
    await console.until("SettleRound", [6, 5, 1]);
    const list = console.page.locator("[data-payments]");
    await list.waitFor();
    const amounts = [];
    for (const player of [one, two]) {
      const entry = list.locator(`[data-pay="${await player.stay()}"]`);
      const [won, back] = [
        Number(await entry.getAttribute("data-amount")),
        Number(await entry.getAttribute("data-returned")),
      ];
      expect(won + back).toBe(10_000); // at even money
      expect(await entry.locator("[data-counts]").getAttribute("data-counts")).toBe(`${won}`);
      amounts.push(won);
    }
    expect(amounts).toEqual([7_500, 7_500]);
    await console.act();
    await one.until_amount("last-payout", 10_000 + 7_500);
    await two.until_amount("last-payout", 10_000 + 7_500);
  });
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
    // The first form of a page at which nobody has signed in yet.
    const empty = await house.page(`/console?table=${house.table}`);
    await empty.locator('[data-on-duty="supervisor"]').click();
    await until(() => empty.locator('[name="person"]').inputValue()).toBe("supervisor");
    await empty.locator('[name="password"]:focus').waitFor();
    await expect_accessible(empty);
    const other = await house.console("dealer");
    await other.page.locator("[data-person]").first().waitFor();
    const { page } = console;
    await page.locator('[data-action="add-person"]').click();
    const dialog = console.dialog();
    await dialog.locator('[data-on-duty="dealer"]').click();
    await until(() => dialog.locator('[name="person"]').inputValue()).toBe("dealer");
    expect(await dialog.locator('[data-on-duty="supervisor"]').count()).toBe(0); // is here
    await page.locator('dialog [name="password"]:focus').waitFor();
    await page.keyboard.press("Escape");
    for (let i = 0; i < 2; ++i) {
      await console.until("CloseBetting");
      await console.until("OpenBetting", [6, 5, 1]);
    }
    const pace = page.locator("[data-pace]").first();
    await until(async () => Number(await pace.getAttribute("data-pace"))).toBeGreaterThan(0);
    expect(await pace.textContent()).toMatch(/rounds\/h.*last round/);
    // Locked, it offers the one whose console it is; and a reload forgets no pace.
    await page.locator('[data-action="lock"]').click();
    await page.locator('[data-on-duty="supervisor"]').waitFor();
    await page.reload();
    await page.locator('[data-on-duty="supervisor"]').click();
    await page.keyboard.type("supervisor-password");
    await page.keyboard.press("Enter");
    await until(async () => Number(await pace.getAttribute("data-pace"))).toBeGreaterThan(0);
    expect(await pace.textContent()).toMatch(/rounds\/h.*last round/);
  });

  it("doubles its letters and buttons on a very large screen", async () => {
    house = await House.open(felts["rws-taisai"]);
    const console = await house.open_console("supervisor");
    const sizes = () =>
      console.page.evaluate(() =>
        [".next-label", ".head h1", ".tabs button", ".step-name", ".soft"].map((name) => {
          const one = document.querySelector(name)!;
          return parseFloat(getComputedStyle(one).fontSize);
        }),
      );
    await console.page.setViewportSize({ width: 1920, height: 1080 });
    const before = await sizes();
    await console.page.setViewportSize({ width: 3840, height: 2160 });
    expect(await sizes()).toEqual(before.map((one) => 2 * one));
    const height = (name: string) =>
      console.page
        .locator(name)
        .first()
        .evaluate((one) => one.getBoundingClientRect().height);
    expect(await height(".tabs button")).toBeGreaterThanOrEqual(88);
  });
});
