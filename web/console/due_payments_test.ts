// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import type { Layout } from "../shared/rules";
import { winnings_of } from "../shared/laid_chips";
import { cut, due_payments } from "./due_payments";

const row = (spots: string[], odds: string[]) => ({ spots, odds });
const layout = {
  pay: [
    row(["big", "small"], ["1"]),
    row(["single-4"], ["1", "2", "12"]),
    row(["total-9"], ["8.5"]),
  ],
} as unknown as Layout;

describe("payments that are due", () => {
  it("follow the odds, in halves and by the number of dice", () => {
    expect(winnings_of(layout, "big", 500, [6, 5, 4])).toBe(500);
    expect(winnings_of(layout, "single-4", 500, [4, 1, 2])).toBe(500);
    expect(winnings_of(layout, "single-4", 500, [4, 4, 2])).toBe(1_000);
    expect(winnings_of(layout, "single-4", 500, [4, 4, 4])).toBe(6_000);
    expect(winnings_of(layout, "total-9", 500, [4, 4, 1])).toBe(4_250);
  });
  it("name winners with their bets, and nobody who lost", () => {
    const chip = (stay: number, spot: string, stake: number) => ({
      stay,
      player: `P${stay}`,
      spot,
      stake,
    });
    const chips = [chip(1, "small", 500), chip(2, "big", 500), chip(1, "total-9", 200)];
    const due = due_payments(layout, chips, new Set(["small", "total-9"]), [4, 4, 1]);
    expect(due).toEqual([
      {
        stay: 1,
        player: "P1",
        winnings: 2_200,
        bets: [
          { spot: "small", stake: 500, winnings: 500 },
          { spot: "total-9", stake: 200, winnings: 1_700 },
        ],
      },
    ]);
  });
  it("are cut from as few chips as the sizes allow", () => {
    expect(cut(18_500, [500, 1_000, 10_000, 2_000])).toEqual([
      { size: 10_000, count: 1 },
      { size: 2_000, count: 4 },
      { size: 500, count: 1 },
    ]);
    expect(cut(0, [500])).toEqual([]);
    expect(cut(750, [500])).toEqual([
      { size: 500, count: 1 },
      { size: 250, count: 1 },
    ]);
  });
});
