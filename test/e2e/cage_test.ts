// SPDX-License-Identifier: MIT
// The page of the cage: shifts, tickets, hand pays, chips, tables and counts.
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "./browser";
import { House, second_cashier } from "./house";
import { expect_accessible, untranslated } from "./pages";
import { games } from "./server";

const taisai = games["rws-taisai"]
  .slice(games["rws-taisai"].indexOf("[[table]]"))
  .replace("number = 1", "number = 2")
  .replace("Table 1", "Table 2");
const config =
  games["rws-etg"]
    .replace(
      "[[table]]",
      `[cash]
notes = ["10.00", "50.00"]
ticket_max = "400.00"
[[cash.signature]]
from = "450.00"
role = "supervisor"
[cage]
identity_from = "300.00"
[[table]]`,
    )
    .replace("training = true", 'training = true\ncabinets = "simulated"') + taisai;

let house: House;
let page: Page;

const action = (name: string): Locator => page.locator(`[data-action="${name}"]`).last();
const dialog = (): Locator => page.locator("dialog[open]").last();
const field = (name: string): Locator => page.locator(`main [name="${name}"]`);
const drawer = (): Promise<number> =>
  page.locator("#drawer").evaluate((one) => Number(one.getAttribute("data-amount")));
const done = (kind: string): Locator => page.locator(`[data-done="${kind}"]`);
const printed = (): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { printed: string[] }).printed);

async function log_on(person: string): Promise<void> {
  await page.locator('[name="person"]').fill(person);
  await page.locator('[name="password"]').fill(`${person}-password`);
  await page.keyboard.press("Enter");
  await page.locator("[data-panel]").first().waitFor();
}
// Somebody signs in the dialog that asks for it.
async function sign(person: string, how: "give" | "authorise" | "look"): Promise<void> {
  const button = dialog().locator(`[data-action="${how}"]`);
  await button.waitFor();
  await dialog().locator('[name="person"]').fill(person);
  await dialog().locator('[name="password"]').fill(`${person}-password`);
  await button.click();
  await button.waitFor({ state: "detached" });
}
async function open_panel(name: string): Promise<void> {
  await page.locator(`[data-panel="${name}"]`).click();
  await page.locator(`[data-panel="${name}"][aria-current]`).waitFor();
}
// Types a number and Enter as a barcode reader does: five milliseconds from key to key by the
// clock of the events, however busy the machine is.
async function read_ticket(number: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const began = Date.now() / 1000;
  for (const [at, text] of [...number, "\r"].entries()) {
    const key = text === "\r" ? "Enter" : text;
    const code = text === "\r" ? "Enter" : `Digit${text}`;
    const timestamp = began + at * 0.005;
    const event = { key, code, timestamp, windowsVirtualKeyCode: text.charCodeAt(0) };
    await session.send("Input.dispatchKeyEvent", { ...event, type: "keyDown", text });
    await session.send("Input.dispatchKeyEvent", { ...event, type: "keyUp" });
  }
  await session.detach();
}

// Sells a ticket with the keyboard alone, and returns its number as the paper shows it.
async function sell(amount: string): Promise<string> {
  await page.keyboard.press("F2");
  await field("amount").waitFor();
  await until(() => field("amount").evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type(amount);
  await page.keyboard.press("Enter");
  const image = page.locator("[data-sold]");
  await image.waitFor();
  const source = decodeURIComponent((await image.getAttribute("src"))!);
  const number = /(?:\d{4} ){3}\d{4}/.exec(source)![0].replaceAll(" ", "");
  expect(number.slice(-4)).toBe(await image.getAttribute("data-sold"));
  return number;
}

beforeAll(async () => {
  house = await House.open_alone(config);
  await house.hire("cashier", second_cashier, "dealer", "supervisor");
  page = await house.page("/cage");
  // What the page sends to the printer, in place of the browser's dialog.
  await page.evaluate(() => {
    const all: string[] = [];
    const sheet = () => document.querySelector("[data-sheet]")!;
    Object.assign(window, {
      printed: all,
      print: () => all.push(`${sheet().getAttribute("data-sheet")} ${sheet().textContent}`),
    });
  });
});
afterAll(async () => house?.close());

describe("a cashier", () => {
  it("logs on and opens a shift with a counted float", async () => {
    await expect_accessible(page);
    await log_on("cashier");
    await page.locator('[name="pieces-5000"]').fill("19");
    await page.locator('[name="coins"]').fill("50");
    expect(await page.locator("[data-total]").getAttribute("data-total")).toBe("100000");
    await expect_accessible(page);
    await page.keyboard.press("Enter");
    await until(drawer).toBe(100_000);
    await done("shift_opened").waitFor();
  });

  it("sells a ticket, which goes to the printer", async () => {
    const before = (await printed()).length;
    await sell("37.50");
    await until(async () => (await printed()).slice(before)).toEqual(["ticket "]);
    await until(drawer).toBe(103_750);
    await expect_accessible(page);
    await page.keyboard.press("Enter"); // it is printed
    await field("amount").waitFor();
  });

  it("redeems a ticket that a reader types, whatever has the focus", async () => {
    const number = await sell("20");
    await page.keyboard.press("Enter");
    await page.keyboard.press("F2");
    await field("amount").fill("7");
    await field("amount").focus();
    await read_ticket(number);
    const found = page.locator(`[data-ticket="${number.slice(-4)}"]`);
    await found.waitFor();
    expect(await found.locator("[data-amount]").getAttribute("data-amount")).toBe("2000");
    await expect_accessible(page);
    const before = await drawer();
    await until(() => action("redeem").evaluate((one) => one === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.press("Enter");
    await done("ticket_cashed").waitFor();
    await until(drawer).toBe(before - 2_000);
    const receipts = (await printed()).length;
    await action("print-receipt").click();
    await until(async () => (await printed()).slice(receipts).join()).toMatch(
      /^receipt Receipt.*Ticket redeemed.*SGD 20\.00.*cashier/,
    );
    // It is good once, and the page says where it went.
    await field("number").fill(number);
    await page.keyboard.press("Enter");
    await until(() => page.locator("#message.bad").textContent()).toMatch(/at the cage/);
    expect(await drawer()).toBe(before - 2_000);
  });

  it("takes a ticket back that did not print", async () => {
    const before = await drawer();
    await sell("15");
    await until(drawer).toBe(before + 1_500);
    await action("not-printed").click();
    await until(drawer).toBe(before);
  });

  it("is asked for an identity from an amount on", async () => {
    const before = await drawer();
    await page.keyboard.press("F2");
    await field("amount").fill("300");
    await page.locator(".patron.needed").waitFor();
    await field("amount").press("Enter"); // the browser asks for the field
    expect(await drawer()).toBe(before);
    await field("identity").fill("passport 7");
    await field("identity").press("Enter");
    await page.locator("[data-sold]").waitFor();
    await page.keyboard.press("Enter");
    await until(drawer).toBe(before + 30_000);
  });

  it("loses the reader after three unknown numbers, until a supervisor unlocks it", async () => {
    await page.keyboard.press("F1");
    for (const digit of ["1", "2", "3"]) {
      await field("number").fill(digit.repeat(16));
      await field("number").press("Enter");
      await page.locator("#message.bad").waitFor();
    }
    await action("unlock").click();
    // Who types their own name by mistake is refused, and still works here afterwards.
    await dialog().locator('[name="person"]').fill("cashier");
    await dialog().locator('[name="password"]').fill("cashier-password");
    await dialog().locator('[data-action="give"]').click();
    await dialog().locator(".wrong").waitFor();
    await sign("supervisor", "give");
    await field("number").waitFor();
    await sell("10");
    await page.keyboard.press("Enter");
  });
});

describe("a ticket that was sold and is not redeemed", () => {
  const found = (number: string): Locator => page.locator(`[data-found="${number.slice(-4)}"]`);
  const find = async (digits: string): Promise<void> => {
    await page.keyboard.press("F9");
    await field("find").fill(digits);
    await field("find").press("Enter");
  };
  const confirm = async (reason: string): Promise<void> => {
    await dialog().locator('[name="reason"]').fill(reason);
    await expect_accessible(page, "dialog[open]");
    await dialog().locator('[data-action="confirm"]').click();
    await sign("supervisor", "authorise");
  };

  it("is found by its number, made void and paid, with two people each", async () => {
    const number = await sell("25");
    await page.keyboard.press("Enter");
    await find("123");
    await page.locator("#message.bad").waitFor();
    await find(number.replace(/(\d{4})(?=\d)/g, "$1 ")); // as the paper shows it
    await found(number).and(page.locator('[data-state="printed"]')).waitFor();
    await expect_accessible(page);
    await action("void-sold").click();
    await confirm("the paper is torn");
    await done("ticket_voided").waitFor();
    await found(number).and(page.locator('[data-state="voided"]')).waitFor();
    const before = await drawer();
    await action("pay-expired").click();
    await confirm("the torn paper was shown");
    await done("expired_paid").waitFor();
    await until(drawer).toBe(before - 2_500);
    await found(number).and(page.locator('[data-state="redeemed"]')).waitFor();
    expect(await action("pay-expired").count()).toBe(0);
  });

  it("is found by its last four digits with a supervisor, in Chinese too", async () => {
    const number = await sell("26");
    await page.keyboard.press("Enter");
    await page.locator("[data-language]").click();
    await until(async () => {
      await find(number.slice(-4)); // the reports follow within a second
      await page.locator("[data-found], .work .empty").first().waitFor();
      return found(number).count();
    }).toBeGreaterThan(0);
    expect(await untranslated(page)).toEqual([]);
    await action("void-sold").click();
    await expect_accessible(page, "dialog[open]");
    expect(await untranslated(page)).toEqual([]);
    await sign("supervisor", "look");
    expect(await untranslated(page)).toEqual([]);
    await confirm("never printed");
    await done("ticket_voided").waitFor();
    await page.locator("[data-language]").click();
  });
});

describe("a hand pay", () => {
  it("waits at the cage, and takes a supervisor from an amount on", async () => {
    const terminal = await house.terminal();
    await terminal.action("cash-out").click();
    await terminal.page.locator('dialog [data-action="cash-out-ticket"]').click();
    await page.keyboard.press("F3");
    await page.locator("[data-hand-pay]").waitFor();
    const before = await drawer();
    await action("pay-hand-pay").click();
    await dialog().locator('[name="identity"]').fill("passport 8");
    await expect_accessible(page, "dialog[open]");
    await dialog().locator('[data-action="confirm"]').click();
    await sign("supervisor", "authorise");
    await until(drawer).toBe(before - 50_000);
    await done("hand_paid").waitFor();
    // The terminal is locked until the cashier says that the player has the money.
    const notice = terminal.page.locator('[data-notice="hand-pay"]');
    await notice.waitFor({ state: "attached" });
    await action("finish-hand-pay").focus();
    await expect_accessible(page);
    await page.keyboard.press("Enter");
    await page.locator("[data-hand-pay]").waitFor({ state: "detached" });
    await notice.waitFor({ state: "detached" });
    await terminal.until_amount("credit", 0);
  });

  it("is cancelled with a reason, and the credit stays at the terminal", async () => {
    const terminal = await house.terminal();
    await terminal.action("cash-out").click();
    await terminal.page.locator('dialog [data-action="cash-out-ticket"]').click();
    await page.locator("[data-hand-pay]").waitFor();
    const before = await drawer();
    await page.locator("[data-language]").click();
    await action("cancel-hand-pay").click();
    expect(await untranslated(page)).toEqual([]);
    await dialog().locator('[name="reason"]').fill("plays on");
    await expect_accessible(page, "dialog[open]");
    await page.keyboard.press("Enter");
    await page.locator("[data-hand-pay]").waitFor({ state: "detached" });
    await terminal.page.locator('[data-notice="hand-pay"]').waitFor({ state: "detached" });
    await terminal.until_amount("credit", 50_000);
    expect(await drawer()).toBe(before);
    await page.locator("[data-language]").click();
  });
});

describe("chips, tables and boxes", () => {
  it("are sold and bought at the counter", async () => {
    await open_panel("chips");
    const before = await drawer();
    await action("sell-chips").click();
    await dialog().locator('[name="amount"]').fill("100");
    await expect_accessible(page, "dialog[open]");
    await page.keyboard.press("Enter");
    await until(drawer).toBe(before + 10_000);
    await until(() => page.locator("[data-chips]").getAttribute("data-chips")).toBe("10000");
  });

  it("are filled with two signatures", async () => {
    await page.keyboard.press("F7");
    await action("open-inventory").click();
    await dialog().locator('[name="counted"]').fill("5000");
    await dialog().locator('[name="drop_box"]').fill("D-1");
    await expect_accessible(page, "dialog[open]");
    await dialog().locator('[data-action="confirm"]').click();
    await sign("dealer", "give");
    await sign("supervisor", "authorise");
    await done("inventory_opened").waitFor();
    await action("fill").click();
    await dialog().locator('[name="amount"]').fill("1000");
    await dialog().locator('[name="slip"]').fill("F-17");
    await expect_accessible(page, "dialog[open]");
    await dialog().locator('[data-action="confirm"]').click();
    await sign("dealer", "give");
    await sign("supervisor", "authorise");
    await until(() => page.locator("[data-fills]").getAttribute("data-fills")).toBe("100000");
    await expect_accessible(page);
  });

  it("are counted without the figure that they are compared with", async () => {
    await action("close-inventory").click();
    await dialog().locator('[name="counted"]').fill("6000");
    await dialog().locator('[data-action="confirm"]').click();
    await sign("dealer", "give");
    await sign("supervisor", "authorise");
    await page.locator('[data-box="D-1"]').waitFor();
    await action("count-box").click();
    await dialog().locator('[name="coins"]').fill("3");
    await expect_accessible(page, "dialog[open]");
    await dialog().locator('[data-action="confirm"]').click();
    await sign("supervisor", "authorise");
    await done("box_counted").waitFor();
    await until(() => done("box_counted").textContent()).toMatch(/over SGD 3\.00/);
  });
});

describe("the end of a shift", () => {
  it("moves cash to the vault with a reason and two people", async () => {
    const before = await drawer();
    await page.keyboard.press("F8");
    await action("to-vault").click();
    await dialog().locator('[name="amount"]').fill("200");
    await dialog().locator('[name="reason"]').fill("too much in the drawer");
    await expect_accessible(page, "dialog[open]");
    await dialog().locator('[data-action="confirm"]').click();
    await sign("supervisor", "authorise");
    await until(drawer).toBe(before - 20_000);
    await done("float_out").waitFor();
    expect(await done("float_out").textContent()).not.toMatch(/Pay out/); // no customer is there
    await expect_accessible(page);
  });

  it("compares the count with the books, in Chinese too", async () => {
    await page.locator("[data-language]").click();
    const expected = await drawer();
    expect(await untranslated(page)).toEqual([]);
    await action("close-shift").click();
    await dialog()
      .locator('[name="coins"]')
      .fill(String((expected - 500) / 100));
    expect(await untranslated(page)).toEqual([]);
    await dialog().locator('[data-action="confirm"]').click();
    await done("shift_closed").waitFor();
    expect(await done("shift_closed").locator("[data-books]").getAttribute("data-books")).toBe(
      String(expected),
    );
    await until(() =>
      done("shift_closed").locator("[data-difference]").getAttribute("data-difference"),
    ).toBe("-500");
  });

  it("ends with a log-off, after which somebody else can log on", async () => {
    await action("log-off").click();
    await page.locator('[name="person"]').waitFor();
    await log_on("cashier");
    expect(await page.locator("#drawer").count()).toBe(0);
    await field("coins").waitFor(); // to open a shift
  });

  it("does not show the next cashier what was left, before the next count", async () => {
    await action("log-off").click();
    await page.locator('[name="person"]').waitFor();
    await log_on(second_cashier);
    await field("coins").waitFor();
    const closed = page.locator('[data-movement="shift_closed"]').first();
    expect(await closed.locator(".log-sum").textContent()).toBe("");
    expect(await closed.locator("[data-difference]").count()).toBe(0);
    await field("coins").fill("800");
    await page.keyboard.press("Enter");
    await done("shift_opened").waitFor();
    await closed.locator("[data-difference]").waitFor();
    expect(await closed.locator(".log-sum").textContent()).toMatch(/\d/);
  });

  it("leaves a journal that an audit finds nothing in", async () => {
    expect(await house.server.end("SIGTERM")).toBe(0);
    expect(await house.server.audit()).toBe(0);
  });
});
