// SPDX-License-Identifier: MIT
// Money in and out, limits, and what goes wrong at a table, as staff do it at the console.
import { afterEach, describe, expect, it } from "vitest";
import { until } from "./browser";
import { House, tables, type Tables } from "./house";
import { Terminal } from "./pages";
import { for_money, games } from "./server";

let house: House;
afterEach(async () => house?.close());
const etg = tables(games["rws-etg"], 3);
const etg_for_money = tables(
  for_money(games["rws-etg"]).replace("training = false", 'training = false\nlarge_win = "100.00"'),
  1,
);
const mbs = tables(games["mbs-etg"], 1);
const taisai = tables(games["rws-taisai"], 1);

// A table with staff. It has to be between rounds when the test is over: so the server can end, and
// its journal be audited.
async function begin(at: Tables) {
  house = await House.open(at);
  await house.hire("dealer", "supervisor", "shift-manager");
  return house.dealer();
}

// Plays rounds that become void at once, without a console. No more of them over one connection
// than the server accepts in a burst.
async function void_rounds(count: number): Promise<void> {
  const at_once = 15;
  for (let done = 0; done < count; done += at_once) {
    await house.with_requests(async (requests) => {
      const person = await requests.sign_in("dealer");
      const give = (order: string, fields: object = {}) =>
        requests.order(order, { person, table: house.table }, fields);
      await give("LogOn");
      for (let i = done; i < Math.min(count, done + at_once); ++i) {
        await give("OpenBetting");
        await give("Report", { cause: "exposed", note: "" });
      }
      await give("LogOff");
    });
  }
}

describe("an attendant", () => {
  it("enrols a terminal, brings credit, unlocks it after a large win and pays out", async () => {
    const dealer = await begin(etg_for_money);
    await dealer.open_betting();
    const console = await house.console("supervisor");
    await console.tab("places");
    await console.page.locator(".filter button").nth(1).click();
    const row = console.page.locator(`[data-terminal="${house.first_terminal}"]`);
    await row.click();
    await console.dialog().locator('[data-action="code"]').click();
    const code = (await console.dialog().locator("[data-code]").getAttribute("data-code"))!;
    const page = await house.page(`/terminal?enrol=1&table=${house.table}`);
    await page.locator('[name="code"]').fill(code);
    await page.locator('[data-action="enrol"]').click();
    await page.locator("#credit").waitFor();
    const terminal = new Terminal(page);
    expect(await terminal.amount("credit")).toBe(0);
    // A guest has no place at a table for money.
    const guest = await house.page(`/terminal?table=${house.table}`);
    await guest.locator(".alone .wrong").waitFor();
    await console.dialog().locator("header button").click();
    await row.click();
    await console.dialog().locator('[name="amount"]').fill("50");
    await console.dialog().locator('[data-order="PutCredit"]').click();
    await until(() => console.dialog().locator(".asked").textContent()).toContain("50.00");
    await console.dialog().locator('[data-action="confirm-credit"]').click();
    await terminal.until_amount("credit", 5_000);
    await console.dialog().locator("header button").click();
    await terminal.until_open();
    await terminal.bet("total-4", 500);
    await dealer.end_round([1, 1, 2]);
    await page.locator('[data-notice="locked"]').waitFor();
    await until(() => console.page.locator("[data-paid]").textContent()).toContain(
      String(house.first_terminal),
    );
    await row.click();
    await console.dialog().locator('[data-order="UnlockTerminal"]').click();
    await page.locator('[data-notice="locked"]').waitFor({ state: "detached" });
    await console.dialog().locator('[data-order="DisableTerminal"]').click();
    await page.locator('[data-notice="disabled"]').waitFor();
    await console.dialog().locator('[data-order="EnableTerminal"]').click();
    await page.locator('[data-notice="disabled"]').waitFor({ state: "detached" });
    await console.dialog().locator('[data-action="pay-all"]').click();
    await console.dialog().locator('[data-action="confirm-credit"]').click();
    await terminal.until_amount("credit", 0);
  });
});

describe("a correction", () => {
  it("of what was paid out leaves a debt, which is waived with a reason", async () => {
    const dealer = await begin(taisai);
    await dealer.open_betting();
    const console = await house.console("supervisor");
    const player = await house.terminal();
    await player.until_open();
    await player.bet("big", 50_000);
    await dealer.end_round([6, 5, 4]);
    await player.until_amount("credit", 100_000);
    await dealer.open_betting();
    await player.until_open();
    await player.bet("small", 50_000);
    await player.bet("total-17", 50_000);
    await dealer.end_round([6, 5, 5]);
    await player.until_amount("credit", 0);
    await console.tab("rounds");
    await console.page.locator('[data-action="amend"]').click();
    for (const face of [1, 2, 4])
      await console.dialog().locator(`[data-face="${face}"]`).first().click();
    await console.dialog().locator('[data-round="1"]').click();
    await console.dialog().locator('[name="note"]').fill("misread");
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() => console.dialog().locator('[name="person"]').count()).toBe(1);
    await console.person("dealer", "authorise");
    await player.page.locator('[data-notice="owed"]').waitFor();
    await console.tab("places");
    await console.page.locator("[data-seat]").first().click();
    await console.dialog().locator('[data-order="WaiveReceivable"]').click();
    await console.dialog().locator('[name="note"]').fill("our mistake");
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() => console.dialog().locator('[name="person"]').count()).toBe(1);
    await console.person("shift-manager", "authorise");
    await player.page.locator('[data-notice="owed"]').waitFor({ state: "detached" });
  });
});

describe("rounds of long ago", () => {
  it("are found, chosen by their dice, and void with all that was won", async () => {
    const dealer = await begin(etg);
    await dealer.open_betting();
    const terminal = await house.terminal("rws-etg-1");
    await terminal.until_open();
    await terminal.bet("big", 1_000);
    await dealer.end_round([6, 5, 4]);
    await terminal.until_amount("credit", 51_000);
    await void_rounds(40);
    const console = await house.console("supervisor");
    await console.tab("rounds");
    const panel = console.page.locator(".tab-panel");
    await panel.locator('[data-round="41"]').waitFor();
    expect(await panel.locator('[data-round="11"]').count()).toBe(0);
    await panel.locator('[data-action="earlier"]').click();
    await panel.locator('[data-round="1"]').waitFor();
    await panel.locator('[data-action="earlier"]').waitFor({ state: "detached" });
    // In the dialog it is chosen from one round to another; what is void already is left out.
    await panel.locator('[data-action="amend"]').click();
    const dialog = console.dialog();
    await dialog.locator('[data-become="void"]').click();
    await dialog.locator('[name="cause"]').selectOption("damaged-dice");
    await dialog.locator('[name="from"]').fill("1");
    await dialog.locator('[name="to"]').fill("40");
    await dialog.locator('[data-action="choose-range"]').click();
    await until(() => dialog.locator("[data-outcome]").textContent()).toMatch(
      /void: 1\.[^]*Shift manager[^]*5\.4/,
    );
    expect(await dialog.locator('[data-round="2"]').isEnabled()).toBe(false);
    await dialog.locator('[data-round="1"]').click();
    expect(await dialog.locator('[data-action="confirm"]').isEnabled()).toBe(false);
    await dialog.locator('[data-round="1"]').click();
    await dialog.locator('[data-action="same-dice"]').click();
    await dialog.locator('[name="note"]').fill("a corner is chipped");
    // The button is visible without scrolling.
    const box = (await dialog.locator('[data-action="confirm"]').boundingBox())!;
    expect(box.y + box.height).toBeLessThan(800);
    await dialog.locator('[data-action="confirm"]').click();
    await until(() => console.dialog().locator('[name="person"]').count()).toBe(1);
    await console.person("shift-manager", "authorise");
    await terminal.until_amount("credit", 50_000);
    await until(() => panel.locator('[data-round="1"]').textContent()).toMatch(
      /Void: Damaged dice/,
    );
  });
});

describe("one terminal's bets", () => {
  it("go back alone, and the dialog shows it", async () => {
    const dealer = await begin(mbs);
    await dealer.open_betting();
    const console = await house.console("supervisor");
    const [one, other] = [await house.terminal("mbs-rapid"), await house.terminal("mbs-rapid")];
    const first = `Terminal ${house.first_terminal}`;
    for (const terminal of [one, other]) {
      await terminal.until_open();
      await terminal.bet("big");
    }
    await console.tab("irregularities");
    await console.page.locator('[data-cause="terminal-undecided"]').click();
    await console.dialog().locator('[name="whom"]').selectOption({ label: first });
    await console.dialog().locator('[data-action="amend"]').click();
    await until(() => console.dialog().locator("h2").textContent()).toBe(
      "Return the bets of one place",
    );
    await console.dialog().locator('[name="note"]').fill("went dark");
    const outcome = await console.dialog().locator("[data-outcome]").textContent();
    expect(outcome).toContain(`Only the bets of ${first} in round 1`);
    expect(outcome).toMatch(/in round 1[^]*Shift manager[^]*6\.1/);
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() => console.dialog().locator('[name="person"]').count()).toBe(1);
    await console.person("shift-manager", "authorise");
    await one.until_amount("credit", 50_000);
    await other.until_amount("staked", 200);
    await dealer.end_round([1, 2, 4]);
  });
});

describe("two supervisors", () => {
  it("change the limits between rounds; the second sees what changes", async () => {
    const dealer = await begin(etg);
    await house.hire("pit-manager");
    await dealer.open_table();
    const console = await house.console("supervisor");
    await console.tab("limits");
    await console.page.locator('[data-action="configure"]').click();
    const every = console.dialog().locator('[data-limit="every"]');
    await every.locator('[name="min"]').fill("abc");
    await console.dialog().locator(".wrong").waitFor();
    await every.locator('[name="min"]').fill("5000");
    await until(() => console.dialog().locator(".wrong").textContent()).toMatch(
      /Every spot: the maximum is below/,
    );
    await every.locator('[name="min"]').fill("5");
    await every.locator('[name="max"]').fill("200");
    await console.dialog().locator('[name="own"]').selectOption("any-triple");
    await console.dialog().locator('[data-limit="any-triple"] [name="max"]').fill("50");
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() => console.dialog().locator(".facts-list").textContent()).toMatch(/5 – 200/);
    // Another console shows the same.
    const other = await house.console("dealer");
    await until(() => other.page.locator('[data-pending="Configure"]').textContent()).toMatch(
      /5 – 200/,
    );
    await console.person("pit-manager", "authorise");
    await until(() => console.page.locator(".limits").textContent()).toMatch(/200/);
    const terminal = await house.terminal("rws-etg-1");
    await dealer.open_betting();
    await terminal.until_open();
    await terminal.bet("any-triple", 5_000);
    await terminal.spot("any-triple").locator(".cell").click();
    await until(() => terminal.page.locator("#message.bad").count()).toBe(1);
    expect(await terminal.stake("any-triple")).toBe(5_000);
    await dealer.end_round([1, 2, 4]);
  });
});

describe("what a report does", () => {
  it("depends on the round: void at once, held, corrected, or only recorded", async () => {
    const dealer = await begin(etg);
    await dealer.open_table();
    const console = await house.console("dealer");
    const terminal = await house.terminal("rws-etg-1");
    const open = async (cause: string) => {
      await console.page.locator(`[data-cause="${cause}"]`).click();
      return console.dialog().locator("[data-outcome]").textContent();
    };
    const shut = () => console.dialog().locator('[data-action="cancel"]').click();
    expect(await open("not-covered")).toMatch(/on record/);
    await shut();
    await console.until("CloseBetting");
    await terminal.until_open();
    await terminal.bet("big");
    expect(await open("exposed")).toMatch(/void/i);
    expect(await console.dialog().locator("[data-decided]").textContent()).toMatch(/Dealer/);
    await shut();
    await open("not-covered");
    expect(await console.dialog().locator("[data-decided]").textContent()).toMatch(
      /Shift manager/i,
    );
    await console.dialog().locator('[name="note"]').fill("a bird in the pit");
    await console.dialog().locator('[data-action="confirm"]').click();
    await terminal.page.locator('[data-notice="held"]').waitFor();
    // The shift manager decides at the dealer's console, with a supervisor.
    await console.next().click();
    await console.dialog().locator('[data-verdict="resume"]').click();
    await console.dialog().locator('[name="note"]').fill("the bird has left");
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() => console.dialog().locator('[name="person"]').count()).toBe(1);
    await console.person("shift-manager", "give");
    await until(() => console.dialog().locator('[data-action="authorise"]').count()).toBe(1);
    await console.person("supervisor", "authorise");
    await terminal.page.locator('[data-notice="held"]').waitFor({ state: "detached" });
    await console.until("OpenBetting", [1, 2, 4]);
  });
});

describe("after all this", () => {
  it("the server ends well, and an audit of its journal finds nothing", async () => {
    expect(await house.server.end("SIGTERM")).toBe(0);
    expect(await house.server.audit()).toBe(0);
  });
});
