// SPDX-License-Identifier: MIT
// The limits of a table as lines of text: every limit for which a bet can be refused.
//
// Pure: from what the server sent to texts. How much is left of a limit is not known here.
import type { TableTopic } from "../generated/protocol";
import { money } from "./money";
import { parts_of, spot_name, type Layout, type Rules } from "./rules";
import { in_language, texts } from "./words";

const t = texts({
  comma: [", ", "、"],
  each_bet: ["Stake on a spot", "每格注码"],
  shared_box: ["All players on a spot", "每格全桌合计"],
  from: ["from {0}", "{0}起"],
  range: ["{0} to {1}", "{0}至{1}"],
  up_to: ["up to {0}", "最高{0}"],
  totals: ["Total {0}", "{0}点"],
  and_more: ["{0} and {1} more", "{0}等{1}项"],
  differential: ["{0} difference", "{0}差额"],
  round_max: ["Your bets in a round", "每局您的注码"],
  exposure_max: ["The table's loss on a roll", "全桌每局赔付"],
});

export interface LimitLine {
  id: string; // "spot", "round", "differential", "exposure", or the spots with limits of their own
  label: string;
  value: string;
}
type About = TableTopic["table"];
type Limit = About["limit"];

const range = (one: Limit): string =>
  one.max === null ? t("from", money(one.min)) : t("range", money(one.min), money(one.max));

const figures_max = 3;
function totals_text(totals: string[]): string {
  const figures = totals.map((one) => Number(parts_of(one).digits)).sort((a, b) => a - b);
  const first = figures.slice(0, figures_max).join(t("comma"));
  return figures.length > figures_max ? t("and_more", first, figures.length - figures_max) : first;
}

// The spots with limits of their own: "Total 4, 17", "Specific Triple". Spots of a kind with the
// same limits are one line.
export function limit_groups(about: About, layout: Layout): LimitLine[] {
  const offered = new Set(layout.pay.flatMap((row) => row.spots));
  const groups = new Map<string, { kind: string; value: string; spots: string[] }>();
  for (const [spot, one] of Object.entries(about.limit_of)) {
    if (!offered.has(spot)) continue;
    const { kind } = parts_of(spot);
    const value = range(one);
    const group = groups.get(`${kind} ${value}`) ?? { kind, value, spots: [] };
    group.spots.push(spot);
    groups.set(`${kind} ${value}`, group);
  }
  return [...groups.values()].map(({ kind, value, spots }) => ({
    id: spots.join(" "),
    label: group_name(layout, kind, spots),
    value,
  }));
}

function group_name(layout: Layout, kind: string, spots: string[]): string {
  if (kind === "total") return t("totals", totals_text(spots));
  const name = layout.names[kind];
  const is_whole = layout.pay
    .flatMap((row) => row.spots)
    .every((spot) => parts_of(spot).kind !== kind || spots.includes(spot));
  if (is_whole && name) return in_language(name).replace(" Bet", "");
  const names = spots.map((spot) => spot_name(layout, spot, in_language).replace(" Bet", ""));
  const first = names.slice(0, figures_max).join(t("comma"));
  return names.length > figures_max ? t("and_more", first, names.length - figures_max) : first;
}

// All limits, those of a single spot first.
export function limit_lines(about: About, layout: Layout, rules: Rules): LimitLine[] {
  const is_shared = rules.limits.maximum === "box";
  const lines: LimitLine[] = [{ id: "spot", label: t("each_bet"), value: range(about.limit) }];
  if (is_shared && about.limit.max !== null) {
    lines[0]!.value = t("from", money(about.limit.min));
    const value = t("up_to", money(about.limit.max));
    lines.push({ id: "box", label: t("shared_box"), value });
  }
  lines.push(...limit_groups(about, layout));
  const pairs = rules.limits.differential.map((pair) =>
    pair.map((spot) => spot_name(layout, spot, in_language)).join(" / "),
  );
  const add_max = (id: string, label: string, max: number | null) => {
    if (max !== null) lines.push({ id, label, value: t("up_to", money(max)) });
  };
  if (pairs.length)
    add_max("differential", t("differential", pairs.join(t("comma"))), about.differential_max);
  add_max("round", t("round_max"), about.round_max);
  add_max("exposure", t("exposure_max"), about.exposure_max);
  return lines;
}
