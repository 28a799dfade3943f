import { describe, expect, it } from "vitest";
import type { ConsoleTopic, Role } from "../generated/protocol";
import type { Irregularity } from "../shared/rules";
import { round_of, rules_with, table_of } from "../shared/testing_table";
import {
  amendment_authority,
  certifiable,
  equipment_effects,
  is_bound_to_round,
  is_reportable,
  keeps_result,
  missing_roles,
  roles_for,
  type AuthorityFacts,
  type ReportableCause,
} from "./authority";

const cause_of = (changes: Partial<ReportableCause>): ReportableCause => ({
  cause: "exposed",
  effect: "void",
  scope: "round",
  decides: "dealer",
  with: null,
  acts: "dealer",
  takes_effect: true,
  clauses: ["5.1"],
  ...changes,
});
const rule_of = (changes: Partial<Irregularity>): Irregularity => ({
  cause: "exposed",
  effect: "void",
  scope: "round",
  during: [],
  decides: "dealer",
  clauses: ["5.1"],
  ...changes,
});
const facts_of = (
  causes: ReportableCause[] = [],
  irregularities: Irregularity[] = [],
  round = round_of(),
): AuthorityFacts => ({
  rules: rules_with({ irregularities }),
  table: table_of({ round }),
  desk: {
    irregularities: causes,
    incidents: [],
    equipment: { mixer: "automated-shaker" },
  } as unknown as ConsoleTopic,
});

describe("the roles for an order", () => {
  it.each<[Parameters<typeof roles_for>[1], object, Role[]]>([
    ["OpenBetting", {}, ["dealer", "supervisor", "pit-manager", "shift-manager"]],
    ["Configure", {}, ["supervisor", "pit-manager", "shift-manager"]],
    ["RecordRepair", {}, ["technician"]],
    ["PutCredit", { terminal: 1 }, ["supervisor", "pit-manager", "shift-manager", "cashier"]],
    ["PutCredit", { stay: 1 }, ["dealer", "supervisor", "pit-manager", "shift-manager", "cashier"]],
  ])("%s with %o", (order, fields, roles) => {
    expect(roles_for(facts_of(), order, fields)).toEqual(roles);
  });
  it("follow the rules where they name who acts on a report", () => {
    const facts = facts_of([cause_of({ acts: "pit-manager" })]);
    expect(roles_for(facts, "Report", { cause: "exposed" })).toEqual([
      "pit-manager",
      "shift-manager",
    ]);
  });
  it("include both who decide a held round", () => {
    const rule = rule_of({ cause: "not-covered", decides: "shift-manager", with: "supervisor" });
    expect(roles_for(facts_of([], [rule]), "DecideHold")[0]).toBe("supervisor");
  });
});

it("the missing role is the higher one until a person of that rank has acted", () => {
  expect(missing_roles(["shift-manager", "supervisor"], "dealer")).toEqual(["shift-manager"]);
  expect(missing_roles(["dealer", "supervisor"], "supervisor")[0]).toBe("dealer");
});

it("orders of a round are bound to it", () => {
  expect(is_bound_to_round("CloseBetting")).toBe(true);
  expect(is_bound_to_round("OpenBetting")).toBe(false);
});

describe("a report", () => {
  it("keeps a result that was entered", () => {
    const one = cause_of({});
    expect(keeps_result(facts_of([one]), one)).toBe(false);
    expect(keeps_result(facts_of([one], [], round_of({ roll: [1, 2, 3] })), one)).toBe(true);
  });
  it("of damaged dice takes them out of use", () => {
    const one = cause_of({ cause: "damaged-dice" });
    expect(equipment_effects(facts_of([one]), one)).toEqual({ dice_out: true, table_out: false });
  });
  it("is not offered for an interruption", () => {
    expect(is_reportable(facts_of(), "interrupted-open")).toBe(false);
    expect(is_reportable(facts_of(), "exposed")).toBe(true);
  });
});

describe("an amendment", () => {
  const rules = [
    rule_of({ cause: "wrong-result", decides: "dealer", with: "supervisor", clauses: ["5.3"] }),
    rule_of({ cause: "not-covered", decides: "shift-manager", with: "supervisor", clauses: ["9"] }),
    rule_of({ cause: "exposed" }),
  ];
  const amendment = { cause: "exposed" as const, rounds: [7], dice: false, stay: 0 };
  it("with other dice is for those who decide on a wrong result", () => {
    expect(amendment_authority(facts_of([], rules), { ...amendment, dice: true })).toEqual({
      pair: ["dealer", "supervisor"],
      clauses: ["5.3"],
    });
  });
  it("of the round in play is for dealer and supervisor, of earlier rounds for those above", () => {
    const facts = facts_of([cause_of({})], rules);
    expect(amendment_authority(facts, amendment).pair).toEqual(["dealer", "supervisor"]);
    expect(amendment_authority(facts, { ...amendment, rounds: [3] })).toEqual({
      pair: ["shift-manager", "supervisor"],
      clauses: ["5.1", "9"],
    });
  });
});

it("before the dice are mixed only that they were not seen can be certified", () => {
  const steps = (["open", "close", "mix", "uncover", "enter"] as const).map((step) => ({
    step,
    by: "dealer" as const,
    clauses: [],
  }));
  const facts = facts_of();
  facts.rules!.procedure.steps = steps;
  expect(certifiable(facts)).toEqual({ seen: false, not_seen: true });
  facts.table!.round = round_of({ next: "enter" });
  expect(certifiable(facts)).toEqual({ seen: true, not_seen: false });
});
