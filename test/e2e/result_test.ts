// SPDX-License-Identifier: MIT
// The result as an event: dice, headline, swept and paid chips, and what is made of a win.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { until } from "./browser";
import { House, tables } from "./house";
import { games } from "./server";

// Sends one picture of the dice, whatever it is asked for.
const pixel = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");
const filming = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "image/gif" });
  response.end(pixel);
}).listen(0, "127.0.0.1");
await once(filming, "listening");
const camera = `http://127.0.0.1:${(filming.address() as AddressInfo).port}`;
const no_camera = "http://127.0.0.1:9"; // where nothing answers

let house: House;
afterEach(async () => house?.close());
afterAll(() => void filming.close());
const with_video = (address: string): string =>
  games["rws-etg"].replace("training = true", `training = true\nvideo = "${address}/dice.mjpg"`);
const manual = tables(games["rws-etg"], 6);
const filmed = tables(with_video(camera), 1);
const unfilmed = tables(with_video(no_camera), 1);

async function with_bets_open(options = {}) {
  house = await House.open(manual);
  const dealer = await house.dealer();
  const [terminal] = await Promise.all([
    house.terminal("rws-etg-1", options),
    dealer.open_betting(),
  ]);
  await terminal.until_open();
  return { terminal, dealer };
}

interface SweepAndPayment {
  swept: number; // when the sweep of lost chips ends, in milliseconds after they are drawn
  paid: number; // when the payment of the others begins
  // How far below the dealer's side, the upper edge of the felt, the lower edge of the swept chips
  // is at the end, and that of the paid ones in the beginning. In pixels.
  swept_below: number;
  paid_below: number;
}
// Runs in the page.
const sweep_and_payment = () =>
  new Promise<SweepAndPayment>((done) => {
    const edge = () => document.querySelector(".felt svg")!.getBoundingClientRect().top;
    const below_at = (one: Animation, time: number): number => {
      const now = one.currentTime;
      one.currentTime = time;
      const { bottom } = (one.effect as KeyframeEffect).target!.getBoundingClientRect();
      one.currentTime = now;
      return bottom - edge();
    };
    const look = () => {
      const of = (name: string) =>
        document.getAnimations().find((one) => (one as CSSAnimation).animationName === name);
      const [sweep, pay] = [of("sweep"), of("pay")];
      if (!sweep || !pay) return void requestAnimationFrame(look);
      const swept = Number(sweep.effect!.getComputedTiming().endTime);
      const paid = Number(pay.effect!.getComputedTiming().delay);
      const [swept_below, paid_below] = [below_at(sweep, swept - 1), below_at(pay, paid)];
      done({ swept, paid, swept_below, paid_below });
    };
    look();
  });

// How wide a die of the event is, how far it is from the middle of the felt in parts of its width,
// and how wide the win is. Runs in the page.
const measure_event = () =>
  new Promise<{ die: number; apart: number; win: number }>((done) => {
    let die = 0;
    let apart = 0;
    const look = () => {
      const event = document.querySelector('[data-event="dice"] .dice');
      const felt = document.querySelector(".felt-stage")!.getBoundingClientRect();
      if (event) {
        const { left, right, top, bottom } = event.getBoundingClientRect();
        die = event.querySelector(".cube")!.getBoundingClientRect().width;
        const across = (left + right - felt.left - felt.right) / 2 / felt.width;
        const inside = top >= felt.top && bottom <= felt.bottom + 1;
        apart = inside ? Math.abs(across) : 1;
      }
      const win = document.querySelector(".event-win")?.getBoundingClientRect().width;
      if (win) return done({ die, apart, win });
      requestAnimationFrame(look);
    };
    look();
  });

describe("a result", () => {
  it("fills the middle of the felt, on small and large screens", async () => {
    const { terminal, dealer } = await with_bets_open();
    const { page } = terminal;
    await terminal.bet("total-4", 500);
    for (const [width, height, die_min] of [
      [360, 640, 0.2],
      [640, 360, 0.1],
      [3840, 2160, 0.1],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (width > 360) {
        await dealer.open_betting();
        await terminal.until_open();
        await terminal.bet("total-4", 500);
      }
      const measured = page.evaluate(measure_event);
      await dealer.end_round([1, 1, 2]);
      const { die, apart, win } = await measured;
      const where = `${width}x${height}`;
      expect(die / width, `die at ${where}`).toBeGreaterThan(die_min);
      expect(apart, `middle at ${where}`).toBeLessThan(0.1);
      expect(win / width, `win at ${where}`).toBeGreaterThan(0.2);
      if (height > width) continue;
      await page.locator(".result-event").waitFor({ state: "detached" });
      // Afterwards dice are still on the page.
      await page.locator(".head-dice:visible, .roll .dice:visible").first().waitFor();
    }
  });

  it("is shown large, then as a headline until the next round; lost chips go", async () => {
    const { terminal, dealer } = await with_bets_open({ motion: true });
    const { page } = terminal;
    await terminal.bet("small", 100);
    await terminal.bet("big", 100);
    const event = page.locator(".result-event");
    await dealer.until_step("enter");
    const seen = page.evaluate(
      () =>
        new Promise<string[]>((done) => {
          const all: string[] = [];
          const look = () => {
            const now = document.querySelector<HTMLElement>(".result-event");
            const text = now ? `${now.dataset.event} ${now.textContent!.trim()}`.trim() : "";
            if (text && text !== all.at(-1)) all.push(text);
            if (all.length && !now) {
              watch.disconnect();
              done(all);
            }
          };
          const watch = new MutationObserver(look);
          watch.observe(document, { attributes: true, childList: true, subtree: true });
        }),
    );
    const sweep = page.evaluate(sweep_and_payment);
    await dealer.end_round([1, 3, 4]);
    expect(await seen).toEqual(["tumbling", "dice 8 · Small"]);
    await event.waitFor({ state: "detached" });
    const { swept, paid, swept_below, paid_below } = await sweep;
    expect(swept).toBeGreaterThan(0);
    expect(paid).toBeGreaterThanOrEqual(swept);
    expect(swept_below).toBeLessThan(2);
    expect(paid_below).toBeLessThan(2);
    expect(await page.locator("[data-headline]").textContent()).toBe("8 · Small");
    expect(await page.locator(".headline").getAttribute("data-headline")).toBe("8");
    const opacity = (spot: string) =>
      terminal
        .spot(spot)
        .locator(".own-chip .chip-stack")
        .evaluate((chip) => getComputedStyle(chip).opacity);
    await until(() => opacity("big")).toBe("0");
    expect(await opacity("small")).toBe("1");
    await terminal.spot("small").locator(".paid-chip").waitFor();
    expect(await terminal.spot("big").locator(".paid-chip").count()).toBe(0);
    await dealer.open_betting();
    await terminal.until_open();
    expect(await page.locator(".headline").count()).toBe(0);
  });

  it("of a large win is counted up to the payout, over money that is final", async () => {
    const { terminal, dealer } = await with_bets_open({ motion: true });
    const { page } = terminal;
    await terminal.bet("total-4", 500);
    await dealer.end_round([1, 1, 2]);
    const win = page.locator('[data-event="win"]');
    await win.waitFor();
    const payout = Number(await page.locator("#result").getAttribute("data-payout"));
    expect(payout).toBeGreaterThan(20 * 500);
    await terminal.until_amount("credit", 50_000 - 500 + payout);
    expect(await win.getAttribute("class")).toContain("huge");
    const shown = win.locator("[data-counted]");
    const net = `+${((payout - 500) / 100).toLocaleString("en")}`;
    await until(() => shown.textContent()).toBe(net);
    await win.waitFor({ state: "detached" });
    expect(await page.locator("#result").getAttribute("data-win")).toBe("huge");
  });

  it("of a small win is calm, and of a loss no event", async () => {
    const { terminal, dealer } = await with_bets_open();
    const { page } = terminal;
    for (const [spot, level] of [
      ["small", "calm"],
      ["big", "none"],
    ] as const) {
      await dealer.open_betting();
      await terminal.until_open();
      await terminal.bet(spot, 100);
      await dealer.end_round([1, 3, 4]);
      await until(() => page.locator("#result").getAttribute("data-win")).toBe(level);
      await page.locator('[data-event="dice"]').waitFor({ state: "detached" });
      expect(await page.locator(".result-event").count()).toBe(0);
    }
  });

  it("moves nothing for people who prefer reduced motion", async () => {
    const { terminal, dealer } = await with_bets_open();
    const { page } = terminal;
    await terminal.bet("total-4", 500);
    await terminal.bet("big", 100);
    await dealer.end_round([1, 1, 2]);
    await page.locator('[data-event="dice"]').waitFor(); // shown, and still
    const running = () =>
      page.evaluate(() => document.getAnimations().filter((one) => one.playState === "running"));
    expect(await running()).toEqual([]);
    const lost = terminal.spot("big").locator(".own-chip .chip-stack");
    await until(() => lost.evaluate((chip) => getComputedStyle(chip).visibility)).toBe("hidden");
    await page.locator('[data-event="win"]').waitFor();
    expect(await running()).toEqual([]);
    expect(await page.locator('[data-event="win"] [data-counted]').textContent()).toMatch(/^\+/);
  });
});

describe("a stream of the dice", () => {
  it("is shown from the configured address, and the policy allows no other", async () => {
    house = await House.open(filmed);
    const policy = (await fetch(house.server.url("/terminal"))).headers.get(
      "content-security-policy",
    )!;
    expect(policy).toContain(`img-src 'self' data: ${camera} ${no_camera};`);
    expect(policy).toContain(`media-src 'self' ${camera} ${no_camera};`);
    const terminal = await house.terminal("rws-etg-1");
    const display = await house.page(`/display?table=${house.table}`);
    for (const page of [terminal.page, display]) {
      const video = page.locator("[data-video]");
      await video.waitFor();
      await until(() => video.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1);
    }
  });

  it("is hidden where none is configured and where it can't be loaded", async () => {
    house = await House.open(unfilmed);
    const terminal = await house.terminal("rws-etg-1");
    await terminal.page.locator("[data-video]").waitFor({ state: "detached" });
    await terminal.page.locator(".roll .dome").waitFor();
    await house.close();
    house = await House.open(manual);
    const without = await house.terminal("rws-etg-1");
    expect(await without.page.locator("[data-video]").count()).toBe(0);
  });
});
