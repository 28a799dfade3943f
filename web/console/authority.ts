// Copies of rules that the server decides (docs/authority.md), derived here from its rule set and
// topics so that people see them before they give an order. The server has the last word on each.
//
// This is the only file with such copies. Once the server sends these facts, it goes:
//   - which roles may give an order now:                      roles_for, roles_above
//   - whether an order is bound to the round in play:         is_bound_to_round
//   - who must agree to an amendment, and on which clauses:   amendment_authority
//   - who of the two is still missing:                        missing_roles
//   - which causes can be reported now:                       is_reportable
//   - what a report would do to result and equipment:         keeps_result, equipment_effects,
//                                                             takes_effect_by_report
//   - what can be certified while a round is held:            certifiable
//
// Pure functions of what the server has sent. No signals, no page.
import type {
  Cause,
  ConsoleTopic,
  Effect,
  Orders,
  Role,
  Step,
  TableTopic,
} from "../generated/protocol";
import { dice_of } from "../shared/requests";
import type { Irregularity, Rules } from "../shared/rules";

export interface AuthorityFacts {
  rules: Rules | undefined;
  table: TableTopic | undefined;
  desk: ConsoleTopic | undefined;
}
export type OrderName = keyof Orders;
// A cause as the server offers it for a report now.
export type ReportableCause = ConsoleTopic["irregularities"][number];

const dealers: Role[] = ["dealer", "supervisor", "pit-manager", "shift-manager"]; // by rank
const supervisors: Role[] = dealers.slice(1);

// The roles that may give an order; all dealers for those that are not listed.
const roles_by_order: Partial<Record<OrderName, Role[]>> = {
  Configure: supervisors,
  OpenTable: supervisors,
  CloseTable: supervisors,
  ReturnToService: supervisors,
  TestLights: supervisors,
  TestMixer: supervisors,
  SignInspection: supervisors,
  NotePresence: supervisors,
  TakeOutOfService: [...supervisors, "technician"],
  RecordRepair: ["technician"],
  AnswerCall: [...supervisors, "cashier"],
  UnlockTerminal: [...supervisors, "cashier"],
  EnableTerminal: [...supervisors, "technician"],
  DisableTerminal: [...supervisors, "technician"],
  PayUnclaimed: [...supervisors, "cashier"],
  CollectReceivable: [...supervisors, "cashier"],
  TakeSeat: [...dealers, "cashier"],
  Report: [...dealers, "technician"],
};

const rule_for = ({ rules }: AuthorityFacts, cause: Cause): Irregularity | undefined =>
  rules?.irregularities.find((one) => one.cause === cause);

// The roles that may give an order with these fields, as things stand now.
export function roles_for(facts: AuthorityFacts, order: OrderName, fields: object = {}): Role[] {
  if (order === "PutCredit" || order === "PayCredit")
    return "terminal" in fields ? [...supervisors, "cashier"] : [...dealers, "cashier"];
  if (order === "DecideHold") {
    // Either of the two who decide may be the first.
    const rule = rule_for(facts, "not-covered");
    const ranks = [rule?.decides, rule?.with].map((role) => (role ? dealers.indexOf(role) : -1));
    const lowest = Math.min(...ranks.filter((rank) => rank >= 0));
    return dealers.slice(Number.isFinite(lowest) ? lowest : 0);
  }
  const named = role_in_rules(facts, order, fields);
  if (named) return dealers.slice(Math.max(0, dealers.indexOf(named)));
  return roles_by_order[order] ?? dealers;
}

// The role that the rules, or an incident, name for an order that all dealers may give otherwise.
function role_in_rules(
  { desk, table }: AuthorityFacts,
  order: OrderName,
  fields: { cause?: Cause; incident?: number },
): Role | null {
  if (order === "ResolveIncident")
    return desk?.incidents.find((one) => one.incident === fields.incident)?.resolves ?? null;
  if (order === "Report") {
    const rule = desk?.irregularities.find((one) => one.cause === fields.cause);
    const voids = rule?.effect === "void" && rule.takes_effect;
    return voids && rule.acts !== "dealer" && rule.acts !== "system" ? rule.acts : null;
  }
  if (order !== "Certify") return null;
  const rule = desk?.irregularities.find((one) => one.cause === table?.status.held?.cause);
  return rule && !rule.with && rule.decides !== "system" ? rule.decides : null;
}

// The dealers' roles above a role: the rules may name one of them where the server refuses.
export const roles_above = (role: Role): Role[] => dealers.slice(dealers.indexOf(role) + 1);

// Orders for the round in play must not reach the next one: the server compares its number.
const round_orders: OrderName[] = [
  "CloseBetting",
  "EndMix",
  "Uncover",
  "CoverDice",
  "KeyDice",
  "EnterResult",
  "ReportLights",
  "NotePresence",
  "SettleRound",
  "ClearLights",
  "ReportLayout",
  "Report",
  "DecideHold",
  "Certify",
  "PlaceBets",
  "WithdrawBets",
  "RejectExcess",
  "AdvisePlayer",
];
export const is_bound_to_round = (order: OrderName): boolean => round_orders.includes(order);

// Of the two roles that must agree, those that are missing after the first person.
export function missing_roles(pair: [Role, Role], first: Role): Role[] {
  const [low, high] = pair.map((role) => dealers.indexOf(role)).sort((a, b) => a - b) as [
    number,
    number,
  ];
  return dealers.slice(dealers.indexOf(first) >= high ? low : high);
}

export interface Amendment {
  cause: Cause;
  rounds: number[];
  dice: boolean; // other dice, not void
  stay: number; // of the one player whose bets go back; 0: everybody's
}
export interface AmendmentAuthority {
  pair: [Role, Role]; // who must agree
  clauses: string[];
}

const pair_of = ({ decides, with: second }: Irregularity): [Role, Role] => [
  decides,
  second ?? (decides === "dealer" || decides === "system" ? "supervisor" : "dealer"),
];

// Who must agree to an amendment of rounds, and the clauses it is based on.
export function amendment_authority(
  facts: AuthorityFacts,
  amendment: Amendment,
): AmendmentAuthority {
  const wrong = rule_for(facts, "wrong-result");
  if (amendment.dice)
    return {
      pair: wrong ? pair_of(wrong) : ["dealer", "supervisor"],
      clauses: wrong?.clauses ?? [],
    };
  const rule = rule_for(facts, amendment.cause);
  const uncovered = rule_for(facts, "not-covered");
  const by_decision: AmendmentAuthority = {
    pair: uncovered ? pair_of(uncovered) : ["shift-manager", "supervisor"],
    clauses: [...new Set([...(rule?.clauses ?? []), ...(uncovered?.clauses ?? [])])],
  };
  if (!rule || rule.effect !== "void" || amendment.stay) return by_decision;
  if (rule.scope === "affected-rounds") return { pair: pair_of(rule), clauses: rule.clauses };
  const in_play = round_in_play(facts);
  const known = facts.desk?.irregularities.find((one) => one.cause === amendment.cause);
  const met = Boolean(in_play?.roll) || Boolean(known?.takes_effect && known.effect === "void");
  const reaches_back = amendment.rounds.some((round) => round !== in_play?.number);
  return reaches_back || !met
    ? by_decision
    : { pair: ["dealer", "supervisor"], clauses: rule.clauses };
}

function round_in_play({ table }: AuthorityFacts): TableTopic["round"] | null {
  const phase = table?.status.phase;
  return phase === "playing" || phase === "held" ? (table?.round ?? null) : null;
}

// Whether a cause can be reported now. A restart finds interruptions by itself. While a round is
// held only a wrong display can be reported. An inspection is made between rounds, worn dice are
// found before they are mixed, and only a mixer that works by itself fails.
export function is_reportable(facts: AuthorityFacts, cause: Cause): boolean {
  if (cause.startsWith("interrupted")) return false;
  if (facts.table?.status.phase === "held") return cause === "display-wrong";
  if (cause === "inspection-failed") return !round_in_play(facts);
  if (cause === "worn-dice") return !facts.table?.round?.mixing;
  const by_hand = facts.desk?.equipment.mixer === "manual-shaker";
  return !(by_hand && (cause === "mixer-failed" || cause === "mixer-unusable"));
}

// Whether the round has a result, which is corrected and not simply void.
export const keeps_result = ({ table }: AuthorityFacts, one: ReportableCause): boolean =>
  one.effect === "void" && one.takes_effect && Boolean(table?.round?.roll);

// What a report does to the equipment: dice go out of use, the table out of service.
export function equipment_effects(
  facts: AuthorityFacts,
  one: ReportableCause,
): { dice_out: boolean; table_out: boolean } {
  const breaks = ["damaged-dice", "broken"].includes(one.cause);
  const lights = one.cause === "lights-failed" && one.effect === "settle-present";
  const between = ["lights-failed-early", "inspection-failed"].includes(one.cause);
  const table_out = one.takes_effect
    ? one.effect === "void" && one.scope === "table"
    : lights || (!round_in_play(facts) && between);
  return { dice_out: breaks && !keeps_result(facts, one), table_out };
}

// Whether the server carries out an effect when its cause is reported. Others hold by themselves,
// or are for people to carry out.
export const takes_effect_by_report = (effect: Effect): boolean =>
  ["void", "hold", "settle-present"].includes(effect);

// The rule for the cause for which the round is held, as it applies at this point of the round.
export function held_rule(facts: AuthorityFacts): ReportableCause | Irregularity | undefined {
  const cause = facts.table?.status.held?.cause;
  const now = facts.desk?.irregularities.find((one) => one.cause === cause);
  return now ?? (cause ? rule_for(facts, cause) : undefined);
}

// What people can certify as the held round stands: that the result was seen, or that it was not.
export function certifiable(facts: AuthorityFacts): { seen: boolean; not_seen: boolean } {
  const round = facts.table?.round;
  const steps = facts.rules?.procedure.steps.map((one) => one.step) ?? [];
  const effect = held_rule(facts)?.effect;
  if (!round || effect === "void") return { seen: false, not_seen: true };
  const at = round.next ? steps.indexOf(round.next) : steps.length;
  const done = (step: Step) => steps.indexOf(step) < at;
  const read = Boolean(dice_of(facts.desk)?.reading);
  const shown = done("uncover") || read || round.roll !== null;
  return { seen: done("mix") || round.mixing, not_seen: !shown && effect !== "settle-present" };
}
