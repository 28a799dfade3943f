// SPDX-License-Identifier: MIT
import { expect, it } from "vitest";
import { in_groups, is_ticket_number, Scanner } from "./scanner";

const type = (scanner: Scanner, text: string, gap: number, from = 0): (string | null)[] =>
  [...text, "Enter"].map((key, i) => scanner.press(key, from + i * gap));

it("recognises a reader by its speed", () => {
  const number = "012345678901234567";
  expect(type(new Scanner(), number, 10).at(-1)).toBe(number);
  expect(type(new Scanner(), number, 120).at(-1)).toBeNull();
});

it("takes no other number of digits", () => {
  expect(type(new Scanner(), "1234567890123456", 10).at(-1)).toBe("1234567890123456");
  expect(type(new Scanner(), "12345", 10).at(-1)).toBeNull();
  expect(type(new Scanner(), "12345678901234567", 10).at(-1)).toBeNull();
});

it("leaves out what a person typed before", () => {
  const scanner = new Scanner();
  scanner.press("5", 0);
  scanner.press("0", 200);
  expect(type(scanner, "1234567890123456", 10, 5_000).at(-1)).toBe("1234567890123456");
});

it("writes numbers in groups from the right", () => {
  expect(in_groups("012345678901234567")).toBe("01 2345 6789 0123 4567");
  expect(in_groups("1234567890123456")).toBe("1234 5678 9012 3456");
  expect(in_groups("12")).toBe("12");
  expect(is_ticket_number("12a4567890123456")).toBe(false);
});
