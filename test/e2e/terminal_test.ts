// SPDX-License-Identifier: MIT
// What a player can do at a terminal, and what the page shows when something can't be done.
import { afterEach, describe, expect, it } from "vitest";
import { until, type PageOptions } from "./browser";
import { House, tables, type Tables } from "./house";
import { expect_accessible, untranslated } from "./pages";
import { order_in } from "./requests";
import { automatic, games } from "./server";

let house: House;
afterEach(async () => house?.close());

const manual = tables(games["rws-etg"], 20);
const killed = tables(games["rws-etg"], 1);
const mbs = tables(games["mbs-etg"], 2);
const running = tables(automatic(30), 1);
const rich = tables(
  games["rws-etg"].replace('play_credit = "500.00"', 'play_credit = "5000.00"'),
  1,
);

// A player at a table where bets are open.
async function with_bets_open({ at = manual, ...options }: PageOptions & { at?: Tables } = {}) {
  house = await House.open(at);
  const dealer = await house.dealer();
  const [terminal] = await Promise.all([
    house.terminal("rws-etg-1", options),
    dealer.open_betting(),
  ]);
  await terminal.until_open();
  return { dealer, terminal };
}
const dice = [6, 5, 4];

describe("a player", () => {
  it("undoes, clears, repeats and doubles up to the limit", async () => {
    const { dealer, terminal } = await with_bets_open();
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
    await dealer.end_round(dice);
    await terminal.until_amount("credit", 60_000);
    await dealer.open_betting();
    await terminal.until_open();
    await terminal.action("rebet").click();
    await until(() => terminal.stake("big")).toBe(10_000);
    await terminal.until_amount("credit", 50_000);
  });

  it("doubles no further than the limit, and sees why", async () => {
    const { terminal } = await with_bets_open({ at: rich });
    await terminal.bet("big", 10_000);
    for (const stake of [20_000, 40_000, 80_000, 100_000]) {
      await terminal.action("double").click();
      await until(() => terminal.stake("big")).toBe(stake);
    }
    const message = () => terminal.page.locator("#message").textContent();
    await until(message).toMatch(/less on Big\. The limit on this spot is reached: 1,000/);
    await terminal.until_amount("credit", 400_000);
    await terminal.action("double").click();
    await until(message).toMatch(/Not doubled: Big\. The limit on this spot is reached: 1,000/);
  });

  it("bets no more than the credit, and sees why", async () => {
    const { terminal } = await with_bets_open();
    await terminal.bet("big", 10_000);
    for (const stake of [20_000, 40_000]) {
      await terminal.action("double").click();
      await until(() => terminal.stake("big")).toBe(stake);
    }
    await terminal.action("double").click();
    await until(async () => terminal.page.locator("#message").textContent()).toMatch(/credit/i);
    expect((await terminal.amount("credit")) + (await terminal.amount("staked"))).toBe(50_000);
  });

  it("can't bet after the close, and loses nothing by trying", async () => {
    const { dealer, terminal } = await with_bets_open();
    await terminal.bet("small", 100);
    await dealer.close_betting();
    await terminal.until_closed();
    await terminal.spot("big").locator(".cell").click({ force: true });
    await until(async () => terminal.page.locator("#message").textContent()).toMatch(/closed/i);
    expect(await terminal.stake("big")).toBe(0);
    expect(await terminal.amount("staked")).toBe(100);
  });

  it("plays with the keyboard alone", async () => {
    const { terminal } = await with_bets_open();
    const { keyboard } = terminal.page;
    await keyboard.press("1");
    const at = () =>
      terminal.page.evaluate(() => document.activeElement!.getAttribute("data-spot"));
    for (let i = 0; i < 10 && !(await at()); ++i) await keyboard.press("Tab");
    for (let i = 0; i < 20 && (await at()) !== "big"; ++i)
      await keyboard.press(["ArrowDown", "ArrowLeft"][i % 2]!);
    expect(await at()).toBe("big");
    await terminal.page.keyboard.press("Enter");
    await until(() => terminal.stake("big")).toBeGreaterThan(0);
    await terminal.page.keyboard.press("ArrowDown");
    await terminal.page.keyboard.press("Enter");
    await terminal.until_amount("staked", 2 * (await terminal.stake("big")));
    await terminal.page.keyboard.press("c");
    await terminal.until_amount("staked", 0);
  });

  it("sees the facts of a spot after a long press, which bets nothing", async () => {
    const { terminal } = await with_bets_open({ touch: true });
    const session = await terminal.page.context().newCDPSession(terminal.page);
    for (const spot of ["single-1", "small", "even", "double-3"]) {
      const box = (await terminal.spot(spot).locator(".cell").boundingBox())!;
      const at = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
      await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at });
      await terminal.page.locator("dialog[open]").waitFor();
      await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      // A click would come with the next frames.
      await terminal.page.evaluate(
        () =>
          new Promise((done) =>
            requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))),
          ),
      );
      expect(await terminal.page.locator("dialog[open]").count()).toBe(1);
      expect(await terminal.amount("staked")).toBe(0);
      await terminal.page.keyboard.press("Escape");
      await terminal.page.locator("dialog[open]").waitFor({ state: "detached" });
    }
  });

  it("sees no sign of the result before the dice lie", async () => {
    const { dealer, terminal } = await with_bets_open({ motion: true });
    await terminal.bet("big", 1_000);
    await dealer.until_step("enter");
    // Whatever is shown from now on, until the result is.
    const seen = terminal.page.evaluate(
      () =>
        new Promise<string[]>((done) => {
          const all = new Set<string>();
          const look = () => {
            const credit = document.querySelector("#credit")!.getAttribute("data-amount");
            all.add(
              [
                credit,
                document.querySelectorAll("[data-chip]").length,
                document.querySelectorAll(".bead").length,
              ].join(),
            );
            if (document.querySelector("#result")?.hasAttribute("data-payout")) done([...all]);
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    await dealer.end_round([6, 5, 4]);
    expect(await seen).toEqual(["49000,1,0", "51000,1,1"]);
  });

  it("reaches chips and buttons with one press of Tab", async () => {
    const { terminal } = await with_bets_open();
    const { keyboard } = terminal.page;
    const at = () =>
      terminal.page.evaluate(
        () =>
          document.activeElement!.getAttribute("data-spot") ?? document.activeElement!.className,
      );
    await terminal.spot("small").focus();
    await keyboard.press("Tab");
    expect(await at()).not.toMatch(
      /^(big|small|odd|even|total|single|double|triple|domino|four|any)/,
    );
    await keyboard.press("Shift+Tab");
    expect(await at()).toBe("small"); // where the focus was
    expect(await terminal.page.locator('.felt-frame [tabindex="0"]').count()).toBe(1);
  });

  it("taps as fast as anybody can, and every tap counts", async () => {
    const { terminal } = await with_bets_open();
    let lost = 0;
    terminal.page.on("websocket", () => {
      ++lost;
    }); // another connection
    await terminal.page.evaluate(() => {
      const spot = document.querySelector('[data-spot="big"]')!;
      for (let i = 0; i < 60; ++i)
        setTimeout(() => spot.dispatchEvent(new MouseEvent("click", { bubbles: true })), i * 5);
    });
    await until(() => terminal.stake("big")).toBe(6_000);
    await terminal.page.keyboard.press("c"); // over a lost connection it would not be answered
    await terminal.until_amount("staked", 0);
    expect(await terminal.page.locator(".connection").count()).toBe(0);
    expect(lost).toBe(0);
  });

  it("sends no bet that could reach another round", async () => {
    const { dealer, terminal } = await with_bets_open();
    await dealer.end_round(dice);
    const orders: { order: string; round?: number }[] = [];
    terminal.page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        const order = order_in(String(payload));
        if (order) orders.push(order);
      }),
    );
    await terminal.page.reload();
    await dealer.open_betting();
    await terminal.until_open();
    await terminal.bet("big", 100);
    await terminal.action("undo").click();
    await terminal.until_amount("staked", 0);
    expect(orders.map(({ order, round }) => [order, round])).toEqual([
      ["PlaceBets", 2],
      ["WithdrawBets", 2],
    ]);
  });

  it("gets back a favourite that was deleted by mistake", async () => {
    const { terminal } = await with_bets_open();
    await terminal.bet("big", 100);
    await terminal.action("favourites").click();
    for (const name of ["One", "Two"]) {
      await terminal.page.locator("dialog input").fill(name);
      await terminal.action("favourite-save").click();
    }
    const names = () =>
      terminal.page
        .locator("[data-favourite]")
        .evaluateAll((all) => all.map((one) => one.getAttribute("data-favourite")));
    await terminal.page.locator('[data-favourite="One"] [data-action="favourite-delete"]').click();
    await until(names).toEqual(["Two"]);
    expect(await terminal.page.locator(".deleted").textContent()).toContain("One");
    await terminal.action("favourite-restore").click();
    await until(names).toEqual(["One", "Two"]);
    expect(await terminal.page.locator(".deleted button").count()).toBe(0);
  });

  it("sees the payout, and what was won or lost", async () => {
    const { dealer, terminal } = await with_bets_open();
    await terminal.bet("big", 1_000);
    await terminal.bet("small", 5_000);
    await dealer.end_round(dice);
    const result = () => terminal.page.locator("#result").textContent();
    await until(result).toMatch(/Payout 20.*Staked 60: net loss 40/);
    await terminal.page.locator('[data-language="zh"]').click();
    await until(result).toMatch(/派彩 20.*净输40/);
  });

  it("takes back bets that are still on their way", async () => {
    const { terminal } = await with_bets_open();
    await terminal.page.evaluate(() => {
      const tap = (spot: string) =>
        document
          .querySelector(`[data-spot="${spot}"]`)!
          .dispatchEvent(new MouseEvent("click", { bubbles: true }));
      for (let i = 0; i < 40; ++i) tap("big");
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "c", bubbles: true }));
      tap("small"); // and this comes after it
    });
    await until(() => terminal.stake("small")).toBe(100);
    expect(await terminal.amount("staked")).toBe(100);
    await terminal.page.reload();
    await terminal.until_open();
    await terminal.action("undo").click(); // also when the page was loaded again
    await terminal.until_amount("staked", 0);
    await terminal.action("undo").click();
    await terminal.until_amount("staked", 4_000);
  });

  it("reads everything in either language, and with any aid, in every dialog", async () => {
    const { dealer, terminal } = await with_bets_open();
    const { page } = terminal;
    await terminal.bet("big", 1_000);
    await page.locator('[data-language="zh"]').click();
    await page.locator('[data-language="en"]').waitFor();
    expect(await untranslated(page)).toEqual([]);
    await dealer.end_round(dice);
    await until(() => page.locator("#result").textContent()).toMatch(/派彩/);
    expect(await untranslated(page)).toEqual([]);
    await expect_accessible(page);
    const look = async () => {
      await page.locator("dialog[open]").waitFor();
      await until(() => untranslated(page)).toEqual([]);
      await expect_accessible(page, "dialog[open]");
    };
    for (const kind of [
      "history",
      "rules",
      "help",
      "verify",
      "cash-out",
      "favourites",
      "session",
    ]) {
      await terminal.action(kind).click();
      await look();
      for (const tab of await page.locator("dialog [data-tab]").all()) {
        await tab.click();
        await look();
      }
      const replay = page.locator('dialog [data-action="replay"]').first();
      if (await replay.count()) {
        await replay.click();
        await look();
      }
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
    }
    // Bets are closed; the facts of a spot are still available.
    await terminal.spot("double-3").locator(".cell").click({ button: "right", force: true });
    await look();
  });
});

// Two people correct a round, as they would at a console.
async function amend(round: number, roll: number[] | null, names: string[]): Promise<void> {
  const { table } = house;
  await house.with_requests(async (requests) => {
    const people: number[] = [];
    for (const name of names) people.push(await requests.sign_in(name));
    // Refused if the person is on duty already.
    for (const person of people) await requests.order("LogOn", { person, table }).catch(() => {});
    const digest = await requests.order(
      "AmendRounds",
      { person: people[0]!, table },
      {
        amendments: [roll ? { round, roll } : { round, stay: null }],
        cause: roll ? "wrong-result" : "damaged-dice",
        reason: "looked at again",
      },
    );
    expect(digest).toBeTruthy();
    await requests.order("Authorise", { person: people[1]!, table }, { digest });
  });
}

describe("a correction", () => {
  it("of an earlier round is shown to players who had bets in it, also in History", async () => {
    const { dealer, terminal } = await with_bets_open();
    await house.hire("dealer", "supervisor", "shift-manager");
    const other = await house.terminal("rws-etg-2");
    await terminal.bet("big", 1_000);
    await dealer.end_round(dice);
    await dealer.open_betting();
    await dealer.end_round(dice);
    await terminal.until_amount("credit", 51_000);
    await terminal.action("history").click();
    const line = terminal.page.locator('dialog [data-round="1"]');
    await until(() => line.textContent()).toMatch(/15/);
    await amend(1, [1, 2, 4], ["supervisor", "dealer"]);
    await until(() => terminal.page.locator('[data-notice="corrected"]').textContent()).toMatch(
      /round 1\. Your payout is now SGD 0\.00/,
    );
    await terminal.until_amount("credit", 49_000);
    await until(() => line.textContent()).toMatch(/7 · Small/);
    await amend(1, null, ["shift-manager", "supervisor"]);
    await until(() => terminal.page.locator('[data-notice="corrected"]').textContent()).toMatch(
      /round 1 void\..*SGD 10\.00/,
    );
    await terminal.until_amount("credit", 50_000);
    expect(await other.page.locator('[data-notice="corrected"]').count()).toBe(0);
  });
});

describe("an address", () => {
  it("that names no table shows it and leads back", async () => {
    house = await House.open(mbs);
    for (const [asked, page_name] of [
      ["abc", "terminal"],
      ["0", "terminal"],
      ["999", "terminal"],
      ["abc", "display"],
    ]) {
      const page = await house.page(`/${page_name}?table=${asked}`);
      await until(() => page.locator("h1").textContent()).toBe(`There is no table "${asked}"`);
      await page.locator('a[href="/"]').click();
      await page.locator("[data-table]").first().waitFor();
      await page.context().close();
    }
  });

  it("has a title in the language that is chosen, and layouts have theirs", async () => {
    house = await House.open(mbs);
    for (const path of [
      "/",
      `/terminal?table=${house.table}`,
      "/terminal?table=abc",
      "/terminal?enrol=1",
      `/display?table=${house.table}`,
      "/display?table=abc",
    ]) {
      const page = await house.page(path, { language: "zh" });
      await until(() => page.title()).toMatch(/[一-鿿]/);
      expect(await page.locator("html").getAttribute("lang")).toBe("zh-Hans");
      const other = page.locator('[data-language="en"]');
      if (await other.count()) {
        await other.click();
        await until(() => page.title()).not.toMatch(/[一-鿿]/);
      }
      if (path === "/")
        await until(() =>
          page.locator(`[data-table="${house.table}"] .layouts`).textContent(),
        ).toContain("Appendix A · Rapid Select Terminal");
      await page.context().close();
    }
  });
});

describe("when something breaks", () => {
  it("a terminal comes back in the middle of a round with its bets", async () => {
    const { dealer, terminal } = await with_bets_open();
    await terminal.bet("big", 1_000);
    await terminal.page.context().setOffline(true);
    await terminal.page.reload({ timeout: 1_000 }).catch(() => {});
    await terminal.page.context().setOffline(false);
    await terminal.page.goto(house.server.url(`/terminal?table=${house.table}&layout=rws-etg-1`));
    await until(() => terminal.stake("big")).toBe(1_000);
    await dealer.end_round(dice);
    await terminal.until_amount("credit", 51_000);
  });

  it("a server that is killed and started again goes on where the journal ends", async () => {
    house = await House.open(killed);
    await house.hire("supervisor");
    const console = await house.console("supervisor");
    const terminal = await house.terminal("rws-etg-1");
    await console.until("CloseBetting");
    await terminal.until_open();
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
    const { terminal } = await with_bets_open();
    await terminal.bet("big", 1_000);
    await house.hire("supervisor");
    const console = await house.console("supervisor");
    await console.page.locator('[data-tab="irregularities"]').click();
    await console.page.locator('[data-cause="exposed"]').click();
    await console.page.locator('[data-action="confirm"]').click();
    await terminal.until_amount("credit", 50_000);
    await until(async () => terminal.page.locator("#result").textContent()).toMatch(/void/i);
  });
});

describe("nobody is kept out", () => {
  it("of any page", async () => {
    house = await House.open(running);
    await house.hire("supervisor");
    for (const [path, there] of [
      ["/", "[data-table]"],
      [`/terminal?table=${house.table}`, ".felt .spot"],
      ["/terminal?enrol=1", "[data-action=enrol]"],
      [`/display?table=${house.table}`, ".felt .spot"],
      [`/console?table=${house.table}`, "[name=person]"],
    ] as const) {
      const page = await house.page(path);
      await page.locator(there).first().waitFor();
      await expect_accessible(page);
      await page.context().close();
    }
    const console = await house.console("supervisor");
    await expect_accessible(console.page);
  });
});
