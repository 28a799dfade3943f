// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { margin, rows_min, share, size_in, tops_of, unit, width_min } from "./felt_size";

const group = (name: string, row: number, rows: number, columns: number, spots: string[][]) => ({
  name,
  caption: "",
  row,
  column: 0,
  rows,
  columns,
  spots,
});
const felt = {
  rows: 6,
  columns: 10,
  note: "",
  groups: [
    group("caption", 0, 1, 10, []),
    group("narrow", 1, 3, 10, [
      ["a", "b", "c", "d", "e"],
      ["f", "g", "h", "i", "j"],
    ]),
    group("wide", 4, 2, 10, [["k"]]),
  ],
};

describe("a felt", () => {
  it("is as wide as its narrowest field needs", () => {
    expect(width_min(felt, 44)).toBe(Math.ceil((44 / (2 * unit)) * (10 * unit + 2 * margin)));
  });
  it("has rows as high as their fields need", () => {
    const third = (44 * 2) / 3;
    expect(rows_min(felt, 44)).toEqual([44 * 0.45, third, third, third, 22, 22]);
  });
  it("fills its frame where that is large enough", () => {
    const size = size_in(felt, { width: 1000, height: 500 }, [0.7, 3], 44);
    expect(size.width).toBe(1000);
    expect(size.height).toBeCloseTo(500);
    expect(new Set(size.rows).size).toBe(1);
  });
  it("exceeds its frame rather than being too small for fingers", () => {
    const size = size_in(felt, { width: 100, height: 100 }, [0.7, 3], 44);
    const scale = size.width / (10 * unit + 2 * margin);
    const tops = tops_of(size.rows).map((top) => top * scale);
    expect(2 * unit * scale).toBeGreaterThanOrEqual(44);
    expect((tops[4]! - tops[1]!) / 2).toBeGreaterThanOrEqual(44 - 1e-6);
    expect(tops[6]! - tops[4]!).toBeGreaterThanOrEqual(44 - 1e-6);
  });
  it("without fingers stays in its frame", () => {
    expect(size_in(felt, { width: 100, height: 60 }, [0.1, 3], 0)).toMatchObject({ width: 100 });
    expect(size_in(felt, { width: 100, height: 60 }, [0.1, 3], 0).height).toBeCloseTo(60);
  });
  it("has numbers for all its places while its frame is hidden", () => {
    for (const field_min of [0, 44]) {
      const size = size_in(felt, { width: 0, height: 0 }, [0.7, 3], field_min);
      expect([size.width, size.height, ...size.rows].every(Number.isFinite)).toBe(true);
      expect(size.width).toBeGreaterThan(0);
    }
  });
});

describe("rows", () => {
  it("are alike where they can be", () => expect(share(60, [5, 20, 5])).toEqual([20, 20, 20]));
  it("share what higher ones leave", () => expect(share(50, [5, 30, 5])).toEqual([10, 30, 10]));
  it("keep what they need", () => expect(share(10, [5, 30, 5])).toEqual([5, 30, 5]));
});
