// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { next_spot, type ArrowKey } from "./felt_keys";

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  right: left + width,
  top,
  bottom: top + height,
});
// Two wide spots, a row of four, one spot over the whole width, and two wide ones again.
const felt = [
  box(0, 0, 200, 40),
  box(200, 0, 200, 40),
  ...[0, 100, 200, 300].map((left) => box(left, 40, 100, 40)),
  box(0, 80, 400, 20),
  box(0, 100, 200, 40),
  box(200, 100, 200, 40),
];
const walk = (from: number, key: ArrowKey): number[] => {
  const next = next_spot(felt, from, key);
  return next < 0 ? [] : [next, ...walk(next, key)];
};

describe("arrow keys on the felt", () => {
  it("pass over no row", () => {
    expect(walk(0, "ArrowDown")).toEqual([2, 6, 7]);
    expect(walk(8, "ArrowUp")).toEqual([6, 3, 0]);
  });
  it("stay in the row sideways", () => {
    expect(walk(2, "ArrowRight")).toEqual([3, 4, 5]);
    expect(walk(8, "ArrowLeft")).toEqual([7]);
    expect(walk(6, "ArrowRight")).toEqual([]);
  });
});
