// SPDX-License-Identifier: MIT
// What was done at the cage: the last order in large figures, and the last movements. Each can be
// printed as a receipt.
import { exact } from "../shared/money";
import { reason_text } from "../shared/reasons";
import { in_language } from "../shared/words";
import { useCage } from "./context";
import type { CageState, LogEntry } from "./state";
import { boxes, cash_in, cash_out, kinds, paid_to_customer, t, taken_from_customer } from "./words";

const clock = (at: number): string =>
  new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });

export const entry_title = (one: LogEntry): string =>
  one.box ? `${in_language(kinds[one.kind])}: ${in_language(boxes[one.box])}` : kind_text(one);
const kind_text = (one: LogEntry): string => in_language(kinds[one.kind]);

// How far a count differs from the books; null for what was not counted, or not expected.
export const difference_of = (one: LogEntry): number | null =>
  one.counted === undefined || one.expected === undefined || one.expected === null
    ? null
    : one.counted - one.expected;

export function Difference({ one }: { one: LogEntry }) {
  const difference = difference_of(one);
  if (difference === null) return null;
  if (difference === 0) return <span class="tag good">{t("no_difference")}</span>;
  return (
    <span class="tag bad" data-difference={difference}>
      {t(difference > 0 ? "over" : "missing")} {exact(Math.abs(difference), one.currency)}
    </span>
  );
}

function Books({ amount, currency }: { amount: number; currency: string }) {
  return <b data-books={amount}>{exact(amount, currency)}</b>;
}

// What came of the last order.
export function Done() {
  const { done, done_after, print } = useCage();
  const one = done.value;
  if (!one || one.kind === "ticket_refused") return null;
  const side = paid_to_customer.has(one.kind)
    ? t("pay_out")
    : taken_from_customer.has(one.kind)
      ? t("take_in")
      : "";
  return (
    <section class="panel done" role="status" data-done={one.kind}>
      <div>
        <p class="done-title">{[side, entry_title(one)].filter(Boolean).join(" · ")}</p>
        {(one.amount > 0 || one.counted !== undefined) && (
          <p class="figure" data-amount={one.amount}>
            {exact(one.amount, one.currency)}
          </p>
        )}
        {one.expected !== undefined && one.expected !== null && (
          <p class="compare">
            {t("expected")} <Books amount={one.expected} currency={one.currency} />{" "}
            <Difference one={one} />
          </p>
        )}
        {one.win_by_count !== undefined && one.win_by_ledger !== undefined && (
          <p class="compare">
            {t("win_by_count")} <b>{exact(one.win_by_count, one.currency)}</b> ·{" "}
            {t("win_by_ledger")} <b>{exact(one.win_by_ledger, one.currency)}</b>
          </p>
        )}
      </div>
      <div class="done-actions">
        <button data-action="print-receipt" onClick={() => print({ entry: one })}>
          {t("print_receipt")}
        </button>
        <button
          class="quiet"
          data-action="dismiss"
          onClick={() => {
            done_after.value = null;
          }}
        >
          {t("dismiss")}
        </button>
      </div>
    </section>
  );
}

const place_of = (one: LogEntry): string => {
  if (one.counter) return t("counter_n", one.counter);
  return one.table ? t("table_n", one.table) : t("at_the_cage");
};

const side_of = ({ kind }: LogEntry): "in" | "out" | "" =>
  cash_in.has(kind) ? "in" : cash_out.has(kind) ? "out" : "";

// What the last cashier has left is not shown to a person who is about to count the drawer.
function is_hidden({ me, counter, may_give }: CageState, one: LogEntry): boolean {
  if (one.kind !== "shift_closed" || one.by === me.value?.name) return false;
  return !counter.value && may_give("OpenShift");
}

export function Log() {
  const state = useCage();
  const { topic, print } = state;
  const list = [...(topic.value?.log ?? [])].reverse();
  return (
    <aside class="panel log" aria-labelledby="log-title">
      <h2 id="log-title">{t("log")}</h2>
      {!list.length && <p class="empty">{t("no_log")}</p>}
      <ol tabIndex={0} aria-labelledby="log-title">
        {list.map((one) => (
          <li key={one.seq} data-movement={one.kind}>
            <time>{clock(one.at)}</time>
            <span class="log-what">
              <span>
                {entry_title(one)}
                {one.last_four && <span class="soft"> ····{one.last_four}</span>}
              </span>
              <small>
                {[
                  place_of(one),
                  one.by && one.with ? t("signed_by", one.by, one.with) : one.by,
                  one.reason && reason_text(one.reason),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </small>
              {!is_hidden(state, one) && <Difference one={one} />}
            </span>
            <span class={`log-sum ${side_of(one)}`}>
              {(one.amount > 0 || one.counted !== undefined) && !is_hidden(state, one)
                ? signed(one)
                : ""}
            </span>
            <button
              class="quiet"
              data-action="print-entry"
              aria-label={`${t("print_receipt")}: ${entry_title(one)} ${clock(one.at)}`}
              title={t("print_receipt")}
              disabled={is_hidden(state, one)}
              onClick={() => print({ entry: one })}
            >
              <svg width="18" height="18" viewBox="0 0 24 24" fill="none" aria-hidden="true">
                <path
                  d="M7 9V3h10v6M7 17H4v-7h16v7h-3M7 14h10v7H7z"
                  stroke="currentColor"
                  stroke-width="1.800"
                />
              </svg>
            </button>
          </li>
        ))}
      </ol>
    </aside>
  );
}

const signed = (one: LogEntry): string => {
  const sign = { in: "+", out: "−", "": "" }[side_of(one)];
  return `${sign}${exact(one.amount)}`;
};
