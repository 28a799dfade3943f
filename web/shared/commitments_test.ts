// SPDX-License-Identifier: MIT
import { describe, expect, test } from "vitest";
import type { TableTopic } from "../generated/protocol";
import { SeenCommitments } from "./commitments";

type Round = NonNullable<TableTopic["round"]>;
const memory = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
};
const topic = (committed: number, commitment: string | null, round: Partial<Round> | null) => ({
  proof: { round: committed, commitment, last: null },
  round:
    round && ({ number: committed, betting: false, step: "close", next: "mix", ...round } as Round),
});
const seen = (...all: ReturnType<typeof topic>[]) => {
  const commitments = new SeenCommitments("commitments/1", memory());
  all.forEach((one) => commitments.record(one));
  return commitments.of(7);
};

describe("a commitment", () => {
  test.each<[string, Partial<Round> | null]>([
    ["before any round", null],
    ["while the round before is still shown", { number: 6, step: "pay", next: null }],
    ["while bets are open", { betting: true, step: "open", next: "close" }],
    ["while dice are mixed before bets open", { step: null, next: "mix" }],
    ["when they were mixed, and bets open next", { step: "mix", next: "open" }],
  ])("counts %s", (_, round) => expect(seen(topic(7, "aa", round))).toBe("aa"));

  test.each<[string, Partial<Round>]>([
    ["after the close, before dice are mixed", { step: "close", next: "mix" }],
    ["after the close of a game that mixes first", { step: "close", next: "uncover" }],
    ["when the dice are uncovered", { step: "uncover", next: "enter" }],
    ["of a round that is long over", { number: 8, betting: true, step: "open", next: "close" }],
  ])("does not count %s", (_, round) => expect(seen(topic(7, "aa", round))).toBeUndefined());

  test("that comes later does not replace the first", () => {
    expect(
      seen(topic(7, "aa", null), topic(7, "bb", { betting: true }), topic(7, null, null)),
    ).toBe("aa");
  });

  test("survives a reload of the page, and other data in its store is ignored", () => {
    const storage = memory();
    new SeenCommitments("p", storage).record(topic(7, "aa", null));
    expect(new SeenCommitments("p", storage).of(7)).toBe("aa");
    for (const nonsense of ["{", "7", '[[1],["a","b"],null]', "null"]) {
      storage.setItem("p", nonsense);
      expect(new SeenCommitments("p", storage).of(7)).toBeUndefined();
    }
  });

  test("of another journal is forgotten", () => {
    expect(seen(topic(7, "aa", null), topic(1, "cc", null))).toBeUndefined();
  });

  test("is kept for the last fifty rounds", () => {
    const commitments = new SeenCommitments("p", memory());
    for (let round = 1; round <= 60; ++round) commitments.record(topic(round, `of ${round}`, null));
    expect([commitments.of(10), commitments.of(11), commitments.of(60)]).toEqual([
      undefined,
      "of 11",
      "of 60",
    ]);
  });
});
