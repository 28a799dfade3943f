// SPDX-License-Identifier: MIT
// Every control of a Player Terminal is on the screen in every state of a round, and every control
// of a dialog can be reached, in both languages.
import { afterEach, describe, it } from "vitest";
import type { Page } from "playwright-core";
import { until, type PageOptions } from "./browser";
import { hidden_now } from "./fit";
import { House, tables } from "./house";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());

// What of the dialog that is open a player could not get to: controls that do not come into sight,
// and a box that does not fit.
const dialog_faults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all: string[] = [];
    const box = document.querySelector("dialog[open]")!;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) all.push("the dialog");
    if (box.scrollWidth > box.clientWidth + 1) all.push("the dialog is wider than its frame");
    for (const one of box.querySelectorAll("button, input, a")) {
      if (!one.checkVisibility()) continue;
      one.scrollIntoView({ block: "nearest", behavior: "instant" });
      const at = one.getBoundingClientRect();
      const seen = document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2);
      if (!seen || !(one.contains(seen) || seen.contains(one)))
        all.push(one.getAttribute("data-action") ?? one.textContent!);
    }
    return all;
  });

// Reality checks come after a minute, and the time of these pages is advanced by the test.
const with_checks = tables(
  games["rws-etg"].replace("training = true", "training = true\nreality_check_minutes = 1"),
  2,
);
const screens = [
  [360, 640],
  [640, 360],
  [768, 1024],
  [1280, 800],
] as const;

async function at_open_table(options: PageOptions) {
  house = await House.open(with_checks);
  const dealer = await house.dealer();
  const [terminal] = await Promise.all([
    house.terminal("rws-etg-2", options),
    dealer.open_betting(),
  ]);
  await terminal.until_open();
  return { terminal, dealer, page: terminal.page };
}

describe("every control is on the screen in every state of a round", () => {
  for (const language of ["en", "zh"] as const) {
    it(`from chips on the felt to a void round, in ${language}`, async () => {
      const { terminal, dealer, page } = await at_open_table({
        language,
        clock: true,
        motion: true,
      });
      const look = async (state: string) => {
        for (const [width, height] of screens) {
          await page.setViewportSize({ width, height });
          const where = `${state} at ${width}x${height} in ${language}`;
          await until(() => hidden_now(page), where).toEqual([]);
        }
      };
      await terminal.bet("big", 500);
      await terminal.bet("total-4", 500);
      await look("chips");
      await page.clock.fastForward(61_000);
      await page.locator('[data-notice="reality-check"]').waitFor();
      await look("a reality check");
      await terminal.action("go-on").click();
      await terminal.action("session").click({ force: true });
      await page.locator('[data-choices="loss"] button').first().click();
      for (const [width, height] of screens) {
        await page.setViewportSize({ width, height });
        await until(() => dialog_faults(page), `session at ${width}x${height}`).toEqual([]);
      }
      await page.keyboard.press("Escape");
      await page.locator('[data-notice="own-loss"]').waitFor();
      await look("own limits");
      await page.clock.pauseAt(Date.now() + 600_000); // states that pass stay
      const shows = async (event: string) => {
        for (let i = 0; i < 60; ++i) {
          if (await page.locator(`.result-event[data-event="${event}"]`).count()) return;
          await page.clock.runFor(100);
        }
        throw new Error(`no ${event}`);
      };
      await dealer.end_round([1, 1, 2]);
      for (const event of ["dice", "win"]) {
        await shows(event);
        await look(event);
      }
      await page.clock.resume();
      await page.locator(".result-event").waitFor({ state: "detached" });
      await look("result");
      for (const action of ["history", "rules", "cash-out", "favourites", "help", "verify"]) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await terminal.action(action).click();
        for (const [width, height] of screens) {
          await page.setViewportSize({ width, height });
          await until(() => dialog_faults(page), `${action} at ${width}x${height}`).toEqual([]);
        }
        await page.keyboard.press("Escape");
      }
      await dealer.open_betting();
      await terminal.until_open();
      await dealer.order("Report", { cause: "exposed" });
      await page.locator("#result.void").waitFor();
      await look("void");
      await terminal.action("session").click();
      // The longest: the time of the page is ahead by now.
      await page.locator('[data-choices="break"] button').last().click();
      await page.locator('[data-notice="break"]').waitFor();
      await look("a break");
    });
  }
});
