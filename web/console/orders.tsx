// Giving orders: by whoever acts here, by somebody who logs on for this one, or by two people.
import { effect, signal } from "@preact/signals";
import type { Answer, Cause, Orders, Role } from "../generated/protocol";
import { Refused } from "../shared/client";
import { orders as order_words, roles as role_words } from "../shared/terms";
import { say } from "../shared/words";
import {
  client,
  desk,
  dialog,
  enter,
  is_on_staff,
  leave,
  me,
  number,
  open_dialog,
  people,
  round_in_play,
  rules,
  said,
  shut_dialog,
  table,
  tell,
  tell_refused,
  type Person,
} from "./state";
import { describe } from "./describe";
import { PersonDialog } from "./second";
import { t } from "./words";

type Name = keyof Orders;
const dealers: Role[] = ["dealer", "supervisor", "pit-manager", "shift-manager"];
const supervisors: Role[] = dealers.slice(1);
// As docs/authority.md has it, so that whoever may not is told before and not after. The server decides.
const givers: Partial<Record<Name, Role[]>> = {
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
const credit: Name[] = ["PutCredit", "PayCredit"];

export function givers_of(order: Name, fields: object = {}): Role[] {
  if (credit.includes(order))
    return "terminal" in fields ? [...supervisors, "cashier"] : [...dealers, "cashier"];
  if (order === "DecideHold") {
    // either of the two may be the first
    const rule = rules.value?.irregularities.find((one) => one.cause === "not-covered");
    const least = Math.min(
      ...[rule?.decides, rule?.with]
        .map((role) => (role ? dealers.indexOf(role) : -1))
        .filter((rank) => rank >= 0),
    );
    return dealers.slice(Number.isFinite(least) ? least : 0);
  }
  const named = named_by_rules(order, fields);
  return named ? dealers.slice(Math.max(0, dealers.indexOf(named))) : (givers[order] ?? dealers);
}

// Whom the document, or an incident, names for what all of the table's staff may do otherwise.
function named_by_rules(order: Name, fields: { cause?: Cause; incident?: number }): Role | null {
  if (order === "ResolveIncident")
    return desk.value?.incidents.find((one) => one.incident === fields.incident)?.resolves ?? null;
  if (order === "Report") {
    const rule = desk.value?.causes.find((one) => one.cause === fields.cause);
    return rule?.effect === "void" &&
      rule.takes_effect &&
      rule.acts !== "dealer" &&
      rule.acts !== "system"
      ? rule.acts
      : null;
  }
  if (order !== "Certify") return null;
  const rule = desk.value?.causes.find((one) => one.cause === table.value?.status.held?.cause);
  return rule && !rule.with && rule.decides !== "system" ? rule.decides : null;
}
export const may_give = (order: Name, fields: object = {}): boolean =>
  Boolean(me.value && givers_of(order, fields).includes(me.value.role));

export const busy = signal(false);
export const slow = signal(false); // so long that people should see that they wait
effect(() => {
  if (!busy.value) {
    slow.value = false;
    return;
  }
  const timer = setTimeout(() => {
    slow.value = true;
  }, 500);
  return () => clearTimeout(timer);
});

// What is meant for the round in play must not reach the next one: the server looks at its number. A
// dialog is about the round that it was opened in.
const of_round: Name[] = [
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
function round_meant(order: Name): { round?: number } {
  const round = of_round.includes(order)
    ? dialog.value
      ? dialog.value.round
      : round_in_play.value
    : undefined;
  return round ? { round } : {};
}

// Nothing that was ordered is dropped without a word.
function not_sent(why: "log_on_first" | "still_waiting"): null {
  tell(() => t(why), "bad");
  return null;
}

// True when it was followed. What needs a second person opens the dialog for that person.
export async function perform<Which extends Name>(
  order: Which,
  fields: Orders[Which],
  quiet = false,
): Promise<Answer | null> {
  // Chips follow each other quickly, and each counts; anything else is given once a press.
  const chips = order === "PlaceBets" || order === "WithdrawBets";
  if (!me.value) return not_sent("log_on_first");
  if (busy.value && !chips) return not_sent("still_waiting");
  const meant = round_meant(order);
  if (!may_give(order, fields)) {
    ask_for_person(order, fields, meant, givers_of(order, fields));
    return null;
  }
  if (!chips) busy.value = true;
  said.value = null;
  try {
    return await give_as(me.value, order, fields, meant, quiet);
  } catch (refused) {
    tell_refused(refused);
    // The document may name somebody above whoever usually gives this order.
    const above = dealers.slice(dealers.indexOf(me.value?.role ?? "dealer") + 1);
    if (refused instanceof Refused && refused.reason === "not_allowed" && above.length)
      ask_for_person(order, fields, meant, above);
    return null;
  } finally {
    if (!chips) busy.value = false;
  }
}

interface Meant {
  round?: number;
}
async function give_as<Which extends Name>(
  person: Person,
  order: Which,
  fields: Orders[Which],
  meant: Meant,
  quiet: boolean,
): Promise<Answer> {
  // What was not answered before a connection was lost is not given again by itself: whoever logs on sees how things stand.
  const answer = await client.give(
    order,
    fields,
    { table: number, as: person.as, ...meant },
    () => false,
  );
  if (answer.needs) {
    tell(() => t("waits_for_second", say(order_words[order])));
    authorise({ digest: answer.needs, order, name: person.name, role: person.role, fields });
  } else if (!quiet) {
    tell(() => t("done", say(order_words[order])));
  }
  return answer;
}

// With a log-on of their own, which ends again when what they came for is done.
async function for_once(
  name: string,
  password: string,
  action: (person: Person) => Promise<Answer | void>,
): Promise<void> {
  const before = dialog.value;
  const person = await enter(name, password);
  const stays = people.value.some((one) => one.as === person.as);
  const was_on = is_on_staff(person);
  const by = { table: number, as: person.as };
  const end = async () => {
    if (!was_on) await client.give("LogOff", {}, by).catch(() => {});
    if (!stays && !people.value.some((one) => one.as === person.as)) await leave(person);
  };
  let needs: string | undefined;
  try {
    if (!was_on) await client.give("LogOn", {}, by);
    needs = (await action(person))?.needs;
    if (dialog.value === before) shut_dialog(); // not the one that this has led to
  } finally {
    if (needs) end_when_decided(needs, end);
    else await end();
  }
}

// Whoever asked first must still be on duty when the second person agrees.
function end_when_decided(digest: string, end: () => Promise<void>): void {
  const longest = 65_000;
  let waited = false;
  let over = false;
  const finish = () => {
    if (!over) {
      over = true;
      void end();
    }
  };
  const stop = effect(() => {
    const waits = desk.value?.pending.some((one) => one.digest === digest) ?? false;
    if (waited && !waits) queueMicrotask(finish);
    waited ||= waits;
  });
  setTimeout(() => {
    stop();
    finish();
  }, longest);
}

const names_of = (roles: Role[]): string => roles.map((role) => say(role_words[role])).join(" / ");

function ask_for_person<Which extends Name>(
  order: Which,
  fields: Orders[Which],
  meant: Meant,
  wanted: Role[],
): void {
  const who = () => names_of(wanted);
  open_dialog(() => (
    <PersonDialog
      title={say(order_words[order])}
      about={t("needs_role", who())}
      takes={who}
      facts={() => describe(fields)}
      action={t("give_order")}
      mark="give"
      run={(name, password) =>
        for_once(name, password, (person) => give_as(person, order, fields, meant, false))
      }
    />
  ));
}

// For what is asked of a person and is no order, such as an enrolment code.
export function ask_as(
  title: string,
  wanted: Role[],
  action: (person: Person) => Promise<void>,
): void {
  if (me.value && wanted.includes(me.value.role)) {
    action(me.value).catch(tell_refused);
    return;
  }
  const who = () => names_of(wanted);
  open_dialog(() => (
    <PersonDialog
      title={title}
      about={t("needs_role", who())}
      takes={who}
      action={t("confirm")}
      mark="give"
      run={(name, password) => for_once(name, password, action)}
    />
  ));
}

export interface Pending {
  digest: string;
  order: string;
  name: string;
  role: Role;
  fields?: object;
}
// Who the two must be, once the server has told of it.
function pair_words(digest: string): string[] {
  const one = desk.value?.pending.find((other) => other.digest === digest);
  return one?.decides && one.with
    ? [t("agreed_by", say(role_words[one.decides]), say(role_words[one.with]))]
    : [];
}
// Of the two, whoever is still missing.
function missing_of(digest: string, first: Role): string {
  const one = desk.value?.pending.find((other) => other.digest === digest);
  if (!one?.decides || !one.with) return "";
  const [low, high] = [one.decides, one.with]
    .map((role) => dealers.indexOf(role))
    .sort((a, b) => a - b) as [number, number];
  return names_of(dealers.slice(dealers.indexOf(first) >= high ? low : high));
}

export function authorise(one: Pending): void {
  const order = say(order_words[one.order as Name] ?? [one.order, one.order]);
  open_dialog(() => (
    <PersonDialog
      title={t("second")}
      about={t("authorise_about", order, one.name, say(role_words[one.role]))}
      facts={() => [...describe(one.fields ?? {}), ...pair_words(one.digest)]}
      action={t("authorise")}
      mark="authorise"
      digest={one.digest}
      takes={() => missing_of(one.digest, one.role)}
      run={(name, password) =>
        for_once(name, password, async (person) => {
          await client.give("Authorise", { digest: one.digest }, { table: number, as: person.as });
          tell(() => t("done", order));
        })
      }
    />
  ));
}

export const expires_of = (digest: string): number | null =>
  desk.value?.pending.find((one) => one.digest === digest)?.expires_at ?? null;
