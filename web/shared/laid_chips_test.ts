// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import type { TableTopic } from "../generated/protocol";
import { is_paid, laid_after, sum_by_spot, winnings_by_spot, type LaidChip } from "./laid_chips";
import type { Layout } from "./rules";

const chip = (stay: number, spot: string, stake: number): LaidChip =>
  ({ stay, spot, stake, player: "" }) as unknown as LaidChip;
const table = (number: number, round: object, chips: LaidChip[]): TableTopic =>
  ({
    round: { number, roll: null, ended: "none", winning: [], ...round },
    chips,
  }) as unknown as TableTopic;
const chips = [chip(1, "big", 500), chip(2, "big", 1_000), chip(2, "single-6", 500)];

describe("chips on a shared felt", () => {
  it("stay until the next round when the server has settled them", () => {
    const before = laid_after(null, table(1, { roll: [6, 6, 5] }, chips));
    const settled = table(1, { roll: [6, 6, 5], ended: "settled" }, []);
    const after = laid_after(before, settled);
    expect(after?.chips).toBe(chips);
    expect(is_paid(after, settled)).toBe(true);
    expect(laid_after(after, table(2, {}, []))).toBe(null);
  });
  it("go when they are taken back, and when the round is void", () => {
    const before = laid_after(null, table(1, {}, chips));
    expect(is_paid(before, table(1, {}, chips))).toBe(false);
    expect(laid_after(before, table(1, {}, []))).toBe(null);
    expect(laid_after(before, table(1, { roll: [6, 6, 5], ended: "void" }, []))).toBe(null);
  });
  it("are paid by the odds of the layout, each hit of a single die by its own", () => {
    const layout = {
      pay: [
        { spots: ["big"], odds: ["1"] },
        { spots: ["single-6"], odds: ["1", "2", "12"] },
      ],
    } as unknown as Layout;
    const { round } = table(1, { roll: [6, 6, 5], winning: ["big", "single-6"] }, []);
    expect([...winnings_by_spot(layout, chips, round!)]).toEqual([
      ["big", 1_500],
      ["single-6", 1_000],
    ]);
    expect([...sum_by_spot(chips)]).toEqual([
      ["big", 1_500],
      ["single-6", 500],
    ]);
  });
});
