// SPDX-License-Identifier: MIT
// Orders: given by the person who acts here, by somebody who signs in for one order, or by two.
import { effect } from "@preact/signals";
import type { Orders, Role } from "../generated/protocol";
import { Refused } from "../shared/client";
import { authorisation_of, preview, type OrderContext, type Reply } from "../shared/requests";
import { orders as order_words, roles as role_words } from "../shared/terms";
import { in_language } from "../shared/words";
import { is_bound_to_round, roles_for, type OrderName } from "./authority";
import type { ConsolePage } from "./context";
import { describe } from "./describe";
import { PersonDialog } from "./person_dialog";
import type { Person } from "./state";
import { t } from "./words";

interface RoundBound {
  round?: number;
}

// Whether the person who acts here may give an order.
export function may_give({ state }: ConsolePage, order: OrderName, fields: object = {}): boolean {
  const me = state.me.value;
  return Boolean(me && roles_for(state.topics.value, order, fields).includes(me.role));
}

// The round that an order is bound to. A dialog is about the round in which it was opened.
function round_for({ state }: ConsolePage, order: OrderName): RoundBound {
  if (!is_bound_to_round(state.topics.value, order)) return {};
  const round = state.dialog.value ? state.dialog.value.round : state.round_in_play.value;
  return round ? { round } : {};
}

// Gives an order for the person who acts here. Returns the reply; it has `authorisation` if the
// order now waits for a second person, whose dialog is then open. Returns null if the order was
// refused or needs another role: a message or a dialog then shows why. `quiet`: no message when it
// was carried out.
export async function give_order<Name extends OrderName>(
  page: ConsolePage,
  order: Name,
  fields: Orders[Name],
  quiet = false,
): Promise<Reply | null> {
  const { me, busy, topics, message, show_message, show_refusal } = page.state;
  // Chips follow each other quickly, and each counts; any other order is given once per press.
  const is_chips = order === "PlaceBets" || order === "WithdrawOnBehalf";
  const person = me.value;
  if (!person || (busy.value && !is_chips)) {
    show_message(() => t(person ? "still_waiting" : "log_on_first"), "bad");
    return null;
  }
  const bound = round_for(page, order);
  if (!may_give(page, order, fields)) {
    open_sign_in_dialog(page, order, fields, bound, roles_for(topics.value, order, fields));
    return null;
  }
  if (!is_chips) busy.value = true;
  message.value = null;
  try {
    return await give_as(page, person, order, fields, bound, quiet);
  } catch (refused) {
    show_refusal(refused);
    if (refused instanceof Refused && refused.reason === "not_allowed")
      await ask_for_other_role(page, person, order, fields, bound);
    return null;
  } finally {
    if (!is_chips) busy.value = false;
  }
}

// What the order names may narrow who may give it: the server is asked.
async function ask_for_other_role<Name extends OrderName>(
  page: ConsolePage,
  person: Person,
  order: Name,
  fields: Orders[Name],
  bound: RoundBound,
): Promise<void> {
  const preview = await preview_order(page, person, order, fields);
  const others = preview?.roles.filter((role) => role !== person.role) ?? [];
  if (others.length) open_sign_in_dialog(page, order, fields, bound, others);
}

// What an order would lead to, and who must agree. Undefined if the server does not say.
export async function preview_order<Name extends OrderName>(
  { state }: ConsolePage,
  person: Person,
  order: Name,
  fields: Orders[Name],
): Promise<Reply["preview"]> {
  const context = { table: state.table_number, person: person.id };
  try {
    return (await state.client.request(preview(order, fields, context))).preview;
  } catch {
    return undefined;
  }
}

async function give_as<Name extends OrderName>(
  page: ConsolePage,
  person: Person,
  order: Name,
  fields: Orders[Name],
  bound: RoundBound,
  quiet: boolean,
): Promise<Reply> {
  const { table_number, show_message } = page.state;
  const context = { table: table_number, person: person.id, ...bound };
  const reply = await page.state.send_order(order, fields, context);
  const digest = authorisation_of(reply);
  if (digest) {
    show_message(() => t("waits_for_second", in_language(order_words[order])));
    open_authorise_dialog(page, { digest, order, name: person.name, role: person.role, fields });
  } else if (!quiet) {
    show_message(() => t("done", in_language(order_words[order])));
  }
  return reply;
}

// Logs a person on unless that is so already. Returns whether it was. Who is on duty at the
// property is not shown: the server is asked.
async function log_on_unless(
  { state }: ConsolePage,
  person: Person,
  by: OrderContext,
): Promise<boolean> {
  if (by.table !== undefined && state.is_on_staff(person)) return true;
  try {
    await state.send_order("LogOn", {}, by);
    return false;
  } catch (refused) {
    const is_on = refused instanceof Refused && refused.reason === "already_logged_on";
    if (is_on && by.table === undefined) return true;
    throw refused;
  }
}

// Signs a person in for one action, logs the person on at the table (or at the property, for an
// order of which there is none) if necessary, and undoes both afterwards. If the action needs a
// second person, the first one stays logged on until that is decided.
async function with_temporary_sign_in(
  page: ConsolePage,
  name: string,
  password: string,
  code: string,
  action: (person: Person) => Promise<Reply | void>,
  single_act = true, // the server ends that session with one order; it disturbs none elsewhere
  at_property = false,
): Promise<void> {
  const { state } = page;
  const { dialog, people, table_number } = state;
  const before = dialog.value;
  const person = await state.sign_in(name, password, code, single_act);
  const is_here = () => people.value.some((one) => one.id === person.id);
  const stays = is_here();
  let was_logged_on = true;
  const by: OrderContext = {
    ...(at_property ? {} : { table: table_number }),
    person: person.id,
  };
  const end = async () => {
    if (!was_logged_on) await state.send_order("LogOff", {}, by).catch(() => {});
    if (!stays && !is_here()) await state.sign_out(person);
  };
  let digest: string | undefined;
  try {
    was_logged_on = await log_on_unless(page, person, by);
    const reply = await action(person);
    digest = reply ? authorisation_of(reply) : undefined;
    if (dialog.value === before) state.close_dialog(); // not a dialog that the action has opened
  } finally {
    if (digest) end_when_decided(state, digest, end);
    else await end();
  }
}

// An order waits 60 seconds for a second person; five more for the message that it has expired.
const decision_milliseconds_max = 65_000;

function end_when_decided(
  { console_topic }: ConsolePage["state"],
  digest: string,
  end: () => Promise<void>,
): void {
  let was_pending = false;
  let ended = false;
  const finish = () => {
    if (ended) return;
    ended = true;
    void end();
  };
  const stop = effect(() => {
    const is_pending = console_topic.value?.pending.some((one) => one.digest === digest) ?? false;
    if (was_pending && !is_pending) queueMicrotask(finish);
    was_pending ||= is_pending;
  });
  setTimeout(() => {
    stop();
    finish();
  }, decision_milliseconds_max);
}

const role_names = (roles: Role[]): string =>
  roles.map((role) => in_language(role_words[role])).join(" / ");

function open_sign_in_dialog<Name extends OrderName>(
  page: ConsolePage,
  order: Name,
  fields: Orders[Name],
  bound: RoundBound,
  wanted: Role[],
): void {
  page.state.open_dialog(() => (
    <PersonDialog
      title={in_language(order_words[order])}
      about={t("needs_role", role_names(wanted))}
      roles={() => role_names(wanted)}
      lines={() => describe(page, fields)}
      action={t("give_order")}
      action_id="give"
      run={(name, password, code) =>
        with_temporary_sign_in(page, name, password, code, (person) =>
          give_as(page, person, order, fields, bound, false),
        )
      }
    />
  ));
}

// Runs an action that is no order, such as a request for an enrolment code, for a person of one of
// these roles: the person who acts here, or somebody who signs in for it. `has_orders`: the action
// gives several orders, so the session must not end with the first.
export function run_with_role(
  page: ConsolePage,
  title: string,
  wanted: Role[],
  action: (person: Person) => Promise<void>,
  has_orders = false,
): void {
  const { me, show_refusal, open_dialog } = page.state;
  if (me.value && wanted.includes(me.value.role)) {
    action(me.value).catch(show_refusal);
    return;
  }
  open_dialog(() => (
    <PersonDialog
      title={title}
      about={t("needs_role", role_names(wanted))}
      roles={() => role_names(wanted)}
      action={t("confirm")}
      action_id="give"
      run={(name, password, code) =>
        with_temporary_sign_in(page, name, password, code, action, !has_orders)
      }
    />
  ));
}

// An order that waits for a second person.
export interface PendingOrder {
  digest: string;
  order: string;
  name: string; // of the first person
  role: Role;
  fields?: object;
  at_property?: boolean; // about an account, and no table
  subject?: { name: string; role: Role } | null; // whose account
  missing?: Role[];
}

const pending_of = ({ state }: ConsolePage, digest: string) =>
  state.console_topic.value?.pending.find((one) => one.digest === digest);

// The roles that must agree, once the server has sent them.
function pair_text(page: ConsolePage, digest: string): string[] {
  const one = pending_of(page, digest);
  return one?.decides && one.with
    ? [t("agreed_by", in_language(role_words[one.decides]), in_language(role_words[one.with]))]
    : [];
}
const missing_text = (page: ConsolePage, digest: string): string =>
  role_names(pending_of(page, digest)?.missing ?? []);

// Whose account an order of the property is about.
export const subject_text = ({ name, role }: { name: string; role: Role }): string =>
  `${name} · ${in_language(role_words[role])}`;

// Opens the dialog in which a second person authorises an order.
export function open_authorise_dialog(page: ConsolePage, pending: PendingOrder): void {
  const { open_dialog, show_message, table_number } = page.state;
  const order = in_language(
    order_words[pending.order as OrderName] ?? [pending.order, pending.order],
  );
  const at_property = pending.at_property ?? false;
  const send = async (person: Person) => {
    const by = { ...(at_property ? {} : { table: table_number }), person: person.id };
    await page.state.send_order("Authorise", { digest: pending.digest }, by);
    show_message(() => t("done", order));
  };
  open_dialog(() => (
    <PersonDialog
      title={t("second")}
      about={t("authorise_about", order, pending.name, in_language(role_words[pending.role]))}
      lines={() =>
        pending.subject
          ? [subject_text(pending.subject)]
          : [...describe(page, pending.fields ?? {}), ...pair_text(page, pending.digest)]
      }
      action={t("authorise")}
      action_id="authorise"
      digest={pending.digest}
      roles={() =>
        pending.missing ? role_names(pending.missing) : missing_text(page, pending.digest)
      }
      run={(name, password, code) =>
        with_temporary_sign_in(page, name, password, code, send, true, at_property)
      }
    />
  ));
}
