import { expect, it } from "vitest";
import { Known } from "./known";

it("tells rounds that are told differently, and no new ones", () => {
  const known = new Known();
  expect(known.take({ last: 2, rolls: ["1-2-3", "4-4-4"] })).toEqual([]);
  expect(known.take({ last: 3, rolls: ["6-6-5", "1-2-3", "4-4-4"] })).toEqual([]);
  expect(known.take({ last: 3, rolls: ["6-6-5", null, "4-4-5"] })).toEqual([2, 1]);
  expect(known.take({ last: 4, rolls: ["1-1-1", "6-6-5", null] })).toEqual([]);
});
