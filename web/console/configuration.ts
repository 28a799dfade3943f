// SPDX-License-Identifier: MIT
// What differs between two configurations of a table, in plain words: for the person who changes it
// and for the one who agrees.
import type { Configuration, SpotLimit } from "../generated/protocol";
import { money } from "../shared/money";
import { spot_name } from "../shared/rules";
import { policies } from "../shared/terms";
import { in_language } from "../shared/words";
import type { ConsolePage } from "./context";
import { t } from "./words";

// An upper limit; "no limit" where there is none.
export const limit_text = (amount: number | null | undefined): string =>
  amount == null ? t("no_limit") : money(amount);
const limit_words = (one: SpotLimit | undefined): string =>
  one ? `${money(one.min ?? 0)} – ${limit_text(one.max)}` : t("as_every_spot");

// One line for each setting that differs.
export function changes(page: ConsolePage, from: Configuration, to: Configuration): string[] {
  const { layout } = page.state;
  const lines: string[] = [];
  const compare = (name: string, before: string, after: string) => {
    if (before !== after) lines.push(t("changed", name, before, after));
  };
  compare(t("every_spot"), limit_words(from.limit), limit_words(to.limit));
  for (const spot of new Set([...Object.keys(from.limit_of), ...Object.keys(to.limit_of)])) {
    compare(
      layout.value ? spot_name(layout.value, spot, in_language) : spot,
      limit_words(from.limit_of[spot]),
      limit_words(to.limit_of[spot]),
    );
  }
  compare(t("a_round"), limit_text(from.round_max), limit_text(to.round_max));
  compare(t("differential"), limit_text(from.differential_max), limit_text(to.differential_max));
  compare(t("exposure"), limit_text(from.exposure_max), limit_text(to.exposure_max));
  compare(t("large_win"), limit_text(from.large_win), limit_text(to.large_win));
  compare(t("chip_value"), money(from.chip ?? 0), money(to.chip ?? 0));
  compare(t("policy"), in_language(policies[from.policy]), in_language(policies[to.policy]));
  compare(
    t("second_entry"),
    from.second_entry ? t("yes") : t("no"),
    to.second_entry ? t("yes") : t("no"),
  );
  compare(t("betting_time"), t("seconds", from.betting_seconds), t("seconds", to.betting_seconds));
  compare(
    t("betting_time_min"),
    t("seconds", from.betting_seconds_min),
    t("seconds", to.betting_seconds_min),
  );
  compare(t("rounds_kept"), String(from.rounds_kept), String(to.rounds_kept));
  return lines;
}
