// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { since_text } from "./pace_tag";

describe("the pace of a table", () => {
  it("shows the time since the last round in minutes and seconds", () => {
    expect([since_text(0), since_text(65), since_text(725)]).toEqual(["0:00", "1:05", "12:05"]);
  });
});
