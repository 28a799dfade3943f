// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import {
  accepted_of,
  double_of,
  favourites_max,
  acceptance_of,
  limit_on,
  restore_favourite,
  read_favourites,
  remember,
  stakes_of,
  actions_max,
  sum_of,
  reverse_of,
  with_favourite,
  without_favourite,
  type Favourite,
  type Limits,
  type BetAction,
} from "./bets";

const limits: Limits = {
  chip: 100,
  limit: { min: 200, max: 10_000 },
  limit_of: { "total-4": { min: 200, max: 2_000 } },
  round_max: 50_000,
};
const place = (spot: string, amount: number): BetAction => ({
  kind: "place",
  bets: [{ spot, amount }],
});

describe("actions", () => {
  it("keep the last ten", () => {
    let actions: BetAction[] = [];
    for (let i = 1; i <= 13; ++i) actions = remember(actions, place("big", i * 100));
    expect(actions).toHaveLength(actions_max);
    expect(actions[0]).toEqual(place("big", 400));
  });
  it("without a bet are none", () => {
    expect(remember([place("big", 100)], { kind: "place", bets: [] })).toEqual([place("big", 100)]);
  });
  it("that put chips down are undone by taking them back", () => {
    expect(reverse_of(place("big", 500), new Map([["big", 1_500]]))).toEqual({
      kind: "take_back",
      bets: [{ spot: "big", amount: 500 }],
    });
  });
  it("that took chips back are undone by putting them down", () => {
    expect(
      reverse_of({ kind: "take_back", bets: [{ spot: "odd", amount: 300 }] }, new Map()),
    ).toEqual(place("odd", 300));
  });
  it("undo no more than is there", () => {
    expect(reverse_of(place("big", 500), new Map([["big", 200]])).bets).toEqual([
      { spot: "big", amount: 200 },
    ]);
    expect(reverse_of(place("big", 500), new Map()).bets).toEqual([]);
  });
});

describe("doubling", () => {
  const short_of = (spot: string, asked: number, accepted: number, reason: string) => ({
    spot,
    asked,
    accepted,
    reason,
  });
  it("asks for as much again", () => {
    const stakes = stakes_of([
      { spot: "big", stake: 1_000 },
      { spot: "odd", stake: 300 },
    ]);
    expect(double_of(stakes, limits, 5_000)).toEqual({
      bets: [
        { spot: "big", amount: 1_000 },
        { spot: "odd", amount: 300 },
      ],
      short: [],
    });
  });
  it("stops at the limit of a spot", () => {
    const stakes = new Map([
      ["total-4", 1_500],
      ["big", 9_950],
    ]);
    expect(double_of(stakes, { ...limits, round_max: null }, 100_000)).toEqual({
      bets: [{ spot: "total-4", amount: 500 }],
      short: [
        { ...short_of("total-4", 1_500, 500, "spot_limit_reached"), figure: 2_000 },
        { ...short_of("big", 9_950, 0, "spot_limit_reached"), figure: 10_000 },
      ],
    });
  });
  it("stops at the limit of the round", () => {
    const stakes = new Map([
      ["big", 8_000],
      ["odd", 8_000],
    ]);
    expect(
      double_of(stakes, { ...limits, limit: { min: 200, max: null }, round_max: 25_000 }, 100_000),
    ).toEqual({
      bets: [
        { spot: "big", amount: 8_000 },
        { spot: "odd", amount: 1_000 },
      ],
      short: [{ ...short_of("odd", 8_000, 1_000, "round_limit_reached"), figure: 25_000 }],
    });
  });
  it("stops at the credit, in whole chips", () => {
    expect(double_of(new Map([["big", 1_000]]), limits, 450)).toEqual({
      bets: [{ spot: "big", amount: 400 }],
      short: [short_of("big", 1_000, 400, "not_enough_credit")],
    });
    expect(double_of(new Map([["big", 1_000]]), limits, 0)).toEqual({
      bets: [],
      short: [short_of("big", 1_000, 0, "not_enough_credit")],
    });
  });
  it("of nothing is nothing", () => {
    expect(double_of(new Map(), limits, 1_000)).toEqual({ bets: [], short: [] });
  });
});

it("answers are accepted, trimmed or refused", () => {
  const answers = [
    { spot: "big", asked: 100, accepted: 100 },
    { spot: "odd", asked: 100, accepted: 40, reason: "spot_limit_reached" },
    { spot: "even", asked: 100, accepted: 0, reason: "not_enough_credit" },
  ];
  expect(answers.map(acceptance_of)).toEqual(["accepted", "trimmed", "refused"]);
  expect(accepted_of(answers)).toEqual([
    { spot: "big", amount: 100 },
    { spot: "odd", amount: 40 },
  ]);
  expect(sum_of(accepted_of(answers))).toBe(140);
});

it("a spot without a limit of its own has the table's", () => {
  expect(limit_on(limits, "total-4").max).toBe(2_000);
  expect(limit_on(limits, "big").max).toBe(10_000);
});

describe("favourites", () => {
  const bets = [{ spot: "big", amount: 500 }];
  it("come back from storage", () => {
    const list = with_favourite([], " Mine ", bets);
    expect(list).toEqual([{ name: "Mine", bets }]);
    expect(read_favourites(JSON.stringify(list))).toEqual(list);
  });
  it("are none where storage holds something else", () => {
    for (const text of [
      null,
      "",
      "{",
      "7",
      "{}",
      '[{"name":1}]',
      '[{"name":"x","bets":[{"spot":"big","amount":-5}]}]',
      '[{"name":"x","bets":[]}]',
    ]) {
      expect(read_favourites(text)).toEqual([]);
    }
  });
  it("of one name are written over", () => {
    const other = [{ spot: "odd", amount: 200 }];
    expect(with_favourite(with_favourite([], "a", bets), "a", other)).toEqual([
      { name: "a", bets: other },
    ]);
  });
  it("need a name, bets and a free slot", () => {
    expect(with_favourite([], "  ", bets)).toEqual([]);
    expect(with_favourite([], "a", [])).toEqual([]);
    const full = Array.from({ length: favourites_max }, (_, i) => ({ name: String(i), bets }));
    expect(with_favourite(full, "one more", bets)).toHaveLength(favourites_max);
  });
  it("that were deleted come back to their index", () => {
    const [a, b, c] = ["a", "b", "c"].map((name) => ({ name, bets })) as [
      Favourite,
      Favourite,
      Favourite,
    ];
    expect(restore_favourite([a, c], b, 1)).toEqual([a, b, c]);
    expect(restore_favourite([a], c, 2)).toEqual([a, c]);
    expect(restore_favourite([a, b], b, 0)).toEqual([a, b]);
  });
  it("are deleted by name", () => {
    expect(
      without_favourite(
        [
          { name: "a", bets },
          { name: "b", bets },
        ],
        "a",
      ),
    ).toEqual([{ name: "b", bets }]);
  });
});
