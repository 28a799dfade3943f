// SPDX-License-Identifier: MIT
// The console stays still: what a dealer looks at or presses does not move or disappear.
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "./browser";
import { House, tables } from "./house";
import type { Console } from "./pages";
import { demonstration, games } from "./server";

let house: House;
afterEach(async () => house?.close());

const tables_of = {
  "rws-etg": tables(games["rws-etg"], 1),
  "rws-taisai": tables(games["rws-taisai"], 2),
  maryland: tables(games.maryland, 2),
};
// As the demonstration has it, dealt by hand.
const loaded = tables(games["rws-taisai"], 4);
const by_hand = {
  untimed: tables(demonstration("maryland"), 2),
  timed: tables(demonstration("maryland", "betting_seconds = 5\n"), 1),
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
const observe_shifts = () => {
  const measured = window as unknown as MeasuredWindow;
  measured.shifts = [];
  const class_of = (node: Node | null) =>
    (node instanceof Element ? node : node?.parentElement)?.getAttribute("class") ?? "";
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as ShiftEntry[])
      measured.shifts.push({ value, what: sources.map(({ node }) => class_of(node)) });
  }).observe({ type: "layout-shift", buffered: false });
};
const record_shifts = (page: Page): Promise<void> => page.evaluate(observe_shifts);
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

// What of the stage reaches beyond it: the words to be said, the dice, the pad, or a part of them.
const beyond_stage = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const stage = document.querySelector(".stage")!.getBoundingClientRect();
    const parts = ".says, .says > *, .pad, .pad-dice > *, .slot, .face, .shown, .ring";
    const beyond = [...document.querySelectorAll(parts)].flatMap((one) => {
      if (!one.checkVisibility()) return [];
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const by = Math.max(
        stage.left - left,
        right - stage.right,
        stage.top - top,
        bottom - stage.bottom,
      );
      return by > 0.5 ? [`${one.className} by ${by.toFixed(1)}`] : [];
    });
    const [says, pad] = [".says", ".pad"].map((name) =>
      document.querySelector(name)?.getBoundingClientRect(),
    );
    return says && pad && says.right > pad.left + 0.5 ? [...beyond, "says over pad"] : beyond;
  });

// Texts that lie over each other, and texts that are cut at the end of their line.
const unreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walk = document.createTreeWalker(document.querySelector(".console")!, 4);
    const all: { text: string; at: Element; box: DOMRect }[] = [];
    while (walk.nextNode()) {
      const at = walk.currentNode.parentElement!;
      const text = walk.currentNode.textContent!.trim();
      if (!text || !at.checkVisibility() || at.closest("svg, .hidden, .tab-panel, select"))
        continue;
      const range = document.createRange();
      range.selectNodeContents(walk.currentNode);
      all.push({ text, at, box: range.getBoundingClientRect() });
    }
    const over = all.flatMap((a, i) =>
      all.slice(i + 1).flatMap((b) => {
        const [w, h] = [
          Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left),
          Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top),
        ];
        // The boxes of texts are higher than their letters.
        const high = Math.min(a.box.height, b.box.height) / 3;
        return w > 2 && h > high && !a.at.contains(b.at) && !b.at.contains(a.at)
          ? [`"${a.text}" over "${b.text}"`]
          : [];
      }),
    );
    const parts = ".step-name, .next-label, .next-about, .title, .tag, .tabs button, .says > *";
    const cut = [...document.querySelectorAll<HTMLElement>(parts)]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
      .map((one) => `cut: ${one.textContent}`);
    return [...over, ...cut];
  });

// The buttons that can't be scrolled into the window, or that something covers there.
const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".console button, .console a")].flatMap((one) => {
      if (!one.checkVisibility()) return [];
      one.scrollIntoView({ block: "center", inline: "center" });
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const inside =
        left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return inside && (one === hit || one.contains(hit)) ? [] : [one.textContent || one.className];
    }),
  );

async function make_message(console: Console): Promise<void> {
  await console.tab("staff");
  await console.page.locator('[data-action="self-check"]').click();
  await console.page.locator("#message.good").waitFor();
}

describe("a message", () => {
  it("covers nothing that a dealer needs, on a small and on a large screen", async () => {
    house = await House.open(tables_of.maryland);
    const console = await house.open_console();
    for (const step of ["CloseBetting", "EnterResult"]) {
      await console.until(step);
      for (const [width, height] of [
        [1280, 800],
        [1920, 1080],
      ] as const) {
        await console.page.setViewportSize({ width, height });
        await make_message(console);
        expect(await covered_by_message(console.page), `${step} ${width}`).toEqual([]);
        expect(await beyond_bar(console.page), `${step} ${width}`).toEqual([]);
      }
    }
    await console.until("OpenBetting", [6, 5, 4]);
  });
});

describe("the stage", () => {
  const sizes = [
    [768, 1024],
    [1024, 768],
    [1180, 820],
    [1280, 720],
    [1280, 800],
    [1366, 768],
    [1440, 900],
    [1920, 1080],
    [3840, 2160],
  ] as const;
  // One size in three is tried in each state, from another one each time: together they try every
  // size. With SICBO_EVERY_SIZE, as in the long run, every state is tried at every size.
  const every = process.env.SICBO_EVERY_SIZE ? 1 : 3;
  let tried = 0; // lists of sizes so far
  for (const kind of ["untimed", "timed"] as const)
    it(`holds the words and the pad, ${kind}`, async () => {
      house = await House.open(by_hand[kind]);
      const console = await house.open_console();
      await console.until("EnterResult");
      for (const keyed of ["", "654"]) {
        for (const face of keyed) await console.page.keyboard.press(face);
        for (const language of ["en", "zh"]) {
          const first = tried++ % every;
          for (const [width, height] of sizes.filter((_, index) => index % every === first)) {
            await console.page.setViewportSize({ width, height });
            const where = `${language} ${width}x${height} "${keyed}"`;
            await until(() => beyond_stage(console.page), where).toEqual([]);
          }
          await console.page.locator("[data-language]").first().click();
        }
      }
    });
});

describe("a small screen", () => {
  it("shows everything from 768x1024 on, and scrolls below", async () => {
    house = await House.open(by_hand.untimed);
    await house.hire("supervisor");
    const console = await house.console("supervisor");
    const { page } = console;
    for (const step of ["InstallDice", "OpenBetting", "CloseBetting", "EnterResult"]) {
      await console.until(step);
      for (const [width, height] of [
        [768, 1024],
        [820, 1180],
        [1024, 768],
      ] as const) {
        await page.setViewportSize({ width, height });
        expect(await unreadable(page), `${step} ${width}x${height}`).toEqual([]);
        expect(await beyond_bar(page), `${step} ${width}x${height}`).toEqual([]);
        const scrolls = await page.evaluate(() => document.documentElement.scrollHeight);
        expect(scrolls, `${step} ${width}x${height}`).toBeLessThanOrEqual(height);
      }
      for (const [width, height] of [
        [360, 640],
        [390, 844],
        [640, 400],
        [844, 390],
      ] as const) {
        await page.setViewportSize({ width, height });
        expect(await unreachable(page), `${step} ${width}x${height}`).toEqual([]);
        await page.evaluate(() => scrollTo(0, 0));
        expect(await unreadable(page), `${step} ${width}x${height}`).toEqual([]);
      }
    }
  });
});

describe("a disabled button", () => {
  it("looks disabled, whatever kind it is", async () => {
    house = await House.open(tables_of["rws-taisai"]);
    const console = await house.open_console();
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

const shift_max = 0.05;
function expect_still(shifts: Shift[]): void {
  const sum = shifts.reduce((all, one) => all + one.value, 0);
  expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(shift_max);
}

describe("a page that is loaded", () => {
  for (const [path, there] of [
    ["/", "[data-layout] small"],
    ["/console?table=", ".board .spot"],
    ["/terminal?table=", ".felt .spot"],
    ["/display?table=", ".felt .spot"],
  ] as const)
    it(`shifts nothing: ${path}`, async () => {
      house = await House.open(loaded);
      const page = await house.page("/healthz", { is_new: true });
      await page.addInitScript(observe_shifts);
      await page.goto(house.server.url(path.endsWith("=") ? `${path}${house.table}` : path));
      await page.locator(there).first().waitFor();
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      expect_still(await shifts_of(page));
    });
});

describe("a round", () => {
  for (const game of ["rws-etg", "rws-taisai", "maryland"] as const)
    it(`of ${game} shifts nothing at the console`, async () => {
      house = await House.open(tables_of[game]);
      const console = await house.open_console();
      await console.until("OpenBetting");
      await record_shifts(console.page);
      await console.act();
      await console.until("OpenBetting", [6, 5, 4]);
      expect_still(await shifts_of(console.page));
    });
});
