// SPDX-License-Identifier: MIT
// Look-ups in what the server sends about orders: who may give each now, who must agree, and what a
// report would lead to. The rules of authority are the engine's (docs/authority.md). Pure; no
// signals, no page.
import type { Cause, ConsoleTopic, Orders, Reason, Role, TableTopic } from "../generated/protocol";
import type { Irregularity, Rules } from "../shared/rules";

export interface ConsoleTopics {
  rules: Rules | undefined;
  table: TableTopic | undefined;
  console_topic: ConsoleTopic | undefined;
}
export type OrderName = keyof Orders;
// A cause as the server offers it for a report now.
export type ReportableCause = ConsoleTopic["irregularities"][number];

// The roles that may give an order with these fields, in the present state.
export function roles_for(
  { console_topic }: ConsoleTopics,
  order: OrderName,
  given: object = {},
): Role[] {
  const fields: { cause?: Cause; incident?: number; terminal?: number } = given;
  const sent = console_topic?.orders[order];
  if (order === "ResolveIncident")
    return console_topic?.incidents.find((one) => one.incident === fields.incident)?.roles ?? [];
  if (order === "Report") {
    const rule = console_topic?.irregularities.find((one) => one.cause === fields.cause);
    return rule?.roles ?? sent?.roles ?? [];
  }
  return (fields.terminal ? sent?.roles_at_terminal : undefined) ?? sent?.roles ?? [];
}

// Why the server would refuse an order now; null if it would not, or if that depends on what the
// order says. The dialog that signs an inspection ticks its checklist first, so that an incomplete
// one is no reason not to open the dialog.
export function refused_now({ console_topic }: ConsoleTopics, order: OrderName): Reason | null {
  const reason = console_topic?.orders[order]?.refused ?? null;
  return order === "SignInspection" && reason === "checklist_incomplete" ? null : reason;
}

// Whether the cause is an interruption of the system, which nobody reports by hand.
export const is_interruption = (cause: Cause): boolean => cause.startsWith("interrupted");

// Whether an order is meant for the round in play, and must not reach the next one.
export const is_bound_to_round = ({ console_topic }: ConsoleTopics, order: OrderName): boolean =>
  console_topic?.orders[order]?.of_round ?? false;

// Whether a report of the cause would be taken, or leads to a correction.
export const is_reportable = (one: ReportableCause): boolean =>
  one.refused === null || one.leads_to.length > 0 || keeps_result(one);

// Whether the round has a result, which is corrected and not simply void.
export const keeps_result = (one: ReportableCause): boolean => one.refused === "result_stands";

// Whether a report changes the round, and is not only put on record.
export const changes_round = (one: ReportableCause): boolean =>
  one.leads_to.some((fact) =>
    ["RoundVoided", "HoldPlaced", "VoidContested", "LightsFailed"].includes(fact),
  );

// What a report does to the equipment: dice go out of use, the table out of service.
export const equipment_effects = (
  one: ReportableCause,
): { dice_out: boolean; table_out: boolean } => ({
  dice_out: one.leads_to.includes("DiceRemoved"),
  table_out: one.leads_to.includes("TakenOutOfService"),
});

// The rule for the cause for which the round is held, as it applies at this point of the round.
export function held_rule(topics: ConsoleTopics): ReportableCause | Irregularity | undefined {
  const cause = topics.table?.status.held?.cause;
  const now = topics.console_topic?.irregularities.find((one) => one.cause === cause);
  return now ?? topics.rules?.irregularities.find((one) => one.cause === cause);
}

// What people can certify as the held round stands: that the dice were seen, or that they were not.
// Null for what the server would refuse.
export const certifiable = ({
  console_topic,
}: ConsoleTopics): NonNullable<ConsoleTopic["certify"]> =>
  console_topic?.certify ?? { seen: null, not_seen: null };
export type Certificate = NonNullable<NonNullable<ConsoleTopic["certify"]>["seen"]>;
