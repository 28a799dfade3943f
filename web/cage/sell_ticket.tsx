// SPDX-License-Identifier: MIT
// Tickets sold for cash: the server draws the ticket, the page sends it to the printer of the
// counter, and the cashier says whether it was printed. No ticket is printed a second time.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Refused } from "../shared/client";
import { exact, money, read_money } from "../shared/money";
import { cash_ticket, sell_ticket } from "../shared/requests";
import { useCage } from "./context";
import { patron_of, PatronFields, usePatron } from "./patron_fields";
import type { CageState, Sale } from "./state";
import { t } from "./words";

// Sends the sale. Its number makes sure that it is carried out once, however often it is sent.
async function sell(state: CageState, sale: Sale): Promise<boolean> {
  const { client, busy, message, sold, lost_sale } = state;
  if (busy.value) return false;
  busy.value = true;
  message.value = null;
  state.expect_movement();
  const { person, counter, amount, reference, identity } = sale;
  try {
    const { ticket, svg } = await client.request_as(
      person,
      (request) => sell_ticket({ counter, person, request, reference, identity }, amount),
      sale.request,
    );
    lost_sale.value = null;
    sold.value = { ticket: ticket!, svg: svg! };
    state.print({ svg: svg! });
    return true;
  } catch (refused) {
    if (refused instanceof Refused && refused.reason === "connection_lost") lost_sale.value = sale;
    else lost_sale.value = null;
    state.show_refusal(refused);
    return false;
  } finally {
    busy.value = false;
  }
}

export function SellTicket() {
  const state = useCage();
  const { counter, me, topic, sold, lost_sale } = state;
  if (sold.value) return <SoldTicket />;
  const lost = lost_sale.value;
  if (lost && lost.person === me.value!.id)
    return (
      <section class="panel work" aria-labelledby="work-title">
        <h2 id="work-title">{t("sell_title")}</h2>
        <p class="note" role="alert">
          {t("lost_sale", exact(lost.amount, lost.currency))}
        </p>
        <div class="actions">
          <button
            data-action="forget-sale"
            onClick={() => {
              lost_sale.value = null;
            }}
          >
            {t("forget_sale")}
          </button>
          <button class="main big" data-action="ask-again" onClick={() => void sell(state, lost)}>
            {t("ask_again")}
          </button>
        </div>
      </section>
    );
  return (
    <SaleForm
      key={counter.value!.counter}
      policy={topic.value!.policy!}
      sell={(amount, patron) =>
        sell(state, {
          person: me.value!.id,
          request: state.client.next_number(me.value!.id),
          counter: counter.value!.counter,
          currency: counter.value!.currency,
          amount,
          ...patron,
        })
      }
    />
  );
}

interface SaleFormProps {
  policy: { ticket_min: number; ticket_max: number };
  sell: (amount: number, patron: { reference: string; identity: string }) => Promise<boolean>;
}
function SaleForm({ policy, sell }: SaleFormProps) {
  const state = useCage();
  const { currency } = state.counter.value!;
  const text = useSignal("");
  const patron = usePatron();
  const amount = read_money(text.value);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (amount === null) return state.show_message(() => t("not_an_amount"), "bad");
    void sell(amount, patron_of(patron));
  };
  return (
    <section class="panel work" aria-labelledby="work-title">
      <h2 id="work-title">{t("sell_title")}</h2>
      <form class="order-form" onSubmit={submit} autocomplete="off">
        <label class="amount">
          {t("amount")} ({currency}){" "}
          <small>{t("amount_help", money(policy.ticket_min), money(policy.ticket_max))}</small>
          <input
            name="amount"
            inputmode="decimal"
            autocomplete="off"
            required
            autofocus
            value={text.value}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value;
            }}
          />
        </label>
        <PatronFields patron={patron} amount={amount} />
        <div class="actions">
          <button class="main big" disabled={state.busy.value} data-action="sell">
            {t("sell_action")} <kbd>↵</kbd>
          </button>
        </div>
      </form>
    </section>
  );
}

// The ticket as it goes to the printer.
function SoldTicket() {
  const state = useCage();
  const { sold, client, me, counter, busy } = state;
  const { ticket, svg } = sold.value!;
  const printed = useRef<HTMLButtonElement>(null);
  // Before anything else happens: the cashier may press Enter as soon as the ticket is seen.
  useLayoutEffect(() => printed.current?.focus(), []);
  const take_back = async () => {
    if (busy.value) return;
    busy.value = true;
    state.expect_movement();
    try {
      await client.request_as(me.value!.id, (request) =>
        cash_ticket(
          { counter: counter.value!.counter, person: me.value!.id, request },
          ticket.number,
        ),
      );
      sold.value = null;
      ++state.focus.value;
      state.show_message(() => t("taken_back"));
    } catch (refused) {
      state.show_refusal(refused);
    } finally {
      busy.value = false;
    }
  };
  return (
    <section class="panel work" aria-labelledby="work-title">
      <h2 id="work-title">{t("sold_title")}</h2>
      <p class="soft">{t("sold_about")}</p>
      <img
        class="ticket-image"
        data-sold={ticket.number.slice(-4)}
        alt={`${t("sold_title")}: ${ticket.currency} ${ticket.amount}`}
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      />
      <div class="actions">
        <button data-action="not-printed" disabled={busy.value} onClick={() => void take_back()}>
          {t("not_printed")}
        </button>
        <button
          class="main big"
          ref={printed}
          data-action="printed"
          onClick={() => {
            sold.value = null;
            state.open_panel("sell");
          }}
        >
          {t("printed")} <kbd>↵</kbd>
        </button>
      </div>
    </section>
  );
}
