// SPDX-License-Identifier: MIT
// What a player must know beside the game: the table is held, the terminal is locked, money waits.
import { exact } from "../shared/money";
import { causes } from "../shared/terms";
import { in_language } from "../shared/words";
import { useTerminal, type TerminalPage } from "./page";
import type { Correction } from "./past_rounds";
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

function notices(page: TerminalPage): Notice[] {
  const { table, own, round, currency, seat_ended, stakes } = page.state;
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
    seat_ended.value && { id: "seat-ended", kind: "warn", text: t("notice_seat_ended") },
    place.away === true && {
      id: "away",
      kind: "info",
      text: t("notice_away"),
      action: {
        id: "return",
        text: t("i_am_back"),
        run: () => void page.bets.return_to_seat(),
      },
    },
    place.enabled === false && { id: "disabled", kind: "warn", text: t("notice_disabled") },
    place.locked === true && { id: "locked", kind: "warn", text: t("notice_locked") },
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

export function Notices() {
  const page = useTerminal();
  const list = notices(page);
  return (
    <div role="status">
      <ul class="notices" tabIndex={list.length > 1 ? 0 : undefined}>
        {list.map((one) => (
          <li key={one.text} class={one.kind} data-notice={one.id}>
            <span aria-hidden="true">{one.kind === "warn" ? "⚠" : "ℹ"}</span> {one.text}
            {one.action && (
              <button data-action={one.action.id} onClick={one.action.run}>
                {one.action.text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
