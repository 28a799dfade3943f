// SPDX-License-Identifier: MIT
// The dialog that changes the table's limits: two supervisors, between rounds.
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Policy } from "../generated/protocol";
import { Dialog } from "../shared/dialog";
import { orders as order_words, policies } from "../shared/terms";
import { in_language } from "../shared/words";
import { changes } from "./configuration";
import {
  ConfigurationForm,
  mistakes_in,
  oddities_in,
  type FieldName,
  type LimitText,
} from "./configuration_form";
import { useConsole } from "./context";
import { Actions, submit } from "./equipment_dialogs";
import { give_order } from "./orders";
import { spot_words } from "./spot_words";
import { t } from "./words";

export function ConfigureDialog() {
  const page = useConsole();
  const { console_topic, rules, close_dialog } = page.state;
  const form = useMemo(() => new ConfigurationForm(console_topic.value!.configuration), []);
  const { now } = form;
  const wanted = form.wanted.value;
  const name_of = (spot: string) => spot_words(page, spot);
  // A minimum of 0 was forgotten, unless the table has none and its document requires none.
  const min_optional = rules.value?.limits.minimum === "none" && !now.limit.min;
  const changed = wanted ? changes(page, now, wanted) : [];
  const mistakes = wanted ? mistakes_in(wanted, min_optional, name_of) : [t("bad_figures")];
  const oddities = wanted ? oddities_in(wanted, name_of) : [];
  const send = () => give_order(page, "Configure", { configuration: wanted! });
  return (
    <Dialog title={`${t("change_limits")} (${now.currency})`} onclose={close_dialog} wide>
      <form class="stack" onSubmit={submit(page, send)}>
        <SpotLimits form={form} />
        <OtherLimits form={form} />
        <label class="check">
          <input
            type="checkbox"
            name="second"
            checked={form.second_entry.value}
            onChange={(e) => {
              form.second_entry.value = e.currentTarget.checked;
            }}
          />
          {t("second_entry")}
        </label>
        {mistakes.map((text) => (
          <p key={text} class="wrong" role="alert">
            {text}
          </p>
        ))}
        {oddities.map((text) => (
          <p key={text} class="warn-line">
            ⚠ {text}
          </p>
        ))}
        {changed.length > 0 && (
          <ul class="facts-list" aria-label={t("what_changes")}>
            {changed.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <p class="soft">{t("limits_note")}</p>
        <Actions
          label={in_language(order_words.Configure)}
          ready={changed.length > 0 && !mistakes.length}
        />
      </form>
    </Dialog>
  );
}

interface LimitRowProps {
  name: string;
  mark: string; // data-limit of the row
  limit: LimitText;
  onlimit: (limit: LimitText) => void;
  children?: ComponentChildren;
}
function LimitRow({ name, mark, limit, onlimit, children }: LimitRowProps) {
  return (
    <div class="limit-row" data-limit={mark}>
      <span>{name}</span>
      <label>
        {t("minimum")}
        <input
          name="min"
          inputMode="decimal"
          value={limit.min}
          onInput={(e) => onlimit({ ...limit, min: e.currentTarget.value })}
        />
      </label>
      <label>
        {t("maximum")}
        <input
          name="max"
          inputMode="decimal"
          placeholder={t("no_limit")}
          value={limit.max}
          onInput={(e) => onlimit({ ...limit, max: e.currentTarget.value })}
        />
      </label>
      {children}
    </div>
  );
}

function SpotLimits({ form }: { form: ConfigurationForm }) {
  const page = useConsole();
  const { every, spots } = form;
  const all = page.state.layout.value?.pay.flatMap((row) => row.spots) ?? [];
  const free = all.filter((spot) => !spots.value.some(([one]) => one === spot));
  return (
    <>
      <LimitRow
        name={t("every_spot")}
        mark="every"
        limit={every.value}
        onlimit={(limit) => {
          every.value = limit;
        }}
      />
      {spots.value.map(([spot, limit]) => (
        <LimitRow
          key={spot}
          name={spot_words(page, spot)}
          mark={spot}
          limit={limit}
          onlimit={(changed) => form.set_spot(spot, changed)}
        >
          <button
            type="button"
            class="quiet"
            aria-label={t("remove_row")}
            onClick={() => form.remove_spot(spot)}
          >
            ✕
          </button>
        </LimitRow>
      ))}
      <label>
        {t("own_limit")}
        <select
          name="own"
          value=""
          onChange={(e) => {
            if (e.currentTarget.value) form.add_spot(e.currentTarget.value);
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
    </>
  );
}

function OtherLimits({ form }: { form: ConfigurationForm }) {
  const field = (name: FieldName, label: string, empty = "") => (
    <label key={name}>
      {label}
      <input
        name={name}
        inputMode="decimal"
        placeholder={empty}
        value={form.texts.value[name]}
        onInput={(e) => form.set_text(name, e.currentTarget.value)}
      />
    </label>
  );
  return (
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
          value={form.policy.value}
          onChange={(e) => {
            form.policy.value = e.currentTarget.value as Policy;
          }}
        >
          {(["enforce", "advise"] as const).map((one) => (
            <option key={one} value={one}>
              {in_language(policies[one])}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
