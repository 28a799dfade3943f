// SPDX-License-Identifier: MIT
// The limits of stakes.
import type { TableTopic } from "../generated/protocol";
import { limit_groups } from "../shared/limit_lines";
import { money } from "../shared/money";
import { spot_name, type Layout, type Rules } from "../shared/rules";
import { tick } from "../shared/tick";
import { in_language } from "../shared/words";
import { t } from "./words";

type Limit = TableTopic["table"]["limit"];
const range = (one: Limit): string =>
  one.max === null ? t("at_least", money(one.min)) : `${money(one.min)} – ${money(one.max)}`;

export function Limits({
  about,
  layout,
  rules,
}: {
  about: TableTopic["table"];
  layout: Layout;
  rules: Rules;
}) {
  const pairs = rules.limits.differential.map((pair) =>
    pair.map((spot) => spot_name(layout, spot, in_language)).join(" / "),
  );
  const groups = limit_groups(about, layout);
  const shown_max = about.differential_max !== null && about.round_max !== null ? 1 : 2;
  const turn = groups.length > shown_max ? Math.floor(tick.value / 8_000) : 0; // they take turns
  const shown = Array.from(
    { length: Math.min(shown_max, groups.length) },
    (_, i) => groups[(turn + i) % groups.length]!,
  );
  return (
    <dl class="limits" aria-label={t("limits")}>
      <div class="first">
        <dt>{t("each_bet")}</dt>
        <dd>
          {about.currency} {range(about.limit)}
        </dd>
      </div>
      {shown.map(({ id, label, value }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {about.differential_max !== null && pairs.length > 0 && (
        <div>
          <dt>{t("differential", pairs.join(t("comma")))}</dt>
          <dd>{t("up_to", money(about.differential_max))}</dd>
        </div>
      )}
      {about.round_max !== null && (
        <div>
          <dt>{t("round_max")}</dt>
          <dd>{t("up_to", money(about.round_max))}</dd>
        </div>
      )}
    </dl>
  );
}
