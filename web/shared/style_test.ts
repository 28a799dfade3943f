// SPDX-License-Identifier: MIT
// Checks that colours are chosen in tokens.css alone, and that every token which is used exists.
import { expect, it } from "vitest";

const sources = import.meta.glob<string>(
  "../{shared,start,terminal,console,display,cage}/*.{css,ts,tsx}",
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);
const tokens = Object.keys(sources).find((name) => name.endsWith("tokens.css"))!;
const files = Object.keys(sources).filter((name) => name !== tokens && !/_test\.tsx?$/.test(name));
const text_of = (name: string): string => sources[name]!;
const without_comments = (text: string): string => text.replace(/\/\*[^]*?\*\//g, "");

const literal =
  /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgb|hsl|hwb|oklch|oklab|lab|lch)a?\(/gi;
const names = "white|black|red|green|blue|gold|yellow|orange|purple|gray|grey|silver";
const named = new RegExp(`(?<![-\w."'/])(?:${names})(?![-\w(])`, "g");

function colours_in(name: string): string[] {
  const text = without_comments(text_of(name));
  const found = text.match(literal) ?? [];
  if (!name.endsWith(".css")) return found;
  const values = [...text.matchAll(/:\s([^;{}]+);/g)].map(([, value]) => value!);
  return [...found, ...values.flatMap((value) => value.match(named) ?? [])];
}

it("reads the style sheets", () => {
  expect(text_of(tokens)).toContain("--gold:");
  expect(files.length).toBeGreaterThan(80);
});

it.each(files)("%s has no colour of its own", (name) => {
  expect(colours_in(name)).toEqual([]);
});

it("every custom property that is used is defined", () => {
  const all = [...files, tokens].map(text_of).join("\n");
  // Defined in CSS (`--x: ...`) or set by a page (`"--x": ...`).
  const defined = new Set([...all.matchAll(/(--[\w-]+)"?:/g)].map(([, name]) => name));
  const used = new Set([...all.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
});
