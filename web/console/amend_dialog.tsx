// SPDX-License-Identifier: MIT
// The dialog that amends rounds: other dice for one, or void rounds, or one player's bets back.
import { useMemo } from "preact/hooks";
import type { Cause } from "../generated/protocol";
import { Dialog } from "../shared/dialog";
import { note_bytes_max, TextField } from "../shared/fields";
import { causes as cause_words } from "../shared/terms";
import { in_language } from "../shared/words";
import { AmendmentOutcome, RoundRange } from "./amend_parts";
import { amended_rounds_max, AmendmentForm, type AmendmentStart } from "./amendment";
import { is_interruption } from "./authority";
import { useConsole } from "./context";
import { Actions, submit } from "./equipment_dialogs";
import { give_order } from "./orders";
import { PadIn } from "./pad";
import { row_of_round_in_play, usePastRounds, type PastRound } from "./past_rounds";
import { RoundSummary } from "./rounds";
import { place_name } from "./state";
import { t } from "./words";

export function AmendDialog({ cause, round, stay }: Omit<AmendmentStart, "one_place">) {
  const page = useConsole();
  const { places, rules, close_dialog } = page.state;
  const rule = rules.value?.irregularities.find((one) => one.cause === cause);
  const form = useMemo(
    () => new AmendmentForm({ cause, round, stay, one_place: rule?.scope === "terminal" }),
    [],
  );
  const send = () => give_order(page, "AmendRounds", form.order());
  const place = places.value?.places.find((one) => one.stay === form.stay.value);
  const { one_place, make_void } = form;
  return (
    <Dialog title={one_place ? t("return_title") : t("amend_title")} onclose={close_dialog} wide>
      <form class="amend" onSubmit={submit(page, send)}>
        <RoundChoice form={form} />
        <div class="what">
          {!one_place && (
            <fieldset>
              <legend>{t("become")}</legend>
              <ResultChoice form={form} />
              {!make_void.value && <PadIn dice={form.dice} />}
            </fieldset>
          )}
          <div class="two">
            {!one_place && <CauseChoice form={form} />}
            {make_void.value && <PlayerChoice form={form} />}
          </div>
          <TextField
            label={t("note_needed")}
            text={form.reason}
            name="note"
            bytes_max={note_bytes_max}
            required
          />
          {form.too_many.value && <p class="wrong">{t("too_many_rounds", amended_rounds_max)}</p>}
          <AmendmentOutcome form={form} whose={place ? place_name(place) : "…"} />
        </div>
        <footer>
          <Actions
            label={one_place ? t("return_these") : t("confirm")}
            danger
            ready={form.ready.value}
          />
        </footer>
      </form>
    </Dialog>
  );
}

function RoundChoice({ form }: { form: AmendmentForm }) {
  const page = useConsole();
  const { chosen } = form;
  const past = usePastRounds();
  const now = row_of_round_in_play(page);
  const all = [...(now ? [now] : []), ...past.rounds];
  const dice_set = all.find((one) => one.round === chosen.value.at(-1))?.dice_set;
  const several = form.make_void.value && !form.one_place;
  // Loads rounds until `until` holds, and chooses those for which `which` holds.
  const choose = async (
    until: (loaded: PastRound[]) => boolean,
    which: (one: PastRound) => boolean,
  ) => {
    if (!until(past.current())) await past.earlier(until);
    chosen.value = [...(now ? [now] : []), ...past.current()]
      .filter((one) => form.can_choose(one) && which(one))
      .map((one) => one.round);
  };
  const choose_same_dice = () =>
    void choose(
      (loaded) => loaded.at(-1)?.dice_set !== dice_set,
      (one) => one.dice_set === dice_set,
    );
  const choose_range = (from: number, to: number) =>
    void choose(
      (loaded) => (loaded.at(-1)?.round ?? Infinity) <= from,
      (one) => from <= one.round && one.round <= to,
    );
  return (
    <fieldset class="which">
      <legend>{t("which_rounds")}</legend>
      <div class="pick">
        {all.map((one) => (
          <button
            type="button"
            key={one.round}
            class="round-row"
            data-round={one.round}
            disabled={!form.can_choose(one)}
            aria-pressed={chosen.value.includes(one.round)}
            onClick={() => form.toggle(one.round)}
          >
            <b>{one.round}</b>
            <RoundSummary one={one} roll={one.roll} />
          </button>
        ))}
        {!past.is_complete && (
          <button type="button" data-action="earlier" onClick={() => void past.earlier()}>
            {t("earlier_rounds")}
          </button>
        )}
      </div>
      {several && dice_set !== undefined && (
        <button type="button" data-action="same-dice" onClick={choose_same_dice}>
          {t("all_with_dice", dice_set)}
        </button>
      )}
      {several && <RoundRange onrange={choose_range} />}
    </fieldset>
  );
}

function ResultChoice({ form }: { form: AmendmentForm }) {
  const is_void = form.make_void.value;
  return (
    <div class="choices">
      <button
        type="button"
        data-become="dice"
        aria-pressed={!is_void}
        onClick={() => form.set_void(false)}
      >
        {t("become_dice")}
      </button>
      <button
        type="button"
        data-become="void"
        aria-pressed={is_void}
        onClick={() => form.set_void(true)}
      >
        {t("become_void")}
      </button>
    </div>
  );
}

function CauseChoice({ form }: { form: AmendmentForm }) {
  const { rules } = useConsole().state;
  const in_rules = rules.value?.irregularities.map((one) => one.cause) ?? [];
  const causes = [...new Set([...in_rules, "not-covered" as Cause])].filter(
    (one) => !is_interruption(one), // only a restart of the server can determine those
  );
  return (
    <label>
      {t("cause")}
      <select
        name="cause"
        value={form.cause.value}
        onChange={(e) => {
          form.cause.value = e.currentTarget.value as Cause;
        }}
      >
        {causes.map((one) => (
          <option key={one} value={one}>
            {in_language(cause_words[one])}
          </option>
        ))}
      </select>
    </label>
  );
}

function PlayerChoice({ form }: { form: AmendmentForm }) {
  const { places } = useConsole().state;
  const players = (places.value?.places ?? []).filter((one) => one.stay);
  return (
    <label>
      {t("whose")}
      <select
        name="stay"
        value={form.stay.value}
        onChange={(e) => {
          form.stay.value = Number(e.currentTarget.value);
        }}
      >
        <option value={0}>{form.one_place ? t("choose") : t("everybody")}</option>
        {players.map((one) => (
          <option key={one.stay} value={one.stay}>
            {place_name(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
