// SPDX-License-Identifier: MIT
// Whatever happens to a player's bets, the player sees it: at once, and in one list.
import { afterEach, describe, expect, it } from "vitest";
import { Connection, until } from "./browser";
import { House, tables } from "./house";
import type { Terminal } from "./pages";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());
const taisai = tables(games["rws-taisai"], 2);
const etg = tables(
  games["rws-etg"].replace(
    'min = "1.00"',
    'min = "1.00"\nexposure_max = "150.00"\nlimit_of = { total-4 = { max = "2.00" } }',
  ),
  1,
);
const secret = tables(games["rws-etg"], 1);

const enforced = tables(
  games["rws-taisai"].replace('policy = "advise"', 'policy = "enforce"\nexposure_max = "900.00"'),
  1,
);

const message = (terminal: Terminal) => () => terminal.page.locator("#message").textContent();
// The list of what happened, newest first.
async function list(terminal: Terminal): Promise<string[]> {
  await terminal.action("history").click();
  await terminal.page.locator('[data-tab="bets"]').click();
  const entries = await terminal.page
    .locator(".bet-log li")
    .evaluateAll((all) => all.map((one) => `${one.getAttribute("data-what")}: ${one.textContent}`));
  await terminal.page.keyboard.press("Escape");
  await terminal.page.locator("dialog[open]").waitFor({ state: "detached" });
  return entries;
}

describe("a player sees what happens to bets", () => {
  it("at a shared felt: rejected, placed and withdrawn by staff, paid", async () => {
    house = await House.open(taisai);
    const dealer = await house.dealer();
    await dealer.open_betting();
    const terminal = await house.terminal();
    await terminal.until_open();
    const stay = await terminal.stay();
    for (let i = 0; i < 4; ++i) await terminal.bet("big", 10_000);
    await until(message(terminal)).toMatch(/Accepted: 100 on Big/);
    await dealer.order("PlaceBets", {
      stay,
      bets: [{ spot: "small", amount: 2_000 }],
      instruction: "small 20",
    });
    await until(message(terminal)).toMatch(/Placed for you by staff: Small 20/);
    await dealer.order("WithdrawOnBehalf", {
      stay,
      bets: [{ spot: "small", amount: 2_000 }],
      instruction: "not on small",
    });
    await until(message(terminal)).toMatch(/Taken back for you by staff: Small 20/);
    // Over the differential of 600 with somebody else's bet: what came last goes back.
    const other = await house.terminal();
    await other.until_open();
    for (let i = 0; i < 3; ++i) await other.bet("big", 10_000);
    await dealer.order("RejectExcess", {});
    await until(message(other)).toMatch(/Returned to your credit.*Big 100/);
    await until(() => other.stake("big")).toBe(20_000);
    await dealer.end_round([6, 5, 4]);
    await until(async () => (await list(terminal))[0]).toMatch(/settled: .*paid 800, staked 400/);
    const kinds = (await list(terminal)).map((one) => one.split(":")[0]);
    expect(kinds).toEqual(["settled", "withdrawn", "placed", "bet", "bet", "bet", "bet"]);
    expect((await list(other)).map((one) => one.split(":")[0])).toEqual([
      "settled",
      "rejected",
      "bet",
      "bet",
      "bet",
    ]);
    await other.page.reload(); // the list is kept
    await other.page.locator(".felt .spot").first().waitFor();
    expect((await list(other))[1]).toMatch(/rejected/);
  });

  it("with the figure of the limit that reduced or refused a bet", async () => {
    house = await House.open(enforced);
    const dealer = await house.dealer();
    await dealer.open_betting();
    const terminal = await house.terminal();
    await terminal.until_open();
    await terminal.page.locator('[data-chip-size="50000"]').click();
    const touch = (spot: string) => terminal.spot(spot).locator(".cell").click();
    await touch("big"); // all of the credit, within the differential of 600
    await terminal.until_amount("staked", 50_000);
    await terminal.action("top-up").click();
    await terminal.until_amount("credit", 50_000);
    await touch("big");
    await until(message(terminal)).toMatch(
      /Big: 100 of 500 accepted\. The difference from the opposing spot is at most 600/,
    );
    await touch("big");
    await until(message(terminal)).toMatch(
      /Big: not accepted\. The difference .* at most 600; it leaves room for 0/,
    );
    await touch("any-triple");
    await until(message(terminal)).toMatch(
      /Any Triple.*: \d+ of 500 accepted\. The table's loss on a roll is at most 900/,
    );
  });

  it("at a terminal: limits, refusals with their figures, and a void round", async () => {
    house = await House.open(etg);
    const dealer = await house.dealer();
    await dealer.open_betting();
    const terminal = await house.terminal("rws-etg-1");
    await terminal.until_open();
    const limits = await terminal.page.locator("[data-limit]").allTextContents();
    expect(limits.join(" · ")).toMatch(/1 to 1,000.*Total 4.*1 to 2.*loss on a roll.*up to 150/);
    await terminal.page.locator('[data-chip-size="500"]').click();
    await terminal.spot("total-4").locator(".cell").click();
    await until(message(terminal)).toMatch(/2 of 5 accepted. The limit on this spot is reached: 2/);
    await terminal.page.locator('[data-chip-size="100"]').click();
    await terminal.spot("triple-6").locator(".cell").click();
    await until(message(terminal)).toMatch(/loss on a roll is at most 150; it leaves room for 0/);
    await terminal.spot("big").locator(".cell").click({ button: "right" });
    await until(() => terminal.page.locator("[data-headroom]").getAttribute("data-headroom")).toBe(
      "15200",
    );
    await terminal.page.keyboard.press("Escape");
    await terminal.action("clear").click();
    await terminal.until_amount("staked", 0);
    await terminal.bet("big", 100);
    await dealer.order("Report", { cause: "exposed" });
    await until(message(terminal)).toMatch(/void.*1 returned to your credit/);
    expect((await list(terminal))[0]).toMatch(/^void: .*Round 1.*void/);
  });
});

it("nobody else is sent anything about a player's bets at a terminal", async () => {
  house = await House.open(secret);
  const dealer = await house.dealer();
  await dealer.open_betting();
  const listen = () => {
    const connection = new Connection();
    const heard: string[] = []; // what the server says of bets
    connection.pass = (message) => {
      const text = JSON.stringify(message);
      if (/total-9|"(spot|stake|staked|bets|chips)":/.test(text)) heard.push(text);
      return true;
    };
    return { connection, heard };
  };
  const [own, other, display] = [listen(), listen(), listen()];
  const one = await house.terminal("rws-etg-1", { connection: own.connection });
  const two = await house.terminal("rws-etg-1", { connection: other.connection });
  const screen = await house.page(`/display?table=${house.table}`, {
    connection: display.connection,
  });
  await screen.locator("[data-phase=playing]").waitFor();
  await Promise.all([one.until_open(), two.until_open()]);
  for (const { heard } of [own, other, display]) heard.length = 0; // their own, without bets
  await one.bet("total-9", 500);
  expect(own.heard.join()).toContain("total-9");
  await dealer.close_betting();
  await two.until_closed();
  await screen.locator(".stage:not(.open)").waitFor();
  expect(other.heard).toEqual([]);
  expect(display.heard).toEqual([]);
});
