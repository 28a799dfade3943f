// SPDX-License-Identifier: MIT
// The pages of a table as players and staff use them, and what holds for every page.
import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { until } from "./browser";

export class Terminal {
  constructor(readonly page: Page) {}

  spot(name: string): Locator {
    return this.page.locator(`[data-spot="${name}"]`);
  }
  action(name: string): Locator {
    return this.page.locator(`[data-action="${name}"]`).first();
  }

  // Bets with the smallest chip, or the one that is named.
  async bet(spot: string, chip = 0): Promise<void> {
    if (chip) await this.page.locator(`[data-chip-size="${chip}"]`).click();
    const before = await this.stake(spot);
    await this.spot(spot).locator(".cell").click();
    await until(() => this.stake(spot)).not.toBe(before);
  }
  async stake(spot: string): Promise<number> {
    return this.spot(spot)
      .locator("[data-chip]")
      .evaluateAll((all) => Number(all[0]?.getAttribute("data-chip") ?? 0));
  }
  // The number of the player's stay at a felt.
  async stay(): Promise<number> {
    return Number(await this.page.locator(".where").getAttribute("data-stay"));
  }
  // The middle of what a finger hits of the player's stack on a spot, and its size.
  async chip_at(spot: string): Promise<{ x: number; y: number; width: number; height: number }> {
    const { width, height, ...at } = (await this.spot(spot).locator(".chip-area").boundingBox())!;
    return { x: at.x + width / 2, y: at.y + height / 2, width, height };
  }
  async middle_of(spot: string): Promise<{ x: number; y: number }> {
    const box = (await this.spot(spot).locator(".cell").boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
  async amount(id: "credit" | "staked" | "last-payout"): Promise<number> {
    return Number(await this.page.locator(`#${id}`).getAttribute("data-amount"));
  }
  async until_amount(id: "credit" | "staked" | "last-payout", amount: number): Promise<void> {
    await until(() => this.amount(id)).toBe(amount);
  }
  async until_open(): Promise<void> {
    await this.page.locator(".felt.live").waitFor();
  }
  async until_closed(): Promise<void> {
    await this.page.locator(".felt:not(.live)").waitFor();
  }
}

// Drags with a finger, as Chromium reports it: the page gets what its touch-action leaves it.
export async function drag_by_touch(page: Page, from: Point, to: Point): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: Point) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  const steps = 8;
  await touch("touchStart", from);
  for (let i = 1; i <= steps; ++i) {
    const part = i / steps;
    await touch("touchMove", {
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
    });
  }
  await touch("touchEnd");
  await finger.detach();
}
interface Point {
  x: number;
  y: number;
}

let sets = 100; // of dice
// Orders that open a dialog first.
const asking = ["InstallDice", "TestLights", "SignInspection", "Certify", "DecideHold"];

// The big button.
interface Shown {
  order: string;
  text: string;
}

// Runs in the page, which costs far less than to ask it again and again. Waits until the big button
// shows something else than before; or with `presses`, until it can be pressed, and presses it. The
// page looks and presses in one task: a click from outside could come when the table has gone on,
// and give the next order.
const press_or_change = ({ before, presses }: { before: Shown; presses: boolean }) =>
  new Promise<"changed" | "pressed">((done, fail) => {
    const is_reachable = (button: Element): boolean => {
      if (button.matches(":disabled, [aria-disabled=true], [aria-busy=true]")) return false;
      if (document.querySelector("dialog[open]")) return false;
      button.scrollIntoView({ block: "nearest" });
      const { left, right, top, bottom } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    };
    const look = (): void => {
      const button = document.querySelector<HTMLElement>('[data-action="next"]');
      if (!button) return;
      if (
        button.getAttribute("data-order") !== before.order ||
        button.textContent !== before.text
      ) {
        stop();
        done("changed");
      } else if (presses && is_reachable(button)) {
        stop();
        button.click();
        done("pressed");
      }
    };
    const changes = new MutationObserver(look);
    const again = setInterval(look, 100); // what covers the button may move without a change
    const patience = setTimeout(() => {
      stop();
      fail(new Error(`the console stays at ${before.order}: ${before.text}`));
    }, 20_000);
    const stop = () => {
      changes.disconnect();
      clearInterval(again);
      clearTimeout(patience);
    };
    changes.observe(document, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
    look();
  });

export class Console {
  constructor(readonly page: Page) {}

  async log_on(person: string, password: string): Promise<void> {
    await this.page.locator('[name="person"]').fill(person);
    await this.page.locator('[name="password"]').fill(password);
    await this.page.locator('[data-action="log-on"]').click();
    await this.page.locator('[data-action="next"]').waitFor();
  }

  next(): Locator {
    return this.page.locator('[data-action="next"]');
  }
  order(): Promise<string | null> {
    return this.next().getAttribute("data-order");
  }

  // The one big button until it would give that order.
  async until(order: string, roll: readonly number[] = []): Promise<void> {
    for (let i = 0; i < 40; ++i) {
      const now = await this.shown();
      if (now.order === order) return;
      await this.advance(now, roll);
    }
    throw new Error(`the console never came to ${order}; it is at ${await this.order()}`);
  }

  // The dialog that an order opens first, with dice where it wants some.
  async confirm(roll: readonly number[] = []): Promise<void> {
    const dialog = this.page.locator("dialog[open]");
    await dialog.waitFor();
    if (await dialog.locator('[name="dice"]').count())
      await dialog.locator('[name="dice"]').fill(String(++sets));
    if (await dialog.locator("[data-face]").count()) {
      for (const face of roll) await dialog.locator(`[data-face="${face}"]`).first().click();
    }
    for (const item of await dialog.locator("[data-checklist] input").all()) await item.check();
    const due = dialog.locator("[data-due]"); // what should be lit, and is
    if (await due.count())
      for (const spot of (await due.getAttribute("data-due"))!.split(" "))
        await dialog.locator(`[data-spot="${spot}"]`).click();
    await dialog.locator('[data-action="confirm"]').click();
    await dialog.waitFor({ state: "detached" });
  }

  async tab(name: string): Promise<void> {
    await this.page.locator(`[data-tab="${name}"]`).click();
  }
  dialog(): Locator {
    return this.page.locator("dialog[open]");
  }

  // Somebody's log-on in the dialog that asks for it.
  async person(name: string, action: "authorise" | "give"): Promise<void> {
    const dialog = this.dialog();
    await dialog.locator('[name="person"]').fill(name);
    await dialog.locator('[name="password"]').fill(`${name}-password`);
    await dialog.locator(`[data-action="${action}"]`).click();
    if (action === "authorise") await dialog.waitFor({ state: "detached" });
  }

  // Presses the one big button once, and waits until something else comes next. Right after a
  // change a press would be taken for a second touch of the last one: the button shows how long.
  async act(roll: readonly number[] = []): Promise<void> {
    await this.advance(await this.shown(), roll);
  }

  // As act(), for the action that was shown. If the table goes on by itself first, nothing is
  // pressed: whoever looked has not seen what comes next.
  private async advance(shown: Shown, roll: readonly number[]): Promise<void> {
    let before = shown;
    if (before.order === "EnterResult" && roll.length) {
      for (const face of roll) await this.page.keyboard.press(String(face));
      before = await this.shown();
      if (before.order !== shown.order) return;
    }
    const done = await this.page.evaluate(press_or_change, { before, presses: true });
    if (done === "pressed" && asking.includes(before.order)) await this.confirm([1, 2, 4]);
    await this.page.evaluate(press_or_change, { before, presses: false });
  }

  private shown(): Promise<Shown> {
    return this.next().evaluate((button) => ({
      order: button.getAttribute("data-order")!,
      text: button.textContent!,
    }));
  }
}

// What is shown in Latin letters on a Chinese page. Names, keys and codes are what they are.
export const untranslated = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const left: string[] = [];
    const latin = `.felt, [lang=en], kbd, code, script, style, [data-language], .where, .who,
      [data-person]`;
    const walk = document.createTreeWalker(
      document.querySelector("dialog[open]") ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    while (walk.nextNode()) {
      const text = walk.currentNode.textContent!.trim();
      const at = walk.currentNode.parentElement!;
      if (
        /[A-Za-z]{4,}/.test(text) &&
        !/[一-鿿]/.test(text) &&
        !at.closest(latin) &&
        at.checkVisibility()
      )
        left.push(text);
    }
    return left;
  });

// Nothing that keeps people from using a page, or the part of it that is named. The pages have no
// frames, so axe may run in the page alone, without a blank page beside it for what it finds.
export async function expect_accessible(page: Page, part?: string): Promise<void> {
  const is_loaded = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(is_loaded ? { axeSource: "null" } : {}) })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode();
  if (part) axe.include(part);
  const { violations } = await axe.analyze();
  expect(
    violations.map(
      (one) =>
        `${one.id}: ${one.nodes
          .map((node) => node.target.join(" "))
          .slice(0, 5)
          .join(" | ")}`,
    ),
  ).toEqual([]);
}
