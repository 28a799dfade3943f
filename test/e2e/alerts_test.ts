// SPDX-License-Identifier: MIT
// What devices report at a table that a dealer runs.
import type { Locator } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "./browser";
import { House, tables } from "./house";
import { expect_accessible, type Console } from "./pages";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());

const with_lights = games.maryland.replace(
  "training = true",
  'training = true\nlights = "simulated"',
);
const with_tumbler = games["mbs-etg"].replace(
  "training = true",
  'training = true\nmode = "assisted"\ntumbler = "simulated"',
);
const maryland = tables(with_lights, 2);
const mbs = tables(with_tumbler, 1);
const slow = tables(
  games.maryland.replace("training = true", "training = true\nbetting_seconds = 2"),
  1,
);

async function inject(console: Console, fault: string): Promise<void> {
  await console.tab("staff");
  await console.page.locator(".tab-panel select").selectOption(fault);
  await console.page.locator('[data-action="inject-fault"]').click();
  await console.person("technician", "give");
  await console.page.locator("#message.good").waitFor();
}

// The texts of the box that are not wholly in it, or not wholly on the screen.
const cut_texts = (alert: Locator): Promise<(string | null)[]> =>
  alert.evaluate((box) => {
    const { top, bottom, right } = box.getBoundingClientRect();
    return [...box.children]
      .filter((one) => {
        const inner = one.getBoundingClientRect();
        return (
          inner.top < top ||
          inner.bottom > Math.min(bottom, innerHeight) ||
          inner.right > Math.min(right, innerWidth) ||
          one.scrollHeight > one.clientHeight + 1
        );
      })
      .map((one) => one.textContent);
  });

async function fail_lights(console: Console): Promise<void> {
  await console.until("CloseBetting");
  await inject(console, "all-dark");
  await console.until("EnterResult");
  for (const face of "654") await console.page.keyboard.press(face);
  await console.act();
}

describe("a device report", () => {
  it("of dark lights waits beside the next action, and the step has no tick", async () => {
    house = await House.open(maryland);
    await house.hire("supervisor", "technician");
    const console = await house.open_console();
    await fail_lights(console);
    const alert = console.page.locator('[data-alert="lights-failed"]');
    await until(() => alert.textContent()).toMatch(/Lights failed.*supervisor present.*7\.B/);
    const [box, button] = [await alert.boundingBox(), await console.next().boundingBox()];
    expect(box!.x).toBeGreaterThan(button!.x);
    expect(Math.abs(box!.y - button!.y)).toBeLessThan(2); // beside it
    expect(await alert.evaluate((one) => one.scrollHeight <= one.clientHeight)).toBe(true);
    await expect_accessible(console.page);
    for (const [width, height] of [
      [1024, 768],
      [768, 1024],
    ] as const) {
      await console.page.setViewportSize({ width, height });
      expect(await cut_texts(alert), `${width}x${height}`).toEqual([]);
    }
    expect(await console.next().isDisabled()).toBe(true);
    await console.page.keyboard.press(" ");
    await alert.locator('[data-action="acknowledge"]').click();
    await alert.waitFor({ state: "detached" });
    await until(() => console.next().isEnabled()).toBe(true);
    const lights = console.page.locator('.strip [data-step="illuminate"]');
    await until(() => lights.getAttribute("class")).toBe("failed");
    expect(await lights.textContent()).not.toContain("✓");
    await until(() => console.order()).toBe("NotePresence");
    // The incident is named when it is resolved.
    await console.tab("irregularities");
    await console.page.locator('[data-action="resolve"]').click();
    await until(() => console.dialog().locator("[data-about]").textContent()).toMatch(
      /Lights failed · Round 1/,
    );
  });

  it("of dark lights takes another person than the one who watches", async () => {
    house = await House.open(maryland);
    await house.hire("supervisor", "technician", "dealer");
    const console = await house.open_console();
    await fail_lights(console);
    await console.page.locator('[data-action="acknowledge"]').click();
    await console.until("LogOn");
    await until(() => console.next().textContent()).toMatch(
      /Log on another.*supervisor watches the settlement: another person must settle.*7\.B/,
    );
    await until(() => console.next().getAttribute("aria-disabled")).toBe(null);
    await console.next().click();
    await console.dialog().locator('[name="person"]').fill("dealer");
    await console.dialog().locator('[name="password"]').fill("dealer-password");
    await console.dialog().locator('[data-action="log-on"]').click();
    await console.until("RecordRepair");
  });

  it("of dice that were exposed says that the round is void", async () => {
    house = await House.open(mbs);
    await house.hire("supervisor", "technician");
    const console = await house.open_console();
    await console.until("StartCoveredMix");
    await inject(console, "exposed");
    await console.act();
    const alert = console.page.locator('[data-alert="exposed"]');
    await until(() => alert.textContent()).toMatch(/Dice exposed.*The round is void.*5\.2/);
    expect(await console.next().isDisabled()).toBe(true);
    await alert.locator('[data-action="acknowledge"]').click();
    await until(() => console.next().isEnabled()).toBe(true);
  });
});

describe("a shake that outlasts the time to bet", () => {
  it("is explained at the console, and bets are accepted until it ends", async () => {
    house = await House.open(slow);
    await house.hire("supervisor");
    const console = await house.open_console();
    const player = await house.terminal();
    await console.until("StartCoveredMix");
    await until(() => console.next().textContent()).toMatch(/The time to bet is over/);
    await player.until_open();
    await until(() => player.page.locator("#announcement").textContent()).toBe(
      "Bets until the dice are mixed",
    );
    const display = await house.page(`/display?table=${house.table}`);
    await until(() => display.locator(".stage").textContent()).toMatch(
      /The time to bet is over.*Bets are accepted until the dice are mixed/,
    );
    await player.bet("big", 500);
    await player.until_amount("staked", 500);
    await console.until("Uncover"); // betting has closed by itself
    await player.until_closed();
    await console.until("OpenBetting", [1, 2, 4]);
    await player.until_amount("credit", 49_500);
  });
});
