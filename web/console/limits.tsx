// SPDX-License-Identifier: MIT
// The table's limits and what else the order Configure changes between rounds.
import type { SpotLimit } from "../generated/protocol";
import { money } from "../shared/money";
import { policies, roles as role_words } from "../shared/terms";
import { in_language } from "../shared/words";
import { limit_text } from "./configuration";
import { ConfigureDialog } from "./configure_dialog";
import { useConsole } from "./context";
import { spot_words } from "./spot_words";
import { clause_words, t } from "./words";

// When limits may be changed, by whom, and the clauses about it.
function Note() {
  const { console_topic, rules } = useConsole().state;
  const second = console_topic.value!.orders.Configure?.second;
  const words = second && [second.decides, second.with].map((one) => in_language(role_words[one]));
  const clauses = rules.value?.limits.clauses ?? [];
  return (
    <p class="soft">
      {t("limits_note")} {words && t("agreed_by", ...words)}{" "}
      {clauses.length ? clause_words(clauses) : ""}
    </p>
  );
}

export function Limits() {
  const page = useConsole();
  const { console_topic, round_in_play, open_dialog } = page.state;
  const now = console_topic.value!.configuration;
  const row = (label: string, value: string) => (
    <tr>
      <th scope="row">{label}</th>
      <td class="number" colSpan={2}>
        {value}
      </td>
    </tr>
  );
  const limit = (name: string, one: SpotLimit) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td class="number">{money(one.min ?? 0)}</td>
      <td class="number">{limit_text(one.max)}</td>
    </tr>
  );
  return (
    <div class="stack">
      <table class="limits">
        <thead>
          <tr>
            <th scope="col">{now.currency}</th>
            <th scope="col" class="number">
              {t("minimum")}
            </th>
            <th scope="col" class="number">
              {t("maximum")}
            </th>
          </tr>
        </thead>
        <tbody>
          {limit(t("every_spot"), now.limit)}
          {Object.entries(now.limit_of).map(([spot, one]) => limit(spot_words(page, spot), one))}
          {row(t("a_round"), limit_text(now.round_max))}
          {row(t("differential"), limit_text(now.differential_max))}
          {row(t("exposure"), limit_text(now.exposure_max))}
          {row(t("large_win"), limit_text(now.large_win))}
          {row(t("chip_value"), money(now.chip ?? 0))}
          {row(
            t("betting_time"),
            now.betting_seconds ? t("seconds", now.betting_seconds) : t("untimed"),
          )}
          {row(t("betting_time_min"), t("seconds", now.betting_seconds_min))}
          {row(t("policy"), in_language(policies[now.policy]))}
          {row(t("second_entry"), now.second_entry ? t("yes") : t("no"))}
        </tbody>
      </table>
      <button
        data-action="configure"
        disabled={round_in_play.value !== undefined}
        onClick={() => open_dialog(() => <ConfigureDialog />)}
      >
        {t("change_limits")}
      </button>
      <Note />
    </div>
  );
}
