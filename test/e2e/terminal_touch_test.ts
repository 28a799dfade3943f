// SPDX-License-Identifier: MIT
// A finger is 44 pixels wide: every field and every button of a terminal can be hit, on every
// screen and layout.
import { afterEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { until } from "./browser";
import { House, tables } from "./house";
import { drag_by_touch } from "./pages";
import { games, type Game } from "./server";

let house: House;
afterEach(async () => house?.close());

const layouts: Record<Game, string[]> = {
  "rws-etg": ["rws-etg-1", "rws-etg-2", "rws-etg-3"],
  "mbs-etg": ["mbs-rapid", "mbs-alfastreet"],
  "rws-taisai": [""],
  maryland: [""],
};
// Open at once, and for longer than all tests take: what a closed table has to say takes some of
// the room, and nobody could bet there.
const running = (game: Game) =>
  games[game].replace(
    "training = true",
    'training = true\nmode = "automatic"\ntumbler = "simulated"\nbetting_seconds = 3000',
  );
const table_of = {
  "rws-etg": tables(running("rws-etg"), 8),
  "mbs-etg": tables(running("mbs-etg"), 1),
  "rws-taisai": tables(running("rws-taisai"), 1),
  maryland: tables(running("maryland"), 1),
};
const tablets = [
  [1024, 768],
  [1180, 820],
  [1280, 800],
  [1920, 1080],
] as const;
const telephones = [
  [390, 844],
  [844, 390],
] as const;

// What is too small, and what is cut off without a way to get there.
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all: string[] = [];
    const name = (one: Element) =>
      one.getAttribute("data-spot") ??
      one.getAttribute("data-action") ??
      (one.textContent!.trim() || one.className);
    const check = (what: string, one: Element) => {
      const { width, height } = one.getBoundingClientRect();
      if (width < 44 || height < 44) all.push(`${what} ${width.toFixed(1)}x${height.toFixed(1)}`);
    };
    for (const one of document.querySelectorAll(".felt-frame .spot"))
      check(name(one), one.querySelector(".cell")!);
    const scope = document.querySelector("dialog[open]") ?? document;
    for (const one of scope.querySelectorAll<HTMLElement>("button, a, input")) {
      if (one.offsetParent === null) continue;
      check(name(one), one);
      const { left, right, bottom } = one.getBoundingClientRect();
      const scrolls = one.closest("dialog, .side");
      if (left < -1 || right > innerWidth + 1 || (!scrolls && bottom > innerHeight + 1))
        all.push(`${name(one)} is cut off`);
      if (one.scrollWidth > one.clientWidth + 1) all.push(`${name(one)} has no room for its text`);
    }
    if (
      document.documentElement.scrollWidth > innerWidth ||
      document.documentElement.scrollHeight > innerHeight
    )
      all.push("the page is larger than the screen");
    return all;
  });
}
const at_rest = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
// The tabs of a telephone's felt; a larger screen has one page, which is there already.
const tabs_of = async (page: Page): Promise<{ click: () => Promise<void> }[]> => {
  const tabs = await page.locator("[data-felt-tab]").all();
  return tabs.length ? tabs : [{ click: async () => undefined }];
};
const out_of_sight = (page: Page) =>
  page.evaluate(() => {
    const pan = document.querySelector(".pan")!;
    return [pan.scrollWidth - pan.clientWidth, pan.scrollHeight - pan.clientHeight];
  });

describe("fields and buttons are large enough for a finger", () => {
  for (const game of Object.keys(layouts) as Game[]) {
    it(`of ${game}`, async () => {
      house = await House.open(table_of[game]);
      for (const layout of layouts[game]) {
        const terminal = await house.terminal(layout, { touch: true });
        const { page } = terminal;
        await terminal.until_open();
        for (const language of ["en", "zh"]) {
          await page.locator(`html[lang^="${language}"]`).waitFor({ state: "attached" });
          for (const [width, height] of [...tablets, ...telephones]) {
            const where = `${layout || game} at ${width}x${height} in ${language}`;
            await page.setViewportSize({ width, height });
            await at_rest(page);
            for (const tab of await tabs_of(page)) {
              await tab.click();
              await at_rest(page);
              expect(await faults(page), where).toEqual([]);
            }
            if (width < 1_000) continue;
            const [across, down] = await out_of_sight(page); // there nothing has to be panned
            expect(Math.max(across!, down!), where).toBeLessThanOrEqual(2);
          }
          await page.locator("[data-language]").first().dispatchEvent("click");
        }
        await page.context().close();
      }
    });
  }

  it("in dialogs too", async () => {
    house = await House.open(table_of["rws-etg"]);
    const terminal = await house.terminal("rws-etg-2", { touch: true });
    await terminal.until_open();
    await terminal.bet("big", 100);
    for (const [width, height] of [tablets[0], ...telephones]) {
      await terminal.page.setViewportSize({ width, height });
      await at_rest(terminal.page); // the menu of a telephone is there or not
      const in_menu = ["history", "rules", "help", "verify"];
      for (const action of [...in_menu, "cash-out", "favourites", "session"]) {
        const more = terminal.action("more");
        const is_phone = await more.isVisible();
        if (is_phone && in_menu.includes(action)) await more.click();
        await terminal.action(is_phone && action === "session" ? "session-menu" : action).click();
        await terminal.page.locator("dialog[open]").waitFor();
        expect(await faults(terminal.page), `${action} at ${width}x${height}`).toEqual([]);
        const standing = terminal.page.locator("dialog[open] [data-standing]");
        expect(Number(await standing.getAttribute("data-standing"))).toBe(
          await terminal.amount("credit"),
        );
        expect(await standing.isVisible()).toBe(true);
        await terminal.page.keyboard.press("Escape");
        await terminal.page.locator("dialog[open]").waitFor({ state: "detached" });
      }
    }
  });
});

it("a finger drags a stack from spot to spot and off the felt, on every screen", async () => {
  house = await House.open(table_of["rws-etg"]);
  const terminal = await house.terminal("rws-etg-2", { touch: true });
  const { page } = terminal;
  await terminal.until_open();
  for (const [width, height] of [
    [360, 640],
    [640, 360],
    [768, 1024],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await at_rest(page);
    await terminal.bet("big", 100);
    await terminal.bet("total-12", 100);
    for (const spot of ["big", "total-12"]) {
      const handle = await terminal.chip_at(spot);
      expect(Math.min(handle.width, handle.height), spot).toBeGreaterThanOrEqual(31.9);
    }
    await drag_by_touch(page, await terminal.chip_at("big"), await terminal.middle_of("small"));
    await until(() => terminal.stake("small")).toBe(100);
    expect(await terminal.stake("big")).toBe(0);
    // Upwards too, where a felt that is panned would move.
    const from = await terminal.chip_at("total-12");
    await drag_by_touch(page, from, await terminal.middle_of("small"));
    await until(() => terminal.stake("small")).toBe(200);
    const below = { x: width / 2, y: height - 4 };
    await drag_by_touch(page, await terminal.chip_at("small"), below);
    await terminal.until_amount("staked", 0);
    expect(page.url()).toContain("/terminal"); // a swipe goes nowhere else
  }
});

describe("the felt of a telephone", () => {
  async function on_telephone(width = 360, height = 640) {
    house = await House.open(table_of["rws-etg"]);
    const terminal = await house.terminal("rws-etg-2", { touch: true, width, height });
    await terminal.until_open();
    return terminal;
  }
  const shown = (page: Page) =>
    page
      .locator(".felt-frame [data-spot]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("data-spot")!));

  it("has Big, Small, Odd, Even and totals first, and every spot on one tab", async () => {
    const terminal = await on_telephone();
    const { page } = terminal;
    for (const [width, height] of [
      [360, 640],
      [640, 360],
      [667, 375],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.locator('[data-felt-tab="main"]').click();
      await at_rest(page);
      const first = await shown(page);
      expect(first.slice(0, 5)).toEqual(["big", "odd", "even", "small", "total-17"]);
      expect(Math.max(...(await out_of_sight(page))), `${width}x${height}`).toBeLessThanOrEqual(2);
      const all: string[] = [];
      for (const tab of await page.locator("[data-felt-tab]").all()) {
        await tab.click();
        all.push(...(await shown(page)));
      }
      expect(all.length).toBe(new Set(all).size);
      expect(all.length).toBe(104);
    }
  });

  it("is bet on by taps in every tab, and each tab says what lies there", async () => {
    const terminal = await on_telephone();
    const { page } = terminal;
    for (const [tab, spot] of [
      ["main", "small"],
      ["dice", "single-3"],
      ["triples", "any-triple"],
      ["combinations", "four-6543"],
    ] as const) {
      await page.locator(`[data-felt-tab="${tab}"]`).tap();
      await terminal.spot(spot).locator(".cell").tap();
      await until(() => terminal.stake(spot)).toBe(100);
      await until(() => page.locator(`[data-felt-tab="${tab}"] b`).textContent()).toContain("1");
    }
    await terminal.until_amount("staked", 400);
  });

  it("is panned by a finger where a tab is higher than its frame, which bets nothing", async () => {
    const terminal = await on_telephone();
    const { page } = terminal;
    await page.locator('[data-felt-tab="combinations"]').tap();
    const pan = page.locator(".pan");
    const felt = page.locator(".felt-frame .felt");
    await until(() => felt.getAttribute("data-more")).toBe("down");
    const box = (await pan.boundingBox())!;
    const finger = await page.context().newCDPSession(page);
    const touch = (type: string, y: number) =>
      finger.send("Input.dispatchTouchEvent", {
        type: type as "touchStart",
        touchPoints: type === "touchEnd" ? [] : [{ x: box.x + 60, y: box.y + y }],
      });
    await touch("touchStart", 150);
    for (let y = 140; y >= 20; y -= 10) await touch("touchMove", y);
    await touch("touchEnd", 0);
    await until(() => pan.evaluate((one) => one.scrollTop)).toBeGreaterThan(50);
    expect(await terminal.amount("staked")).toBe(0);
  });

  it("follows a chip that is dragged to its edge", async () => {
    const terminal = await on_telephone();
    const { page } = terminal;
    await page.locator('[data-felt-tab="combinations"]').tap();
    const pan = page.locator(".pan");
    const box = (await pan.boundingBox())!;
    const chip = (await page.locator("[data-chip-size]").first().boundingBox())!;
    await page.mouse.move(chip.x + 20, chip.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 100, box.y + box.height - 10, { steps: 5 });
    const farthest = await pan.evaluate((one) => one.scrollHeight - one.clientHeight);
    await until(() => pan.evaluate((one) => one.scrollTop)).toBeGreaterThanOrEqual(farthest - 1);
    const last = (await shown(page)).at(-1)!;
    const spot = (await terminal.spot(last).locator(".cell").boundingBox())!;
    await page.mouse.move(spot.x + spot.width / 2, spot.y + spot.height / 2, { steps: 3 });
    await page.mouse.up();
    await until(() => terminal.stake(last)).toBeGreaterThan(0);
  });

  it("follows the keyboard", async () => {
    const terminal = await on_telephone();
    const { page } = terminal;
    await page.locator('[data-felt-tab="combinations"]').tap();
    await terminal.spot("four-6543").focus();
    for (let i = 0; i < 8; ++i) await page.keyboard.press("ArrowDown");
    const seen = await page.evaluate(() => {
      const spot = document.activeElement!.getBoundingClientRect();
      const frame = document.querySelector(".pan")!.getBoundingClientRect();
      return [
        document.activeElement!.getAttribute("data-spot"),
        spot.top >= frame.top && spot.bottom <= frame.bottom,
      ];
    });
    expect(seen[0]).toMatch(/^pair-/);
    expect(seen[1]).toBe(true);
  });
});
