// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import type { Message } from "../generated/protocol";
import { Feed } from "./feed";

const snapshot = (seq: number, state: object) =>
  ({ snapshot: "table/1", seq, at: 0, state }) as unknown as Message;
const delta = (prev: number, seq: number, state: object) =>
  ({ delta: "table/1", prev, seq, at: 0, state }) as unknown as Message;

function feed() {
  const missed: string[] = [];
  const one = new Feed((topic) => missed.push(topic));
  return { one, missed, state: () => one.topic("table/1").value as unknown };
}

describe("what a client knows of a topic", () => {
  it("is nothing before a snapshot", () => {
    const { one, missed, state } = feed();
    one.update([delta(1, 2, { announcement: "no" })]);
    expect(state()).toBeUndefined();
    expect(missed).toEqual([]); // it was never watched
  });

  it("is the snapshot with the deltas that follow it, part by part", () => {
    const { one, state } = feed();
    one.update([snapshot(10, { announcement: null, round: { number: 1, betting: true } })]);
    one.update([
      delta(10, 12, { announcement: "closed" }),
      delta(12, 15, { round: { number: 2 } }),
    ]);
    expect(state()).toEqual({ announcement: "closed", round: { number: 2 } });
  });

  it("is requested again, once, when a delta is missing", () => {
    const { one, missed, state } = feed();
    one.update([
      snapshot(10, { announcement: "a" }),
      delta(12, 13, { announcement: "c" }),
      delta(13, 14, { announcement: "d" }),
    ]);
    expect(missed).toEqual(["table/1"]);
    expect(state()).toEqual({ announcement: "a" }); // old, and never a mixture
    one.update([snapshot(14, { announcement: "d" }), delta(14, 16, { announcement: "e" })]);
    expect(state()).toEqual({ announcement: "e" });
  });

  it("does not change by a repeated message", () => {
    const { one, missed, state } = feed();
    one.update([snapshot(10, { count: 1 }), delta(10, 11, { count: 2 })]);
    one.update([
      delta(10, 11, { count: 2 }),
      delta(11, 12, { count: 3 }),
      delta(10, 11, { count: 2 }),
    ]);
    expect(state()).toEqual({ count: 3 });
    expect(missed).toEqual([]);
  });

  it("does not go back when messages come out of order", () => {
    const { one, state } = feed();
    one.update([snapshot(20, { announcement: "new" }), snapshot(10, { announcement: "old" })]);
    expect(state()).toEqual({ announcement: "new" });
  });

  it("stays on the screen while a new connection has not brought its snapshot", () => {
    const { one, missed, state } = feed();
    one.update([snapshot(10, { announcement: "a" })]);
    one.forget_sequences();
    one.update([delta(10, 11, { announcement: "b" })]);
    expect(state()).toEqual({ announcement: "a" });
    one.update([snapshot(3, { announcement: "restored" })]); // of a journal that began again
    expect(state()).toEqual({ announcement: "restored" });
    expect(missed).toEqual([]);
  });

  it("shows all messages of a frame at once", () => {
    const { one } = feed();
    one.update([snapshot(1, { announcement: "a" })]);
    const seen: unknown[] = [];
    const stop = one.topic("table/1").subscribe((value) => seen.push(value));
    one.update([delta(1, 2, { announcement: "b" }), delta(2, 3, { announcement: "c" })]);
    stop();
    expect(seen).toEqual([{ announcement: "a" }, { announcement: "c" }]);
  });
});
