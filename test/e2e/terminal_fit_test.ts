// SPDX-License-Identifier: MIT
// Every control of a Player Terminal is on the screen, whatever else the page has to say or shows:
// at every size of screen, on every layout of the demonstration, in both languages.
import { afterEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { until, type PageOptions } from "./browser";
import { House, tables } from "./house";
import type { Terminal } from "./pages";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());

const sizes = [
  [360, 640],
  [390, 844],
  [412, 915],
  [601, 900],
  [620, 900],
  [636, 900],
  [640, 360],
  [640, 400],
  [667, 375],
  [768, 1024],
  [844, 390],
  [1024, 768],
  [1280, 720],
  [1280, 800],
  [1366, 768],
  [1600, 900],
  [1920, 937],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
] as const;
const layouts: [table: number, layout: string][] = [
  [1, "rws-etg-1"],
  [1, "rws-etg-2"],
  [1, "rws-etg-3"],
  [2, "mbs-rapid"],
  [2, "mbs-alfastreet"],
  [3, "rws-taisai"],
  [4, "maryland"],
];

// The controls that are not wholly on the screen, or below something else.
const hidden_now = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const is_seen = (one: Element, x: number, y: number) => {
      const top = document.elementFromPoint(x, y);
      return top !== null && (one === top || one.contains(top));
    };
    const all: string[] = [];
    for (const one of document.querySelectorAll(".terminal button, .terminal a")) {
      if (!one.checkVisibility()) continue;
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const points = [
        [x, y],
        [left + 4, y],
        [right - 4, y],
        [x, top + 4],
        [x, bottom - 4],
      ] as const;
      const name =
        one.getAttribute("data-action") ?? one.getAttribute("data-chip-size") ?? one.className;
      if (!points.every(([px, py]) => is_seen(one, px, py))) all.push(name);
    }
    return all;
  });
// The same once the page has been drawn.
async function hidden_controls(page: Page): Promise<string[]> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
  return hidden_now(page);
}

// The limits that are not wholly visible in the panel beside the felt.
const hidden_limits = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() => {
    const panel = document.querySelector("#result")!.getBoundingClientRect();
    return [...document.querySelectorAll("#result [data-limit]")]
      .filter((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top < panel.top - 1 || bottom > panel.bottom + 1 || bottom > innerHeight;
      })
      .map((one) => one.textContent);
  });

// One size in five is tried for each state of a felt, in both languages, each time another part of
// the list: every size is tried in several states. With SICBO_EVERY_SIZE, as in the long run, every
// state is tried at every size.
const every = process.env.SICBO_EVERY_SIZE ? 1 : 5;
let tried = 0; // lists of sizes so far

async function expect_all_controls(page: Page, state: string): Promise<void> {
  for (const language of [1, 2]) {
    const first = tried++ % every;
    for (const [width, height] of sizes.filter((_, index) => index % every === first)) {
      await page.setViewportSize({ width, height });
      const where = `${state} at ${width}x${height}, language ${language}`;
      expect(await hidden_controls(page), where).toEqual([]);
    }
    // Not a click where it stands: whether it can be reached was looked at just now.
    await page.locator("[data-language]").first().dispatchEvent("click");
  }
}

// What of the dialog that is open a player could not get to: controls that do not come into sight,
// and a box that does not fit.
const dialog_faults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all: string[] = [];
    const box = document.querySelector("dialog[open]")!;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) all.push("the dialog");
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

// Staff announce the last round and hold the one in play, so that notices are shown and stay. Each
// table is held as soon as its betting is open.
async function hold(tables: Map<number, Terminal>): Promise<void> {
  const { passwords } = house.server;
  await house.with_requests(async (requests) => {
    const name = "supervisor";
    await requests.change_password(name, passwords[name]!, `${name}-password`);
    const person = await requests.sign_in(name);
    for (const [table, terminal] of tables) {
      await requests.order("LogOn", { person, table });
      await terminal.until_open();
      await requests.order("AnnounceLastRound", { person, table });
      await requests.order(
        "Report",
        { person, table },
        { cause: "not-covered", note: "A phone fell on the layout" },
      );
    }
  });
}

// Staff mark the players at the felts as away; their notice has a button.
async function mark_away(terminals: Terminal[]): Promise<void> {
  await house.with_requests(async (requests) => {
    const person = await requests.sign_in("supervisor");
    for (const terminal of terminals) {
      const table = Number(new URL(terminal.page.url()).searchParams.get("table"));
      // At the others since hold().
      if (table === 3) await requests.order("LogOn", { person, table });
      await requests.order("WalkAway", { person, table }, { stay: await terminal.stay() });
    }
  });
}

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

describe("every control is on the screen", () => {
  it("with every notice on, in both languages; and a call can be cancelled", async () => {
    house = await House.open_alone(null); // the demonstration, as script/serve starts it
    const terminals: [where: string, Terminal][] = [];
    for (const [table, layout] of layouts) {
      const terminal = await house.terminal(layout, { table });
      if (table === 1) {
        const calling = terminal.page.locator('[data-notice="calling"]');
        await terminal.until_open();
        await terminal.action("call").click();
        await calling.waitFor();
        await expect_all_controls(terminal.page, layout);
        await terminal.action("call").click();
        await calling.waitFor({ state: "detached" });
        await terminal.action("call").click();
        await calling.waitFor();
      }
      terminals.push([`${layout} with notices`, terminal]);
    }
    for (const [, { page }] of terminals.slice(3, 5))
      await page.locator('[data-action="call"]').click();
    const at = (index: number) => terminals[index]![1];
    await hold(
      new Map([
        [1, at(0)],
        [2, at(3)],
        [4, at(6)],
      ]),
    );
    for (const [index, [where, { page }]] of terminals.entries()) {
      const notices = layouts[index]![0] === 3 ? 1 : 2;
      await page.locator(`.notices li:nth-child(${notices})`).waitFor();
      await expect_all_controls(page, where);
    }
    await mark_away(terminals.slice(5).map(([, terminal]) => terminal));
    for (const [where, { page }] of terminals.slice(5)) {
      await page.locator('[data-notice="away"] [data-action="return"]').waitFor();
      await expect_all_controls(page, `${where} and away`);
    }
    await house.server.end("SIGKILL");
    for (const [where, { page }] of terminals) {
      await page.locator(".connection.lost").waitFor();
      await expect_all_controls(page, `${where} and no connection`);
      await page.setViewportSize({ width: 844, height: 390 });
      expect(await page.locator('[data-limit="spot"]').count(), where).toBe(1);
      expect(await hidden_limits(page), where).toEqual([]);
    }
  });
});
