// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { handle_of, is_fingertip, name_lines, plan_of } from "./felt_plan";
import { balanced_lines, ems } from "./felt_text";
import { stack_above, stack_below } from "./stack_size";

const boxes = [40, 60, 80, 120, 240].flatMap((w) =>
  [36, 50, 70, 90, 140].map((h) => ({ x: 10, y: 20, w, h })),
);
const spots = ["big", "total-9", "double-3", "triple-6", "domino-12", "single-4", "four-6543"];
const either = [true, false];
const on_spot = either.flatMap((own) =>
  either.flatMap((others) =>
    either.flatMap((captioned) => either.map((paid) => ({ own, others, captioned, paid }))),
  ),
);
const cases = spots.flatMap((spot) =>
  boxes.flatMap((box) => on_spot.map((on) => ({ spot, box, on }))),
);

describe("the plan of a spot", () => {
  it("keeps the stack inside the spot", () => {
    for (const { spot, box, on } of cases) {
      if (spot === "big" && box.w < 60) continue; // printed with a name, and never that narrow
      const { chip, r, count } = plan_of(spot, box, ["8"], 1, on);
      expect(chip.x + r).toBeLessThanOrEqual(box.x + box.w);
      expect(chip.y + r * stack_below).toBeLessThanOrEqual(box.y + box.h);
      expect(chip.x - r).toBeGreaterThanOrEqual(box.x);
      expect(chip.y - r * stack_above(count)).toBeGreaterThanOrEqual(box.y);
    }
  });
  it("shows a sum that can be read, on the stack or beside it", () => {
    for (const { spot, box, on } of cases) {
      const { r, sum } = plan_of(spot, box, ["8"], 1, on);
      if (on.own && !sum) expect(r * 0.88).toBeGreaterThanOrEqual(11);
      if (sum) expect(sum.size).toBeGreaterThanOrEqual(11);
    }
  });
  it("keeps stack, sum and odds of a telephone apart", () => {
    for (const w of [44, 46, 64, 80]) {
      const box = { x: 0, y: 0, w, h: 48 };
      const on = { own: true, others: false, captioned: false, paid: false };
      for (const spot of ["total-17", "big"]) {
        if (spot === "big" && w < 80) continue;
        const { chip, r, odds, sum, art } = plan_of(spot, box, ["64"], 1, on);
        const below = chip.y + r * stack_below;
        const right = odds!.x + (ems(odds!.text) * odds!.size) / 2;
        const is_above = below <= odds!.y - odds!.size / 2;
        expect(is_above || right <= chip.x - r, `odds of ${spot} ${w}`).toBe(true);
        expect(art.x + art.w <= chip.x - r || art.y + art.h <= chip.y).toBe(true);
        expect(sum!.y + sum!.size / 2).toBeLessThanOrEqual(box.h);
      }
    }
  });
  it("keeps dice, stack, sum and odds of a narrow, high spot below each other", () => {
    for (const [w, h] of [
      [46, 72],
      [52, 73],
      [40, 130],
    ] as const)
      for (const paid of either) {
        const box = { x: 0, y: 0, w, h };
        const on = { own: true, others: false, captioned: false, paid };
        const { chip, r, odds, sum, plate, art } = plan_of("domino-12", box, ["6"], 1, on);
        const below = chip.y + r * stack_below;
        expect(art.w).toBe(w);
        expect(art.h).toBeGreaterThanOrEqual(14);
        expect(art.y + art.h).toBeLessThanOrEqual(chip.y - r * stack_above(1) + 0.01);
        expect(below).toBeLessThanOrEqual(odds!.y - odds!.size / 2);
        if (paid) expect(plate.y + plate.size * 0.625).toBeLessThanOrEqual(art.y + 1);
        else expect(sum!.y - sum!.size * 0.625).toBeGreaterThanOrEqual(below - 0.01);
      }
  });
  it("gives a finger a handle of at least 32 pixels, within the spot", () => {
    for (const { spot, box, on } of cases) {
      const handle = handle_of(box, plan_of(spot, box, ["8"], 1, on), 1, true);
      expect(Math.min(handle.w, handle.h)).toBeGreaterThanOrEqual(32);
      expect(handle.x).toBeGreaterThanOrEqual(box.x);
      expect(handle.x + handle.w).toBeLessThanOrEqual(box.x + box.w + 1e-9);
      expect(handle.y).toBeGreaterThanOrEqual(box.y);
      expect(handle.y + handle.h).toBeLessThanOrEqual(box.y + box.h + 1e-9);
    }
  });
  it("knows which chips a finger can't miss", () => {
    expect(is_fingertip(21, 1)).toBe(false);
    expect(is_fingertip(22, 1)).toBe(true);
    expect(is_fingertip(21, 0.5)).toBe(true); // the same chip on a large screen
  });
  it("prints no odds where they differ with the number of dice", () => {
    const plan = plan_of("single-4", boxes[0]!, ["1", "2", "12"], 1, on_spot[0]!);
    expect(plan.odds?.text ?? "").toBe("");
  });
});

it("the names of a spot stay inside it and do not overlap", () => {
  for (const box of boxes.filter((one) => one.w >= 120)) {
    const caption = "11 to 17, except for any triple";
    const lines = name_lines(["BIG", "大"], box, caption, "1 : 1", 20, 1);
    expect(lines.map((line) => line.kind)).toContain("caption");
    for (const [i, line] of lines.entries()) {
      expect(ems(line.text) * line.size).toBeLessThanOrEqual(box.w);
      expect(line.y).toBeLessThan(box.y + box.h);
      if (i) expect(line.y).toBeGreaterThan(lines[i - 1]!.y);
    }
  }
});

it("lines are broken at commas and words, and balanced", () => {
  expect(balanced_lines("11 to 17, except for any triple", 1_000, 10)).toEqual([
    "11 to 17,",
    "except for any triple",
  ]);
  const lines = balanced_lines("loses if any triple appears", 80, 10);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(ems(line) * 10).toBeLessThanOrEqual(80);
});
