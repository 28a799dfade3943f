// SPDX-License-Identifier: MIT
// Makes the pictures of docs/images: npm run pictures, in web/.
//
// Everything in them is a real page of the real program, in the state that it is called after.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, it } from "vitest";
import type { Page } from "playwright-core";
import { until } from "./browser";
import { House } from "./house";
import type { Console } from "./pages";
import { demonstration, root, type Game } from "./server";

const folder = join(root, "docs/images");
mkdirSync(folder, { recursive: true });
let house: House;
afterEach(async () => house?.close());

const take = (page: Page, name: string) =>
  page.screenshot({ path: `${folder}/${name}.jpg`, type: "jpeg", quality: 82 });

async function begin(game: Game, options = {}): Promise<Console> {
  // With time enough for a picture, and a ring that shows it.
  house = await House.open_alone(
    demonstration(game, game === "rws-etg" ? "betting_seconds = 60\n" : ""),
  );
  await house.hire("dealer", "supervisor");
  return house.console("supervisor", options);
}

const frame_milliseconds = 66; // 15 frames a second
const film_bytes_max = 1_500_000;

// A moving picture of a page that was opened with `motion` and `clock`. The page's time stands
// still while a frame is taken, and moves on by as much as the frame is shown: the film is as
// smooth on a slow machine as on a fast one.
class Film {
  private folder = mkdtempSync(join(tmpdir(), "sicbo-frames-"));
  private frames: { file: string; shown: number }[] = []; // milliseconds

  private constructor(private page: Page) {}

  static async begin(page: Page): Promise<Film> {
    const now = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(now + 1_000);
    return new Film(page);
  }

  // One frame that is shown for this long.
  async still(shown: number): Promise<void> {
    const file = join(this.folder, `${String(this.frames.length).padStart(4, "0")}.png`);
    await this.page.screenshot({ path: file, scale: "css" });
    this.frames.push({ file, shown });
  }

  // What happens in this time.
  async moving(milliseconds: number): Promise<void> {
    for (let at = 0; at < milliseconds; at += frame_milliseconds) {
      await this.advance(frame_milliseconds);
      await this.still(frame_milliseconds);
    }
  }

  // The clock of the page has timers and frames of its scripts; animations and transitions of its
  // style sheets are moved by hand, from their beginning on.
  async advance(milliseconds: number): Promise<void> {
    await this.page.clock.runFor(milliseconds);
    await this.page.evaluate((by) => {
      const seen = ((window as unknown as { seen?: WeakSet<Animation> }).seen ??= new WeakSet());
      for (const one of document.getAnimations()) {
        const at = seen.has(one) ? Number(one.currentTime ?? 0) + by : 0;
        seen.add(one);
        one.pause();
        const end = Number(one.effect?.getComputedTiming().endTime ?? Infinity);
        if (at >= end) one.finish();
        else one.currentTime = at;
      }
    }, milliseconds);
  }

  // Joins the frames with img2webp (Debian: webp).
  end(to: string): void {
    const words = this.frames.flatMap(({ file, shown }) => ["-d", String(shown), file]);
    execFileSync("img2webp", ["-loop", "0", "-lossy", "-q", "50", "-m", "4", ...words, "-o", to]);
    const { size } = statSync(to);
    console.log(`${this.frames.length} frames, ${size} bytes`);
    if (size > film_bytes_max) throw new Error(`${to} has ${size} bytes`);
  }
  clear(): void {
    rmSync(this.folder, { recursive: true });
  }
}

describe("pictures", () => {
  it("of a round that moves", async () => {
    const console = await begin("rws-etg");
    const terminal = await house.terminal("rws-etg-2", { motion: true, clock: true });
    const { page } = terminal;
    await console.until("CloseBetting");
    await console.until("OpenBetting", [2, 4, 5]);
    await console.until("CloseBetting");
    await terminal.until_open();
    await terminal.bet("big", 1_000);
    await terminal.bet("total-12", 500);
    await terminal.bet("single-6");
    await page.mouse.move(640, 2);
    const film = await Film.begin(page);
    try {
      await film.advance(3_000);
      await film.still(1_200);
      await terminal.spot("double-5").locator(".cell").click();
      await page.mouse.move(640, 2);
      await film.advance(1_000);
      await until(() => terminal.stake("double-5")).toBeGreaterThan(0);
      await film.still(1_000);
      // One press of the dealer after the other, with what follows from it.
      for (let order = await console.order(); order !== "OpenBetting"; ) {
        await console.act(order === "EnterResult" ? [1, 5, 6] : []);
        order = await console.order();
        await film.moving(order === "EnterResult" ? 1_200 : 400);
      }
      await page.locator('[data-roll="1-5-6"]').first().waitFor({ state: "attached" });
      await film.moving(4_500);
      await film.still(2_500);
      film.end(join(folder, "round.webp"));
    } finally {
      film.clear();
    }
  });

  it("of a round at electronic terminals", async () => {
    const console = await begin("rws-etg");
    const one = await house.terminal("rws-etg-2");
    const large = await house.terminal("rws-etg-1", { width: 1920, height: 1080 });
    const chinese = await house.terminal("rws-etg-3", { language: "zh" });
    const display = await house.page("/display?table=1", { width: 1920, height: 1080 });
    for (const dice of [
      [1, 2, 5],
      [6, 6, 4],
      [3, 3, 3],
      [2, 4, 6],
      [5, 4, 6],
      [1, 1, 2],
    ]) {
      await console.until("CloseBetting");
      await console.until("OpenBetting", dice);
    }
    await console.until("CloseBetting");
    for (const terminal of [one, large, chinese]) await terminal.until_open();
    await one.bet("big", 1_000);
    await one.bet("total-9", 500);
    await one.bet("double-4");
    await one.bet("domino-24");
    await large.bet("small", 1_000);
    await large.bet("single-2");
    await chinese.bet("big");
    await take(one.page, "terminal-betting");
    await take(large.page, "terminal-betting-1920");
    await take(chinese.page, "terminal-chinese");
    await take(display, "display-betting");
    await take(console.page, "console-betting");
    await console.act();
    await console.until("EnterResult");
    await console.page.keyboard.press("2");
    await console.page.keyboard.press("3");
    await take(console.page, "console-dice");
    await console.page.keyboard.press("Backspace");
    await console.page.keyboard.press("Backspace");
    await console.until("OpenBetting", [2, 3, 4]);
    await one.page.locator('[data-roll="2-3-4"]').first().waitFor();
    await take(one.page, "terminal-result");
    await take(display, "display-result");
    await chinese.page.setViewportSize({ width: 390, height: 844 });
    await chinese.page.locator(".terminal.phone").waitFor();
    await take(chinese.page, "terminal-phone");
    await take(console.page, "console-settled");
    for (const [action, name] of [
      ["history", "terminal-history"],
      ["rules", "terminal-rules"],
      ["help", "terminal-help"],
      ["session", "terminal-session"],
    ]) {
      const button = one.page.locator(`[data-action="${action}"]`).first();
      if (!(await button.count())) continue;
      await button.click();
      await one.page.locator("dialog[open]").waitFor();
      await take(one.page, name!);
      await one.page.keyboard.press("Escape");
    }
  });

  for (const game of ["mbs-etg", "rws-taisai", "maryland"] as const) {
    it(`of ${game}`, async () => {
      const console = await begin(game, { width: 1920, height: 1080 });
      const one = await house.terminal();
      await console.until("CloseBetting");
      await one.until_open();
      await one.bet("big", game === "mbs-etg" ? 200 : 500);
      await take(one.page, `terminal-${game}`);
      await take(console.page, `console-${game}`);
      await console.until(game === "mbs-etg" ? "StartCoveredMix" : "OpenBetting", [6, 4, 2]);
      await one.page.locator('[data-roll="6-4-2"]').first().waitFor();
      await take(one.page, `terminal-${game}-result`);
    });
  }

  it("of who is paid at a shared felt", async () => {
    const console = await begin("rws-taisai");
    const players = await Promise.all([1, 2, 3].map(() => house.terminal()));
    await console.until("CloseBetting");
    const bets = [
      [
        ["big", 10_000],
        ["single-6", 500],
        ["total-12", 500],
      ],
      [
        ["small", 2_000],
        ["domino-56", 1_000],
      ],
      [
        ["big", 2_000],
        ["domino-56", 500],
        ["double-6", 500],
      ],
    ] as const;
    for (const [i, player] of players.entries()) {
      await player.until_open();
      for (const [spot, chip] of bets[i]!) await player.bet(spot, chip);
    }
    await console.until("SettleRound", [6, 5, 1]);
    await console.page.locator("[data-payments]").waitFor();
    await take(console.page, "console-payments");
  });

  it("of notes and tickets, and of the cage", async () => {
    house = await House.open_alone(
      demonstration("rws-etg", 'cabinets = "simulated"\n').replace(
        "[[table]]",
        '[cash]\nnotes = ["10.00", "50.00", "100.00"]\n[cage]\n[[table]]',
      ),
    );
    await house.hire("cashier");
    const terminal = await house.terminal("rws-etg-2", { height: 1_120 });
    await terminal.action("cash-out").click();
    await terminal.page.locator('[data-note="5000"]:not(:disabled)').click();
    const cash_out = terminal.page.locator('[data-action="cash-out-ticket"]:not(:disabled)');
    await cash_out.click();
    const ticket = terminal.page.locator("[data-ticket]");
    await ticket.locator('[data-action="insert-ticket"]:not(:disabled)').waitFor();
    await take(terminal.page, "terminal-tickets");

    const cage = await house.page("/cage");
    await cage.evaluate(() => Object.assign(window, { print: () => {} }));
    await cage.locator('[name="person"]').fill("cashier");
    await cage.locator('[name="password"]').fill("cashier-password");
    await cage.keyboard.press("Enter");
    await cage.locator("[data-panel]").first().waitFor();
    await cage.locator('[name="pieces-5000"]').fill("40");
    await cage.locator('[data-total="200000"]').waitFor();
    await cage.locator('[data-action="open-shift"]').click();
    await cage.locator('[data-done="shift_opened"]').waitFor();
    const amount = cage.locator('main [name="amount"]');
    const numbers: string[] = [];
    for (const price of ["37.50", "120"]) {
      await cage.keyboard.press("F2");
      await amount.fill(price);
      await cage.keyboard.press("Enter");
      const sold = cage.locator("[data-sold]");
      await sold.waitFor();
      const source = decodeURIComponent((await sold.getAttribute("src"))!);
      numbers.push(/(?:\d{4} ){3}\d{4}/.exec(source)![0].replaceAll(" ", ""));
      await cage.keyboard.press("Enter"); // it is printed
      await amount.waitFor();
    }
    await cage.keyboard.press("F1");
    await cage.keyboard.type(numbers[0]!);
    await cage.keyboard.press("Enter");
    await cage.locator(`[data-ticket="${numbers[0]!.slice(-4)}"]`).waitFor();
    await take(cage, "cage");
  });

  it("of what goes wrong, and of limits", async () => {
    const console = await begin("rws-etg");
    const tablet = await house.terminal("rws-etg-1", { width: 1024, height: 768, touch: true });
    const shut = () => console.page.keyboard.press("Escape");
    await console.until("OpenBetting");
    await console.tab("limits");
    await console.page.locator('[data-action="configure"]').click();
    await console.dialog().locator('[data-limit="every"] [name="max"]').fill("500");
    await take(console.page, "console-limits");
    await shut();
    await console.until("CloseBetting");
    await tablet.until_open();
    await tablet.bet("big", 1_000);
    await tablet.bet("four-6543");
    await take(tablet.page, "terminal-tablet");
    await console.tab("irregularities");
    await console.page.locator('[data-cause="exposed"]').click();
    await take(console.page, "console-report");
    await shut();
    await console.page.locator('[data-cause="not-covered"]').click();
    await console.dialog().locator('[name="note"]').fill("A phone fell on the layout");
    await console.dialog().locator('[data-action="confirm"]').click();
    await tablet.page.locator('[data-notice="held"]').waitFor();
    await take(tablet.page, "terminal-held");
    await console.next().click();
    await console.dialog().locator('[data-verdict="void"]').click();
    await console.dialog().locator('[name="note"]').fill("The layout was disturbed");
    await console.dialog().locator('[data-action="confirm"]').click();
    await console.dialog().locator('[name="person"]').waitFor();
    await take(console.page, "console-second");
    await shut();
  });

  it("of a void round and a lost connection", async () => {
    const console = await begin("rws-etg");
    const terminal = await house.terminal("rws-etg-1");
    await console.until("CloseBetting");
    await terminal.until_open();
    await terminal.bet("big", 1_000);
    await console.page.locator('[data-cause="exposed"]').click();
    await console.dialog().locator('[data-action="confirm"]').click();
    await terminal.until_amount("credit", 100_000);
    await take(terminal.page, "terminal-void");
    await house.server.end("SIGKILL");
    await terminal.page.locator(".connection.lost").waitFor();
    await take(terminal.page, "terminal-lost");
  });

  it("of lights that failed", async () => {
    house = await House.open_alone(demonstration("maryland", 'lights = "simulated"\n'));
    await house.hire("supervisor", "technician");
    const console = await house.console("supervisor");
    await console.until("CloseBetting");
    await console.tab("staff");
    await console.page.locator(".tab-panel select").selectOption("all-dark");
    await console.page.locator('[data-action="inject-fault"]').click();
    await console.person("technician", "give");
    await console.tab("irregularities");
    await console.until("EnterResult");
    for (const face of "652") await console.page.keyboard.press(face);
    await console.act();
    await console.page.locator("[data-alert]").waitFor();
    await take(console.page, "console-lights-failed");
  });

  it("of a proof", async () => {
    house = await House.open_alone(null); // the demonstration, where table 1 runs by itself
    const terminal = await house.terminal("rws-etg-1");
    await terminal.until_open();
    await terminal.bet("small", 200);
    await terminal.page.locator("[data-roll]").first().waitFor({ timeout: 60_000 });
    await terminal.action("verify").click();
    await terminal.page.locator('[data-verified="true"]').waitFor({ timeout: 60_000 });
    await take(terminal.page, "terminal-verify");
  });

  it("of the start page", async () => {
    house = await House.open_alone(null);
    const start = await house.page("/");
    await start.locator('[data-phase="playing"]').first().waitFor();
    await take(start, "start");
  });
});
