// SPDX-License-Identifier: MIT
// Makes the pictures of docs/images: npm run pictures, in web/.
//
// Everything in them is a real page of the real program, in the state that it is called after.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, it } from "vitest";
import type { Page } from "playwright-core";
import { House } from "./house";
import type { Console } from "./pages";
import { demonstration, games, root, type Game } from "./server";

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

// Frames of a moving picture, taken as fast as the page allows until it is stopped.
function film(page: Page, frames: string): { stop: () => Promise<void> } {
  let filming = true;
  const done = (async () => {
    for (let n = 0; filming; ++n) {
      const name = `frame-${String(n).padStart(4, "0")}-${Date.now()}.png`;
      await page.screenshot({ path: join(frames, name), scale: "css" });
      await page.waitForTimeout(120);
    }
  })();
  return {
    stop: async () => {
      filming = false;
      await done;
    },
  };
}

// img2webp (Debian: webp) joins the frames, each shown for as long as the next one took.
function join_frames(frames: string, to: string): void {
  const names = readdirSync(frames).sort();
  const time = (name: string) => Number(name.split("-")[2]!.replace(".png", ""));
  const words = names.flatMap((name, i) => {
    const next = names[i + 1];
    const milliseconds = next ? time(next) - time(name) : 2_500;
    return ["-d", String(milliseconds), join(frames, name)];
  });
  execFileSync("img2webp", ["-loop", "0", "-lossy", "-q", "55", "-m", "4", ...words, "-o", to]);
}

describe("pictures", () => {
  it("of a round that moves", async () => {
    const console = await begin("rws-etg");
    const terminal = await house.terminal("rws-etg-2", { width: 1280, height: 800 });
    await console.until("CloseBetting");
    await console.until("OpenBetting", [2, 4, 5]);
    const frames = mkdtempSync(join(tmpdir(), "sicbo-frames-"));
    try {
      const camera = film(terminal.page, frames);
      await console.until("CloseBetting");
      await terminal.until_open();
      await terminal.bet("big", 1_000);
      await terminal.bet("total-12", 500);
      await terminal.bet("single-6");
      await terminal.bet("double-5");
      await console.act();
      await console.until("OpenBetting", [1, 5, 6]);
      await terminal.page.locator('[data-roll="1-5-6"]').first().waitFor();
      await terminal.page.waitForTimeout(2_500);
      await camera.stop();
      join_frames(frames, join(folder, "round.webp"));
    } finally {
      rmSync(frames, { recursive: true });
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

  it("of tickets at a terminal and at the cage", async () => {
    const cash = '[cash]\nnotes = ["10.00", "50.00"]\nticket_max = "600.00"\n[[table]]';
    const cabinets = 'training = true\ncabinets = "simulated"';
    house = await House.open_alone(
      games["rws-etg"].replace("[[table]]", cash).replace("training = true", cabinets),
    );
    await house.hire("cashier");
    const terminal = await house.terminal("rws-etg-2");
    await terminal.action("cash-out").click();
    await terminal.page.locator('[data-note="5000"]:not(:disabled)').click();
    await terminal.until_amount("credit", 55_000);
    const cash_out = terminal.page.locator('[data-action="cash-out-ticket"]');
    await cash_out.click();
    await terminal.page.locator("[data-ticket]").waitFor();
    await take(terminal.page, "terminal-cash");
    const page = await house.page("/cage");
    await page.evaluate(() => Object.assign(window, { print: () => {} }));
    await page.locator('[name="person"]').fill("cashier");
    await page.locator('[name="password"]').fill("cashier-password");
    await page.keyboard.press("Enter");
    await page.locator('[name="pieces-5000"]').fill("40");
    await page.locator('[name="coins"]').fill("50");
    await page.keyboard.press("Enter");
    await page.locator("#drawer").waitFor();
    await page.keyboard.press("F2");
    await page.locator('main [name="amount"]').fill("37.50");
    await page.keyboard.press("Enter");
    await page.locator("[data-sold]").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("F1");
    const number = await terminal.page.locator("[data-ticket]").getAttribute("data-ticket");
    await page.locator('main [name="number"]').fill(number!);
    await page.keyboard.press("Enter");
    await page.locator('[data-action="redeem"]').waitFor();
    await take(page, "cage");
  });

  it("of the start page", async () => {
    house = await House.open_alone(null);
    const start = await house.page("/");
    await start.locator('[data-phase="playing"]').first().waitFor();
    await take(start, "start");
  });
});
