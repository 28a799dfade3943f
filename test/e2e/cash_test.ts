// SPDX-License-Identifier: MIT
// Notes and tickets at a terminal with a simulated cabinet.
import { afterEach, describe, expect, it } from "vitest";
import type { Locator } from "playwright-core";
import { until } from "./browser";
import { House, tables } from "./house";
import { expect_accessible, type Terminal } from "./pages";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());

const with_cabinets = games["rws-etg"]
  .replace("[[table]]", '[cash]\nnotes = ["10.00", "50.00"]\nticket_max = "1100.00"\n[[table]]')
  .replace("training = true", 'training = true\ncabinets = "simulated"');
const manual = tables(with_cabinets, 3);
// With more credit than a ticket can have.
const rich = tables(with_cabinets.replace('"500.00"', '"1200.00"'), 2);

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
    house = await House.open(manual);
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
    const number = await ticket.getAttribute("data-ticket");
    const put_in = ticket.locator('[data-action="insert-ticket"]');
    await until(() => put_in.isEnabled()).toBe(true);
    await put_in.click();
    await terminal.until_amount("credit", 55_000);
    await until(() => movements(terminal)).toEqual(["ticket_in", "ticket_out", "note_in"]);
    // The reader keeps the paper. Its number is good once; the terminal does not say why it refuses
    // a copy.
    await ticket.waitFor({ state: "detached" });
    await page.locator('[name="ticket-number"]').fill(number!);
    await until(() => page.locator('[data-action="insert-other"]').isEnabled()).toBe(true);
    await page.keyboard.press("Enter");
    await until(async () => (await movements(terminal))[0]).toBe("ticket_refused");
    expect(await page.locator("dialog").textContent()).toMatch(/cashier will help/);
    expect(await page.locator("[data-movement=ticket_refused]").textContent()).not.toMatch(/0\.00/);
    await terminal.until_amount("credit", 55_000);
  });

  it("takes a ticket that came out of another terminal", async () => {
    house = await House.open(manual);
    const [one, other] = await Promise.all([house.terminal(), house.terminal()]);
    await open_cash(one);
    await one.page.locator('[data-action="cash-out-ticket"]').click();
    const ticket = one.page.locator("[data-ticket]");
    await ticket.waitFor();
    await open_cash(other);
    const number = (await ticket.getAttribute("data-ticket"))!;
    await other.page.locator('[name="ticket-number"]').fill(number.replace(/(.{4})/g, "$1- "));
    await expect_accessible(other.page, "dialog[open]");
    await other.page.locator('[data-action="insert-other"]').click();
    await other.until_amount("credit", 100_000);
  });

  it("takes notes and tickets that are dragged into its slots, in both languages", async () => {
    house = await House.open(manual);
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
    house = await House.open(rich);
    const terminal = await house.terminal("", { language: "zh" });
    const { page } = terminal;
    await open_cash(terminal);
    await expect_accessible(page, "dialog[open]");
    await page.locator('[data-action="cash-out-ticket"]').click();
    await page.locator('[data-notice="hand-pay"]').waitFor({ state: "attached" });
    await until(() => page.locator(".cash-activity").textContent()).toMatch(/人手.*1,200/);
    expect(await page.locator('[data-notice="locked"]').count()).toBe(0);
  });

  it("is paid by hand at the console, and given back to its player", async () => {
    house = await House.open(rich);
    await house.hire("supervisor");
    const [one, other] = await Promise.all([house.terminal(), house.terminal()]);
    for (const terminal of [one, other]) {
      await open_cash(terminal);
      await terminal.page.locator('[data-action="cash-out-ticket"]').click();
      await terminal.page.locator('[data-notice="hand-pay"]').waitFor({ state: "attached" });
    }
    const { page } = await house.console("supervisor", { language: "zh" });
    const open_row = (at: number) => page.locator("[data-terminal]").nth(at).click();
    const dialog = page.locator("dialog[open]").last();
    await page.locator('[data-tab="places"]').click();
    await open_row(0);
    expect(await page.locator('[data-order="UnlockTerminal"]').count()).toBe(0);
    await expect_accessible(page, "dialog[open]");
    await page.locator('[data-order="PayByHand"]').focus();
    await page.keyboard.press("Enter");
    await dialog.locator('[data-action="confirm"]').click();
    await open_row(0);
    await page.locator('[data-order="AcknowledgeHandPay"]').focus();
    await page.keyboard.press("Enter");
    await page.locator('[data-order="AcknowledgeHandPay"]').waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    // The other player would rather play on.
    await page.locator("[data-terminal]", { hasText: /人手支付/ }).click();
    await page.locator('[data-order="CancelHandPay"]').click();
    await dialog.locator('[name="note"]').fill("plays on");
    await dialog.locator('[data-action="confirm"]').click();
    for (const terminal of [one, other]) {
      await terminal.page.locator('[data-notice="hand-pay"]').waitFor({ state: "detached" });
    }
    // A complaint locks a terminal until somebody has looked into it.
    await open_row(0);
    await page.locator('[data-order="OpenDispute"]').click();
    await dialog.locator('[name="note"]').fill("was paid too little");
    await dialog.locator('[data-action="confirm"]').click();
    await page.locator('[data-tab="irregularities"]').click();
    await page.locator('[data-action="resolve"]').click();
    await dialog.locator('[name="note"]').fill("the video shows 1200.00");
    await dialog.locator('[data-action="confirm"]').click();
    await page.locator('[data-action="resolve"]').waitFor({ state: "detached" });
    await until(async () =>
      [await one.amount("credit"), await other.amount("credit")].sort().join(),
    ).toBe("0,120000");
  });
});
