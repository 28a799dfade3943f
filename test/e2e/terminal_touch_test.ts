// SPDX-License-Identifier: MIT
// A finger is 44 pixels wide: every field and every button of a terminal can be hit, on every
// screen and layout.
import { afterEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { until } from "./browser";
import { House, tables } from "./house";
import { games, type Game } from "./server";

let house: House;
afterEach(async () => house?.close());

const layouts: Record<Game, string[]> = {
  "rws-etg": ["rws-etg-1", "rws-etg-2", "rws-etg-3"],
  "mbs-etg": ["mbs-rapid", "mbs-alfastreet"],
  "rws-taisai": [""],
  maryland: [""],
};
// Open at once, and for long: what a closed table has to say takes some of the room.
const running = (game: Game) =>
  games[game].replace(
    "training = true",
    'training = true\nmode = "automatic"\ntumbler = "simulated"\nbetting_seconds = 120',
  );
const table_of = {
  "rws-etg": tables(running("rws-etg"), 6),
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
        for (const language of ["en", "zh"] as const) {
          const terminal = await house.terminal(layout, { touch: true, language });
          const { page } = terminal;
          await terminal.until_open();
          for (const [width, height] of [...tablets, ...telephones]) {
            const where = `${layout || game} at ${width}x${height} in ${language}`;
            await page.setViewportSize({ width, height });
            await at_rest(page);
            expect(await faults(page), where).toEqual([]);
            if (width < 1_000) continue;
            const [across, down] = await out_of_sight(page); // there nothing has to be panned
            expect(Math.max(across!, down!), where).toBeLessThanOrEqual(2);
          }
          await page.context().close();
        }
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
      for (const action of ["history", "rules", "help", "verify", "cash-out", "favourites"]) {
        await terminal.action(action).click();
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

describe("a felt that is larger than the screen", () => {
  async function on_telephone() {
    house = await House.open(table_of["rws-etg"]);
    const terminal = await house.terminal("rws-etg-2", { touch: true, width: 390, height: 844 });
    await terminal.until_open();
    const pan = terminal.page.locator(".pan");
    const left = () => pan.evaluate((one) => one.scrollLeft);
    return { terminal, pan, left };
  }

  it("says where it goes on", async () => {
    const { terminal, pan } = await on_telephone();
    const felt = terminal.page.locator(".felt-frame .felt");
    await until(() => felt.getAttribute("data-more")).toBe("right down");
    await pan.evaluate((one) => one.scrollTo(one.scrollWidth, one.scrollHeight));
    await until(() => felt.getAttribute("data-more")).toBe("left up");
  });

  it("is panned by a finger, which bets nothing, and bet on by a tap", async () => {
    const { terminal, pan, left } = await on_telephone();
    const box = (await pan.boundingBox())!;
    const finger = await terminal.page.context().newCDPSession(terminal.page);
    const touch = (type: string, x: number) =>
      finger.send("Input.dispatchTouchEvent", {
        type: type as "touchStart",
        touchPoints: type === "touchEnd" ? [] : [{ x, y: box.y + 60 }],
      });
    await touch("touchStart", box.x + 300);
    for (let x = 290; x >= 60; x -= 10) await touch("touchMove", box.x + x);
    await touch("touchEnd", 0);
    await until(left).toBeGreaterThan(100);
    expect(await terminal.amount("staked")).toBe(0);
    await pan.evaluate((one) => one.scrollTo({ left: one.scrollWidth, top: 0 }));
    await terminal.spot("small").locator(".cell").tap();
    await until(() => terminal.stake("small")).toBeGreaterThan(0);
  });

  it("follows a chip that is dragged to its edge", async () => {
    const { terminal, pan, left } = await on_telephone();
    const box = (await pan.boundingBox())!;
    const chip = (await terminal.page.locator("[data-chip-size]").first().boundingBox())!;
    await terminal.page.mouse.move(chip.x + 20, chip.y + 20);
    await terminal.page.mouse.down();
    await terminal.page.mouse.move(box.x + box.width - 10, box.y + 100, { steps: 5 });
    const farthest = await pan.evaluate((one) => one.scrollWidth - one.clientWidth);
    await until(left).toBeGreaterThanOrEqual(farthest - 1);
    const spot = (await terminal.spot("small").locator(".cell").boundingBox())!;
    await terminal.page.mouse.move(spot.x + spot.width / 2, spot.y + spot.height / 2, { steps: 3 });
    await terminal.page.mouse.up();
    await until(() => terminal.stake("small")).toBeGreaterThan(0);
  });

  it("follows the keyboard", async () => {
    const { terminal } = await on_telephone();
    await terminal.spot("big").focus();
    for (let i = 0; i < 12; ++i) await terminal.page.keyboard.press("ArrowRight");
    const seen = await terminal.page.evaluate(() => {
      const spot = document.activeElement!.getBoundingClientRect();
      const pan = document.querySelector(".pan")!.getBoundingClientRect();
      return [
        document.activeElement!.getAttribute("data-spot"),
        spot.left >= pan.left &&
          spot.right <= pan.right &&
          spot.top >= pan.top &&
          spot.bottom <= pan.bottom,
      ];
    });
    expect(seen[0]).not.toBe("big");
    expect(seen[1]).toBe(true);
  });
});
