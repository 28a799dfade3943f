// SPDX-License-Identifier: MIT
// What a dealer does at the console of a felt that players share.
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { Connection, until } from "./browser";
import { House, tables, type Tables } from "./house";
import type { Console } from "./pages";
import { for_money, games } from "./server";

let house: House;
afterEach(async () => house?.close());
const taisai = tables(
  for_money(games["rws-taisai"])
    .replace('min = "5.00"', 'min = "10.00"')
    .replace('max = "1000.00"', 'max = "2000.00"'),
  3,
);
const maryland = tables(games.maryland, 2);
const open_taisai = tables(games["rws-taisai"], 1);

// A table with staff. It has to be between rounds when the test is over: so the server can end, and
// its journal be audited.
async function begin(at: Tables) {
  house = await House.open(at);
  await house.hire("dealer", "supervisor");
  return house.dealer();
}

async function new_player(console: Console, name: string, amount: string): Promise<void> {
  await console.page.locator('[data-action="new-player"]').click();
  await console.dialog().locator('[name="player"]').fill(name);
  await console.dialog().locator('[name="amount"]').fill(amount);
  await console.dialog().locator('[data-action="confirm"]').click();
  await console.dialog().waitFor({ state: "detached" });
}
async function bet_for(console: Console, name: string, spot: string, chip: number): Promise<void> {
  const option = console.page.locator('[name="bettor"] option', { hasText: name });
  await console.page.locator('[name="bettor"]').selectOption((await option.getAttribute("value"))!);
  await console.page.locator(`[data-chip-size="${chip}"]`).click();
  const own = console.page.locator(`.board [data-spot="${spot}"] [data-chip]`);
  const stake = async () =>
    (await own.count()) ? Number(await own.first().getAttribute("data-chip")) : 0;
  const before = await stake();
  await console.page.locator(`.board [data-spot="${spot}"] .cell`).click();
  await until(stake).toBe(before + chip);
}

describe("a dealer at a shared felt", () => {
  it("bets for players, advises, rejects what is too much, and pays who has left", async () => {
    const dealer = await begin(taisai);
    await dealer.open_table();
    const console = await house.console("supervisor");
    await console.tab("places");
    await console.page.locator('[data-action="new-player"]').click();
    await console.dialog().locator('[name="player"]').fill("Ah Kow");
    // Not in whole chips: the seat is not taken either.
    await console.dialog().locator('[name="amount"]').fill("12");
    await console.dialog().locator(".wrong").waitFor();
    expect(await console.dialog().locator('[data-action="confirm"]').isEnabled()).toBe(false);
    await console.page.keyboard.press("Escape");
    await new_player(console, "Ah Kow", "2000");
    await new_player(console, "Mei", "100");
    await console.until("CloseBetting");
    await bet_for(console, "Mei", "small", 500);
    const warnings = console.page.locator("[data-warnings]");
    await until(() => warnings.textContent()).toContain("Mei");
    await warnings.locator('[data-order="AdvisePlayer"]').click();
    await warnings.locator("[data-advised]").waitFor();
    await bet_for(console, "Ah Kow", "big", 100_000);
    await until(() => warnings.locator('[data-order="RejectExcess"]').count()).toBe(1);
    await warnings.locator('[data-order="RejectExcess"]').click();
    await until(() => console.dialog().textContent()).toMatch(/Ah Kow[^]*5\.1/);
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() =>
      console.page
        .locator('[data-difference="big"], [data-difference="small"]')
        .first()
        .getAttribute("class"),
    ).toContain("good");
    // Whose chips lie there is seen with nobody chosen.
    await console.page.locator('[name="bettor"]').selectOption("0");
    await console.page.locator('.board [data-spot="big"] .cell').click();
    await until(() => console.dialog().textContent()).toContain("Ah Kow");
    await console.page.keyboard.press("Escape");
    await console.page.locator(".place", { hasText: "Ah Kow" }).click();
    await console.dialog().locator('[data-order="WalkAway"]').click();
    await until(() => console.dialog().textContent()).toContain("5.3");
    await console.dialog().locator('[data-action="confirm"]').click();
    await dealer.end_round([6, 5, 4]);
    await until(() => console.page.locator("[data-paid]").textContent()).toMatch(
      /Ah Kow[^]*✓ Big[^]*Mei[^]*✗ Small/,
    );
    await console.page.locator(".place", { hasText: "Ah Kow" }).click();
    await until(() => console.dialog().textContent()).toMatch(/Unclaimed/);
    await console.dialog().locator('[data-order="PayUnclaimed"]').click();
    await console.dialog().locator('[data-action="confirm"]').click();
    await console.dialog().waitFor({ state: "detached" });
    await console.page.locator(".place", { hasText: "Ah Kow" }).click();
    await until(() => console.dialog().textContent()).not.toMatch(/Unclaimed/);
    // He comes back to the same seat, leaves again, and the seat is freed.
    await console.dialog().locator('[data-order="ReturnPlayer"]').click();
    await console.page.locator(".place", { hasText: "Ah Kow" }).click();
    await console.dialog().locator('[data-order="WalkAway"]').click();
    await console.dialog().locator('[data-action="confirm"]').click();
    await console.page.locator(".place", { hasText: "Ah Kow" }).click();
    await console.dialog().locator('[data-order="FreeSeat"]').click();
    await until(() => console.page.locator(".place", { hasText: "Ah Kow" }).count()).toBe(0);
  });

  it("sees that a seated player's money is not booked, and books it then", async () => {
    const dealer = await begin(taisai);
    await house.hire("technician");
    await dealer.open_table();
    const connection = new Connection();
    const console = await house.console("supervisor", { connection });
    await console.tab("places");
    const places = `"places/${house.table}"`;
    connection.pass = (one) => !JSON.stringify(one).includes(places); // the seat is not seen
    await console.page.locator('[data-action="new-player"]').click();
    await console.dialog().locator('[name="player"]').fill("Ah Kow");
    await console.dialog().locator('[name="amount"]').fill("300");
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() => console.dialog().locator("[data-not-booked]").textContent()).toMatch(
      /Ah Kow has a seat, but SGD 300.00 is not booked/,
    );
    connection.pass = () => true;
    await console.dialog().locator('[data-action="confirm"]').click();
    await console.dialog().waitFor({ state: "detached" });
    await until(() => console.page.locator(".place").textContent()).toMatch(/Ah Kow300/);
    // Whoever may not do either is asked for somebody who may, once for both.
    const other = await house.console("technician");
    await other.tab("places");
    await other.page.locator('[data-action="new-player"]').click();
    await other.dialog().locator('[name="player"]').fill("Mei");
    await other.dialog().locator('[name="amount"]').fill("100");
    await other.dialog().locator('[data-action="confirm"]').click();
    await until(() => other.dialog().locator('[name="person"]').count()).toBe(1);
    await other.person("dealer", "give");
    await until(() => other.page.locator(".place", { hasText: "Mei" }).textContent()).toMatch(
      /Mei100/,
    );
  });

  it("leaves nothing on a locked console, and confirms a log-off in mid-round", async () => {
    const dealer = await begin(taisai);
    await dealer.open_table();
    const connection = new Connection();
    const console = await house.console("supervisor", { connection });
    const shown = () => console.page.locator("body").textContent();
    await console.tab("places");
    await new_player(console, "Ah Kow", "2000");
    await console.until("CloseBetting");
    await bet_for(console, "Ah Kow", "big", 10_000);
    await console.page.locator(".place", { hasText: "Ah Kow" }).click();
    await console.dialog().waitFor();
    await console.page
      .locator('[data-action="lock"]')
      .evaluate((button) => (button as HTMLElement).click());
    await until(shown).toMatch(/This console is locked\. Please log on to continue\./);
    expect(await console.dialog().count()).toBe(0);
    expect(await shown()).not.toMatch(/Ah Kow|1,900/);
    expect(await console.page.locator("[data-chip]").count()).toBe(0);
    await console.log_on("supervisor", "supervisor-password");
    await until(shown).toMatch(/Ah Kow/);
    // Nobody is bet for any more until somebody chooses.
    expect(await console.page.locator('[name="bettor"]').inputValue()).toBe("0");
    await connection.cut();
    await until(shown).toMatch(/Please log on again/);
    expect(await shown()).not.toMatch(/Ah Kow|1,900/);
    await console.log_on("supervisor", "supervisor-password");
    await console.tab("staff");
    await console.page.locator('[data-action="log-off"]').click();
    await until(() => console.dialog().textContent()).toMatch(/Round 1 is not over/);
    await console.page.keyboard.press("Escape");
    await console.until("OpenBetting", [1, 2, 4]);
  });

  it("reports where moved chips lie, and names the player of a refused late bet", async () => {
    await begin(maryland);
    const console = await house.console("supervisor");
    const player = await house.terminal();
    await console.until("CloseBetting");
    await player.until_open();
    await player.bet("big");
    await console.until("Uncover");
    await console.tab("irregularities");
    await console.page.locator('[data-cause="moved-chips"]').click();
    await console.dialog().locator('[data-action="layout"]').click();
    await console.dialog().locator('[name="spot"]').first().selectOption("small");
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() => console.page.locator("[data-incident]").count()).toBe(1);
    await console.page.locator('[data-cause="late-bet"]').click();
    await console.dialog().locator('[name="whom"]').selectOption({ index: 1 });
    await console.dialog().locator('[name="note"]').fill("ten on big");
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() => console.page.locator("[data-incident]").allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/Guest \d+: ten on big/)]),
    );
    // The bet is settled as it stood.
    await console.until("SettleRound", [6, 5, 4]);
    await console.act();
    await player.until_amount("credit", 50_500);
    await console.until("OpenBetting");
  });
});

describe("after the dice", () => {
  it("losing chips are swept and winners paid, on the display and for everybody", async () => {
    const dealer = await begin(open_taisai);
    const [one, two, display] = await Promise.all([
      house.terminal("", { motion: true }),
      house.terminal(),
      house.page(`/display?table=${house.table}`, { motion: true }),
    ]);
    await dealer.open_betting();
    await Promise.all([one.until_open(), two.until_open()]);
    await one.bet("big", 10_000);
    await two.bet("small", 500);
    await two.bet("single-6", 500);
    const lies = (page: Page, spot: string) =>
      page
        .locator(`[data-spot="${spot}"] .chip-stack`)
        .first()
        .evaluate((stack) => getComputedStyle(stack).opacity !== "0");
    await until(() => lies(display, "small")).toBe(true);
    await dealer.end_round([6, 6, 5]);
    await display.locator('[data-spot="single-6"] [data-paid="1000"]').waitFor();
    await display.locator('[data-spot="big"] [data-paid="10000"]').waitFor();
    await until(() => lies(display, "small")).toBe(false);
    expect(await lies(display, "big")).toBe(true);
    expect(await display.locator('[data-spot="small"] .paid-chip').count()).toBe(0);
    // Player one sees player two's, and the other way round.
    await one.spot("single-6").locator('[data-others-paid="1000"]').waitFor();
    await until(() => lies(one.page, "small")).toBe(false);
    await two.spot("big").locator('[data-others-paid="10000"]').waitFor();
    await until(() => lies(two.page, "small")).toBe(false);
    await dealer.open_betting();
    await one.until_open();
    for (const page of [one.page, two.page, display])
      await until(() => page.locator(".felt .chip-stack").count()).toBe(0);
    await dealer.end_round([1, 2, 4]);
  });
});

describe("the shaker", () => {
  it("is handed over before its holder logs off; dice are covered after payment", async () => {
    await begin(maryland);
    await house.hire("technician");
    const console = await house.console("supervisor");
    await console.until("ClearLights", [6, 5, 4]);
    await console.tab("equipment");
    // The server says who may get it: nobody who could not give it back, nor the rack in a round.
    const technician = await house.console("technician");
    const shaker = console.page.locator('[data-card="shaker"]');
    const to_technician = shaker.locator("button", { hasText: "technician" });
    await to_technician.waitFor();
    expect(await to_technician.isDisabled()).toBe(true);
    expect(await shaker.locator('[data-action="put-back"]').isDisabled()).toBe(true);
    await until(() => shaker.locator("[data-refused]").getAttribute("data-refused")).toBe(
      "round_in_play not_allowed",
    );
    await technician.tab("staff");
    await technician.page.locator('[data-person] [data-action="log-off"]').click();
    await technician.dialog().locator('[data-action="confirm"]').click();
    await to_technician.waitFor({ state: "detached" });
    await console.page.locator(".besides button", { hasText: "Cover dice" }).click();
    await console.page
      .locator(".besides button", { hasText: "Cover dice" })
      .waitFor({ state: "detached" });
    await console.act();
    await console.tab("staff");
    await console.page.locator('[data-action="log-off"]').click();
    await until(() => console.page.locator("#message.bad").textContent()).toMatch(/shaker/i);
    await console.page.locator('[data-action="add-person"]').click();
    await console.log_on("dealer", "dealer-password");
    await console.page.locator(".head .person", { hasText: "supervisor" }).click();
    await console.tab("equipment");
    const card = console.page.locator('[data-card="shaker"]');
    await card.locator('[data-order="HandOverShaker"]', { hasText: "dealer" }).click();
    await until(() => card.textContent()).toMatch(/held by dealer[^]*Only dealer/);
    await console.tab("staff");
    await console.page
      .locator(".row-card", { hasText: "Supervisor" })
      .locator('[data-action="log-off"]')
      .click();
    await until(() => console.page.locator(".head .person").count()).toBe(1);
  });
});

describe("after all this", () => {
  it("the server ends well, and an audit of its journal finds nothing", async () => {
    expect(await house.server.end("SIGTERM")).toBe(0);
    expect(await house.server.audit()).toBe(0);
  });
});
