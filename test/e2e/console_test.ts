// SPDX-License-Identifier: MIT
// What a dealer can do at a console, and what players see of it.
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "./browser";
import { covers } from "./covers";
import { House, tables, type Tables } from "./house";
import { expect_accessible, type Console } from "./pages";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());

const etg = tables(games["rws-etg"], 10);
const taisai = tables(games["rws-taisai"], 3);
const maryland = tables(games.maryland, 1);
const assisted = tables(
  games["rws-etg"].replace(
    "training = true",
    'training = true\nmode = "assisted"\ntumbler = "simulated"',
  ),
  1,
);

async function begin(at: Tables = etg) {
  house = await House.open(at);
  await house.hire("dealer", "supervisor");
  return { dealer: await house.dealer(), console: await house.console("supervisor") };
}

// A press right after a change is taken for a second touch of the last one.
async function open_next(console: Console): Promise<void> {
  await until(async () => {
    if (!(await console.dialog().count())) await console.next().click();
    return console
      .dialog()
      .waitFor({ timeout: 400 })
      .then(
        () => true,
        () => false,
      );
  }).toBe(true);
}

describe("equipment that fails between rounds", () => {
  it("is reported at the console, and a technician says which part was repaired", async () => {
    covers("maryland 7.C");
    house = await House.open(maryland);
    await house.hire("supervisor", "technician");
    const console = await house.console("supervisor");
    await console.tab("irregularities");
    for (const cause of ["lights-failed", "lights-failed-early"])
      expect(await console.page.locator(`[data-cause="${cause}"]`).isEnabled(), cause).toBe(true);
    const lights = console.page.locator('[data-cause="lights-failed"]');
    expect(await lights.textContent()).toContain("out of service");
    await lights.click();
    await console.dialog().locator('[name="note"]').fill("a lamp is dark");
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() => console.order()).toBe("RecordRepair");
    await open_next(console);
    const part = console.dialog().locator('[name="part"]');
    expect(await part.locator("option").allTextContents()).toEqual([
      "What the table stopped for",
      "Lights of the layout",
    ]);
    await part.selectOption("lights");
    await console.dialog().locator('[name="note"]').fill("new lamp");
    await console.dialog().locator('[data-action="confirm"]').click();
    await console.person("technician", "give");
    await until(() => console.order()).not.toBe("RecordRepair");
  });
});

describe("a dealer", () => {
  it("corrects a round with a second person, and the player's credit follows", async () => {
    const { dealer, console } = await begin();
    const terminal = await house.terminal("rws-etg-1");
    await dealer.open_betting();
    await terminal.until_open();
    await terminal.bet("big", 1_000);
    await dealer.end_round([6, 5, 4]);
    await terminal.until_amount("credit", 51_000);
    await console.page.locator('[data-tab="rounds"]').click();
    await console.page.locator('[data-action="amend"]').click();
    const dialog = console.page.locator("dialog[open]");
    for (const face of [1, 2, 4]) await dialog.locator(`[data-face="${face}"]`).first().click();
    await dialog.locator('[data-round="1"]').click();
    await dialog.locator('[name="note"]').fill("the dice show 1 2 4");
    await dialog.locator('[data-action="confirm"]').click();
    await terminal.until_amount("credit", 51_000); // one person is not enough
    await dialog.locator('[name="person"]').fill("dealer");
    await dialog.locator('[name="password"]').fill("dealer-password");
    await dialog.locator('[data-action="authorise"]').click();
    await terminal.until_amount("credit", 49_000);
    await terminal.page.locator('[data-roll="1-2-4"]').first().waitFor();
    await terminal.page.locator('[data-notice="corrected"]').waitFor();
  });

  it("runs a round with the keyboard alone", async () => {
    const { console } = await begin();
    const { keyboard } = console.page;
    const press = async (key: string, order: string) => {
      await until(async () => {
        if ((await console.order()) === order) return true;
        await keyboard.press(key);
        return false;
      }).toBe(true);
    };
    await press(" ", "InstallDice");
    await until(async () => {
      // opens a dialog, which Enter sends
      if (!(await console.page.locator("dialog[open]").count())) await keyboard.press(" ");
      return console.page.locator("dialog[open]").count();
    }).toBe(1);
    const dice = console.page.locator('dialog [name="dice"]');
    for (let i = 0; i < 5 && !(await dice.evaluate((one) => one === document.activeElement)); ++i)
      await keyboard.press("Tab");
    await keyboard.type("501");
    await keyboard.press("Enter");
    for (const order of [
      "OpenTable",
      "OpenBetting",
      "CloseBetting",
      "StartCoveredMix",
      "EndMix",
      "Uncover",
      "EnterResult",
    ])
      await press(" ", order);
    for (const face of "654") await keyboard.press(face);
    await press("Enter", "OpenBetting");
    const rounds = console.page.locator('[data-tab="rounds"]');
    await console.page.locator('[role="tab"][tabindex="0"]').focus();
    for (let i = 0; i < 6 && (await rounds.getAttribute("aria-selected")) !== "true"; ++i)
      await keyboard.press("ArrowRight");
    await console.page.locator('[data-round="1"]').waitFor();
  });

  it("who reports a wrong result corrects it before anything is paid", async () => {
    const { dealer, console } = await begin(taisai);
    const player = await house.terminal();
    await dealer.open_betting();
    await player.until_open();
    await player.bet("small", 1_000);
    await dealer.until_step("illuminate", [6, 5, 4]);
    await console.tab("irregularities");
    await console.page.locator('[data-cause="wrong-result"]').click();
    expect(await console.dialog().locator("[data-outcome]").textContent()).toMatch(
      /^Correct the round.*only put on record/,
    );
    expect(await console.dialog().locator('[data-action="amend"]').getAttribute("class")).toBe(
      "main",
    );
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() => console.order()).toBe("AmendRounds");
    expect(await console.next().textContent()).toContain("6 5 4 is not to be paid");
    await open_next(console);
    for (const face of [1, 2, 4])
      await console.dialog().locator(`[data-face="${face}"]`).first().click();
    await console.dialog().locator('[name="note"]').fill("misread");
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() => console.dialog().locator(".facts-list").allTextContents()).toEqual([
      expect.stringContaining("Round 1: 6 5 4 becomes 1 2 4"),
    ]);
    await console.person("dealer", "authorise");
    await console.until("OpenBetting");
    await player.until_amount("credit", 51_000);
  });

  it("who keys dice a step too early ends no shake; a short shake must be confirmed", async () => {
    const { dealer, console } = await begin();
    await dealer.until_step("mix");
    await console.until("EndMix");
    const count = () => console.page.locator(".count output").textContent();
    await console.page.keyboard.press("1");
    await until(count).toBe("0"); // nobody has counted yet
    for (const shakes of ["1", "2"]) {
      await console.act();
      await until(count).toBe(shakes);
    }
    await console.page.locator('[data-action="end-short"]').click();
    expect(await console.dialog().textContent()).toMatch(/void[^]*5\.3\.1, 5\.9/);
    await console.page.keyboard.press("Escape");
    await console.page.locator("dialog").waitFor({ state: "detached" });
    await console.page.keyboard.press("+");
    await until(count).toBe("3");
    await console.page.keyboard.press("-");
    await until(count).toBe("2");
    await console.page.keyboard.press("+");
    await console.act();
    expect(await console.order()).toBe("Uncover");
    await console.page.locator('[data-action="not-flat"]').click();
    expect(await console.dialog().textContent()).toContain("5.3.2, 5.9");
  });

  it("certifies what was seen, and sees beforehand what follows", async () => {
    house = await House.open(etg);
    await house.hire("dealer", "supervisor");
    const dealer = await house.dealer();
    await dealer.until_step("uncover");
    const console = await house.console("supervisor");
    const cut = async () => {
      await house.server.end("SIGKILL");
      await house.server.start();
      await console.log_on("supervisor", "supervisor-password");
      await until(() => console.order()).toBe("Certify");
      await open_next(console);
    };
    const seen = (which: string) => console.dialog().locator(`[data-seen="${which}"]`);
    await until(() => console.order()).toBe("Uncover");
    await cut();
    expect(await seen("yes").textContent()).toMatch(/settled.*5\.1\.1/);
    expect(await seen("no").textContent()).toMatch(/void.*5\.1\.2/);
    await seen("no").click();
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() => console.dialog().locator('[data-action="authorise"]').count()).toBe(1);
    await console.person("dealer", "authorise");
    await console.until("EnterResult");
    await cut();
    expect(await seen("no").count()).toBe(0); // they lie uncovered
    for (const face of [1, 2, 4])
      await console.dialog().locator(`[data-face="${face}"]`).first().click();
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() => console.dialog().locator('[data-action="authorise"]').count()).toBe(1);
    await console.person("dealer", "authorise");
    await until(() => console.order()).toBe("OpenBetting");
    await console.tab("irregularities");
    await console.page.locator('[data-cause="wrong-result"]').click(); // of a round that is over
    await console.dialog().locator('[data-round="2"][aria-pressed="true"]').waitFor();
  });

  it("certifies each die where a value is not known, and refers the round", async () => {
    house = await House.open(etg);
    await house.hire("dealer", "supervisor");
    const dealer = await house.dealer();
    await dealer.until_step("enter");
    const console = await house.console("supervisor");
    await house.server.end("SIGKILL");
    await house.server.start();
    await console.log_on("supervisor", "supervisor-password");
    await until(() => console.order()).toBe("Certify");
    await open_next(console);
    await console.dialog().locator('[data-seen="part"]').click();
    const consequence = () => console.dialog().locator("[data-consequence]").textContent();
    await console.dialog().locator('[name="face-1"]').selectOption("5");
    await console.dialog().locator('[name="finding"]').selectOption("undisturbed");
    await until(consequence).toMatch(/can't be certified/); // the dice still lie there
    await console.dialog().locator('[name="finding"]').selectOption("disturbed");
    await until(consequence).toMatch(/shift manager decides/);
    await console.dialog().locator('[data-action="confirm"]').click();
    await until(() => console.dialog().locator('[data-action="authorise"]').count()).toBe(1);
    await console.person("dealer", "authorise");
    await until(() => console.order()).toBe("DecideHold");
    await open_next(console);
    expect(await console.dialog().locator('[data-verdict="resume"]').count()).toBe(0);
    await console.dialog().locator('[data-verdict="conclude"]').click();
    await console.dialog().locator("[data-face]").first().waitFor();
  });

  it("who disputes the reading shows the second person both", async () => {
    const { dealer, console } = await begin(assisted);
    await dealer.until_step("mix");
    await console.until("EnterResult");
    await console.page.locator(".slot:not(.open)").first().waitFor();
    const reading = (await console.next().textContent())!.match(/[1-6] [1-6] [1-6]/)![0];
    const other = reading === "1 1 1" ? 2 : 1;
    for (let i = 0; i < 3; ++i) await console.page.keyboard.press(String(other));
    await open_next(console);
    await until(() => console.dialog().locator(".facts-list").allTextContents()).toEqual([
      expect.stringContaining(`The tumbler read ${reading}; ${other} ${other} ${other} was keyed`),
    ]);
  });

  it("sees no dice, and no earlier ones, while bets are open", async () => {
    const { dealer, console } = await begin();
    await dealer.open_betting();
    await dealer.end_round([1, 1, 6]);
    await dealer.open_betting();
    await until(() => console.order()).toBe("CloseBetting");
    await console.page.locator('[data-tab="rounds"]').click();
    expect(await console.page.locator(".mini-dice svg, [data-roll]").count()).toBe(0);
  });
});

describe("a console", () => {
  it("has fields and buttons for fingers", async () => {
    const { console } = await begin(taisai);
    for (const [width, height] of [
      [1024, 768],
      [1280, 800],
    ] as const) {
      await console.page.setViewportSize({ width, height });
      for (const tab of ["places", "irregularities", "equipment", "staff", "rounds", "limits"]) {
        await console.tab(tab);
        expect(await too_small(console.page)).toEqual([]);
      }
    }
  });

  it("changes the language of its last message", async () => {
    house = await House.open(etg);
    await house.hire("supervisor");
    const page = await house.page(`/console?table=${house.table}`);
    await page.locator('[name="person"]').fill("supervisor");
    await page.locator('[name="password"]').fill("wrong");
    await page.locator('[data-action="log-on"]').click();
    await until(() => page.locator(".wrong").textContent()).toMatch(/password is wrong/);
    await page.locator('[data-language="zh"]').click();
    await until(() => page.locator(".wrong").textContent()).toMatch(/密码有误/);
  });

  it("of a table that is not there leads back", async () => {
    house = await House.open(etg);
    const page = await house.page("/console?table=99");
    await page.locator('a[href="/"]').click();
    await page.locator("[data-table], .table-card, h1").first().waitFor();
  });
});

function too_small(page: Awaited<ReturnType<House["page"]>>): Promise<string[]> {
  return page.evaluate(() => {
    const name_of = (one: Element) =>
      one.closest("[data-spot]")?.getAttribute("data-spot") ?? one.textContent;
    return [...document.querySelectorAll(".cell, button, select, input, [role=tab]")].flatMap(
      (one) => {
        const { width, height } = one.getBoundingClientRect();
        const seen = width > 0 && height > 0;
        return seen && Math.min(width, height) < 43.9 ? [`${name_of(one)} ${width}x${height}`] : [];
      },
    );
  });
}

describe("every page", () => {
  it("is complete in either language", async () => {
    const { console } = await begin();
    const pages = [
      console.page,
      await house.page("/"),
      await house.page(`/display?table=${house.table}`, { language: "zh" }),
    ];
    for (const page of pages) {
      const other = page.locator('[data-language="zh"]');
      if (await other.count()) await other.click();
      await until(() => page.locator("html").getAttribute("lang")).toBe("zh-Hans");
      for (const tab of await page.locator("[data-tab]").all()) {
        await tab.click();
        expect(await untranslated(page)).toEqual([]);
      }
      expect(await untranslated(page)).toEqual([]);
    }
  });

  it("of the console has dialogs that anybody can use, in either language", async () => {
    house = await House.open(taisai);
    await house.hire("dealer", "supervisor");
    const dealer = await house.dealer();
    await dealer.open_table();
    const console = await house.console("supervisor", { language: "zh" });
    const player = await house.terminal();
    const show = async (tab: string) => {
      await console.tab(tab);
      await expect_accessible(console.page);
    };
    const look = async () => {
      await console.dialog().waitFor();
      expect(await untranslated(console.page)).toEqual([]);
      await expect_accessible(console.page, "dialog[open]");
      await console.page.keyboard.press("Escape");
      await console.dialog().waitFor({ state: "detached" });
    };
    await show("limits");
    await console.page.locator('[data-action="configure"]').click();
    await look();
    await dealer.open_betting();
    await player.until_open();
    await player.bet("big", 50_000);
    await show("places");
    await console.page.locator("[data-seat]").first().click();
    await look();
    await console.page.locator('.board [data-spot="big"] .cell').click();
    await look();
    await show("irregularities");
    for (const cause of await console.page.locator("[data-cause]:enabled").all()) {
      await cause.click();
      await look();
    }
  });

  it("of the terminal has under 120 kB of script", async () => {
    house = await House.open(etg);
    const terminal = await house.terminal();
    const names: string[] = await terminal.page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map((one) => one.name)
        .filter((one) => one.endsWith(".js")),
    );
    expect(names.length).toBeGreaterThan(0);
    let bytes = 0;
    for (const name of names)
      bytes += gzipSync(await (await terminal.page.request.get(name)).body()).length;
    expect(bytes).toBeLessThan(120_000);
  });
});

// Words of people's own (names, codes of games) stay as they are.
function untranslated(page: Awaited<ReturnType<House["page"]>>): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("button, label, h1, h2, h3, th, p, dt, .tag")]
      .filter(
        (one) =>
          !one.closest(".felt, [lang=en], .person") &&
          (one as HTMLElement).offsetParent !== null &&
          !one.hasAttribute("data-language"),
      )
      .map((one) => one.textContent!.trim())
      .filter(
        (text) =>
          /[A-Za-z]{5,}/.test(text) &&
          !/[一-鿿]/.test(text) &&
          !/^(Table \d|Test House|Guest \d|supervisor|dealer)/.test(text),
      ),
  );
}
