// SPDX-License-Identifier: MIT
// Bets over a connection that is slow, cut or dead; and proofs of dice whose promise a page missed.
import { afterEach, describe, expect, it } from "vitest";
import { Connection, until, type PageOptions } from "./browser";
import { House, tables } from "./house";
import { is_reply } from "./requests";
import { automatic, games } from "./server";

let house: House;
afterEach(async () => house?.close());
const dice = [6, 5, 4];

const manual = tables(games["rws-etg"], 4);
const by_itself = tables(automatic(4, 1), 1);

async function with_connection(options: PageOptions = {}) {
  house = await House.open(manual);
  const dealer = await house.dealer();
  const connection = new Connection();
  const [terminal] = await Promise.all([
    house.terminal("rws-etg-1", { ...options, connection }),
    dealer.open_betting(),
  ]);
  await terminal.until_open();
  return { dealer, connection, terminal };
}

describe("a bet", () => {
  it("that comes after the close is refused by the server, and costs nothing", async () => {
    const { dealer, connection, terminal } = await with_connection();
    connection.pass = is_reply; // so the page does not get the close
    await dealer.close_betting();
    await terminal.spot("big").locator(".cell").click();
    await until(() => terminal.page.locator("#message").textContent()).toMatch(/closed/i);
    connection.pass = () => true;
    await connection.cut();
    await terminal.until_closed();
    await terminal.until_amount("credit", 50_000);
    expect(await terminal.stake("big")).toBe(0);
  });

  it("whose reply was lost is placed once", async () => {
    const { dealer, connection, terminal } = await with_connection();
    connection.pass = () => false;
    await terminal.spot("big").locator(".cell").click();
    await until(() => dealer.staked(house.first_terminal)).toBe(100);
    connection.pass = () => true;
    await connection.cut();
    await until(() => terminal.stake("big")).toBe(100);
    await until(() => terminal.page.locator("#message").textContent()).toMatch(/Accepted/);
    await dealer.end_round(dice);
    await terminal.until_amount("credit", 50_100);
  });

  it("whose reply was lost counts, also if the round is over by then", async () => {
    const { dealer, connection, terminal } = await with_connection();
    connection.pass = () => false;
    await terminal.spot("big").locator(".cell").click();
    await until(() => dealer.staked(house.first_terminal)).toBe(100);
    connection.down = true;
    await connection.cut();
    await terminal.page.locator(".connection.lost").waitFor();
    await dealer.end_round(dice);
    await dealer.open_betting();
    connection.pass = () => true;
    connection.down = false;
    await terminal.until_amount("credit", 50_100);
    await terminal.until_open();
    expect(await terminal.page.locator("#message.bad").count()).toBe(0);
    expect(await terminal.amount("staked")).toBe(0);
  });

  it("can't be placed over a dead connection, and the page shows it", async () => {
    const { connection, terminal } = await with_connection({ clock: true });
    connection.pass = () => false;
    await until(async () => {
      await terminal.page.clock.fastForward(1_000);
      return terminal.page.locator(".connection.lost").count();
    }).toBe(1);
    expect(await terminal.page.locator(".felt.live").count()).toBe(0);
    connection.pass = () => true;
    await terminal.until_open();
  });
});

describe("the proof of a round", () => {
  it("is complete where its promise was seen, and names what was not seen", async () => {
    house = await House.open(by_itself);
    const [terminal, display] = await Promise.all([
      house.terminal("rws-etg-1"),
      house.page(`/display?table=${house.table}`),
    ]);
    await terminal.until_open();
    await terminal.page.locator("[data-roll]").first().waitFor();
    const verdict = terminal.page.locator("[data-verified]");
    await terminal.action("verify").click();
    await until(() => verdict.getAttribute("data-verified")).toBe("true");
    const late = await house.terminal("rws-etg-1");
    const round = await terminal.page
      .locator("dialog [aria-pressed=true]")
      .textContent()
      .catch(() => "1");
    await late.action("verify").click();
    await late.page
      .locator(`dialog .tabs button`, { hasText: round! })
      .or(late.page.locator("dialog h3", { hasText: round! }))
      .first()
      .click();
    await until(() => late.page.locator("[data-verified]").textContent()).toMatch(
      /not seen here in time/,
    );
    expect(await late.page.locator("[data-verified]").getAttribute("data-verified")).toBe("false");
    await until(() => display.locator("[data-proof]").getAttribute("data-proof")).toBe("good");
  });
});
