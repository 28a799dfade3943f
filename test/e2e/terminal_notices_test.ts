// SPDX-License-Identifier: MIT
// Every control of a Player Terminal is on the screen whatever notices are shown: at every size of
// screen, on every layout of the demonstration, in both languages.
import { afterEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { hidden_now } from "./fit";
import { House } from "./house";
import type { Terminal } from "./pages";

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
