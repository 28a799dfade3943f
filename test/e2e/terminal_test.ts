// What a player can do at a terminal, and what is said when something can't be done.
import { afterEach, describe, expect, it } from "vitest";
import { House, expect_accessible, until } from "./house";
import { automatic, games } from "./server";

let house: House;
afterEach(async () => house?.close());

async function with_console(config = games["rws-etg"]) {
  house = await House.open(config);
  await house.hire("dealer", "supervisor");
  const console = await house.console("supervisor");
  const terminal = await house.terminal("rws-etg-1");
  await console.until("CloseBetting");
  await terminal.until_open();
  return { console, terminal };
}
const dice = [6, 5, 4];

describe("a player", () => {
  it("undoes, clears, repeats and doubles up to the limit", async () => {
    const { console, terminal } = await with_console();
    await terminal.bet("big", 10_000);
    await terminal.bet("big");
    await terminal.bet("odd");
    await terminal.action("undo").click();
    await until(() => terminal.stake("odd")).toBe(0);
    expect(await terminal.stake("big")).toBe(20_000);
    await terminal.action("double").click();
    await until(() => terminal.stake("big")).toBe(40_000);
    await terminal.action("clear").click();
    await until(() => terminal.stake("big")).toBe(0);
    await terminal.until_amount("credit", 50_000);
    await terminal.bet("big");
    await console.until("OpenBetting", dice);
    await terminal.until_amount("credit", 60_000);
    await console.until("CloseBetting");
    await terminal.until_open();
    await terminal.action("rebet").click();
    await until(() => terminal.stake("big")).toBe(10_000);
    await terminal.until_amount("credit", 50_000);
  });

  it("doubles no further than the limit, and is told so", async () => {
    const { terminal } = await with_console(games["rws-etg"].replace('play_credit = "500.00"', 'play_credit = "5000.00"'));
    await terminal.bet("big", 10_000);
    for (const stake of [20_000, 40_000, 80_000, 100_000]) {
      await terminal.action("double").click();
      await until(() => terminal.stake("big")).toBe(stake);
    }
    await until(async () => terminal.page.locator("#message").textContent()).toMatch(/limit|maximum|most/i);
    await terminal.until_amount("credit", 400_000);
  });

  it("bets no more than the credit, and is told so", async () => {
    const { terminal } = await with_console();
    await terminal.bet("big", 10_000);
    for (const stake of [20_000, 40_000]) {
      await terminal.action("double").click();
      await until(() => terminal.stake("big")).toBe(stake);
    }
    await terminal.action("double").click();
    await until(async () => terminal.page.locator("#message").textContent()).toMatch(/credit/i);
    expect(await terminal.amount("credit") + await terminal.amount("staked")).toBe(50_000);
  });

  it("can't bet after the close, and loses nothing by trying", async () => {
    const { console, terminal } = await with_console();
    await terminal.bet("small", 100);
    await console.act();
    await terminal.until_closed();
    await terminal.spot("big").locator(".cell").click({ force: true });
    await until(async () => terminal.page.locator("#message").textContent()).toMatch(/closed/i);
    expect(await terminal.stake("big")).toBe(0);
    expect(await terminal.amount("staked")).toBe(100);
  });

  it("plays with the keyboard alone", async () => {
    const { terminal } = await with_console();
    await terminal.page.keyboard.press("1");
    await terminal.spot("big").focus();
    await terminal.page.keyboard.press("Enter");
    await until(() => terminal.stake("big")).toBeGreaterThan(0);
    await terminal.page.keyboard.press("ArrowDown");
    await terminal.page.keyboard.press("Enter");
    await terminal.until_amount("staked", 2 * (await terminal.stake("big")));
    await terminal.page.keyboard.press("c");
    await terminal.until_amount("staked", 0);
  });

  it("reads everything in either language", async () => {
    const { terminal } = await with_console();
    await terminal.page.locator('[data-language="zh"]').click();
    await terminal.page.locator('[data-language="en"]').waitFor();
    const left = await terminal.page.evaluate(() => [...document.querySelectorAll("button, label, h1, h2, h3, th, p")]
      .filter((one) => !one.closest(".felt") && (one as HTMLElement).offsetParent !== null && !one.hasAttribute("data-language"))
      .map((one) => one.textContent!.trim())
      .filter((text) => /[A-Za-z]{4,}/.test(text) && !/[一-鿿]/.test(text)));
    expect(left).toEqual([]);
  });
});

describe("when something breaks", () => {
  it("a terminal comes back in the middle of a round with its bets", async () => {
    const { console, terminal } = await with_console();
    await terminal.bet("big", 1_000);
    await terminal.page.context().setOffline(true);
    await terminal.page.reload({ timeout: 1_000 }).catch(() => {});
    await terminal.page.context().setOffline(false);
    await terminal.page.goto(house.server.url("/terminal?table=1&layout=rws-etg-1"));
    await until(() => terminal.stake("big")).toBe(1_000);
    await console.until("OpenBetting", dice);
    await terminal.until_amount("credit", 51_000);
  });

  it("a server that is killed and started again goes on where the journal ends", async () => {
    const { console, terminal } = await with_console();
    await terminal.bet("big", 1_000);
    await house.server.end("SIGKILL");
    await terminal.page.locator(".connection.lost").waitFor();
    await house.server.start();
    await terminal.page.locator(".connection").waitFor({ state: "detached" });
    // The power went while bets were open: the round is void, and the stake is back.
    await terminal.until_amount("credit", 50_000);
    await terminal.until_amount("staked", 0);
    await console.page.locator('[name="person"]').waitFor();
    await console.log_on("supervisor", "supervisor-password");
    await console.until("CloseBetting");
    await terminal.until_open();
    await terminal.bet("small", 1_000);
  });

  it("a void and its reason are seen by the player", async () => {
    const { console, terminal } = await with_console();
    await terminal.bet("big", 1_000);
    await console.page.locator('[data-tab="irregularities"]').click();
    await console.page.locator('[data-cause="exposed"]').click();
    await console.page.locator('[data-action="confirm"]').click();
    await terminal.until_amount("credit", 50_000);
    await until(async () => terminal.page.locator("#result").textContent()).toMatch(/void/i);
  });
});

describe("nobody is kept out", () => {
  it("of any page", async () => {
    house = await House.open(automatic(30));
    await house.hire("supervisor");
    for (const path of ["/", "/terminal?table=1", "/display?table=1", "/console?table=1"]) {
      const page = await house.page(path);
      await page.locator("#app > * > *").first().waitFor();
      await expect_accessible(page);
    }
    const console = await house.console("supervisor");
    await expect_accessible(console.page);
  });
});
