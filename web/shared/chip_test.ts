// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { chips_of, stack_sizes } from "./chip";

const cut = (units: number, sizes: number[]) =>
  chips_of(units * 100, 9, sizes).map((one) => one / 100);

describe("a stack", () => {
  it("has the largest chips that fit, however it was placed", () => {
    const sizes = stack_sizes(100, 100);
    expect(cut(40, sizes)).toEqual([20, 20]);
    expect(cut(176, sizes)).toEqual([100, 50, 20, 5, 1]);
    expect(cut(6_000, sizes)).toEqual([5_000, 1_000]);
  });
  it("has only chips of its table, and the smallest bet as one", () => {
    expect(cut(7, stack_sizes(100, 200))).toEqual([5, 2]);
    expect(cut(8, stack_sizes(100, 200))).toEqual([5, 2, 1]);
    expect(cut(16, stack_sizes(200, 200))).toEqual([10, 2, 2, 2]);
    expect(stack_sizes(2_500, 2_500).at(-1)).toBe(2_500);
  });
  it("ends where it is high enough, and is one chip where none fits", () => {
    expect(chips_of(900, 3, [100])).toEqual([100, 100, 100]);
    expect(chips_of(50, 3, [100])).toEqual([50]);
  });
});
