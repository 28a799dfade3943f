// What becomes of bets when the line to the server is slow, cut or dead; and what a page says of dice that it did not see promised.
import { afterEach, describe, expect, it } from "vitest";
import { House, Line, until } from "./house";
import { automatic, games } from "./server";

let house: House;
afterEach(async () => house?.close());
const dice = [6, 5, 4];

async function with_line() {
  house = await House.open(games["rws-etg"]);
  await house.hire("dealer", "supervisor");
  const console = await house.console("supervisor");
  await console.tab("places");
  const line = new Line();
  const terminal = await house.terminal("rws-etg-1", { line });
  await console.until("CloseBetting");
  await terminal.until_open();
  const staked = () => console.page.locator('[data-terminal="101"]').textContent();
  return { console, line, terminal, staked };
}

describe("a bet", () => {
  it("that comes after the close is refused by the server, and costs nothing", async () => {
    const { console, line, terminal } = await with_line();
    line.pass = (one) => one.reply !== undefined; // so the page does not hear of the close
    await console.act();
    await terminal.spot("big").locator(".cell").click();
    await until(() => terminal.page.locator("#message").textContent()).toMatch(/closed/i);
    line.pass = () => true;
    await line.cut();
    await terminal.until_closed();
    await terminal.until_amount("credit", 50_000);
    expect(await terminal.stake("big")).toBe(0);
  });

  it("whose answer was lost is placed once", async () => {
    const { console, line, terminal, staked } = await with_line();
    line.pass = () => false;
    await terminal.spot("big").locator(".cell").click();
    await until(staked).toMatch(/Staked 1$/);
    line.pass = () => true;
    await line.cut();
    await until(() => terminal.stake("big")).toBe(100);
    await until(() => terminal.page.locator("#message").textContent()).toMatch(/Accepted/);
    await console.until("OpenBetting", dice);
    await terminal.until_amount("credit", 50_100);
  });

  it("whose answer was lost is played, though the round is over when the line is back", async () => {
    const { console, line, terminal, staked } = await with_line();
    line.pass = () => false;
    await terminal.spot("big").locator(".cell").click();
    await until(staked).toMatch(/Staked 1$/);
    line.down = true;
    await line.cut();
    await terminal.page.locator(".connection.lost").waitFor();
    await console.until("OpenBetting", dice);
    await console.until("CloseBetting");
    line.pass = () => true;
    line.down = false;
    await terminal.until_amount("credit", 50_100);
    await terminal.until_open();
    expect(await terminal.page.locator("#message.bad").count()).toBe(0);
    expect(await terminal.amount("staked")).toBe(0);
  });

  it("can't be placed over a dead line, and the page says so", async () => {
    const { line, terminal } = await with_line();
    line.pass = () => false;
    await terminal.page.locator(".connection.lost").waitFor();
    expect(await terminal.page.locator(".felt.live").count()).toBe(0);
    line.pass = () => true;
    await terminal.until_open();
  });
});

describe("the proof of a round", () => {
  it("is checked to its end where its promise was seen, and says what was not", async () => {
    house = await House.open(automatic(3));
    const display = await house.page("/display?table=1");
    const terminal = await house.terminal("rws-etg-1");
    await terminal.until_open();
    await terminal.bet("small", 100);
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
