// SPDX-License-Identifier: MIT
// How fast a dealer can deal: the presses of a round, and the rounds of an hour with human pauses.
//
// A round of each game is dealt at its console by keyboard alone. What the pages and the server
// take is measured; what people take is simulated: a pause before each order, and one a key. Both
// together make the pace. The tests beside this one take the machine's time now and then, so a
// round that was too slow is dealt again: the fastest of three counts.
//
// The limit of keys in a round is one of presses of the big button. Dice that are keyed, where no
// tumbler reads them, are three keys more.
import { afterEach, describe, expect, it } from "vitest";
import { until } from "./browser";
import { House, tables } from "./house";
import type { Console } from "./pages";
import { games, type Game } from "./server";

let house: House;
afterEach(async () => house?.close());

// Seconds that a dealer takes before each order: to speak, to shake once, to look at the dice, to
// collect and pay by hand. Bets stay open for twenty seconds, also while the dealer shakes.
const pauses: Record<string, number> = {
  OpenBetting: 2,
  CloseBetting: 1,
  StartMix: 1,
  StartCoveredMix: 2,
  EndMix: 3,
  Uncover: 2,
  EnterResult: 3,
  ReportLights: 2,
  CollectBets: 5,
  SettleRound: 12,
  ClearLights: 2,
};
const betting_seconds = 20;
const seconds_per_key = 0.4;
const rounds_per_hour = 60;
const rounds_max = 3;
const dice_keys = 3;

const with_tumbler = (game: Game): string =>
  games[game].replace(
    "training = true",
    'training = true\nmode = "assisted"\ntumbler = "simulated"',
  );
const with_lights = (config: string): string =>
  config.replace("training = true", 'training = true\nlights = "simulated"');
const rounds = [
  { game: "rws-etg", presses_max: 5, at: tables(with_tumbler("rws-etg"), 1) },
  { game: "mbs-etg", presses_max: 5, at: tables(with_tumbler("mbs-etg"), 1) },
  { game: "rws-taisai", presses_max: 6, at: tables(with_lights(with_tumbler("rws-taisai")), 1) },
  { game: "maryland", presses_max: 11, at: tables(with_lights(games.maryland), 1) },
] as const;

// Waits until the big button can be pressed, or the dice can be keyed; returns the order.
async function ready(console: Console, is_keyed: boolean): Promise<string> {
  const button = '[data-action="next"]';
  const usable = `${button}:not([aria-disabled="true"]):not([aria-busy="true"]):enabled`;
  const keyed = is_keyed ? `, ${button}[data-order="EnterResult"]` : "";
  await console.page.locator(usable + keyed).waitFor();
  return (await console.order())!;
}

interface Dealt {
  steps: string[]; // one for each press of the big button
  faces: number; // dice that were keyed
  paused: number; // seconds that a dealer would take
}

// Deals one round with the keyboard, from the opening of betting on.
async function deal(console: Console, is_keyed: boolean): Promise<Dealt> {
  const { keyboard } = console.page;
  const dealt: Dealt = { steps: [], faces: 0, paused: 0 };
  let opened_at = 0;
  for (let order = await ready(console, is_keyed); ; ) {
    const faces = order === "EnterResult" && is_keyed ? ["2", "4", "5"] : [];
    for (const key of faces) await keyboard.press(key);
    if (faces.length) await ready(console, false);
    const shown = await console.next().textContent();
    expect(pauses, `a pause before ${order}`).toHaveProperty(order);
    const bets_wait = order === "CloseBetting" ? betting_seconds + opened_at - dealt.paused : 0;
    dealt.paused += Math.max(bets_wait, pauses[order]!) + seconds_per_key * (faces.length + 1);
    if (order === "OpenBetting") opened_at = dealt.paused;
    await keyboard.press(" ");
    dealt.steps.push(order);
    dealt.faces += faces.length;
    await until(() => console.next().textContent()).not.toBe(shown);
    order = await ready(console, is_keyed);
    if (order === "OpenBetting") return dealt;
  }
}

describe("a dealer", () => {
  for (const { game, presses_max, at } of rounds) {
    it(`deals ${rounds_per_hour} rounds of ${game} an hour`, async () => {
      house = await House.open(at);
      const console = await house.open_console("supervisor");
      await console.until("OpenBetting");
      const is_keyed = game === "maryland";
      let fastest = 0;
      for (let round = 0; round < rounds_max && fastest < rounds_per_hour; ++round) {
        const begun = performance.now();
        const { steps, faces, paused } = await deal(console, is_keyed);
        const waited = (performance.now() - begun) / 1_000;
        const pace = Math.floor(3_600 / (paused + waited));
        fastest = Math.max(fastest, pace);
        globalThis.console.log(
          `${game}: ${steps.length + faces} keys, ${steps.length} of them presses of the big ` +
            `button and ${faces} dice; ${paused.toFixed(1)} s of the dealer and ` +
            `${waited.toFixed(1)} s of the system a round: ${pace} rounds an hour ` +
            `(${steps.join(" ")})`,
        );
        expect(steps.length).toBeLessThanOrEqual(presses_max);
        expect(faces).toBe(is_keyed ? dice_keys : 0);
      }
      expect(fastest).toBeGreaterThanOrEqual(rounds_per_hour);
    });
  }
});
