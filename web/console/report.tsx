// SPDX-License-Identifier: MIT
// The dialogs that report an irregularity: what follows from the report, and who decides.
import { useSignal } from "@preact/signals";
import type { Cause } from "../generated/protocol";
import { Dialog } from "../shared/dialog";
import { name_bytes_max, note_bytes_max, NoteField } from "../shared/fields";
import {
  causes as cause_words,
  effects,
  orders as order_words,
  roles,
  scopes,
  verdicts,
} from "../shared/terms";
import { in_language } from "../shared/words";
import { AmendDialog } from "./amend_dialog";
import { changes_round, equipment_effects, keeps_result, type ReportableCause } from "./authority";
import { useConsole, type ConsolePage } from "./context";
import { Actions, submit, Wrong } from "./equipment_dialogs";
import { reject_excess } from "./felt_warnings";
import { LayoutDialog } from "./layout_report";
import { give_order } from "./orders";
import { place_name } from "./state";
import { clause_words, t } from "./words";

const place_bytes_max = name_bytes_max + 2; // the place is written before the note, with ": "

const who = (rule: ReportableCause): string => {
  const first = rule.decides === "system" ? t("the_rules") : in_language(roles[rule.decides]);
  return rule.with ? t("with_whom", first, in_language(roles[rule.with])) : first;
};

// What a report does to the equipment, besides its effect on the round.
function equipment_texts(rule: ReportableCause): string[] {
  const { dice_out, table_out } = equipment_effects(rule);
  return [dice_out && t("dice_go_out"), table_out && t("table_goes_out")].filter(
    (line) => line !== false,
  );
}

// Another order that does what a report alone does not.
interface Remedy {
  action_id: string;
  label: string;
  about: string;
  run: () => void;
  ready?: boolean;
}
function remedy(page: ConsolePage, cause: Cause, stay = 0): Remedy | null {
  const { open_dialog, round_in_play, tab, close_dialog } = page.state;
  const amend = (label: string, about: string): Remedy => ({
    action_id: "amend",
    label,
    about,
    run: () =>
      open_dialog(() => <AmendDialog cause={cause} stay={stay} round={round_in_play.value} />),
  });
  const open_panel = (at: "equipment" | "places", label: string, about: string): Remedy => ({
    action_id: `to-${at}`,
    label,
    about,
    run: () => {
      tab.value = at;
      close_dialog();
    },
  });
  switch (cause) {
    case "wrong-result":
      return amend(t("correct_result"), t("todo_amend"));
    case "late-error":
      return amend(t("correct_rounds"), t("todo_late"));
    case "terminal-without-bet":
      // The bets of one player, who must be chosen.
      return { ...amend(t("return_bets"), t("todo_return")), ready: stay > 0 };
    case "excess-seen":
      return {
        action_id: "reject",
        label: t("reject_excess"),
        about: t("todo_reject"),
        run: () => reject_excess(page),
      };
    case "below-minimum-seen":
      return open_panel("places", t("to_players"), t("todo_advise"));
    case "mixer-unusable":
      return open_panel("equipment", t("to_equipment"), t("todo_mixer"));
    case "worn-dice":
      return open_panel("equipment", t("to_equipment"), t("todo_dice"));
    case "moved-chips":
      return {
        action_id: "layout",
        label: t("layout_seen"),
        about: t("todo_chips"),
        run: () => open_dialog(() => <LayoutDialog />),
      };
    case "walked-away":
      return {
        action_id: "walk-away",
        label: t("walk_away"),
        about: t("todo_away"),
        ready: stay > 0,
        run: () => {
          close_dialog();
          void give_order(page, "WalkAway", { stay });
        },
      };
    default:
      return null;
  }
}

// What follows from a report in the present state.
export function outcome_text(page: ConsolePage, rule: ReportableCause): string {
  const todo = remedy(page, rule.cause);
  if (todo) return todo.about;
  const first = keeps_result(rule)
    ? t("result_stands")
    : !rule.takes_effect
      ? t("recorded_only")
      : changes_round(rule)
        ? in_language(effects[rule.effect])
        : t("and_recorded", in_language(effects[rule.effect]));
  return [first, ...equipment_texts(rule)].join(t("and"));
}

function decision_text(rule: ReportableCause): string {
  if (!rule.takes_effect || keeps_result(rule)) return "";
  if (rule.effect === "void") {
    const at_once =
      rule.reported_by === "system"
        ? t("at_once")
        : t("at_once_by", in_language(roles[rule.reported_by]));
    return rule.scope === "affected-rounds"
      ? [at_once, t("earlier_rounds_by", who(rule))].join(t("and"))
      : at_once;
  }
  return rule.effect === "hold" ? t("held_until", who(rule)) : who(rule);
}

// An amendment of rounds besides the report, or in its place where a result was entered.
function amendment_choice(page: ConsolePage, rule: ReportableCause, stay: number): Remedy | null {
  const { open_dialog, round_in_play } = page.state;
  const undecided = rule.cause === "terminal-undecided";
  if (!undecided && rule.cause !== "damaged-dice" && !keeps_result(rule)) return null;
  return {
    action_id: "amend",
    label: undecided ? t("return_bets") : t("correct_rounds"),
    about: "",
    ready: !undecided || stay > 0,
    run: () =>
      open_dialog(() => <AmendDialog cause={rule.cause} stay={stay} round={round_in_play.value} />),
  };
}

function Choice({ remedy, main }: { remedy: Remedy; main: boolean }) {
  return (
    <button
      type="button"
      class={main ? "main" : ""}
      disabled={remedy.ready === false}
      data-action={remedy.action_id}
      onClick={remedy.run}
    >
      {remedy.label}
    </button>
  );
}

function PlayerSelect({ stay, onstay }: { stay: number; onstay: (stay: number) => void }) {
  const { places } = useConsole().state;
  const here = (places.value?.places ?? []).filter((one) => one.stay);
  return (
    <label>
      {t("whom")}
      <select name="whom" value={stay} onChange={(e) => onstay(Number(e.currentTarget.value))}>
        <option value={0}>{t("not_named")}</option>
        {here.map((one) => (
          <option key={one.stay} value={one.stay}>
            {place_name(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

// What follows from the report, whom it reaches, who decides, on which clauses.
function ReportFacts({ rule }: { rule: ReportableCause }) {
  const page = useConsole();
  return (
    <dl class="facts">
      <dt>{t("effect")}</dt>
      <dd data-outcome>
        <b>{outcome_text(page, rule)}</b>
      </dd>
      {rule.takes_effect && (
        <>
          <dt>{t("reaches")}</dt>
          <dd>{in_language(scopes[rule.scope])}</dd>
        </>
      )}
      {decision_text(rule) && (
        <>
          <dt>{t("who_decides")}</dt>
          <dd data-decided>{decision_text(rule)}</dd>
        </>
      )}
      <dt />
      <dd class="soft">{clause_words(rule.clauses)}</dd>
    </dl>
  );
}

export function ReportDialog({ rule: when_opened }: { rule: ReportableCause }) {
  const page = useConsole();
  const { console_topic, places, close_dialog } = page.state;
  const note = useSignal("");
  const stay = useSignal(0);
  // In the present state: the round goes on while a person reads.
  const rule =
    console_topic.value?.irregularities.find((other) => other.cause === when_opened.cause) ??
    when_opened;
  const needed = rule.effect === "hold" && rule.takes_effect;
  const of_one = rule.scope === "terminal" || rule.scope === "bet";
  const place = places.value?.places.find((other) => other.stay === stay.value);
  const main = keeps_result(rule) ? null : remedy(page, rule.cause, stay.value);
  const second = amendment_choice(page, rule, stay.value);
  const text = [stay.value && place ? place_name(place) : "", note.value.trim()]
    .filter(Boolean)
    .join(": ");
  // The server refuses a bet in cash, and records the report all the same.
  const send = async () =>
    (await give_order(page, "Report", { cause: rule.cause, note: text })) ??
    rule.cause === "cash-bet";
  return (
    <Dialog title={in_language(cause_words[rule.cause])} onclose={close_dialog}>
      <form class="stack" onSubmit={submit(page, send, true)}>
        <ReportFacts rule={rule} />
        {of_one && (
          <PlayerSelect
            stay={stay.value}
            onstay={(chosen) => {
              stay.value = chosen;
            }}
          />
        )}
        <NoteField
          label={needed ? t("note_needed") : t("note")}
          text={note}
          rows={2}
          bytes_max={note_bytes_max - place_bytes_max}
          required={needed}
        />
        <Wrong />
        <div class="actions">
          <button type="button" onClick={close_dialog} data-action="cancel">
            {t("cancel")}
          </button>
          <button
            class={main ? "" : "danger"}
            disabled={keeps_result(rule) || (needed && note.value.trim() === "")}
            data-action="confirm"
          >
            {main ? t("only_record") : in_language(order_words.Report)}
          </button>
          {second && <Choice remedy={second} main={keeps_result(rule)} />}
          {main && <Choice remedy={main} main />}
        </div>
      </form>
    </Dialog>
  );
}

// Asks before an order that makes the round void, with the clause.
function VoidDialog({
  title,
  cause,
  run,
  about = "",
}: {
  title: string;
  cause: Cause;
  run: () => Promise<unknown>;
  about?: string;
}) {
  const page = useConsole();
  const { rules, close_dialog } = page.state;
  const rule = rules.value?.irregularities.find((one) => one.cause === cause);
  return (
    <Dialog title={title} onclose={close_dialog}>
      <form class="stack" onSubmit={submit(page, run, true)}>
        {about && <p>{about}</p>}
        <p data-outcome>
          <b>{in_language(effects[rule?.effect ?? "void"])}</b>
        </p>
        <p class="soft">{clause_words(rule?.clauses ?? [])}</p>
        <Actions label={in_language(verdicts.void)} danger />
      </form>
    </Dialog>
  );
}
export const NotFlatDialog = () => {
  const page = useConsole();
  return (
    <VoidDialog
      title={in_language(cause_words["not-flat"])}
      cause="not-flat"
      run={() => give_order(page, "Uncover", { flat: false })}
    />
  );
};
export const ShortMixDialog = ({ mixes, needed }: { mixes: number; needed: number }) => {
  const page = useConsole();
  return (
    <VoidDialog
      title={t("short_title", mixes)}
      about={t("mixes_asked", mixes, needed)}
      cause="short-mix"
      run={() => give_order(page, "EndMix", { mixes })}
    />
  );
};
