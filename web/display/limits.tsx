// SPDX-License-Identifier: MIT
// The limits of stakes.
import type { TableTopic } from "../generated/protocol";
import { money } from "../shared/money";
import { parts_of, spot_name, type Layout, type Rules } from "../shared/rules";
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
  const groups = groups_of(about, layout);
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
      {shown.map(([names, limit]) => (
        <div key={names}>
          <dt>{names}</dt>
          <dd>{limit}</dd>
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

// "Total 4, 17", "Specific Triple": spots of a kind with the same limits.
function groups_of(about: TableTopic["table"], layout: Layout): [names: string, limit: string][] {
  const groups = new Map<string, { kind: string; limit: string; spots: string[] }>();
  for (const [spot, one] of Object.entries(about.limit_of)) {
    const { kind } = parts_of(spot);
    const limit = range(one);
    const group = groups.get(`${kind} ${limit}`) ?? { kind, limit, spots: [] };
    group.spots.push(spot);
    groups.set(`${kind} ${limit}`, group);
  }
  return [...groups.values()].map(({ kind, limit, spots }) => {
    if (kind === "total") return [t("totals", totals_text(spots)), limit];
    const name = layout.names[kind];
    return [
      (spots.length > 1 && name
        ? in_language(name)
        : spot_name(layout, spots[0]!, in_language)
      ).replace(" Bet", ""),
      limit,
    ];
  });
}

function totals_text(totals: string[]): string {
  const figures = totals.map((one) => Number(parts_of(one).digits)).sort((a, b) => a - b);
  const figures_max = 3;
  const first = figures.slice(0, figures_max).join(t("comma"));
  return figures.length > figures_max ? t("and_more", first, figures.length - figures_max) : first;
}
