// SPDX-License-Identifier: MIT
import { expect, it } from "vitest";
import { ResultChanges } from "./result_changes";

it("returns rounds whose result has changed, and no new ones", () => {
  const changes = new ResultChanges();
  expect(changes.update({ last: 2, rolls: ["1-2-3", "4-4-4"] })).toEqual([]);
  expect(changes.update({ last: 3, rolls: ["6-6-5", "1-2-3", "4-4-4"] })).toEqual([]);
  expect(changes.update({ last: 3, rolls: ["6-6-5", null, "4-4-5"] })).toEqual([2, 1]);
  expect(changes.update({ last: 4, rolls: ["1-1-1", "6-6-5", null] })).toEqual([]);
});
