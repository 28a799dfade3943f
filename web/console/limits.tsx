// The table's limits and what else two supervisors may change between rounds.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Configuration, Policy, SpotLimit } from "../generated/protocol";
import { Dialog } from "../shared/dialog";
import { money, read_money } from "../shared/money";
import { orders as order_words, policies } from "../shared/terms";
import { say } from "../shared/words";
import { changes, most } from "./configuration";
import { Actions, submit } from "./equipment_dialogs";
import { perform } from "./orders";
import { spot_words } from "./spot_words";

import { useConsole, type ConsolePage } from "./context";
import { clause_words, t } from "./words";

export function Limits() {
  const page = useConsole();
  const { desk, round_in_play, open_dialog, rules } = page.state;
  const now = desk.value!.configuration;
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
      <td class="number">{most(one.max)}</td>
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
          {row(t("a_round"), most(now.round_max))}
          {row(t("differential"), most(now.differential_max))}
          {row(t("exposure"), most(now.exposure_max))}
          {row(t("large_win"), most(now.large_win))}
          {row(t("chip_value"), money(now.chip ?? 0))}
          {row(
            t("betting_time"),
            now.betting_seconds ? t("seconds", now.betting_seconds) : t("untimed"),
          )}
          {row(t("betting_time_min"), t("seconds", now.betting_seconds_min))}
          {row(t("policy"), say(policies[now.policy]))}
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
      <p class="soft">
        {t("limits_note")}{" "}
        {rules.value?.limits.clauses.length ? clause_words(rules.value.limits.clauses) : ""}
      </p>
    </div>
  );
}

// As it is typed; an empty amount is no limit.
interface Typed {
  min: string;
  max: string;
}
const typed = (one: SpotLimit): Typed => ({
  min: money(one.min ?? 0),
  max: one.max == null ? "" : money(one.max),
});
const amounts = ["round_max", "differential_max", "exposure_max", "large_win"] as const;
const counts = ["betting_seconds", "betting_seconds_min", "rounds_kept"] as const;
type Texts = Record<(typeof amounts)[number] | (typeof counts)[number] | "chip", string>;

const read_optional = (text: string): number | null | undefined =>
  text.trim() ? (read_money(text) ?? undefined) : null; // undefined: not an amount
const read_count = (text: string): number | undefined =>
  /^\d{1,6}$/.test(text.trim()) ? Number(text) : undefined;

function read_limit(one: Typed): SpotLimit | undefined {
  const [min, max] = [read_money(one.min), read_optional(one.max)];
  return min === null || max === undefined ? undefined : { min, max };
}

function read(
  now: Configuration,
  every: Typed,
  spots: [string, Typed][],
  texts: Texts,
  policy: Policy,
  second_entry: boolean,
): Configuration | null {
  const limit = read_limit(every);
  const limits = spots.map(([spot, one]) => [spot, read_limit(one)] as const);
  const sums = amounts.map((name) => [name, read_optional(texts[name])] as const);
  const numbers = counts.map((name) => [name, read_count(texts[name])] as const);
  const chip = read_money(texts.chip);
  const wrong =
    !limit || !chip || [...limits, ...sums, ...numbers].some(([, one]) => one === undefined);
  if (wrong) return null;
  return {
    ...now,
    chip,
    limit,
    limit_of: Object.fromEntries(limits) as Record<string, SpotLimit>,
    policy,
    second_entry,
    ...(Object.fromEntries(sums) as Partial<Configuration>),
    ...(Object.fromEntries(numbers) as Partial<Configuration>),
  };
}

const all_limits = (page: ConsolePage, one: Configuration): [string, SpotLimit][] => [
  [t("every_spot"), one.limit],
  ...Object.entries(one.limit_of).map(([spot, limit]): [string, SpotLimit] => [
    spot_words(page, spot),
    limit,
  ]),
];

// As the server would refuse it, but with the field's name.
function wrong_with(page: ConsolePage, one: Configuration, now: Configuration): string[] {
  const { rules } = page.state;
  // A minimum of nothing is one that was forgotten, unless the table has none and its document wants none.
  const none_yet = rules.value?.limits.minimum === "none" && !now.limit.min;
  const limits = all_limits(page, one).flatMap(([name, { min = 0, max }]) =>
    min <= 0 && !none_yet
      ? [t("min_is_nothing", name)]
      : max == null
        ? []
        : max < min
          ? [t("max_below_min", name)]
          : max < (one.chip ?? 0)
            ? [t("max_below_chip", name)]
            : [],
  );
  const { betting_seconds: time, betting_seconds_min: least, rounds_kept: kept } = one;
  return [
    ...limits,
    time > 0 && time < least && t("time_below_least"),
    (time > 3600 || least > 3600) && t("time_too_long"),
    (kept < 1 || kept > 100_000) && t("rounds_from_one"),
  ].filter((line) => line !== false);
}
// Allowed, and seldom meant.
const odd_in = (page: ConsolePage, one: Configuration): string[] =>
  all_limits(page, one)
    .filter(([, { min, max }]) =>
      [min, max].some((amount) => amount != null && amount % (one.chip ?? 1) !== 0),
    )
    .map(([name]) => t("not_in_chips", name, money(one.chip ?? 0)));

function ConfigureDialog() {
  const page = useConsole();
  const { desk, layout, close_dialog } = page.state;
  const now = desk.value!.configuration;
  const every = useSignal(typed(now.limit));
  const spots = useSignal(
    Object.entries(now.limit_of).map(([spot, one]): [string, Typed] => [spot, typed(one)]),
  );
  const texts = useSignal<Texts>(
    Object.fromEntries([
      ...amounts.map((name) => [name, now[name] == null ? "" : money(now[name])]),
      ...counts.map((name) => [name, String(now[name])]),
      ["chip", money(now.chip ?? 0)],
    ]) as Texts,
  );
  const policy = useSignal<Policy>(now.policy);
  const second = useSignal(now.second_entry);
  const wanted = read(now, every.value, spots.value, texts.value, policy.value, second.value);
  const different = wanted ? changes(page, now, wanted) : [];
  const wrong = wanted ? wrong_with(page, wanted, now) : [t("bad_figures")];
  const free = (layout.value?.pay.flatMap((row) => row.spots) ?? []).filter(
    (spot) => !spots.value.some(([one]) => one === spot),
  );
  const pair = (
    one: Typed,
    change: (to: Typed) => void,
    name: ComponentChildren,
    mark: string,
    after?: ComponentChildren,
  ) => (
    <div class="limit-row" data-limit={mark}>
      <span>{name}</span>
      <label>
        {t("minimum")}
        <input
          name="min"
          inputMode="decimal"
          value={one.min}
          onInput={(e) => change({ ...one, min: e.currentTarget.value })}
        />
      </label>
      <label>
        {t("maximum")}
        <input
          name="max"
          inputMode="decimal"
          placeholder={t("no_limit")}
          value={one.max}
          onInput={(e) => change({ ...one, max: e.currentTarget.value })}
        />
      </label>
      {after}
    </div>
  );
  const field = (name: keyof Texts, label: string, empty = "") => (
    <label key={name}>
      {label}
      <input
        name={name}
        inputMode="decimal"
        placeholder={empty}
        value={texts.value[name]}
        onInput={(e) => {
          texts.value = { ...texts.value, [name]: e.currentTarget.value };
        }}
      />
    </label>
  );
  return (
    <Dialog title={`${t("change_limits")} (${now.currency})`} onclose={close_dialog} wide>
      <form
        class="stack"
        onSubmit={submit(page, () => perform(page, "Configure", { configuration: wanted! }))}
      >
        {pair(
          every.value,
          (to) => {
            every.value = to;
          },
          t("every_spot"),
          "every",
        )}
        {spots.value.map(([spot, one], i) =>
          pair(
            one,
            (to) => {
              spots.value = spots.value.map((old, k) => (k === i ? [spot, to] : old));
            },
            spot_words(page, spot),
            spot,
            <button
              type="button"
              class="quiet"
              aria-label={t("remove_row")}
              onClick={() => {
                spots.value = spots.value.filter((_, k) => k !== i);
              }}
            >
              ✕
            </button>,
          ),
        )}
        <label>
          {t("own_limit")}
          <select
            name="own"
            value=""
            onChange={(e) => {
              const spot = e.currentTarget.value;
              if (spot) spots.value = [...spots.value, [spot, every.value]];
            }}
          >
            <option value="">{t("choose")}</option>
            {free.map((spot) => (
              <option key={spot} value={spot}>
                {spot_words(page, spot)}
              </option>
            ))}
          </select>
        </label>
        <div class="three">
          {field("round_max", t("a_round"), t("no_limit"))}
          {field("differential_max", t("differential"), t("no_limit"))}
          {field("exposure_max", t("exposure"), t("no_limit"))}
          {field("large_win", t("large_win"), t("no_limit"))}
          {field("chip", t("chip_value"))}
          {field("betting_seconds", t("betting_time_seconds"))}
          {field("betting_seconds_min", t("betting_time_min"))}
          {field("rounds_kept", t("rounds_kept"))}
          <label>
            {t("policy")}
            <select
              name="policy"
              value={policy.value}
              onChange={(e) => {
                policy.value = e.currentTarget.value as Policy;
              }}
            >
              {(["enforce", "advise"] as const).map((one) => (
                <option key={one} value={one}>
                  {say(policies[one])}
                </option>
              ))}
            </select>
          </label>
        </div>
        <label class="check">
          <input
            type="checkbox"
            name="second"
            checked={second.value}
            onChange={(e) => {
              second.value = e.currentTarget.checked;
            }}
          />
          {t("second_entry")}
        </label>
        {wrong.map((one) => (
          <p key={one} class="wrong" role="alert">
            {one}
          </p>
        ))}
        {wanted &&
          odd_in(page, wanted).map((one) => (
            <p key={one} class="warn-line">
              ⚠ {one}
            </p>
          ))}
        {different.length > 0 && (
          <ul class="facts-list" aria-label={t("what_changes")}>
            {different.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
        <p class="soft">{t("limits_note")}</p>
        <Actions label={say(order_words.Configure)} ready={different.length > 0 && !wrong.length} />
      </form>
    </Dialog>
  );
}
