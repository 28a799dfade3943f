// SPDX-License-Identifier: MIT
// Credit in and out, at a terminal or at the shared felt. A debt is deducted from a payment.
import { useSignal } from "@preact/signals";
import { TextField } from "../shared/fields";
import { exact, money, read_money } from "../shared/money";
import { useConsole } from "./context";
import { Wrong } from "./equipment_dialogs";
import { give_order } from "./orders";
import type { Place } from "./terminals";
import { t } from "./words";

interface CreditOrder {
  order: "PutCredit" | "PayCredit";
  amount: number;
}
interface CreditFormProps {
  of: { terminal: number } | { stay: number };
  one: Place;
}

// The amount is confirmed before money changes hands: a figure too many is quickly typed. The
// amount that was confirmed is the one that is booked, whatever was won or lost since.
export function CreditForm({ of, one: place }: CreditFormProps) {
  const page = useConsole();
  const { table, show_message } = page.state;
  const text = useSignal("");
  const order = useSignal<CreditOrder | null>(null);
  const { currency } = table.value!.table;
  const debt = Math.min(place.owed, place.credit);
  const give = async ({ order: name, amount }: CreditOrder) => {
    order.value = null;
    if (!(await give_order(page, name, { ...of, amount }, true))) return;
    text.value = "";
    show_message(() =>
      t(name === "PutCredit" ? "credit_put" : "credit_paid", exact(amount, currency)),
    );
  };
  const choose = (name: CreditOrder["order"], amount: number) => () => {
    order.value = { order: name, amount };
  };
  if (order.value) {
    return (
      <ConfirmCredit
        order={order.value}
        debt={debt}
        onconfirm={() => void give(order.value!)}
        onback={() => {
          order.value = null;
        }}
      />
    );
  }
  const amount = read_money(text.value);
  const { chip } = table.value!.table;
  // On a shared felt lie chips and no cents.
  const in_chips = "terminal" in of || amount === null || amount % chip === 0;
  const left = place.credit - debt;
  return (
    <div class="stack">
      <Wrong />
      <TextField
        label={`${t("amount")} (${currency})`}
        text={text}
        name="amount"
        inputMode="decimal"
      />
      {text.value && amount === null && <p class="wrong">{t("bad_amount")}</p>}
      {!in_chips && <p class="wrong">{t("whole_chips_in", money(chip))}</p>}
      <div class="buttons">
        <button
          class="main"
          data-order="PutCredit"
          disabled={!amount || !in_chips}
          onClick={choose("PutCredit", amount ?? 0)}
        >
          {t("put_credit")}
        </button>
        <button
          data-order="PayCredit"
          disabled={!amount || amount > left}
          onClick={choose("PayCredit", amount ?? 0)}
        >
          {t("pay_amount")}
        </button>
        <button data-action="pay-all" disabled={!left} onClick={choose("PayCredit", left)}>
          {t("pay_all")}
        </button>
      </div>
    </div>
  );
}

interface ConfirmCreditProps {
  order: CreditOrder;
  debt: number;
  onconfirm: () => void;
  onback: () => void;
}
function ConfirmCredit({ order: { order, amount }, debt, onconfirm, onback }: ConfirmCreditProps) {
  const { currency, limit } = useConsole().state.table.value!.table;
  const is_put = order === "PutCredit";
  return (
    <div class="stack meant" role="alertdialog" aria-label={t("confirm")}>
      <p class="asked">{t(is_put ? "put_meant" : "pay_meant", exact(amount, currency))}</p>
      {!is_put && debt > 0 && <p>{t("debt_first", exact(debt, currency))}</p>}
      {is_put && limit.max !== null && amount > limit.max * 10 && (
        <p class="wrong">{t("much_credit", money(limit.max))}</p>
      )}
      <div class="buttons">
        <button class="main" autofocus data-action="confirm-credit" onClick={onconfirm}>
          {t("confirm")}
        </button>
        <button data-action="back" onClick={onback}>
          {t("back")}
        </button>
      </div>
    </div>
  );
}
