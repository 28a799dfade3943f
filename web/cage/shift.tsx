// SPDX-License-Identifier: MIT
// Shifts: opened and closed with a count, cash moved from and to the vault, adjustments.
import { useSignal, type Signal } from "@preact/signals";
import { Dialog } from "../shared/dialog";
import { exact } from "../shared/money";
import { useCage } from "./context";
import { CountField } from "./count_field";
import { open_form } from "./form_dialog";
import { give, role_names } from "./orders";
import type { CageState, Counter } from "./state";
import { t } from "./words";

const clock = (at: number): string =>
  new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });

// The first counter without a shift.
function first_free(counters: Counter[]): number {
  const used = new Set(counters.filter((one) => one.shift).map((one) => one.counter));
  let free = 1;
  while (used.has(free)) ++free;
  return free;
}

interface InCurrency {
  currency: string;
  training: boolean;
}
const code = (one: InCurrency) => `${one.currency}${one.training ? "*" : ""}`;

interface CounterFieldsProps {
  counter: Signal<string>;
  currency: Signal<string>;
  chosen: InCurrency | undefined;
  known: InCurrency | undefined; // the counter has had a shift, which has decided its currency
}
function CounterFields({ counter, currency, chosen, known }: CounterFieldsProps) {
  return (
    <div class="pair">
      <label>
        {t("counter")}
        <input
          name="counter"
          inputmode="numeric"
          required
          value={counter.value}
          onInput={({ currentTarget }) => {
            counter.value = currentTarget.value;
          }}
        />
      </label>
      <label>
        {t("currency")}
        <select
          name="currency"
          disabled={Boolean(known)}
          value={chosen ? code(chosen) : ""}
          onChange={({ currentTarget }) => {
            currency.value = currentTarget.value;
          }}
        >
          {useCage().topic.value!.totals.map((one) => (
            <option key={code(one)} value={code(one)}>
              {one.currency}
              {one.training && ` (${t("play_money")})`}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

// The form for the counted float. What the last shift left is not shown.
function OpenShiftForm() {
  const state = useCage();
  const { topic, busy } = state;
  const { totals, counters } = topic.value!;
  const counter = useSignal(String(first_free(counters)));
  const currency = useSignal("");
  const counted = useSignal<number | null>(null);
  const known = counters.find((one) => String(one.counter) === counter.value.trim());
  const chosen =
    totals.find((one) => code(one) === (known ? code(known) : currency.value)) ?? totals[0];
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const number = Number(counter.value);
    if (!Number.isInteger(number) || number < 1)
      return state.show_message(() => t("not_a_number"), "bad");
    if (counted.value === null) return state.show_message(() => t("not_an_amount"), "bad");
    if (!chosen) return;
    const opened = await give(state, {
      order: "OpenShift",
      fields: {
        counter: number,
        currency: chosen.currency,
        training: chosen.training,
        counted: counted.value,
      },
    });
    if (!opened) return;
    state.choose_counter(number);
    state.close_dialog();
    state.panel.value = "tickets";
  };
  return (
    <>
      <p class="soft">{t("open_about")}</p>
      <form class="order-form" onSubmit={(event) => void submit(event)} autocomplete="off">
        <CounterFields counter={counter} currency={currency} chosen={chosen} known={known} />
        <CountField counted={counted} currency={chosen?.currency ?? ""} />
        <div class="actions">
          <button class="main big" disabled={busy.value} data-action="open-shift">
            {t("open_shift")} <kbd>↵</kbd>
          </button>
        </div>
      </form>
    </>
  );
}

export function OpenShift() {
  const { may_give, roles_for } = useCage();
  return (
    <section class="panel work" aria-labelledby="work-title">
      <h2 id="work-title">{t("open_title")}</h2>
      {may_give("OpenShift") ? (
        <OpenShiftForm />
      ) : (
        <p class="soft">{t("not_a_cashier", role_names(roles_for("OpenShift")))}</p>
      )}
    </section>
  );
}

function AnotherCounter() {
  const { close_dialog } = useCage();
  return (
    <Dialog title={t("open_title")} onclose={close_dialog}>
      <OpenShiftForm />
    </Dialog>
  );
}

const open_close_form = (state: CageState, at: Counter, title: string) =>
  open_form(state, {
    title,
    about: t("close_about"),
    currency: at.currency,
    fields: [],
    count: true,
    action: t("close_shift"),
    make: ({ counted }) => ({ order: "CloseShift", fields: { counter: at.counter, counted } }),
  });

function open_moving_form(
  state: CageState,
  at: Counter,
  title: string,
  order: "MoveFloat" | "AdjustCounter",
  up: boolean,
): void {
  open_form(state, {
    title,
    currency: at.currency,
    fields: [
      { name: "amount", label: `${t("amount")} (${at.currency})`, kind: "money" },
      { name: "reason", label: t("reason"), kind: "text" },
    ],
    action: title,
    make: ({ amount, text }) => {
      const common = {
        counter: at.counter,
        amount: amount("amount"),
        reason: text("reason"),
      };
      const lines = () => [title, exact(common.amount, at.currency), common.reason];
      return order === "MoveFloat"
        ? { order, fields: { ...common, in: up }, lines }
        : { order, fields: { ...common, more: up }, lines };
    },
  });
}

// The shift at the counter, and the counters of the others.
export function Shift() {
  const state = useCage();
  const { counter, topic } = state;
  const at = counter.value;
  return (
    <section class="panel work" aria-labelledby="work-title">
      <h2 id="work-title">
        {at ? t("your_shift", clock(at.shift!.opened_at)) : t("all_counters")}
      </h2>
      {at && <OwnShift at={at} />}
      {at && <h3>{t("all_counters")}</h3>}
      <ul class="rows">
        {topic.value!.counters.map((one) => (
          <OtherCounter key={one.counter} one={one} />
        ))}
      </ul>
    </section>
  );
}

function OwnShift({ at }: { at: Counter }) {
  const state = useCage();
  const shift = at.shift!;
  const rows: [string, number][] = [
    [t("opening"), shift.opening],
    [t("taken"), shift.in],
    [t("paid_out"), -shift.out],
    [t("vault"), shift.vault_in - shift.vault_out],
    [t("adjusted"), shift.adjusted],
  ];
  return (
    <div class="own-shift">
      <dl class="sums">
        {rows.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{exact(amount)}</dd>
          </div>
        ))}
        <div class="total">
          <dt>{t("in_drawer")}</dt>
          <dd data-expected={shift.expected}>{exact(shift.expected, at.currency)}</dd>
        </div>
      </dl>
      <div class="choices">
        <button
          class="main big"
          data-action="close-shift"
          onClick={() => open_close_form(state, at, t("close_shift"))}
        >
          {t("close_shift")}
        </button>
        {(
          [
            ["from-vault", t("from_vault"), "MoveFloat", true],
            ["to-vault", t("to_vault"), "MoveFloat", false],
            ["adjust-up", t("adjust_up"), "AdjustCounter", true],
            ["adjust-down", t("adjust_down"), "AdjustCounter", false],
          ] as const
        ).map(([action, title, order, up]) => (
          <button
            key={action}
            data-action={action}
            onClick={() => open_moving_form(state, at, title, order, up)}
          >
            {title}
          </button>
        ))}
        {state.may_give("OpenShift") && (
          <button
            class="quiet"
            data-action="another-counter"
            onClick={() => state.open_dialog(() => <AnotherCounter />)}
          >
            {t("another_counter")}
          </button>
        )}
      </div>
    </div>
  );
}

function OtherCounter({ one }: { one: Counter }) {
  const state = useCage();
  const { shift } = one;
  const is_own = shift?.cashier === state.me.value?.id;
  return (
    <li data-counter={one.counter}>
      <span class="what">
        <b>{t("counter_n", one.counter)}</b>
        <small>
          {shift ? <span class="who">{shift.name}</span> : t("nobody")}
          {shift && ` · ${clock(shift.opened_at)}`}
          {one.over > 0 && ` · ${t("over")} ${exact(one.over)}`}
          {one.missing > 0 && ` · ${t("missing")} ${exact(one.missing)}`}
        </small>
      </span>
      <span class="sum">{shift ? exact(shift.expected, one.currency) : one.currency}</span>
      <span class="act">
        {one.reader_locked && (
          <button
            data-action="unlock-counter"
            onClick={() =>
              void give(state, { order: "UnlockCounter", fields: { counter: one.counter } })
            }
          >
            {t("unlock")}
          </button>
        )}
        {!is_own && state.may_close(one) && (
          <button
            data-action="close-for"
            onClick={() => open_close_form(state, one, t("close_for", shift!.name))}
          >
            {t("close_shift")}
          </button>
        )}
      </span>
    </li>
  );
}
