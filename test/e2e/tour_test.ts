// SPDX-License-Identifier: MIT
// The tour of README.md, "A round in five minutes", at a first start of the program: a player plays
// where a table runs by itself, while a dealer deals at two others.
import type { Page } from "playwright-core";
import { afterEach, expect, it } from "vitest";
import { until } from "./browser";
import { House } from "./house";
import { Console, Terminal } from "./pages";

let house: House;
afterEach(async () => house?.close());

const a_round = 60_000; // milliseconds: the tables of the demonstration take about half of it

// Logs on as the supervisor, with the password that the first start printed.
async function log_on(page: Page): Promise<Console> {
  const console = new Console(page);
  await console.log_on("supervisor", house.server.passwords.supervisor!);
  return console;
}

// Goes from the start page where a link of a table's card leads.
async function follow(start: Page, table: string, action: string): Promise<Page> {
  const card = start.locator("[data-table]", { hasText: table });
  return house.page((await card.locator(`[data-action="${action}"]`).getAttribute("href"))!);
}

async function play(start: Page): Promise<void> {
  const page = await follow(start, "Sic Bo 1", "play");
  const terminal = new Terminal(page);
  await terminal.until_open();
  await terminal.bet("big", 1_000);
  await terminal.action("undo").click();
  await until(() => terminal.stake("big")).toBe(0);
  await page.locator('[data-spot="total-9"] .cell').click({ delay: 900 }); // a long press
  await until(() => page.locator("dialog[open]").textContent()).toMatch(
    /Pays7 to 1.*Largest stake/,
  );
  await page.keyboard.press("Escape");
  // The page has seen the commitment of the next round, and is there when the secret is revealed.
  const over = () => page.locator("[data-roll]").first().waitFor({ timeout: a_round });
  await over();
  await page.locator(".felt.live").waitFor({ timeout: a_round });
  await terminal.bet("small", 1_000);
  await over();
  await terminal.action("verify").click();
  await page.locator('[data-verified="true"]').waitFor();
  await page.keyboard.press("Escape");
  await terminal.action("history").click();
  await page.locator("dialog[open] [data-round]").first().waitFor();
}

async function deal(start: Page): Promise<void> {
  // With a tumbler.
  const tumbled = await log_on(await follow(start, "Tai Sai 3", "console"));
  expect(await tumbled.order()).toBe("InstallDice");
  await tumbled.next().click();
  expect(await tumbled.dialog().locator('[name="dice"]').inputValue()).toMatch(/^[1-9]/);
  await tumbled.dialog().locator('[data-action="confirm"]').click();
  await until(() => tumbled.order()).toBe("OpenTable");
  const seat = new Terminal(await follow(start, "Tai Sai 3", "play"));
  await tumbled.until("CloseBetting");
  await seat.until_open();
  await seat.bet("big", 500);
  await tumbled.until("EnterResult");
  await until(() => tumbled.next().textContent()).toMatch(/Confirm reading/);
  await tumbled.until("OpenBetting");
  // By hand.
  const shaken = await log_on(await follow(start, "Sic Bo 5", "console"));
  expect(await shaken.order()).toBe("InstallDice");
  await shaken.until("TestLights");
  await shaken.until("SignInspection");
  await shaken.until("EndMix");
  expect(await shaken.next().textContent()).toMatch(/Count a shake/);
  await shaken.until("OpenBetting", [6, 5, 4]);
  // A table that runs by itself.
  const automatic = await log_on(await follow(start, "Sic Bo 1", "console"));
  expect(await automatic.next().textContent()).toMatch(
    /runs by itself.*a table that a dealer runs/,
  );
  const display = await follow(start, "Tai Sai 3", "display");
  await display.locator("[data-roll]").first().waitFor();
}

it("a player's and a dealer's part of the tour are as the README says", async () => {
  house = await House.open_alone(null);
  const start = await house.page("/");
  await until(() => start.locator("[data-table]").count()).toBe(5);
  await Promise.all([play(start), deal(start)]);
});
