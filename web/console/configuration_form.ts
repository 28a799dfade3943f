// SPDX-License-Identifier: MIT
// The configuration of a table while it is edited: texts as they are typed, and what they mean.
//
// The server validates a configuration; the checks here give the same refusals with the name of the
// field, before it is sent. No drawing.
import { computed, signal } from "@preact/signals";
import type { Configuration, Policy, SpotLimit } from "../generated/protocol";
import { money, read_money } from "../shared/money";
import { t } from "./words";

// A limit as it is typed; an empty maximum is no limit.
export interface LimitText {
  min: string;
  max: string;
}
const amounts = ["round_max", "differential_max", "exposure_max", "large_win"] as const;
const counts = ["betting_seconds", "betting_seconds_min", "rounds_kept"] as const;
export type FieldName = (typeof amounts)[number] | (typeof counts)[number] | "chip";
type Texts = Record<FieldName, string>;

const to_text = (limit: SpotLimit): LimitText => ({
  min: money(limit.min ?? 0),
  max: limit.max == null ? "" : money(limit.max),
});

// An amount; null for an empty text, undefined if it is not an amount.
const read_optional = (text: string): number | null | undefined =>
  text.trim() ? (read_money(text) ?? undefined) : null;
const read_count = (text: string): number | undefined =>
  /^\d{1,6}$/.test(text.trim()) ? Number(text) : undefined;

function read_limit(text: LimitText): SpotLimit | undefined {
  const [min, max] = [read_money(text.min), read_optional(text.max)];
  return min === null || max === undefined ? undefined : { min, max };
}

export class ConfigurationForm {
  readonly every; // the limit of every spot
  readonly spots; // limits of single spots
  readonly texts;
  readonly policy;
  readonly second_entry;

  constructor(readonly now: Configuration) {
    this.every = signal(to_text(now.limit));
    this.spots = signal(
      Object.entries(now.limit_of).map(([spot, limit]): [string, LimitText] => [
        spot,
        to_text(limit),
      ]),
    );
    this.texts = signal<Texts>(
      Object.fromEntries([
        ...amounts.map((name) => [name, now[name] == null ? "" : money(now[name])]),
        ...counts.map((name) => [name, String(now[name])]),
        ["chip", money(now.chip ?? 0)],
      ]) as Texts,
    );
    this.policy = signal<Policy>(now.policy);
    this.second_entry = signal(now.second_entry);
  }

  readonly set_text = (name: FieldName, text: string): void => {
    this.texts.value = { ...this.texts.value, [name]: text };
  };
  readonly set_spot = (spot: string, limit: LimitText): void => {
    this.spots.value = this.spots.value.map((one) => (one[0] === spot ? [spot, limit] : one));
  };
  readonly add_spot = (spot: string): void => {
    this.spots.value = [...this.spots.value, [spot, this.every.value]];
  };
  readonly remove_spot = (spot: string): void => {
    this.spots.value = this.spots.value.filter(([one]) => one !== spot);
  };

  // The configuration that was typed; null while a text is not a figure.
  readonly wanted = computed((): Configuration | null => {
    const texts = this.texts.value;
    const limit = read_limit(this.every.value);
    const limits = this.spots.value.map(([spot, text]) => [spot, read_limit(text)] as const);
    const sums = amounts.map((name) => [name, read_optional(texts[name])] as const);
    const numbers = counts.map((name) => [name, read_count(texts[name])] as const);
    const chip = read_money(texts.chip);
    const all = [...limits, ...sums, ...numbers];
    if (!limit || !chip || all.some(([, one]) => one === undefined)) return null;
    return {
      ...this.now,
      chip,
      limit,
      limit_of: Object.fromEntries(limits) as Record<string, SpotLimit>,
      policy: this.policy.value,
      second_entry: this.second_entry.value,
      ...(Object.fromEntries(sums) as Partial<Configuration>),
      ...(Object.fromEntries(numbers) as Partial<Configuration>),
    };
  });
}

const all_limits = (
  one: Configuration,
  spot_name: (spot: string) => string,
): [name: string, limit: SpotLimit][] => [
  [t("every_spot"), one.limit],
  ...Object.entries(one.limit_of).map(([spot, limit]): [string, SpotLimit] => [
    spot_name(spot),
    limit,
  ]),
];

// What is wrong with a limit; "" if nothing is. `min_optional`: a minimum of 0 is allowed.
function limit_mistake(
  name: string,
  { min = 0, max }: SpotLimit,
  chip: number,
  min_optional: boolean,
): string {
  if (min <= 0 && !min_optional) return t("min_is_zero", name);
  if (max == null) return "";
  if (max < min) return t("max_below_min", name);
  return max < chip ? t("max_below_chip", name) : "";
}

// What the server would refuse, as texts with the names of the fields.
export function mistakes_in(
  one: Configuration,
  min_optional: boolean,
  spot_name: (spot: string) => string,
): string[] {
  const limits = all_limits(one, spot_name).map(([name, limit]) =>
    limit_mistake(name, limit, one.chip ?? 0, min_optional),
  );
  const { betting_seconds: time, betting_seconds_min: time_min, rounds_kept: kept } = one;
  return [
    ...limits,
    time > 0 && time < time_min && t("time_below_min"),
    (time > 3600 || time_min > 3600) && t("time_too_long"),
    (kept < 1 || kept > 100_000) && t("rounds_from_one"),
  ].filter((text): text is string => Boolean(text));
}

// What is allowed and seldom intended: limits that are not whole chips.
export const oddities_in = (one: Configuration, spot_name: (spot: string) => string): string[] =>
  all_limits(one, spot_name)
    .filter(([, { min, max }]) =>
      [min, max].some((amount) => amount != null && amount % (one.chip ?? 1) !== 0),
    )
    .map(([name]) => t("not_in_chips", name, money(one.chip ?? 0)));
