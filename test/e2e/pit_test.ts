// SPDX-License-Identifier: MIT
// Money in and out, limits, and what goes wrong at a table, as staff do it at the console.
import { afterEach, describe, expect, it } from "vitest";
import { House, Connection, Terminal, until, type Console } from "./house";
import { games } from "./server";

let house: House;
const for_money = (config: string): string =>
  config
    .replace("training = true", "training = false")
    .replace('play_credit = "500.00"\n', "")
    .replace("seats = 10", "");
afterEach(async () => house?.close());

// Ends the server, which waits for the round in play, and audits the journal.
async function end_well(console: Console): Promise<void> {
  await console.until("OpenBetting", [1, 2, 4]);
  expect(await house.server.end("SIGTERM")).toBe(0);
  expect(await house.server.audit()).toBe(0);
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
    house = await House.open_alone(
      for_money(games["rws-etg"]).replace(
        "training = false",
        'training = false\nlarge_win = "100.00"',
      ),
    );
    await house.hire("dealer", "supervisor", "cashier", "technician");
    const console = await house.console("supervisor");
    await console.until("CloseBetting");
    await console.tab("places");
    await console.page.locator(".filter button").nth(1).click();
    const row = console.page.locator('[data-terminal="101"]');
    await row.click();
    await console.dialog().locator('[data-action="code"]').click();
    const code = (await console.dialog().locator("[data-code]").getAttribute("data-code"))!;
    const page = await house.page("/terminal?enrol=1&table=1");
    await page.locator('[name="code"]').fill(code);
    await page.locator('[data-action="enrol"]').click();
    await page.locator("#credit").waitFor();
    const terminal = new Terminal(page);
    expect(await terminal.amount("credit")).toBe(0);
    // A guest has no place at a table for money.
    const guest = await house.page("/terminal?table=1");
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
    await console.until("OpenBetting", [1, 1, 2]);
    await page.locator('[data-notice="locked"]').waitFor();
    await until(() => console.page.locator("[data-paid]").textContent()).toContain("101");
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
    await end_well(console);
  });
});

describe("a correction", () => {
  it("of what was paid out leaves a debt, which is waived with a reason", async () => {
    house = await House.open_alone(games["rws-taisai"]);
    await house.hire("dealer", "supervisor", "shift-manager");
    const console = await house.console("supervisor");
    const player = await house.terminal();
    await console.until("CloseBetting");
    await player.until_open();
    await player.bet("big", 50_000);
    await console.until("OpenBetting", [6, 5, 4]);
    await player.until_amount("credit", 100_000);
    await console.until("CloseBetting");
    await player.bet("small", 50_000);
    await player.bet("total-17", 50_000);
    await console.until("OpenBetting", [6, 5, 5]);
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
    await end_well(console);
  });
});

describe("rounds of long ago", () => {
  it("are found, chosen by their dice, and void with all that was won", async () => {
    house = await House.open_alone(games["rws-etg"]);
    await house.hire("dealer", "supervisor", "shift-manager");
    const console = await house.console("supervisor");
    const terminal = await house.terminal("rws-etg-1");
    await console.until("CloseBetting");
    await terminal.until_open();
    await terminal.bet("big", 1_000);
    await console.until("OpenBetting", [6, 5, 4]);
    await terminal.until_amount("credit", 51_000);
    await void_rounds(40);
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
    expect(await house.server.end("SIGTERM")).toBe(0);
    expect(await house.server.audit()).toBe(0);
  });
});

describe("one terminal's bets", () => {
  it("go back alone, and the dialog shows it", async () => {
    house = await House.open_alone(games["mbs-etg"]);
    await house.hire("dealer", "supervisor", "shift-manager");
    const console = await house.console("supervisor");
    const [one, other] = [await house.terminal("mbs-rapid"), await house.terminal("mbs-rapid")];
    await console.until("CloseBetting");
    for (const terminal of [one, other]) {
      await terminal.until_open();
      await terminal.bet("big");
    }
    await console.tab("irregularities");
    await console.page.locator('[data-cause="terminal-undecided"]').click();
    await console.dialog().locator('[name="whom"]').selectOption({ label: "Terminal 101" });
    await console.dialog().locator('[data-action="amend"]').click();
    await until(() => console.dialog().locator("h2").textContent()).toBe(
      "Return the bets of one place",
    );
    await console.dialog().locator('[name="note"]').fill("went dark");
    expect(await console.dialog().locator("[data-outcome]").textContent()).toMatch(
      /Only the bets of Terminal 101 in round 1[^]*Shift manager[^]*6\.1/,
    );
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() => console.dialog().locator('[name="person"]').count()).toBe(1);
    await console.person("shift-manager", "authorise");
    await one.until_amount("credit", 50_000);
    await other.until_amount("staked", 200);
  });
});

describe("two supervisors", () => {
  it("change the limits between rounds; the second sees what changes", async () => {
    house = await House.open_alone(games["rws-etg"]);
    await house.hire("dealer", "supervisor", "pit-manager");
    const console = await house.console("supervisor");
    await console.until("OpenBetting");
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
    await console.until("CloseBetting");
    await terminal.until_open();
    await terminal.bet("any-triple", 5_000);
    await terminal.spot("any-triple").locator(".cell").click();
    await until(() => terminal.page.locator("#message.bad").count()).toBe(1);
    expect(await terminal.stake("any-triple")).toBe(5_000);
    await end_well(console);
  });
});

describe("a dealer at a shared felt", () => {
  it("bets for players, advises, rejects what is too much, and pays who has left", async () => {
    house = await House.open_alone(
      for_money(games["rws-taisai"])
        .replace('min = "5.00"', 'min = "10.00"')
        .replace('max = "1000.00"', 'max = "2000.00"'),
    );
    await house.hire("dealer", "supervisor");
    const console = await house.console("supervisor");
    await console.until("OpenBetting");
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
    await console.until("OpenBetting", [6, 5, 4]);
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
    await console.page.keyboard.press("Escape");
    await end_well(console);
  });

  it("sees that a seated player's money is not booked, and books it then", async () => {
    house = await House.open_alone(for_money(games["rws-taisai"]));
    await house.hire("dealer", "supervisor", "technician");
    const connection = new Connection();
    const console = await house.console("supervisor", { connection });
    await console.until("OpenBetting");
    await console.tab("places");
    connection.pass = (one) => !JSON.stringify(one).includes('"places/1"'); // the seat is not seen
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
    await end_well(console);
  });

  it("leaves nothing on a locked console, and confirms a log-off in mid-round", async () => {
    house = await House.open_alone(for_money(games["rws-taisai"]));
    await house.hire("dealer", "supervisor");
    const connection = new Connection();
    const console = await house.console("supervisor", { connection });
    const shown = () => console.page.locator("body").textContent();
    await console.until("OpenBetting");
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
    await connection.cut();
    await until(shown).toMatch(/Please log on again/);
    expect(await shown()).not.toMatch(/Ah Kow|1,900/);
    await console.log_on("supervisor", "supervisor-password");
    await console.tab("staff");
    await console.page.locator('[data-action="log-off"]').click();
    await until(() => console.dialog().textContent()).toMatch(/Round 1 is not over/);
    await console.page.keyboard.press("Escape");
    await end_well(console);
  });

  it("reports where moved chips lie, and names the player of a refused late bet", async () => {
    house = await House.open_alone(games.maryland);
    await house.hire("dealer", "supervisor");
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
    await end_well(console);
  });
});

describe("the shaker", () => {
  it("is handed over before its holder logs off; dice are covered after payment", async () => {
    house = await House.open_alone(games.maryland);
    await house.hire("dealer", "supervisor");
    const console = await house.console("supervisor");
    await console.until("ClearLights", [6, 5, 4]);
    await console.tab("equipment");
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

describe("what a report does", () => {
  it("depends on the round: void at once, held, corrected, or only recorded", async () => {
    house = await House.open_alone(games["rws-etg"]);
    await house.hire("dealer", "supervisor", "shift-manager");
    const console = await house.console("dealer");
    const supervisor = await house.console("supervisor");
    await supervisor.until("OpenBetting");
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
    await end_well(console);
  });
});
