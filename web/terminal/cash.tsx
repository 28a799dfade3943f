// SPDX-License-Identifier: MIT
// Cash-out: the player requests it, and an attendant pays. No ticket is printed yet.
import { exact } from "../shared/money";
import { Dialog } from "./dialog";
import { leave_table } from "./identity";
import { useTerminal, type TerminalPage } from "./page";
import { t } from "./words";

async function leave(page: TerminalPage): Promise<void> {
  const { client, table_number, layout_wanted } = page.state;
  try {
    await leave_table(client, page.store, table_number, layout_wanted);
  } catch {
    // The server frees the place by itself after a while.
  }
  location.href = "/";
}

export function CashOut({ onclose }: { onclose: () => void }) {
  const page = useTerminal();
  const { table, is_seat, currency } = page.state;
  const { shown_money } = page.reveal;
  const { call_attendant } = page.bets;
  const { training } = table.value!.table;
  const { credit, staked } = shown_money.value;
  const about = training ? t("cash_training") : is_seat.value ? t("cash_seat") : t("cash_request");
  return (
    <Dialog title={t("cash_title")} onclose={onclose}>
      <p class="cash-credit">
        {t("credit")} <strong>{exact(credit, currency.value)}</strong>
      </p>
      <p>{about}</p>
      {!training && staked > 0 && <p class="soft">{t("cash_staked")}</p>}
      <div class="actions">
        {training && (
          <button onClick={() => void leave(page)} data-action="leave">
            {t("leave_table")}
          </button>
        )}
        {!is_seat.value && (
          <button
            class={training ? "" : "main"}
            data-action="ask-for-cash"
            onClick={() => {
              void call_attendant();
              onclose();
            }}
          >
            {training ? t("call_name") : t("cash_ask")}
          </button>
        )}
      </div>
    </Dialog>
  );
}
