// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { exact, money, read_money, short } from "./money";

describe("money", () => {
  it("is shown with a point and without fractions of a cent", () => {
    expect([
      money(0),
      money(100),
      money(123_456_789),
      money(205),
      money(-50),
      money(1_000, "SGD"),
    ]).toEqual(["0", "1", "1,234,567.89", "2.05", "−0.50", "SGD 10"]);
    expect(exact(5_000)).toBe("50.00");
    expect(exact(5_050)).toBe("50.50");
    expect([500, 50_000, 100_000, 250_000, 100_000_000].map(short)).toEqual([
      "5",
      "500",
      "1K",
      "2.5K",
      "1M",
    ]);
    expect([123_500, 199_900, 1_234_500, 123_456_700, 250, 999_999].map(short)).toEqual([
      "1,235",
      "1,999",
      "12.3K+",
      "1.2M+",
      "2.50",
      "9,999.99",
    ]);
  });

  it("is read as people type it, or not at all", () => {
    expect(["12", "12.5", "1,200.00", " 7 ", "0.05"].map(read_money)).toEqual([
      1_200, 1_250, 120_000, 700, 5,
    ]);
    for (const wrong of ["", "-1", "1.234", "1e3", "12,00", "abc", "1.", "99999999999999999"])
      expect(read_money(wrong)).toBeNull();
  });
});
