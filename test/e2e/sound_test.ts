// SPDX-License-Identifier: MIT
// What a terminal plays, counted where the browser would start to play it.
import { afterEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { until } from "./browser";
import { House, tables } from "./house";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());
const felts = {
  "rws-etg": tables(games["rws-etg"], 1),
  "rws-taisai": tables(games["rws-taisai"], 1),
};

interface Counted {
  contexts: number;
  started: number;
  gain: number; // of the output, which is made first
}
type CountedWindow = Window & typeof globalThis & { counted: Counted };

// Runs before the page.
function count_sounds(): void {
  const counted: Counted = { contexts: 0, started: 0, gain: 0 };
  Object.assign(window, { counted });
  const one = window as CountedWindow;
  one.AudioContext = class extends AudioContext {
    constructor() {
      super();
      ++counted.contexts;
    }
  };
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...when) {
    ++counted.started;
    return start.apply(this, when);
  };
  AudioBufferSourceNode.prototype.start = AudioScheduledSourceNode.prototype.start;
  const { connect } = AudioNode.prototype;
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode & AudioParam) {
    if (to instanceof AudioDestinationNode) outputs.push(this as GainNode);
    return connect.call(this, to) as unknown as AudioNode;
  } as typeof connect;
  const outputs: GainNode[] = [];
  Object.defineProperty(counted, "gain", { get: () => outputs[0]?.gain.value ?? 0 });
}
const counted = (page: Page): Promise<Counted> =>
  page.evaluate(() => ({ ...(window as unknown as CountedWindow).counted }));
// How many sounds started while something happens.
async function started_by(page: Page, what: () => Promise<void>): Promise<number> {
  const before = (await counted(page)).started;
  await what();
  return (await counted(page)).started - before;
}

describe("sound", () => {
  for (const [game, opening] of [
    ["rws-etg", 2], // two tones
    ["rws-taisai", 0], // the dealer's voice is the legal act
  ] as const) {
    it(`is off until it is touched, and then has three volumes, at ${game}`, async () => {
      house = await House.open(felts[game]);
      const dealer = await house.dealer();
      const page = await house.page("/healthz", { is_new: true });
      await page.addInitScript(count_sounds);
      await page.goto(house.server.url(`/terminal?table=${house.table}`));
      await page.locator(".felt .spot").first().waitFor();
      const open = page.locator(".felt.live");
      const betting_opens = async () => {
        await dealer.open_betting();
        await open.waitFor();
      };
      await betting_opens();
      await page.locator('[data-spot="big"] .cell').click();
      await page.locator('[data-spot="big"] [data-chip]').waitFor();
      await dealer.end_round([6, 5, 4]);
      await page.locator("#result.win").waitFor();
      expect(await counted(page)).toEqual({ contexts: 0, started: 0, gain: 0 });

      const gains: number[] = [];
      for (const volume of ["low", "medium", "high"]) {
        await page.locator('[data-action="sound"]').click();
        await page.locator(`[data-volume="${volume}"]`).waitFor();
        gains.push((await counted(page)).gain);
      }
      expect(gains).toEqual([...gains].sort((one, other) => one - other));
      expect(new Set(gains).size).toBe(3);
      expect((await counted(page)).contexts).toBe(1);

      expect(await started_by(page, betting_opens)).toBe(opening);
      const bet = async () => {
        await page.locator('[data-spot="big"] .cell').click();
        await page.locator('[data-spot="big"] [data-chip]').waitFor();
        await until(async () => (await page.locator("#message.good").count()) > 0).toBe(true);
      };
      expect(await started_by(page, bet)).toBeGreaterThan(0); // a chip
      const close = async () => {
        await dealer.close_betting();
        await page.locator(".felt:not(.live)").waitFor();
      };
      expect(await started_by(page, close)).toBe(opening ? 1 : 0);
      const result = async () => {
        await dealer.end_round([6, 5, 4]);
        await page.locator("#result.win").waitFor();
      };
      expect(await started_by(page, result)).toBeGreaterThanOrEqual(3 + 4); // dice and a win
    });
  }
});
