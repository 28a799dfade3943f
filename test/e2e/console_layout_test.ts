// SPDX-License-Identifier: MIT
// The console stays still: what a dealer looks at or presses does not move or disappear.
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { House, tables } from "./house";
import type { Console } from "./pages";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());

const tables_of = {
  "rws-etg": tables(games["rws-etg"], 1),
  "rws-taisai": tables(games["rws-taisai"], 2),
  maryland: tables(games.maryland, 3),
};

interface Shift {
  value: number;
  what: string[]; // the classes of what has moved
}
interface MeasuredWindow {
  shifts: Shift[];
}
type ShiftEntry = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

// Records every shift from now on, as the Layout Instability API defines it; also those right after
// a press, which it marks and others leave out.
const record_shifts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const measured = window as unknown as MeasuredWindow;
    measured.shifts = [];
    const class_of = (node: Node | null) =>
      (node instanceof Element ? node : node?.parentElement)?.getAttribute("class") ?? "";
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as ShiftEntry[])
        measured.shifts.push({ value, what: sources.map(({ node }) => class_of(node)) });
    }).observe({ type: "layout-shift", buffered: false });
  });
const shifts_of = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (window as unknown as MeasuredWindow).shifts);

// What a message must never cover: what is to be said, the dice or their pad, the felt, the
// action that comes next.
const covered_by_message = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const over = document.querySelector("#message")!.getBoundingClientRect();
    return [".says", ".shown", ".pad", ".board", ".next-bar", ".side"].filter((name) => {
      const under = document.querySelector(name)?.getBoundingClientRect();
      return (
        under &&
        over.left < under.right &&
        under.left < over.right &&
        over.top < under.bottom &&
        under.top < over.bottom
      );
    });
  });

// What of the bar of the next action reaches beyond it.
const beyond_bar = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const bar = document.querySelector(".next-bar")!.getBoundingClientRect();
    return [...document.querySelectorAll(".next-bar > *, .besides > *")].flatMap((one) => {
      const { right, bottom } = one.getBoundingClientRect();
      return right > bar.right + 1 || bottom > bar.bottom + 1 ? [one.className] : [];
    });
  });

async function make_message(console: Console): Promise<void> {
  await console.tab("staff");
  await console.page.locator('[data-action="self-check"]').click();
  await console.page.locator("#message.good").waitFor();
}

describe("a message", () => {
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const)
    it(`covers nothing that a dealer needs, at ${width}x${height}`, async () => {
      house = await House.open(tables_of.maryland);
      await house.hire("supervisor");
      const console = await house.console("supervisor", { width, height });
      for (const step of ["CloseBetting", "EnterResult"]) {
        await console.until(step);
        await make_message(console);
        expect(await covered_by_message(console.page), step).toEqual([]);
        expect(await beyond_bar(console.page), step).toEqual([]);
      }
      await console.until("OpenBetting", [6, 5, 4]);
    });
});

describe("a disabled button", () => {
  it("looks disabled, whatever kind it is", async () => {
    house = await House.open(tables_of["rws-taisai"]);
    await house.hire("supervisor");
    const console = await house.console("supervisor");
    await console.until("CloseBetting");
    await console.tab("equipment");
    const close = console.page.locator('[data-card="service"] [data-order="CloseTable"]');
    expect(await close.isDisabled()).toBe(true);
    const looks = (button: typeof close) =>
      button.evaluate((one) => {
        const { borderTopStyle, color } = getComputedStyle(one);
        return { edge: borderTopStyle, color };
      });
    const [disabled, enabled] = [await looks(close), await looks(console.next())];
    expect(disabled.edge).toBe("dashed");
    expect(enabled.edge).toBe("solid");
    // A dangerous one too.
    await close.evaluate((one) => one.classList.add("danger"));
    expect(await looks(close)).toEqual(disabled);
    expect(await console.page.locator("[data-refused]").allTextContents()).toContain(
      "A round is in play",
    );
    await console.until("OpenBetting", [6, 5, 4]);
  });
});

describe("a round", () => {
  const shift_max = 0.05;
  for (const game of ["rws-etg", "rws-taisai", "maryland"] as const)
    it(`of ${game} shifts nothing at the console`, async () => {
      house = await House.open(tables_of[game]);
      await house.hire("supervisor");
      const console = await house.console("supervisor");
      await console.until("OpenBetting");
      await record_shifts(console.page);
      await console.act();
      await console.until("OpenBetting", [6, 5, 4]);
      const shifts = await shifts_of(console.page);
      const sum = shifts.reduce((all, one) => all + one.value, 0);
      expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(shift_max);
    });
});
