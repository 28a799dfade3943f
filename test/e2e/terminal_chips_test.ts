// SPDX-License-Identifier: MIT
// Chips on the felt of a terminal: every touch adds one, and there are ways to take them back.
import { afterEach, describe, expect, it } from "vitest";
import { until } from "./browser";
import { House, tables } from "./house";
import type { Terminal } from "./pages";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());
const manual = tables(games["rws-etg"], 11);
const limited = tables(
  games["rws-etg"].replace(
    "training = true",
    'training = true\nlimit_of = { total-9 = { max = "3.00" } }',
  ),
  1,
);
const mbs = tables(games["mbs-etg"], 1);
const felts = {
  "rws-taisai": tables(games["rws-taisai"], 1),
  maryland: tables(games.maryland, 1),
};

async function with_bets_open() {
  house = await House.open(manual);
  const dealer = await house.dealer();
  const [terminal] = await Promise.all([house.terminal("rws-etg-1"), dealer.open_betting()]);
  await terminal.until_open();
  return { terminal, dealer };
}

describe("a player", () => {
  it("adds a chip with every touch of a spot, also where its chip lies", async () => {
    const { terminal: first } = await with_bets_open();
    for (const terminal of [first, await house.terminal("rws-etg-2")]) {
      for (const spot of ["big", "total-9", "double-6"]) {
        await terminal.bet(spot);
        for (const stake of [200, 300]) {
          const { x, y } = await terminal.chip_at(spot);
          await terminal.page.mouse.click(x, y);
          await until(() => terminal.stake(spot)).toBe(stake);
        }
      }
    }
  });

  it("takes a stake back with Remove, off the felt, and by a large chip", async () => {
    const { terminal } = await with_bets_open();
    const { page } = terminal;
    await terminal.bet("big");
    await terminal.bet("total-9");
    await terminal.action("eraser").click();
    await terminal.spot("big").locator(".cell").click();
    await until(() => terminal.stake("big")).toBe(0);
    expect(await terminal.stake("total-9")).toBe(100);
    const { x, y } = await terminal.chip_at("total-9");
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y, { steps: 3 });
    await page.mouse.move(400, 690, { steps: 5 }); // below the felt
    await page.mouse.up();
    await until(() => terminal.stake("total-9")).toBe(0);
    await terminal.bet("small", 100); // choosing a chip puts the eraser away
    await page.setViewportSize({ width: 1920, height: 1080 });
    const width = async () => (await terminal.chip_at("small")).width;
    await until(width).toBeGreaterThanOrEqual(44);
    const large = await terminal.chip_at("small");
    await page.mouse.click(large.x, large.y);
    await until(() => terminal.stake("small")).toBe(0);
  });

  it("puts the eraser away with the end of betting, and is told of an empty spot", async () => {
    const { terminal, dealer } = await with_bets_open();
    const eraser = terminal.action("eraser");
    await eraser.click();
    await terminal.spot("odd").locator(".cell").click();
    await until(() => terminal.page.locator("#message").textContent()).toMatch(/no stake on Odd/);
    expect(await eraser.getAttribute("aria-pressed")).toBe("true");
    await dealer.close_betting();
    await until(() => eraser.getAttribute("aria-pressed")).toBe("false");
    await dealer.end_round([6, 5, 4]);
    await dealer.open_betting();
    await terminal.until_open();
    await terminal.spot("odd").locator(".cell").click();
    await until(() => terminal.stake("odd")).toBe(100);
  });

  it("reads the whole result on a telephone", async () => {
    const { terminal, dealer } = await with_bets_open();
    const { page } = terminal;
    await terminal.bet("big", 100);
    await dealer.end_round([6, 5, 4]);
    await page.locator("#result.win").waitFor();
    for (const language of ["en", "zh"]) {
      for (const [width, height] of [
        [360, 640],
        [390, 844],
        [640, 360],
      ] as const) {
        await page.setViewportSize({ width, height });
        const cut = await page.locator("#result").evaluate((box) => {
          const { top, bottom } = box.getBoundingClientRect();
          return [...box.children]
            .filter((one) => one.checkVisibility())
            .filter((one) => {
              const line = one.getBoundingClientRect();
              return line.top < top - 0.5 || line.bottom > bottom + 0.5;
            })
            .map((one) => one.textContent);
        });
        expect(cut, `${language} ${width}x${height}`).toEqual([]);
      }
      await page.locator("[data-language]").first().click();
    }
  });

  // What arrow keys do wrong: spots that they never reach, and rows that ArrowDown passes over.
  const key_faults = (terminal: Terminal) =>
    terminal.page.evaluate(() => {
      const spots = [...document.querySelectorAll<SVGGElement>(".felt-frame .spot")];
      const box = (one: Element) => one.querySelector(".cell")!.getBoundingClientRect();
      const seen = new Set([spots[0]!]);
      const faults: string[] = [];
      for (const one of seen)
        for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
          one.focus();
          one.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
          const next = document.activeElement as SVGGElement;
          seen.add(next);
          const is_between = ({ top, bottom }: DOMRect) =>
            top >= box(one).bottom - 2 && bottom <= box(next).top + 2;
          const passed = spots.find((other) => is_between(box(other)));
          if (key === "ArrowDown" && next !== one && passed)
            faults.push(`${one.dataset.spot} passes ${passed.dataset.spot}`);
        }
      const missing = spots.filter((one) => !seen.has(one)).map((one) => one.dataset.spot!);
      return [...missing, ...faults];
    });

  it("reaches every spot of every layout with the arrow keys", async () => {
    for (const [at, layouts] of [
      [manual, ["rws-etg-1", "rws-etg-2", "rws-etg-3"]],
      [mbs, ["mbs-rapid", "mbs-alfastreet"]],
      [felts["rws-taisai"], ["rws-taisai"]],
      [felts.maryland, ["maryland"]],
    ] as const) {
      house = await House.open(at);
      for (const layout of layouts)
        expect(await key_faults(await house.terminal(layout)), layout).toEqual([]);
      await house.close();
    }
  });

  it("turns its letter keys off and on in Help, also for the next time", async () => {
    house = await House.open(manual);
    const { page } = await house.terminal("rws-etg-1");
    const eraser = page.locator('[data-action="eraser"]');
    const press_e = async (): Promise<boolean> => {
      await page.keyboard.press("e");
      return (await eraser.getAttribute("aria-pressed")) === "true";
    };
    const switch_keys = async (): Promise<void> => {
      await page.locator('[data-action="help"]').first().click();
      await page.locator('dialog[open] [data-action="keys"]').click();
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
    };
    expect(await press_e()).toBe(true);
    expect(await press_e()).toBe(false);
    await switch_keys();
    expect(await press_e()).toBe(false);
    await page.reload();
    await eraser.waitFor();
    expect(await press_e()).toBe(false);
    await switch_keys();
    expect(await press_e()).toBe(true);
  });
});

describe("a stack of chips", () => {
  const drag = async (terminal: Terminal, from: string, to: string) => {
    const { page } = terminal;
    const { x, y } = await terminal.chip_at(from);
    const box = (await terminal.spot(to).locator(".cell").boundingBox())!;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y, { steps: 3 });
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 });
    await page.mouse.up();
  };

  it("shows the chips of a stake, and its sum on top", async () => {
    const { terminal } = await with_bets_open();
    await terminal.bet("big", 1_000);
    await terminal.bet("big", 500);
    await terminal.bet("big", 100);
    await until(() => terminal.stake("big")).toBe(1_600);
    const stack = terminal.spot("big").locator(".own-chip .chip-stack");
    expect(await stack.locator(".stacked").count()).toBe(3); // 10, 5 and 1
    expect(await stack.textContent()).toBe("16");
  });

  it("goes from spot to spot, and back with one Undo", async () => {
    const { terminal } = await with_bets_open();
    await terminal.bet("big", 500);
    await terminal.bet("total-9", 100);
    await drag(terminal, "big", "small");
    await until(() => terminal.stake("small")).toBe(500);
    expect(await terminal.stake("big")).toBe(0);
    await drag(terminal, "small", "total-9"); // onto other chips
    await until(() => terminal.stake("total-9")).toBe(600);
    await terminal.until_amount("staked", 600);
    await terminal.action("undo").click();
    await until(() => terminal.stake("small")).toBe(500);
    await until(() => terminal.stake("total-9")).toBe(100);
    await terminal.action("undo").click();
    await until(() => terminal.stake("big")).toBe(500);
    await terminal.until_amount("staked", 600);
  });

  it("is moved without a drag: by M, and by Move in what a long press shows", async () => {
    const { terminal } = await with_bets_open();
    const { page } = terminal;
    const in_hand = page.locator(".spot.lifted");
    const message = () => page.locator("#message").textContent();
    await terminal.bet("big", 500);
    await terminal.spot("small").focus();
    await page.keyboard.press("m");
    await until(message).toMatch(/no stake on Small/);
    await terminal.spot("big").focus();
    await page.keyboard.press("m");
    await until(message).toMatch(/In hand: 5 from Big/);
    expect(await in_hand.getAttribute("data-spot")).toBe("big");
    expect(await in_hand.getAttribute("aria-label")).toContain("in hand");
    await page.keyboard.press("Escape");
    await in_hand.waitFor({ state: "detached" });
    await until(message).toMatch(/Left on Big/);
    for (const [from, to, key] of [
      ["big", "small", "m"],
      ["small", "total-9", "Enter"],
    ] as const) {
      await terminal.spot(from).focus();
      await page.keyboard.press("m");
      await in_hand.waitFor();
      await terminal.spot(to).focus();
      await page.keyboard.press(key);
      await until(() => terminal.stake(to)).toBe(500);
      await until(() => terminal.stake(from)).toBe(0);
      expect(await in_hand.count()).toBe(0);
    }
    await terminal.action("undo").click();
    await until(() => terminal.stake("small")).toBe(500);
    await terminal.spot("small").locator(".cell").click({ button: "right" });
    await page.locator('dialog[open] [data-action="move"]').click();
    await in_hand.waitFor();
    await terminal.spot("single-3").locator(".cell").click();
    await until(() => terminal.stake("single-3")).toBe(500);
    expect(await terminal.stake("small")).toBe(0);
    await terminal.until_amount("staked", 500);
  });

  it("stays where it is when betting closes while it is in hand", async () => {
    const { terminal, dealer } = await with_bets_open();
    await terminal.bet("big", 500);
    await terminal.spot("big").focus();
    await terminal.page.keyboard.press("m");
    const in_hand = terminal.page.locator(".spot.lifted");
    await in_hand.waitFor();
    await dealer.close_betting();
    await in_hand.waitFor({ state: "detached" });
    expect(await terminal.page.locator("#message").textContent()).toBe("");
    expect(await terminal.stake("big")).toBe(500);
  });

  it("leaves behind what the other spot does not take", async () => {
    house = await House.open(limited);
    const dealer = await house.dealer();
    const [terminal] = await Promise.all([house.terminal("rws-etg-1"), dealer.open_betting()]);
    await terminal.until_open();
    await terminal.bet("total-9", 100);
    await terminal.bet("big", 500);
    await drag(terminal, "big", "total-9");
    await until(() => terminal.stake("total-9")).toBe(300); // its limit
    await until(() => terminal.stake("big")).toBe(300);
    expect(await terminal.page.locator("#message.bad").textContent()).toContain("3");
    await terminal.until_amount("staked", 600);
  });
});

describe("the bets of the last round", () => {
  it("come back by one press, once or twice as large, in every round", async () => {
    const { terminal, dealer } = await with_bets_open();
    await terminal.bet("big", 500);
    await terminal.bet("total-9", 100);
    const button = (name: string) => () => terminal.action(name).click();
    const key = (name: string) => () => terminal.page.keyboard.press(name);
    for (const [press, stake] of [
      [button("rebet"), 500],
      [button("rebet-double"), 1_000],
      [key("r"), 1_000],
      [key("d"), 2_000],
    ] as const) {
      await dealer.end_round([1, 3, 4]);
      await dealer.open_betting();
      await terminal.until_open();
      await until(() => terminal.stake("big")).toBe(0);
      await press();
      await until(() => terminal.stake("big")).toBe(stake);
      await until(() => terminal.stake("total-9")).toBe(stake / 5);
    }
    await terminal.action("double").click();
    await until(() => terminal.stake("big")).toBe(4_000);
  });
});
