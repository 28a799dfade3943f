// SPDX-License-Identifier: MIT
// Notes and tickets at a terminal with a simulated cabinet.
import { afterEach, describe, expect, it } from "vitest";
import type { Locator } from "playwright-core";
import { until } from "./browser";
import { House } from "./house";
import { expect_accessible, type Terminal } from "./pages";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());

const with_cabinets = (policy: string): string =>
  games["rws-etg"]
    .replace("[[table]]", `[cash]\nnotes = ["10.00", "50.00"]\n${policy}\n[[table]]`)
    .replace("training = true", 'training = true\ncabinets = "simulated"');

const movements = (terminal: Terminal): Promise<(string | null)[]> =>
  terminal.page
    .locator("[data-movement]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-movement")));

async function open_cash(terminal: Terminal): Promise<void> {
  await terminal.action("cash-out").click();
  await terminal.page.locator('dialog [data-action="cash-out-ticket"]').waitFor();
}

describe("a terminal with a cabinet", () => {
  it("takes a note, prints a ticket and takes it in again", async () => {
    house = await House.open_alone(with_cabinets(""));
    const terminal = await house.terminal();
    const { page } = terminal;
    await open_cash(terminal);
    await page.locator('[data-note="5000"]:not(:disabled)').click();
    await terminal.until_amount("credit", 55_000);
    await page.locator('[data-action="cash-out-ticket"]').focus();
    await page.keyboard.press("Enter"); // the keyboard is enough
    const ticket = page.locator("[data-ticket]");
    await ticket.waitFor();
    await terminal.until_amount("credit", 0);
    expect(await ticket.locator(".ticket-amount").textContent()).toMatch(/550\.00/);
    expect(await ticket.locator(".ticket-marking").textContent()).toMatch(/NO VALUE/i);
    await until(() => movements(terminal)).toEqual(["ticket_out", "note_in"]);
    await expect_accessible(page, "dialog[open]");
    const put_in = ticket.locator('[data-action="insert-ticket"]');
    await until(() => put_in.isEnabled()).toBe(true);
    await put_in.click();
    await terminal.until_amount("credit", 55_000);
    await until(() => movements(terminal)).toEqual(["ticket_in", "ticket_out", "note_in"]);
    // A ticket is good once; the terminal does not say why it refuses it.
    await until(() => put_in.isEnabled()).toBe(true);
    await put_in.click();
    await until(async () => (await movements(terminal))[0]).toBe("ticket_refused");
    expect(await page.locator("dialog").textContent()).toMatch(/cashier will help/);
    await terminal.until_amount("credit", 55_000);
  });

  it("takes notes and tickets that are dragged into its slots, in both languages", async () => {
    house = await House.open_alone(with_cabinets(""));
    for (const language of ["en", "zh"] as const) {
      const terminal = await house.terminal("", { language, width: 390, height: 844 });
      const { page } = terminal;
      const before = await terminal.amount("credit");
      await open_cash(terminal);
      const drag = async (from: Locator, to: string) => {
        const slot = page.locator(`[data-slot="${to}"]`);
        await slot.scrollIntoViewIfNeeded();
        const [a, b] = [(await from.boundingBox())!, (await slot.boundingBox())!];
        await page.mouse.move(a.x + a.width / 2, a.y + 12);
        await page.mouse.down();
        await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 8 });
        await page.mouse.up();
      };
      await drag(page.locator('[data-note="5000"]:not(:disabled)'), "notes");
      await terminal.until_amount("credit", before + 5_000);
      const cash_out = page.locator('[data-action="cash-out-ticket"]');
      await until(() => cash_out.isEnabled()).toBe(true);
      await cash_out.click();
      await terminal.until_amount("credit", 0);
      const ticket = page.locator("[data-ticket]").first();
      await until(() => ticket.locator('[data-action="insert-ticket"]').isEnabled()).toBe(true);
      await drag(ticket, "tickets");
      await terminal.until_amount("credit", before + 5_000);
      await expect_accessible(page, "dialog[open]");
    }
  });

  it("tells in Chinese that an attendant pays by hand", async () => {
    house = await House.open_alone(with_cabinets('ticket_max = "100.00"'));
    const terminal = await house.terminal("", { language: "zh" });
    const { page } = terminal;
    await open_cash(terminal);
    await expect_accessible(page, "dialog[open]");
    await page.locator('[data-action="cash-out-ticket"]').click();
    await page.locator('[data-notice="hand-pay"]').waitFor({ state: "attached" });
    await until(() => page.locator(".cash-activity").textContent()).toMatch(/手工.*500/);
    expect(await page.locator('[data-notice="locked"]').count()).toBe(0);
  });
});
