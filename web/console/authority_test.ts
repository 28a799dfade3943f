// SPDX-License-Identifier: MIT
import { expect, it } from "vitest";
import type { ConsoleTopic } from "../generated/protocol";
import { rules_with, table_of } from "../shared/testing_table";
import {
  certifiable,
  changes_round,
  equipment_effects,
  is_bound_to_round,
  refused_now,
  is_reportable,
  keeps_result,
  roles_for,
  type ConsoleTopics,
  type ReportableCause,
} from "./authority";

const cause_of = (changes: Partial<ReportableCause>): ReportableCause => ({
  cause: "exposed",
  effect: "void",
  scope: "round",
  decides: "dealer",
  with: null,
  reported_by: "dealer",
  takes_effect: true,
  clauses: ["5.1"],
  roles: ["pit-manager"],
  refused: null,
  leads_to: ["RoundVoided", "IncidentRaised"],
  ...changes,
});
const topics_with = (console_topic: object): ConsoleTopics => ({
  rules: rules_with({}),
  table: table_of({}),
  console_topic: {
    orders: {},
    irregularities: [],
    incidents: [],
    ...console_topic,
  } as unknown as ConsoleTopic,
});

it("the roles for an order are those that the server sends", () => {
  const topics = topics_with({
    orders: {
      OpenTable: { roles: ["supervisor"], of_round: false },
      PutCredit: { roles: ["dealer"], roles_at_terminal: ["cashier"], of_round: false },
    },
    irregularities: [cause_of({})],
    incidents: [{ incident: 4, roles: ["shift-manager"] }],
  });
  expect(roles_for(topics, "OpenTable")).toEqual(["supervisor"]);
  expect(roles_for(topics, "PutCredit", { stay: 1 })).toEqual(["dealer"]);
  expect(roles_for(topics, "PutCredit", { terminal: 1 })).toEqual(["cashier"]);
  expect(roles_for(topics, "Report", { cause: "exposed" })).toEqual(["pit-manager"]);
  expect(roles_for(topics, "ResolveIncident", { incident: 4 })).toEqual(["shift-manager"]);
  expect(roles_for(topics, "CloseTable")).toEqual([]); // nothing is known of it yet
});

it("an inspection can be signed unless more than the checklist of its dialog is missing", () => {
  const with_reason = (refused: string | null) =>
    topics_with({ orders: { SignInspection: { roles: [], of_round: false, refused } } });
  expect(refused_now(with_reason("inspection_missing"), "SignInspection")).toBe(
    "inspection_missing",
  );
  expect(refused_now(with_reason("checklist_incomplete"), "SignInspection")).toBeNull();
  expect(refused_now(with_reason(null), "SignInspection")).toBeNull();
});

it("the server says which orders belong to a round", () => {
  const topics = topics_with({ orders: { EnterResult: { roles: [], of_round: true } } });
  expect(is_bound_to_round(topics, "EnterResult")).toBe(true);
  expect(is_bound_to_round(topics, "OpenTable")).toBe(false);
});

it("what a report does is read from the facts that it leads to", () => {
  expect(changes_round(cause_of({}))).toBe(true);
  expect(changes_round(cause_of({ leads_to: ["IncidentRaised"] }))).toBe(false);
  const broken = cause_of({ leads_to: ["RoundVoided", "DiceRemoved", "TakenOutOfService"] });
  expect(equipment_effects(broken)).toEqual({ dice_out: true, table_out: true });
  expect(equipment_effects(cause_of({}))).toEqual({ dice_out: false, table_out: false });
});

it("a cause is offered unless its report would be refused", () => {
  expect(is_reportable(cause_of({}))).toBe(true);
  expect(is_reportable(cause_of({ refused: "table_held", leads_to: [] }))).toBe(false);
  const cash = cause_of({ refused: "cash_not_accepted", leads_to: ["IncidentRaised"] });
  expect(is_reportable(cash)).toBe(true); // refused, and recorded all the same
  const stands = cause_of({ refused: "result_stands", leads_to: [] });
  expect(is_reportable(stands)).toBe(true); // it leads to a correction
  expect(keeps_result(stands)).toBe(true);
});

it("what can be certified is what the server says", () => {
  const topics = topics_with({
    certify: { seen: { clauses: ["1.2"], leads_to: [] }, not_seen: null },
  });
  expect(certifiable(topics)).toMatchObject({ seen: { clauses: ["1.2"] }, not_seen: null });
  expect(certifiable(topics_with({ certify: null }))).toEqual({ seen: null, not_seen: null });
});
