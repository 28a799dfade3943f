// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { rounds_an_hour } from "./pace";
import { since_text } from "./pace_tag";

describe("the pace of a table", () => {
  it("is the rounds an hour between the ends that were seen", () => {
    expect(rounds_an_hour([])).toBeNull();
    expect(rounds_an_hour([1_000])).toBeNull();
    expect(rounds_an_hour([0, 60_000, 120_000])).toBe(60);
    expect(rounds_an_hour([0, 45_000])).toBe(80);
  });
  it("shows the time since the last round in minutes and seconds", () => {
    expect([since_text(0), since_text(65), since_text(725)]).toEqual(["0:00", "1:05", "12:05"]);
  });
});
