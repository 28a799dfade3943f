// SPDX-License-Identifier: MIT
// For tests only: a table and a rule set as the server would send them, small and complete enough.
import type { TableTopic } from "../generated/protocol";
import type { Layout, Rules } from "./rules";

type Round = NonNullable<TableTopic["round"]>;

export const round_of = (changes: Partial<Round> = {}): Round =>
  ({
    number: 7,
    step: "open",
    next: "close",
    betting: true,
    closes_at: null,
    mixer: "automated-shaker",
    mixing: false,
    mixes: 0,
    covered: true,
    roll: null,
    winning: [],
    manual: false,
    ended: "none",
    void_for: null,
    ...changes,
  }) as Round;

export const table_of = (changes: Partial<TableTopic> = {}): TableTopic =>
  ({
    table: {
      number: 1,
      name: "Table 1",
      rules: "hash",
      layouts: ["felt"],
      terminals: true,
      currency: "SGD",
      chip: 100,
      training: true,
      limit: { min: 100, max: 10_000 },
      limit_of: {},
      round_max: null,
      differential_max: null,
      betting_seconds: 0,
      mode: "assisted",
      language: "en",
      tumbler: "none",
    },
    status: {
      phase: "playing",
      out_of_service: null,
      last_round: false,
      last_round_played: false,
      held: null,
    },
    round: round_of(),
    results: { last: 6, rolls: ["1-2-3"] },
    proof: { round: 7, commitment: null, last: null },
    chips: [],
    ...changes,
  }) as unknown as TableTopic;

export const layout_of = (): Layout => ({
  id: "felt",
  name: "Felt",
  terminal: "felt",
  clauses: [],
  names: { big: { en: "Big", zh: "大" }, small: { en: "Small", zh: "小" } },
  pay: [
    {
      kind: "big",
      name: "Big",
      spots: ["big"],
      odds: ["1"],
      ways: 105,
      edge_in_216: "6",
      clauses: [],
    },
    {
      kind: "small",
      name: "Small",
      spots: ["small"],
      odds: ["1"],
      ways: 105,
      edge_in_216: "6",
      clauses: [],
    },
  ],
  felt: { rows: 1, columns: 2, note: "", groups: [] },
});

export const rules_with = (changes: Partial<Rules> = {}): Rules =>
  ({
    id: "test",
    procedure: { round_starts: "open", steps: [] },
    limits: { minimum: "", maximum: "", differential: [], clauses: [] },
    equipment: { dice: 3, terminals: true, lights: false, mixers: [], clauses: [] },
    irregularities: [],
    interpretations: [],
    layouts: [layout_of()],
    ...changes,
  }) as unknown as Rules;
