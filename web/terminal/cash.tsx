// SPDX-License-Identifier: MIT
// Cash-out: where the terminal has a cabinet, to a ticket; else the player asks an attendant.
import { exact } from "../shared/money";
import { Cabinet, CashOutButton } from "./cabinet";
import { cash_text } from "./cash_words";
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
  const { table, own, is_seat, currency } = page.state;
  const { shown_money } = page.reveal;
  const { call_attendant } = page.bets;
  const { training } = table.value!.table;
  const { credit, staked } = shown_money.value;
  const about = training ? t("cash_training") : is_seat.value ? t("cash_seat") : t("cash_request");
  const { cash } = own.value!;
  return (
    <Dialog title={cash ? cash_text("title") : t("cash_title")} onclose={onclose}>
      <div class="cash-top">
        <p class="cash-credit">
          {t("credit")} <strong>{exact(credit, currency.value)}</strong>
        </p>
        {cash && <CashOutButton cash={cash} />}
      </div>
      {cash ? <Cabinet cash={cash} /> : <p>{about}</p>}
      {!cash && !training && staked > 0 && <p class="soft">{t("cash_staked")}</p>}
      <div class="actions">
        {training && (
          <button onClick={() => void leave(page)} data-action="leave">
            {t("leave_table")}
          </button>
        )}
        {!is_seat.value && (
          <button
            class={training || cash ? "" : "main"}
            data-action="ask-for-cash"
            onClick={() => {
              void call_attendant();
              onclose();
            }}
          >
            {training || cash ? t("call_name") : t("cash_ask")}
          </button>
        )}
      </div>
    </Dialog>
  );
}
