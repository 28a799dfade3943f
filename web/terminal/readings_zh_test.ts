// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { readings_zh } from "./readings_zh";

const files = import.meta.glob<string>("../../rulesets/*.toml", {
  query: "?raw",
  import: "default",
  eager: true,
});
const value = (text: string, key: string): string =>
  JSON.parse(text.match(new RegExp(`^${key} = (".*")$`, "m"))![1]!) as string;

// Each interpretation of the rule sets: its game and id, and its text in English.
const english = Object.values(files).flatMap((text) =>
  text
    .split("[[interpretation]]\n")
    .slice(1)
    .map((rest) => {
      const one = rest.split(/^\[/m)[0]!;
      return [
        `${value(text, "id")} ${value(one, "id")}`,
        { about: value(one, "about"), reading: value(one, "reading"), why: value(one, "why") },
      ] as const;
    }),
);
// Figures and clauses: "28", "8.5", "5.1.1", "6.A(21)(c)".
const numbers = (text: string): string[] =>
  (text.match(/\d+(\.[\dA-Z]+)*(\([\da-z]+\))*/g) ?? []).sort();

it("has every interpretation of every rule set and none too many", () => {
  expect(Object.keys(files)).toHaveLength(4);
  expect(english.length).toBe(Object.values(files).join("").split("[[interpretation]]").length - 1);
  expect(Object.keys(readings_zh).sort()).toEqual(english.map(([key]) => key).sort());
});

describe("what is said in Chinese", () => {
  it.each(english)("%s has the numbers of the English text", (key, text) => {
    for (const part of ["about", "reading", "why"] as const) {
      const chinese = readings_zh[key]![part];
      expect(chinese).toMatch(/\p{Script=Han}/u);
      expect(numbers(chinese), chinese).toEqual(numbers(text[part]));
    }
  });
});
