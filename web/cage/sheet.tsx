// SPDX-License-Identifier: MIT
// What goes to the printer: a receipt, or a ticket as the server has drawn it. It is shown on paper
// only (print.css).
import { moment } from "../shared/moment";
import { exact } from "../shared/money";
import { useCage } from "./context";
import { difference_of, entry_title } from "./log";
import type { LogEntry } from "./state";
import { t } from "./words";

export function PrintedSheet() {
  const sheet = useCage().sheet.value;
  if (!sheet) return null;
  if ("svg" in sheet)
    return (
      <div class="sheet ticket-sheet" data-sheet="ticket" aria-hidden="true">
        <img alt="" src={`data:image/svg+xml,${encodeURIComponent(sheet.svg)}`} />
      </div>
    );
  return <Receipt one={sheet.entry} />;
}

function Receipt({ one }: { one: LogEntry }) {
  const difference = difference_of(one);
  const rows: [string, string | null | undefined][] = [
    [t("cashier"), one.by],
    [t("second"), one.with],
    [t("counter"), one.counter ? String(one.counter) : null],
    [t("table_n", ""), one.counter || !one.table ? null : String(one.table)],
    [t("terminal"), one.terminal ? String(one.terminal) : null],
    [t("ticket_number"), one.last_four && `····${one.last_four}`],
    [t("seal"), one.seal],
    [t("slip"), one.slip],
    [t("reference"), one.reference],
    [t("identity"), one.identity],
    [t("reason"), one.text],
    [t("expected"), typeof one.expected === "number" ? exact(one.expected, one.currency) : null],
    [t("difference"), difference === null ? null : exact(difference, one.currency)],
    [t("win_by_count"), one.win_by_count === undefined ? null : exact(one.win_by_count)],
    [t("win_by_ledger"), one.win_by_ledger === undefined ? null : exact(one.win_by_ledger)],
  ];
  return (
    <div class="sheet receipt" data-sheet="receipt" aria-hidden="true">
      <p class="receipt-head">{t("receipt")}</p>
      <p>
        {t("receipt_no", one.seq)} · {moment(one.at)}
      </p>
      <p class="receipt-kind">{entry_title(one)}</p>
      <p class="receipt-amount">{exact(one.amount, one.currency)}</p>
      {one.training && <p class="receipt-mark">{t("no_value")}</p>}
      <dl>
        {rows.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <p class="receipt-sign">{t("signature")}</p>
      {one.with && <p class="receipt-sign">{t("signature")}</p>}
    </div>
  );
}
