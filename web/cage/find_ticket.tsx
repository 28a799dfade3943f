// SPDX-License-Identifier: MIT
// Finds tickets by number or last four digits, and says what became of each. A ticket that the cage
// has sold is made void here, and one that has expired is paid; both take two people.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ServerReply } from "../generated/protocol";
import { Refused } from "../shared/client";
import { moment } from "../shared/moment";
import { exact } from "../shared/money";
import { find_tickets } from "../shared/requests";
import { orders as order_words } from "../shared/terms";
import { in_language } from "../shared/words";
import { useCage } from "./context";
import { open_form } from "./form_dialog";
import { ask_person, role_names } from "./orders";
import { in_groups, is_ticket_number } from "./scanner";
import type { CageState, Counter } from "./state";
import { t, ticket_states } from "./words";

type FoundTicket = NonNullable<ServerReply["tickets"]>[number];
type CageOrder = "VoidSoldTicket" | "CashExpired";

const last_four_digits = 4;

export const is_sold_at_cage = (one: FoundTicket): boolean => one.table === null;
// What the cage may do with the ticket: null if nothing. The server decides all the same.
export function order_for(one: FoundTicket): CageOrder | null {
  if (one.state === "printed") return is_sold_at_cage(one) ? "VoidSoldTicket" : null;
  const is_payable = one.state === "expired" || (one.state === "voided" && is_sold_at_cage(one));
  return is_payable ? "CashExpired" : null;
}

// A cashier who has only the last four digits is not told the name by which orders know the ticket:
// somebody who may know it signs in for it. Returns null if nobody does.
async function name_of(
  state: CageState,
  one: FoundTicket,
  order: CageOrder,
): Promise<string | null> {
  if (one.ticket !== null) return one.ticket;
  const decides = state.topic.value?.orders[order]?.second?.decides;
  const roles = decides ? [decides] : [];
  let name: string | null = null;
  await ask_person(
    state,
    {
      title: in_language(order_words[order]),
      about: t("name_asked", one.last_four, role_names(roles)),
      lines: () => [exact(one.amount, one.currency), t("issued_on", moment(one.issued_at))],
      roles,
      action: t("sign"),
      action_id: "look",
    },
    async (person) => {
      const by = { last_four: one.last_four };
      const { tickets } = await state.client.request(find_tickets(person.id, by));
      const same = tickets?.find(
        ({ issued_at, amount, state }) =>
          issued_at === one.issued_at && amount === one.amount && state === one.state,
      );
      if (!same?.ticket) throw new Refused("not_allowed");
      name = same.ticket;
    },
  );
  return name;
}

async function open_order(state: CageState, one: FoundTicket, order: CageOrder): Promise<void> {
  const ticket = await name_of(state, one, order);
  if (!ticket) return;
  const title = in_language(order_words[order]);
  const figure = exact(one.amount, one.currency);
  const common = {
    title: `${title} ····${one.last_four}`,
    figure,
    currency: one.currency,
    fields: [{ name: "reason", label: t("reason"), kind: "text" } as const],
    action: t(order === "CashExpired" ? "pay" : "void_action"),
  };
  const lines = () => [t("ticket_is", one.last_four), figure];
  if (order === "VoidSoldTicket")
    return open_form(state, {
      ...common,
      about: t("void_about"),
      make: ({ text }) => ({ order, fields: { ticket, reason: text("reason") }, lines }),
    });
  open_form(state, {
    ...common,
    about: t("pay_closed_about"),
    patron: one.amount,
    make: ({ text, patron }) => ({
      order,
      fields: { counter: state.counter.value!.counter, ticket, reason: text("reason"), patron },
      lines,
    }),
  });
}

const is_of = (counter: Counter, { currency, training }: FoundTicket): boolean =>
  counter.currency === currency && counter.training === training;

function Action({ one }: { one: FoundTicket }) {
  const state = useCage();
  const { counter, busy } = state;
  const order = order_for(one);
  if (!order) return null;
  if (order === "CashExpired") {
    if (!counter.value) return <span class="tag">{t("needs_shift")}</span>;
    if (!is_of(counter.value, one)) return <span class="tag">{t("other_counter")}</span>;
  }
  return (
    <button
      class="main"
      data-action={order === "CashExpired" ? "pay-expired" : "void-sold"}
      disabled={busy.value}
      onClick={() => void open_order(state, one, order)}
    >
      {t(order === "CashExpired" ? "pay" : "void_action")}
    </button>
  );
}

// Where the ticket came into its state; empty for one that is still good.
function changed_text(one: FoundTicket): string {
  if (one.state === "printed" || one.state === "issued") return "";
  const place = one.changed_terminal
    ? t("terminal_n", one.changed_terminal)
    : one.changed_counter
      ? t("counter_n", one.changed_counter)
      : "";
  return [moment(one.changed_at), place, one.changed_by.name].filter(Boolean).join(", ");
}

function Row({ one }: { one: FoundTicket }) {
  const issued = moment(one.issued_at);
  const changed = changed_text(one);
  return (
    <li data-found={one.last_four} data-state={one.state}>
      <span class="what">
        <b>
          {t("ticket_is", one.last_four)} · {in_language(ticket_states[one.state])}
        </b>
        <small>
          {one.terminal
            ? t("issued_at_terminal", one.terminal, issued)
            : t("issued_at_cage", issued)}
          {" · "}
          {one.expires_at === null ? t("does_not_expire") : t("expires_on", moment(one.expires_at))}
        </small>
        {changed && (
          <small>
            {in_language(ticket_states[one.state])}: {changed}
          </small>
        )}
      </span>
      <span class="sum">{exact(one.amount, one.currency)}</span>
      <span class="act">
        <Action one={one} />
      </span>
    </li>
  );
}

function FindForm({ look }: { look: (digits: string) => Promise<void> }) {
  const { busy } = useCage();
  const text = useSignal("");
  return (
    <form
      class="scan"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy.value) void look(text.value.replace(/\D/g, ""));
      }}
    >
      <label>
        {t("find_about")}
        <input
          name="find"
          inputmode="numeric"
          autocomplete="off"
          aria-label={t("ticket_number")}
          autofocus
          placeholder="0000"
          value={text.value}
          onInput={({ currentTarget }) => {
            const digits = currentTarget.value.replace(/\D/g, "").slice(0, 18);
            text.value = currentTarget.value = in_groups(digits);
          }}
        />
      </label>
      <button disabled={busy.value} data-action="find">
        {t("find_action")}
      </button>
    </form>
  );
}

export function FindTicket() {
  const state = useCage();
  const { client, me, busy, topic, message } = state;
  const asked = useSignal("");
  const found = useSignal<FoundTicket[] | null>(null);
  const look = async (digits: string, again = false) => {
    const by =
      digits.length === last_four_digits
        ? { last_four: digits }
        : is_ticket_number(digits)
          ? { number: digits }
          : null;
    if (!again) message.value = state.done_after.value = found.value = null;
    if (!by) return state.show_message(() => t("find_wrong"), "bad");
    if (!again) busy.value = true;
    try {
      const { tickets } = await client.request(find_tickets(me.value!.id, by));
      found.value = tickets ?? [];
      asked.value = digits;
    } catch (refused) {
      if (!again) state.show_refusal(refused);
    } finally {
      if (!again) busy.value = false;
    }
  };
  // What was shown may have changed with each movement.
  const movement = topic.value?.log?.at(-1)?.seq;
  useEffect(() => {
    if (found.value && asked.value) void look(asked.value, true);
  }, [movement]);
  return (
    <section class="panel work" aria-labelledby="work-title">
      <h2 id="work-title">{t("find_title")}</h2>
      <FindForm look={look} />
      {found.value && !found.value.length && <p class="empty">{t("nothing_found")}</p>}
      <ul class="rows">
        {(found.value ?? []).map((one) => (
          <Row key={`${one.issued_at}-${one.last_four}-${one.amount}`} one={one} />
        ))}
      </ul>
    </section>
  );
}
