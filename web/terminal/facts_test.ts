// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { is_hit } from "../shared/hits";
import { chances_in_216, edge_percent, facts_of } from "./facts";

const row = (odds: string[], edge: string) => ({
  kind: "",
  name: "",
  spots: [],
  odds,
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
  const facts = facts_of(["1-1-1", null, "6-5-4", "1-2-3"]);
  expect(facts.rounds).toBe(3);
  expect(facts.void).toBe(1);
  expect(facts.kinds).toEqual({ big: 1, small: 1, triple: 1 });
  expect([facts.totals[3], facts.totals[15], facts.totals[6]]).toEqual([1, 1, 1]);
  expect(facts.faces).toEqual([0, 4, 1, 1, 1, 1, 1]);
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

it("reads chance and edge from the rules", () => {
  expect(chances_in_216(row(["1"], "6"))).toBe(105);
  expect(chances_in_216(row(["8.5"], "16.5"))).toBe(21);
  expect(chances_in_216(row(["180"], "35"))).toBe(1);
  expect(chances_in_216(row(["1", "2", "12"], "8"))).toBe(91);
  expect(edge_percent(row(["1"], "6"))).toBe("2.78%");
});
