// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { big_road } from "./big_road";

const places = (text: string) =>
  big_road([...text], (one) => one).map(({ column, row }) => `${column}.${row}`);

describe("the big road", () => {
  it("begins a column with every change", () => {
    expect(places("BBSBB")).toEqual(["0.0", "0.1", "1.0", "2.0", "2.1"]);
    expect(places("BTB")).toEqual(["0.0", "1.0", "2.0"]);
    expect(places("")).toEqual([]);
  });
  it("goes on to the right where a column is full, and past what lies there", () => {
    expect(places("BBBBBBBBS")).toEqual([
      ...["0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "1.5", "2.5"],
      "1.0",
    ]);
    const second = places("BBBBBBBSSSSSSS").slice(7);
    expect(second).toEqual(["1.0", "1.1", "1.2", "1.3", "1.4", "2.4", "3.4"]);
  });
  it("never lays two results on one cell", () => {
    for (let seed = 1; seed < 200; ++seed) {
      const text = Array.from({ length: 120 }, (_, i) =>
        ((seed * (i + 7) * 2654435761) >>> 0) % 5 < 4 ? "B" : "S",
      ).join("");
      const all = places(text);
      expect(new Set(all).size, text).toBe(all.length);
    }
  });
});
