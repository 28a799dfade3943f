// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import type { Group, Layout } from "../shared/rules";
import { lines_of, tabs_of } from "./phone_felt";

const group = (name: string, spots: string[], caption = ""): Group => ({
  name,
  caption,
  row: 0,
  column: 0,
  rows: 1,
  columns: 1,
  spots: spots.length ? [spots] : [],
});
const totals = Array.from({ length: 14 }, (_, i) => `total-${17 - i}`);
const layout = {
  id: "one",
  felt: {
    rows: 3,
    columns: 28,
    note: "",
    groups: [
      group("small", ["small"], "4 to 10"),
      group("big", ["big"], "11 to 17"),
      group("totals", totals),
      group("dominoes", [
        "domino-56",
        "domino-46",
        "domino-36",
        "domino-26",
        "domino-16",
        "domino-45",
      ]),
      group("singles", ["single-2", "single-1"]),
      group("single caption", [], "1 wins {single}"),
    ],
  },
} as unknown as Layout;

describe("the felt of a telephone", () => {
  it("has Big, Small and the totals first, and no tab without spots", () => {
    for (const is_sideways of [false, true]) {
      const tabs = tabs_of(layout, is_sideways);
      expect(tabs.map((tab) => tab.id)).toEqual(["main", "dice"]);
      expect([...tabs[0]!.spots]).toEqual(["big", "small", ...totals]);
      const lines = tabs[0]!.layout.felt.groups.at(-1)!.spots;
      expect(lines.map((line) => line.length)).toEqual(is_sideways ? [14] : [7, 7]);
    }
  });

  it("keeps every spot once, with its caption, and overlaps nothing", () => {
    const tabs = tabs_of(layout, false);
    expect(tabs.flatMap((tab) => [...tab.spots])).toHaveLength(24);
    const [big] = tabs_of(layout, true)[0]!.layout.felt.groups;
    expect([big!.caption, big!.columns]).toEqual(["11 to 17", 7]);
    expect(tabs[0]!.layout.felt.groups[0]!.columns).toBe(3.5);
    const dice = tabs[1]!.layout.felt;
    expect(dice.groups.map(({ name, row, rows }) => [name, row, rows])).toEqual([
      ["single caption", 0, 1],
      ["single", 1, 1],
      ["domino", 2, 2],
    ]);
    expect(dice.rows).toBe(4);
  });

  it("fills the last line up", () => {
    expect(lines_of(["a", "b", "c"], 2)).toEqual([
      ["a", "b"],
      ["c", null],
    ]);
    expect(lines_of(["a"], 2)).toEqual([["a"]]);
  });
});
