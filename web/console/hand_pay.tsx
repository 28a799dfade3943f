// SPDX-License-Identifier: MIT
// A hand pay at a terminal: an attendant pays it, the terminal is given back to its player
// afterwards; or it is cancelled, and the credit stays. The cage can do the same.
import { exact } from "../shared/money";
import { orders as order_words } from "../shared/terms";
import { in_language, texts } from "../shared/words";
import { confirm } from "./confirm";
import { useConsole } from "./context";
import { NoteDialog } from "./equipment_dialogs";
import { give_order } from "./orders";
import type { Place } from "./terminals";
import { t as console_text } from "./words";

const t = texts({
  waiting: ["Hand pay of {0}", "人手支付 {0}"],
  paid: ["Hand pay of {0}: paid", "人手支付 {0}：已付"],
  pay_meant: ["Pay the player {0} in cash.", "付给顾客现金 {0}。"],
});

type Pending = NonNullable<Place["hand_pay"]>;

function useTitle(one: Pending): string {
  const { table } = useConsole().state;
  return t(one.paid ? "paid" : "waiting", exact(one.amount, table.value!.table.currency));
}

// Whether it is paid, in a row of the list of terminals.
export function HandPayTag({ one }: { one: Pending }) {
  return <span class={`tag ${one.paid ? "good" : "warn"}`}>{useTitle(one)}</span>;
}

export function HandPay({ terminal, one }: { terminal: number; one: Pending | null | undefined }) {
  return one ? <Shown terminal={terminal} one={one} /> : null;
}

function Shown({ terminal, one }: { terminal: number; one: Pending }) {
  const page = useConsole();
  const { open_dialog, table } = page.state;
  const title = useTitle(one);
  const fields = { hand_pay: one.id };
  const cancel = () =>
    open_dialog(() => (
      <NoteDialog
        order="CancelHandPay"
        field="reason"
        label={console_text("reason")}
        fields={fields}
        about={[`${console_text("terminal_n", terminal)}: ${title}`]}
      />
    ));
  const pay = () =>
    confirm(page, "PayByHand", fields, () => [
      console_text("terminal_n", terminal),
      t("pay_meant", exact(one.amount, table.value!.table.currency)),
    ]);
  return (
    <section class="stack" data-hand-pay={one.id}>
      <b>{title}</b>
      <div class="buttons">
        {one.paid ? (
          <button
            class="main"
            data-order="AcknowledgeHandPay"
            onClick={() => void give_order(page, "AcknowledgeHandPay", fields)}
          >
            {in_language(order_words.AcknowledgeHandPay)}
          </button>
        ) : (
          <>
            <button class="main" data-order="PayByHand" onClick={pay}>
              {in_language(order_words.PayByHand)}
            </button>
            <button data-order="CancelHandPay" onClick={cancel}>
              {in_language(order_words.CancelHandPay)}
            </button>
          </>
        )}
      </div>
    </section>
  );
}
