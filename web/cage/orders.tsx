// SPDX-License-Identifier: MIT
// Orders of the cage: given by the cashier who is signed in, or by somebody who signs in for one
// order; and agreed to by a second person where the server asks for one.
import type { Orders, Role } from "../generated/protocol";
import { Refused } from "../shared/client";
import { PersonDialog } from "../shared/person_dialog";
import { authorisation_of, type OrderContext, type Reply } from "../shared/requests";
import { orders as order_words, roles as role_words } from "../shared/terms";
import { in_language } from "../shared/words";
import { refusal_text, type CageState, type Person } from "./state";
import { t } from "./words";

export const role_names = (roles: Role[]): string =>
  roles.map((role) => in_language(role_words[role])).join(" / ");

const at = (person: Person, table: number | undefined): OrderContext => ({
  person: person.id,
  ...(table === undefined ? {} : { table }),
});

// Logs a person on at the table, or at the property, unless that is so already. Returns a function
// that undoes it.
async function log_on_at(
  state: CageState,
  person: Person,
  table: number | undefined,
): Promise<() => Promise<void>> {
  try {
    await state.send_order("LogOn", {}, at(person, table));
  } catch (refused) {
    if (refused instanceof Refused && refused.reason === "already_logged_on")
      return () => Promise.resolve();
    throw refused;
  }
  return async () => {
    await state.send_order("LogOff", {}, at(person, table)).catch(() => {});
  };
}

interface Question {
  title: string;
  about: string;
  lines: () => string[];
  roles: Role[];
  action: string;
  action_id: string;
  digest?: string;
}

// Asks a person to sign in for one order, and calls `act` with that person. Returns false if the
// dialog was closed instead. What `act` is refused is shown in the dialog.
export function ask_person(
  state: CageState,
  question: Question,
  act: (person: Person) => Promise<void>,
): Promise<boolean> {
  const { digest, roles, ...shown } = question;
  return new Promise((resolve) => {
    const finish = (done: boolean) => {
      state.sign_dialog.value = null;
      resolve(done);
    };
    const run = async (name: string, password: string, code: string) => {
      const person = await state.sign_in(name, password, code, true);
      try {
        await act(person);
      } catch (refused) {
        // Whoever works at this page stays signed in, also after signing where another one must.
        if (person.id !== state.me.value?.id) await state.sign_out(person);
        throw refused;
      }
      finish(true);
    };
    const expires_at = () =>
      state.topic.value?.pending.find((one) => one.digest === digest)?.expires_at ?? null;
    state.open_sign_dialog(() => (
      <PersonDialog
        {...shown}
        client={state.client}
        roles={() => role_names(roles)}
        expires_at={expires_at}
        refusal_text={refusal_text}
        onclose={() => finish(false)}
        run={run}
      />
    ));
  });
}

// The second person names the digest of the first one's order.
function authorise(
  state: CageState,
  question: Question & { digest: string },
  table: number | undefined,
): Promise<boolean> {
  return ask_person(state, question, async (person) => {
    const log_off = await log_on_at(state, person, table);
    try {
      await state.send_order("Authorise", { digest: question.digest }, at(person, table));
    } finally {
      await log_off();
    }
  });
}

export interface Given<Name extends keyof Orders> {
  order: Name;
  fields: Orders[Name];
  table?: number; // none: an order of the cage
  lines?: () => string[]; // what the order is about, for those who agree to it
}

// Gives an order, with as many people as it takes. Returns whether it was carried out; if it was
// refused, a message or a dialog says why.
export async function give<Name extends keyof Orders>(
  state: CageState,
  given: Given<Name>,
): Promise<boolean> {
  const { order, fields, table, lines = () => [] } = given;
  const { me, busy, show_refusal, message, expect_movement } = state;
  if (busy.value || !me.value) return false;
  busy.value = true;
  message.value = null;
  expect_movement();
  const title = in_language(order_words[order]);
  let log_off = () => Promise.resolve();
  let reply: Reply | null = null;
  let first: Person = me.value;
  const act = async (person: Person) => {
    first = person;
    // Those of the cage are logged on at the property as long as they are signed in here.
    const stays = person.id === me.value?.id && table === undefined;
    log_off = stays ? log_off : await log_on_at(state, person, table);
    try {
      reply = await state.send_order(order, fields, at(person, table));
    } catch (refused) {
      await log_off();
      throw refused;
    }
  };
  try {
    if (state.may_give(order)) await act(first);
    else if (
      !(await ask_person(
        state,
        {
          title,
          about: t("first_person", role_names(state.roles_for(order))),
          lines,
          roles: state.roles_for(order),
          action: t("sign"),
          action_id: "give",
        },
        act,
      ))
    )
      return false;
    const digest = reply && authorisation_of(reply);
    if (!digest) return true;
    const missing = await state.until_pending(digest);
    return await authorise(
      state,
      {
        title,
        about: t("second_person", first.name, role_names(missing)),
        lines,
        roles: missing,
        action: t("authorise"),
        action_id: "authorise",
        digest,
      },
      table,
    );
  } catch (refused) {
    show_refusal(refused);
    return false;
  } finally {
    await log_off();
    busy.value = false;
  }
}
