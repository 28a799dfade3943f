// SPDX-License-Identifier: MIT
// What a player is told about time and money, own limits and breaks.
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "./browser";
import { House, tables } from "./house";
import { expect_accessible, untranslated } from "./pages";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());
const minutes = 20;
const with_checks = tables(
  games["rws-etg"].replace(
    "training = true",
    `training = true
reality_check_minutes = ${minutes}
betting_seconds = 3000
player_message = { en = "Help is at the desk.", zh = "服务台可提供协助。" }`,
  ),
  6,
);

async function at_table(options = {}) {
  house = await House.open(with_checks);
  const dealer = await house.dealer();
  const [terminal] = await Promise.all([
    house.terminal("rws-etg-1", options),
    dealer.open_betting(),
  ]);
  await terminal.until_open();
  return { terminal, dealer, page: terminal.page };
}

const screens = [
  [360, 640],
  [640, 360],
  [844, 390],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
  [3840, 2160],
] as const;
const felt_at = (page: Page): Promise<string> =>
  page.locator(".felt-frame").evaluate((frame) => {
    const { x, y, width, height } = frame.getBoundingClientRect();
    return [x, y, width, height].join(" ");
  });

describe("a player", () => {
  it("sees time and net result by one tap, and the operator's message", async () => {
    const { terminal, dealer, page } = await at_table();
    await terminal.bet("big", 500);
    await dealer.end_round([1, 3, 4]);
    await terminal.until_amount("staked", 0);
    const fact = (id: string) => page.locator(`[data-fact="${id}"] dd`).textContent();
    const button = terminal.action("session");
    await until(() => button.textContent()).toMatch(/\d\d:\d\d0:00 h −5$/);
    await button.click();
    await until(() => fact("net")).toBe("−SGD 5.00");
    expect(await fact("rounds")).toBe("1");
    expect(await fact("time")).toBe("0 min");
    expect(await page.locator("[data-operator-message]").textContent()).toContain("at the desk");
    await expect_accessible(page);
    await page.reload(); // the stay goes on, and so does what is counted
    await terminal.action("session").click();
    await until(() => fact("net")).toBe("−SGD 5.00");
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 360, height: 640 });
    const in_menu = page.locator('[data-action="session-menu"]');
    expect(await in_menu.textContent()).toMatch(/\d\d:\d\d0:00 h −5$/);
    await in_menu.click();
    await until(() => fact("net")).toBe("−SGD 5.00");
  });

  it("sees all of a payout beside a reality check", async () => {
    const { page, terminal, dealer } = await at_table({ clock: true });
    await page.setViewportSize({ width: 1280, height: 800 });
    await terminal.bet("big", 500);
    await terminal.until_amount("staked", 500);
    await page.clock.fastForward(minutes * 60_000 + 1_000);
    await page.locator('[data-notice="reality-check"]').waitFor();
    await dealer.end_round([5, 5, 6]);
    const net = page.locator("#result .net");
    await until(async () => {
      await page.clock.runFor(500);
      return net.isVisible();
    }).toBe(true);
    const cut = () =>
      page.locator("#result").evaluate((one) => one.scrollHeight - one.clientHeight);
    await until(cut).toBeLessThanOrEqual(1);
  });

  it("is told of time and result in time, and nothing is covered by it", async () => {
    const { page, terminal } = await at_table({ clock: true });
    const check = page.locator('[data-notice="reality-check"]');
    expect(await check.count()).toBe(0);
    await page.clock.fastForward(minutes * 60_000 + 1_000);
    await check.waitFor();
    expect(await check.textContent()).toMatch(/20 min.*SGD 0\.00/);
    const felts: string[] = [];
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height });
      await page.clock.runFor(500);
      for (const one of ['[data-action="cash-out"]', ".countdown", '[data-action="go-on"]']) {
        const is_on_top = await page.locator(one).evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return element.checkVisibility() && found !== null && element.contains(found);
        });
        expect(is_on_top, `${one} at ${width}x${height}`).toBe(true);
      }
      felts.push(await felt_at(page));
    }
    await terminal.action("go-on").click();
    await check.waitFor({ state: "detached" });
    // The felt lies where it lay with the notice: nothing moved below a finger.
    for (const [i, [width, height]] of screens.entries()) {
      await page.setViewportSize({ width, height });
      await page.clock.runFor(500);
      await until(() => felt_at(page), `${width}x${height}`).toEqual(felts[i]);
    }
  });

  it("takes a break that the server keeps when the page is loaded again", async () => {
    const { page, terminal } = await at_table();
    const is_on = page.locator('[data-notice="break"]');
    const message = page.locator("#message.bad");
    await terminal.action("session").click();
    await page.locator('[data-choices="break"] button').first().click();
    await is_on.waitFor();
    await terminal.until_closed();
    await terminal.spot("big").locator(".cell").click({ force: true });
    await until(() => message.textContent()).toMatch(/taking a break/);
    await page.reload();
    await is_on.waitFor();
    await terminal.until_closed();
    await terminal.spot("big").locator(".cell").click({ force: true });
    await until(() => message.textContent()).toMatch(/taking a break/);
    expect(await terminal.stake("big")).toBe(0);
  });

  for (const [language, refused, later] of [
    ["en", /own loss limit/, /from \d\d:\d\d/],
    ["zh", /自定的输额上限/, /\d\d:\d\d起/],
  ] as const) {
    it(`limits loss and time with the keyboard alone, in ${language}`, async () => {
      const { page, terminal } = await at_table({ clock: true, language });
      const limit = (kind: string) => page.locator(`[data-own-limit="${kind}"]`).textContent();
      const choose = async (kind: string, nth: number) => {
        const button = page.locator(`[data-choices="${kind}"] button`).nth(nth);
        await button.focus();
        await page.keyboard.press("Enter");
      };
      await terminal.action("session").focus();
      await page.keyboard.press("Enter");
      await choose("loss", 1);
      await until(() => limit("loss")).toMatch(/SGD 20/);
      await choose("loss", 0);
      await until(() => limit("loss")).toMatch(/SGD 10 /);
      await choose("loss", 2);
      await until(() => limit("loss")).toMatch(later);
      await choose("time", 0);
      await until(() => limit("time")).toMatch(/\d\d:\d\d/);
      await expect_accessible(page, "dialog");
      if (language === "zh") expect(await untranslated(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await terminal.bet("big", 500);
      await terminal.bet("small", 500);
      await page.locator('[data-notice="own-loss"]').waitFor();
      await terminal.spot("big").locator(".cell").click();
      await until(() => page.locator("#message.bad").textContent()).toMatch(refused);
      expect(await terminal.stake("big")).toBe(500);
      await page.clock.fastForward(15 * 60_000 + 1_000);
      await page.locator('[data-notice="own-time"]').waitFor();
      await terminal.until_closed();
    });
  }
});
