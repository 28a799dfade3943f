// SPDX-License-Identifier: MIT
// What a player must know beside the game: the table is held, the terminal is locked, money waits.
import { exact } from "../shared/money";
import { causes } from "../shared/terms";
import { in_language } from "../shared/words";
import { cash_activity } from "./cabinet";
import { forget_place } from "./identity";
import { useTerminal, type TerminalPage } from "./page";
import type { Correction } from "./past_rounds";
import { reality_check_text } from "./session_dialog";
import { session_text } from "./session_words";
import { in_force } from "./state";
import { time_text } from "./time_text";
import { t } from "./words";

interface Notice {
  id: string;
  action?: { id: string; text: string; run: () => void };
  kind: "info" | "warn";
  text: string;
}

const correction_notice = (page: TerminalPage, one: Correction): Notice => ({
  id: "corrected",
  kind: "warn",
  text: t(
    one.is_void ? "notice_corrected_void" : "notice_corrected",
    one.round,
    exact(one.payout, page.state.currency.value),
  ),
});

// Forgets the seat that staff have closed and joins again.
function take_seat(page: TerminalPage): void {
  const { table_number, layout_wanted } = page.state;
  forget_place(page.store, table_number, layout_wanted);
  location.reload();
}

// At a felt: staff have closed the seat, or marked its player as away. A closed seat is not away.
function seat_notice(page: TerminalPage): Notice | false {
  const { own, seat_ended } = page.state;
  if (seat_ended.value)
    return {
      id: "seat-ended",
      kind: "warn",
      text: t("notice_seat_ended"),
      action: { id: "take-seat", text: t("take_seat"), run: () => take_seat(page) },
    };
  if (!own.value!.place.away) return false;
  const run = () => void page.bets.return_to_seat();
  return {
    id: "away",
    kind: "info",
    text: t("notice_away"),
    action: { id: "return", text: t("i_am_back"), run },
  };
}

// An attendant pays the player by hand, for which the terminal is locked.
function hand_pay_notice(page: TerminalPage): Notice | false {
  const { cash } = page.state.own.value!;
  if (!cash?.hand_pay) return false;
  const text = cash_activity(cash, page.state.currency.value) ?? "";
  return { id: "hand-pay", kind: "warn", text };
}

// The time played and the net result, every so many minutes; and what the player has chosen.
function session_notices(page: TerminalPage): (Notice | false)[] {
  const { session } = page;
  return [
    session.is_check_due.value && {
      id: "reality-check",
      kind: "info",
      text: reality_check_text(page),
      action: { id: "go-on", text: session_text("go_on"), run: session.acknowledge },
    },
    ...own_limit_notices(page),
  ];
}

// A break, and limits of the player's own that are reached.
function own_limit_notices({ state }: TerminalPage): (Notice | false)[] {
  const { own_stop, own, client, currency, table } = state;
  const limits = own.value!.own_limits;
  if (!limits) return [];
  const now = client.now();
  const time = in_force(limits.time, now) ?? 0;
  const loss = in_force(limits.loss, now);
  const shown = (amount: number) => exact(Math.max(0, amount), currency.value);
  return [
    own_stop.value === "on_a_break" && {
      id: "break",
      kind: "info",
      text: session_text("on_break", time_text(limits.break_until)),
    },
    own_stop.value === "own_time_limit_reached" && {
      id: "own-time",
      kind: "info",
      text: session_text("time_over", time_text(time)),
    },
    loss !== null &&
      loss - limits.lost < table.value!.table.limit.min && {
        id: "own-loss",
        kind: "info",
        text: session_text("loss_over", shown(limits.lost), shown(loss)),
      },
  ];
}

function notices(page: TerminalPage): Notice[] {
  const { table, own, round, currency, stakes } = page.state;
  const { corrections } = page.past;
  const { status } = table.value!;
  const { place, money } = own.value!;
  const amended = corrections.value.filter((one) => (round.value?.number ?? 0) <= one.seen_in + 1);
  const last = own.value!.last;
  const void_earlier =
    last?.ended === "void" &&
    Boolean(last.bets?.length) &&
    last.round !== round.value?.number &&
    !amended.some((one) => one.round === last.round);
  const list: (Notice | false)[] = [
    ...amended.map((one) => correction_notice(page, one)),
    // Also for a round that became void during an interruption; until the next round is over.
    void_earlier && {
      id: "void",
      kind: "warn",
      text: t("void_earlier", last.round, exact(last.staked ?? 0, currency.value)),
    },
    status.held !== null && {
      id: "held",
      kind: "warn",
      text: t("notice_held", in_language(causes[status.held.cause])),
    },
    status.out_of_service !== null && {
      id: "out-of-service",
      kind: "warn",
      text: t("notice_out_of_service"),
    },
    status.phase === "closed" &&
      status.out_of_service === null && { id: "closed", kind: "info", text: t("notice_closed") },
    status.last_round && { id: "last-round", kind: "info", text: t("notice_last_round") },
    seat_notice(page),
    ...session_notices(page),
    place.enabled === false && { id: "disabled", kind: "warn", text: t("notice_disabled") },
    hand_pay_notice(page),
    place.locked === true &&
      !hand_pay_notice(page) && { id: "locked", kind: "warn", text: t("notice_locked") },
    place.calling === true && { id: "calling", kind: "info", text: t("notice_calling") },
    money.owed > 0 && {
      id: "owed",
      kind: "warn",
      text: t("notice_owed", exact(money.owed, currency.value)),
    },
    money.unclaimed > 0 && {
      id: "unclaimed",
      kind: "info",
      text: t("notice_unclaimed", exact(money.unclaimed, currency.value)),
    },
    status.manual_entry !== null && { id: "manual-entry", kind: "info", text: t("notice_keyed") },
    Boolean(round.value?.manual && round.value.roll) && {
      id: "manual",
      kind: "info",
      text: t("notice_manual"),
    },
    money.credit === 0 &&
      stakes.value.size === 0 && { id: "no-credit", kind: "info", text: t("notice_no_credit") },
  ];
  return list.filter((one): one is Notice => one !== false);
}

function NoticeItem({ one }: { one: Notice }) {
  return (
    <li class={one.kind} data-notice={one.id}>
      <span class="notice-text">
        <span aria-hidden="true">{one.kind === "warn" ? "⚠" : "ℹ"}</span> {one.text}
      </span>
      {one.action && (
        <button data-action={one.action.id} onClick={one.action.run}>
          {one.action.text}
        </button>
      )}
    </li>
  );
}

// Notices that the player can act upon come first, and never scroll out of sight.
export function Notices() {
  const list = notices(useTerminal());
  const acting = list.filter((one) => one.action);
  const others = list.filter((one) => !one.action);
  return (
    <div class="all-notices" role="status">
      {acting.length > 0 && (
        <ul class="notices acting">
          {acting.map((one) => (
            <NoticeItem key={one.text} one={one} />
          ))}
        </ul>
      )}
      <ul class="notices" tabIndex={others.length > 1 ? 0 : undefined}>
        {others.map((one) => (
          <NoticeItem key={one.text} one={one} />
        ))}
      </ul>
    </div>
  );
}
