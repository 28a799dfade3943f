// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { is_hit } from "../shared/hits";
import { edge_percent, statistics_of } from "./statistics";

const row = (odds: string[], edge: string) => ({
  kind: "",
  name: "",
  spots: [],
  odds,
  ways: 105,
  edge_in_216: edge,
  clauses: [],
});
const all = Array.from({ length: 216 }, (_, i) => [
  1 + (i % 6),
  1 + (Math.floor(i / 6) % 6),
  1 + Math.floor(i / 36),
]);
const hits = (spot: string) => all.filter((roll) => is_hit(spot, roll)).length;

it("counts what has happened", () => {
  const counts = statistics_of(["1-1-1", null, "6-5-4", "1-2-3"]);
  expect(counts.rounds).toBe(3);
  expect(counts.void).toBe(1);
  expect(counts.kinds).toEqual({ big: 1, small: 1, triple: 1 });
  expect([counts.totals[3], counts.totals[15], counts.totals[6]]).toEqual([1, 1, 1]);
  expect(counts.faces).toEqual([0, 4, 1, 1, 1, 1, 1]);
});

describe("the rolls a spot wins on", () => {
  it.each([
    ["big", 105],
    ["small", 105],
    ["odd", 105],
    ["even", 105],
    ["any-triple", 6],
    ["total-4", 3],
    ["total-10", 27],
    ["single-3", 91],
    ["double-2", 16],
    ["triple-6", 1],
    ["domino-12", 30],
    ["three-123", 6],
    ["pair-112", 3],
    ["four-1234", 24],
  ])("%s has %i", (spot, count) => expect(hits(spot)).toBe(count));
});

it("reads the edge from the rules", () => expect(edge_percent(row(["1"], "6"))).toBe("2.78%"));
