// SPDX-License-Identifier: MIT
// The places of players: leaving a felt and coming back, closing a window and opening it again.
import { afterEach, describe, expect, it } from "vitest";
import { until } from "./browser";
import { House, tables } from "./house";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());
const taisai = tables(games["rws-taisai"], 3);

describe("a player at a felt", () => {
  it("who was marked as away comes back", async () => {
    house = await House.open(taisai);
    const dealer = await house.dealer();
    const terminal = await house.terminal();
    const stay = await terminal.stay();
    await dealer.open_betting();
    await terminal.until_open();
    await dealer.order("WalkAway", { stay });
    await terminal.page.locator('[data-notice="away"]').waitFor();
    await terminal.spot("big").locator(".cell").click();
    await until(() => terminal.page.locator("#message").textContent()).toMatch(/left/);
    await terminal.action("return").click();
    await terminal.page.locator('[data-notice="away"]').waitFor({ state: "detached" });
    await terminal.bet("big", 500);
    await dealer.end_round([6, 5, 4]);
    await terminal.until_amount("credit", 50_500);
  });

  it("whose seat was freed is told only that, and takes another", async () => {
    house = await House.open(taisai);
    const dealer = await house.dealer();
    const terminal = await house.terminal();
    const { page } = terminal;
    const stay = await terminal.stay();
    await dealer.open_table();
    await dealer.order("WalkAway", { stay });
    await page.locator('[data-notice="away"]').waitFor();
    await dealer.order("FreeSeat", { stay });
    await page.locator('[data-notice="seat-ended"]').waitFor();
    expect(await page.locator('[data-notice="away"]').count()).toBe(0);
    await terminal.action("take-seat").click();
    await page.locator('[data-notice="seat-ended"]').waitFor({ state: "detached" });
    await page.locator(".felt .spot").first().waitFor();
    await until(() => terminal.stay()).not.toBe(stay);
    await dealer.open_betting();
    await terminal.until_open();
    await terminal.bet("big", 500);
  });

  it("keeps the seat when the window is closed and opened again", async () => {
    house = await House.open(taisai);
    const { page } = await house.terminal();
    const where = page.locator(".where p");
    const seat = await where.textContent();
    expect(seat).toMatch(/Guest 1 /);
    const context = page.context();
    const address = page.url();
    const closed = page.waitForEvent("close");
    await page.close({ runBeforeUnload: true }); // as a person closes it
    await closed;
    const again = await context.newPage();
    await again.goto(address);
    await until(() => again.locator(".where p").textContent()).toBe(seat);
    // Another window of the same browser is another guest.
    const other = await context.newPage();
    await other.goto(address);
    await until(() => other.locator(".where p").textContent()).toMatch(/Guest 2 /);
    expect(await again.locator(".elsewhere").count()).toBe(0);
  });
});
