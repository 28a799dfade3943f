// SPDX-License-Identifier: MIT
// What waits to be paid or taken: hand pays, unclaimed money and debts; and chips.
import type { ComponentChildren } from "preact";
import { exact } from "../shared/money";
import { orders as order_words } from "../shared/terms";
import { tick } from "../shared/tick";
import { in_language } from "../shared/words";
import { useCage } from "./context";
import { open_form } from "./form_dialog";
import { give, role_names } from "./orders";
import type { CageState, Counter } from "./state";
import { hand_pay_kinds, t } from "./words";

interface InCurrency {
  currency: string;
  training: boolean;
}
const is_of = (counter: Counter, one: InCurrency): boolean =>
  counter.currency === one.currency && counter.training === one.training;

// The button for a row, if the counter has its currency.
function RowAction({
  one,
  action,
  onClick,
  children,
}: {
  one: InCurrency;
  action: string;
  onClick: () => void;
  children: ComponentChildren;
}) {
  const { counter } = useCage();
  if (!is_of(counter.value!, one)) return <span class="tag">{t("other_counter")}</span>;
  return (
    <button class="main" data-action={action} onClick={onClick}>
      {children}
    </button>
  );
}

type HandPay = NonNullable<CageState["topic"]["value"]>["hand_pays"][number];

const open_hand_pay_form = (state: CageState, one: HandPay) =>
  open_form(state, {
    title: `${t("hand_pays")}: ${t("terminal_n", one.terminal)}`,
    figure: exact(one.amount, one.currency),
    currency: one.currency,
    fields: [],
    patron: one.amount,
    action: t("pay"),
    make: ({ patron }) => ({
      order: "CashHandPay",
      fields: { counter: state.counter.value!.counter, hand_pay: one.hand_pay, patron },
      lines: () => [t("terminal_n", one.terminal), exact(one.amount, one.currency)],
    }),
  });

// Gives the terminal back to its player. The order is one of the table, not of the cage.
async function finish_hand_pay(state: CageState, one: HandPay): Promise<void> {
  const { table, terminal, hand_pay } = one;
  if (await give(state, { order: "AcknowledgeHandPay", fields: { hand_pay }, table }))
    state.show_message(() => t("hand_pay_finished", terminal));
}

const open_cancel_form = (state: CageState, one: HandPay) =>
  open_form(state, {
    title: `${in_language(order_words.CancelHandPay)}: ${t("terminal_n", one.terminal)}`,
    figure: exact(one.amount, one.currency),
    about: t("hand_pay_cancelled", one.terminal),
    currency: one.currency,
    fields: [{ name: "reason", label: t("reason"), kind: "text" }],
    action: in_language(order_words.CancelHandPay),
    make: ({ text }) => ({
      order: "CancelHandPay",
      fields: { hand_pay: one.hand_pay, reason: text("reason") },
      table: one.table,
    }),
  });

export function HandPays() {
  const state = useCage();
  const { topic, client } = state;
  void tick.value;
  const minutes = (since: number) => Math.max(0, Math.floor((client.now() - since) / 60_000));
  const list = topic.value!.hand_pays;
  return (
    <section class="panel work" aria-labelledby="work-title">
      <h2 id="work-title">{t("hand_pays_title")}</h2>
      {!list.length && <p class="empty">{t("no_hand_pays")}</p>}
      <ul class="rows">
        {list.map((one) => (
          <li key={one.hand_pay} data-hand-pay={one.hand_pay}>
            <span class="what">
              <b>{t("terminal_n", one.terminal)}</b>
              <small>
                {t("table_n", one.table)} · {in_language(hand_pay_kinds[one.kind])} ·{" "}
                {t("waits", minutes(one.requested_at))}
              </small>
            </span>
            <span class="sum">{exact(one.amount, one.currency)}</span>
            <span class="act">
              {one.paid ? (
                <>
                  <span class="tag good">{t("paid")}</span>
                  <button
                    class="main"
                    data-action="finish-hand-pay"
                    disabled={state.busy.value}
                    onClick={() => void finish_hand_pay(state, one)}
                  >
                    {in_language(order_words.AcknowledgeHandPay)}
                  </button>
                </>
              ) : (
                <>
                  {one.second && (
                    <span class="tag warn">{t("takes_two", role_names([one.second.decides]))}</span>
                  )}
                  <button
                    data-action="cancel-hand-pay"
                    onClick={() => open_cancel_form(state, one)}
                  >
                    {in_language(order_words.CancelHandPay)}
                  </button>
                  <RowAction
                    one={one}
                    action="pay-hand-pay"
                    onClick={() => open_hand_pay_form(state, one)}
                  >
                    {t("pay")}
                  </RowAction>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Account = NonNullable<ReturnType<typeof useCage>["topic"]["value"]>["accounts"][number];

const name_of = (one: Account) =>
  one.player || (one.terminal ? t("terminal_n", one.terminal) : String(one.stay));

const open_pay_form = (state: CageState, one: Account) =>
  open_form(state, {
    title: `${t("pay_unclaimed")}: ${name_of(one)}`,
    about: one.owed ? t("debt_first", exact(one.owed, one.currency)) : undefined,
    figure: exact(one.unclaimed, one.currency),
    currency: one.currency,
    fields: [],
    patron: one.unclaimed,
    action: t("pay"),
    make: ({ patron }) => ({
      order: "CashUnclaimed",
      fields: { counter: state.counter.value!.counter, stay: one.stay, patron },
    }),
  });

const open_take_form = (state: CageState, one: Account) =>
  open_form(state, {
    title: `${t("take_receivable")}: ${name_of(one)}`,
    figure: exact(one.owed, one.currency),
    currency: one.currency,
    fields: [{ name: "amount", label: t("amount"), kind: "money" }],
    patron: true,
    action: t("take"),
    make: ({ amount, patron }) => ({
      order: "TakeReceivable",
      fields: {
        counter: state.counter.value!.counter,
        stay: one.stay,
        amount: amount("amount"),
        patron,
      },
    }),
  });

export function Accounts() {
  const state = useCage();
  const list = state.topic.value!.accounts;
  return (
    <section class="panel work" aria-labelledby="work-title">
      <h2 id="work-title">{t("accounts_title")}</h2>
      {!list.length && <p class="empty">{t("no_accounts")}</p>}
      <ul class="rows">
        {list.map((one) => (
          <li key={one.stay} data-stay={one.stay}>
            <span class="what">
              <b>{name_of(one)}</b>
              <small>{t("table_n", one.table)}</small>
            </span>
            <span class="sum">
              {one.unclaimed > 0 && (
                <span>
                  <small>{t("unclaimed")}</small> {exact(one.unclaimed, one.currency)}
                </span>
              )}
              {one.owed > 0 && (
                <span class="owed">
                  <small>{t("owed")}</small> {exact(one.owed, one.currency)}
                </span>
              )}
            </span>
            <span class="act">
              {one.unclaimed > 0 && (
                <RowAction
                  one={one}
                  action="pay-unclaimed"
                  onClick={() => open_pay_form(state, one)}
                >
                  {t("pay")}
                </RowAction>
              )}
              {one.owed > 0 && (
                <RowAction
                  one={one}
                  action="take-receivable"
                  onClick={() => open_take_form(state, one)}
                >
                  {t("take")}
                </RowAction>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Chips() {
  const state = useCage();
  const { counter, topic } = state;
  const at = counter.value!;
  const totals = topic.value!.totals.find((one) => is_of(at, one));
  const open = (order: "SellChips" | "BuyChips", title: string) =>
    open_form(state, {
      title,
      currency: at.currency,
      fields: [{ name: "amount", label: `${t("amount")} (${at.currency})`, kind: "money" }],
      patron: true,
      action: title,
      make: ({ amount, patron }) => ({
        order,
        fields: { counter: at.counter, amount: amount("amount"), patron },
      }),
    });
  return (
    <section class="panel work" aria-labelledby="work-title">
      <h2 id="work-title">{t("chips_title")}</h2>
      <dl class="figures">
        <div>
          <dt>{t("chips_out")}</dt>
          <dd data-chips={totals?.chips ?? 0}>{exact(totals?.chips ?? 0, at.currency)}</dd>
        </div>
      </dl>
      <div class="choices">
        <button
          class="main big"
          data-action="sell-chips"
          onClick={() => open("SellChips", t("sell_chips"))}
        >
          {t("sell_chips")}
        </button>
        <button
          class="big"
          data-action="buy-chips"
          onClick={() => open("BuyChips", t("buy_chips"))}
        >
          {t("buy_chips")}
        </button>
      </div>
    </section>
  );
}
