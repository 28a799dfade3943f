// SPDX-License-Identifier: MIT
// The entries of the list of what happened to the player's bets, in plain words.
import { money } from "../shared/money";
import { spot_name, type Layout } from "../shared/rules";
import { reason_text } from "../shared/reasons";
import { causes } from "../shared/terms";
import { in_language } from "../shared/words";
import { acceptance_of, type BetReply } from "./bets";
import type { LogEntry, OwnEntry } from "./bet_log";
import type { BetLogEntry } from "./state";
import { t } from "./words";

type Named = (spot: string) => string;
const named =
  (layout: Layout): Named =>
  (spot) =>
    spot_name(layout, spot, in_language);

const listed = (bets: readonly { spot: string; amount: number }[], name: Named): string =>
  bets.map((one) => t("log_bet", name(one.spot), money(one.amount))).join(t("log_comma"));

// Why a bet was not accepted in full, with the figure of the limit.
export function reason_of_reply(one: BetReply): string {
  const { reason = "not_allowed", figure, limit_kind, leaves } = one;
  const limit =
    figure === undefined
      ? reason_text(reason)
      : limit_kind === "differential"
        ? t("differential_is", money(figure))
        : limit_kind === "exposure"
          ? t("exposure_is", money(figure))
          : t("limit_is", reason_text(reason), money(figure));
  return leaves === undefined ? limit : t("limit_leaves", limit, money(leaves));
}

export function reply_text(what: OwnEntry["what"], one: BetReply, name: Named): string {
  const reason = reason_of_reply(one);
  switch (acceptance_of(one)) {
    case "accepted":
      return t(
        what === "bet" ? "accepted_one" : "taken_back_one",
        name(one.spot),
        money(one.accepted),
      );
    case "trimmed":
      return t("trimmed", name(one.spot), money(one.accepted), money(one.asked), reason);
    case "refused":
      return t(what === "bet" ? "refused" : "not_taken_back", name(one.spot), reason);
  }
}

function own_text(one: OwnEntry, name: Named): string {
  if (one.what === "refused") return t("not_done", reason_text(one.reason ?? "not_allowed"));
  return (one.replies ?? []).map((reply) => reply_text(one.what, reply, name)).join(" · ");
}

// An entry that the server sent. The money is named in every case.
export function sent_text(one: BetLogEntry, layout: Layout): string {
  const name = named(layout);
  const bets = listed(one.bets ?? [], name);
  const amount = money(one.amount ?? 0);
  const cause = one.cause ? in_language(causes[one.cause]) : "";
  switch (one.what) {
    case "placed":
      return t("log_placed", bets);
    case "withdrawn":
      return t("log_withdrawn", bets);
    case "rejected":
      return t("log_rejected", bets);
    case "advised":
      return t("log_advised", (one.spots ?? []).map(name).join(t("log_comma")));
    case "reduced":
      return t("log_reduced", bets);
    case "in_full":
      return t("log_in_full");
    case "settled":
      return t("log_settled", one.round, amount, money(one.staked ?? 0));
    case "void":
      return t("log_void", one.round, cause, amount);
    case "returned":
      return t("log_returned", amount);
    case "corrected":
      return t("log_corrected", one.round, cause, amount);
  }
}

const is_own = (one: LogEntry): one is OwnEntry => !("seq" in one);

export const entry_text = (one: LogEntry, layout: Layout): string =>
  is_own(one) ? own_text(one, named(layout)) : sent_text(one, layout);

// Whether the player lost something by it, or did not get what was asked for.
export function is_bad(one: LogEntry): boolean {
  if (is_own(one))
    return (
      one.what === "refused" ||
      (one.replies ?? []).some((reply) => acceptance_of(reply) !== "accepted")
    );
  return ["rejected", "reduced", "advised", "void", "returned", "corrected"].includes(one.what);
}
