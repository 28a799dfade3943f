// SPDX-License-Identifier: MIT
// Which action comes next at the table. The server sends the next step of the round, what is
// missing and what it would refuse; the page chooses the words, the dialog and, between rounds,
// which of several possible orders to propose, since that is a matter of convenience and not of the
// rules.
import type { Orders, Step, TableTopic } from "../generated/protocol";
import { note_words } from "../shared/notes";
import { spot_name } from "../shared/rules";
import { reason_text } from "../shared/reasons";
import {
  causes as cause_words,
  orders as order_words,
  roles as role_words,
  steps as step_words,
} from "../shared/terms";
import { waits_for_mix } from "../shared/widgets";
import { in_language } from "../shared/words";
import { AmendDialog } from "./amend_dialog";
import { is_interruption, refused_now } from "./authority";
import type { ConsolePage } from "./context";
import { InstallDialog, LightsDialog, SignDialog } from "./equipment_dialogs";
import { CertifyDialog } from "./certify_dialog";
import { HoldDialog } from "./hold";
import { required_inspection } from "./inspection";
import { LogOnDialog } from "./log_on";
import { give_order } from "./orders";
import { ContestedDialog } from "./readers";
import { RepairDialog } from "./repair_dialog";
import { ShortMixDialog } from "./report";
import { t } from "./words";

export interface NextStep {
  order: keyof Orders;
  label: string;
  about: string;
  clauses: string[];
  ready: boolean;
  warning?: boolean;
  repeats?: boolean; // several actions of this order follow each other; their texts differ
  run: () => void;
}

const clauses_of = (page: ConsolePage, step: Step): string[] =>
  page.state.rules.value?.procedure.steps.find((one) => one.step === step)?.clauses ?? [];
// An action that gives an order at once.
const order_step = <Name extends keyof Orders>(
  page: ConsolePage,
  order: Name,
  fields: Orders[Name],
  about: string,
  clauses: string[] = [],
  label = in_language(order_words[order]),
): NextStep => ({
  order,
  label,
  about,
  clauses,
  ready: true,
  run: () => void give_order(page, order, fields, true),
});
// An action that opens a dialog first.
const dialog_step = (
  order: keyof Orders,
  about: string,
  run: () => void,
  clauses: string[] = [],
): NextStep => ({
  order,
  label: in_language(order_words[order]),
  about,
  clauses,
  ready: true,
  run,
});

function dice_missing(page: ConsolePage): NextStep | null {
  const { console_topic, open_dialog, rules } = page.state;
  const equipment = console_topic.value!.equipment;
  if (equipment.mixers.find((one) => one.mixer === equipment.mixer)?.dice_set) return null;
  return dialog_step(
    "InstallDice",
    t("about_install"),
    () => open_dialog(() => <InstallDialog mixer={equipment.mixer} />),
    rules.value?.equipment.clauses.slice(-1),
  );
}

function inspection(page: ConsolePage): NextStep | null {
  const { console_topic, open_dialog } = page.state;
  const wanted = required_inspection(page);
  const { inspection: done, mixer } = console_topic.value!.equipment;
  if (!wanted || done.signed) return null;
  if (done.lights_passed < wanted.light_tests) {
    return dialog_step(
      "TestLights",
      t("about_test_lights", done.lights_passed + 1, wanted.light_tests),
      () => open_dialog(() => <LightsDialog />),
      wanted.clauses,
    );
  }
  if (mixer === "automated-shaker" && done.mixer_passed < wanted.mixer_tests) {
    const about = t("about_test_mixer", done.mixer_passed + 1, wanted.mixer_tests);
    const label = t("mixer_ok");
    return {
      ...order_step(page, "TestMixer", { passed: true }, about, wanted.clauses, label),
      repeats: true,
    };
  }
  return dialog_step(
    "SignInspection",
    done.failed ? t("inspection_failed_note") : t("about_sign"),
    () => open_dialog(() => <SignDialog />),
    wanted.clauses,
  );
}

function begin_round(page: ConsolePage): NextStep {
  const { table, rules } = page.state;
  if (table.value!.status.last_round_played)
    return order_step(page, "CloseTable", {}, t("about_close_table"));
  const first = rules.value?.procedure.steps[0]?.step ?? "open";
  return first === "mix"
    ? start_mix(page)
    : order_step(page, "OpenBetting", {}, t("about_open"), clauses_of(page, "open"));
}

const mixes_by_hand = (page: ConsolePage): boolean =>
  page.state.console_topic.value?.equipment.mixer !== "automated-shaker";

const start_mix = (page: ConsolePage): NextStep =>
  order_step(
    page,
    mixes_by_hand(page) ? "StartCoveredMix" : "StartMix",
    {},
    page.dice.mixes_needed.value > 1
      ? t("about_mix", page.dice.mixes_needed.value)
      : t("about_mix_once"),
    clauses_of(page, "mix"),
    // With it the dealer confirms that the cover is on; an automated shaker has its own.
    mixes_by_hand(page)
      ? t("cover_on", in_language(order_words.StartCoveredMix))
      : in_language(order_words.StartMix),
  );

// Says what is going on when the time to bet is over before the dice are mixed.
function mix(page: ConsolePage): NextStep {
  const { table, client } = page.state;
  const round = table.value!.round;
  const step = round?.mixing ? end_mix(page) : start_mix(page);
  const note = waits_for_mix(client, round) ? t("time_over") : "";
  return note ? { ...step, about: `${step.about} · ${note}` } : step;
}

function end_mix(page: ConsolePage): NextStep {
  const { table } = page.state;
  const { mixes, mixes_missing } = page.dice;
  if (table.value!.table.tumbler !== "none" && !table.value!.status.manual_entry) {
    return {
      ...start_mix(page),
      order: "EndMix",
      label: t("mixing"),
      about: t("mixing_by_itself"),
      ready: false,
    };
  }
  if (mixes_missing.value) return count_shake(page);
  return order_step(
    page,
    "EndMix",
    { mixes: mixes.value },
    t("about_end_mix", mixes.value),
    clauses_of(page, "mix"),
  );
}

// The big button counts until the rules are satisfied, and ends the mix then.
function count_shake(page: ConsolePage): NextStep {
  const { mixes, mixes_missing, count } = page.dice;
  return {
    order: "EndMix",
    label: t("count_shake"),
    about: t("shakes_missing", mixes.value, mixes_missing.value),
    clauses: clauses_of(page, "mix"),
    ready: true,
    repeats: true,
    run: () => count(1),
  };
}

// Ends a mix with fewer shakes than the rules require, which makes the round void where they say
// so. Somebody must confirm that.
export function end_short_mix(page: ConsolePage): void {
  const { rules, open_dialog } = page.state;
  const [counted, needed] = [page.dice.mixes.value, page.dice.mixes_needed.value];
  const voids = rules.value?.irregularities.some(
    (one) => one.cause === "short-mix" && one.clauses.length,
  );
  if (voids) open_dialog(() => <ShortMixDialog mixes={counted} needed={needed} />);
  else void give_order(page, "EndMix", { mixes: counted }, true);
}

// Keys the dice, unless a device has read them, and enters them as the result.
async function enter_result(page: ConsolePage): Promise<void> {
  const { entered } = page.dice;
  const dice = entered.value;
  if (!dice) return;
  if (dice.by === "hand" && !(await give_order(page, "KeyDice", { dice: dice.roll }, true))) return;
  await give_order(page, "EnterResult", { roll: dice.roll }, true);
}

function enter(page: ConsolePage): NextStep {
  const { entered, faces } = page.dice;
  const { table, console_topic } = page.state;
  const dice = entered.value;
  const base = {
    order: "EnterResult" as const,
    clauses: clauses_of(page, "enter"),
    run: () => void enter_result(page),
  };
  if (!dice) {
    const waits = table.value!.table.tumbler !== "none" && !faces.value.length;
    return {
      ...base,
      label: t("key_the_dice"),
      about: waits ? t("waiting_reading") : t("about_key"),
      ready: false,
    };
  }
  const shown = dice.roll.join(" ");
  const reading = console_topic.value?.round_progress?.reading;
  const disputed = dice.by !== "reading" && reading && reading.join() !== dice.roll.join();
  return {
    ...base,
    ready: true,
    warning: Boolean(disputed),
    label: dice.by === "reading" ? t("confirm_reading", shown) : t("enter_dice", shown),
    about: disputed ? t("differs") : t("about_enter"),
  };
}

function correct(page: ConsolePage, { roll }: { roll: string }): NextStep {
  const { rules, open_dialog, round_in_play } = page.state;
  const clauses = rules.value?.irregularities.find((one) => one.cause === "wrong-result")?.clauses;
  const run = () =>
    open_dialog(() => <AmendDialog cause="wrong-result" round={round_in_play.value} />);
  return {
    ...dialog_step("AmendRounds", t("wrong_reported", roll), run, clauses),
    label: t("correct_result"),
    warning: true,
  };
}

// Warns of open warnings: once betting is closed no player can be advised and nothing be rejected.
function close(page: ConsolePage): NextStep {
  const { table } = page.state;
  const { warnings } = page.felt;
  const timed = table.value!.round!.closes_at !== null;
  const open = warnings.value;
  const about = open
    ? open > 1
      ? t("warnings_open", open)
      : t("warning_open")
    : t(timed ? "about_close_timed" : "about_close");
  return {
    ...order_step(page, "CloseBetting", {}, about, clauses_of(page, "close")),
    warning: open > 0,
  };
}

// For the supervisor who is noted as present, and so can't settle: lets another person act who is
// signed in here, or asks for a log-on.
function settle_by_another(page: ConsolePage, clauses: string[]): NextStep {
  const { people, me, act_as, open_dialog } = page.state;
  const other = people.value.find((one) => one.id !== me.value?.id);
  return {
    order: "LogOn",
    label: other ? t("act_as", other.name, in_language(role_words[other.role])) : t("add_person"),
    about: t("about_another", me.value?.name ?? ""),
    clauses,
    ready: true,
    run: () => (other ? act_as(other.id) : open_dialog(() => <LogOnDialog />)),
  };
}

// A supervisor who must watch the payment is noted first, and another person settles.
function settle(page: ConsolePage): NextStep {
  const { rules, topics, console_topic, me } = page.state;
  const rule = rules.value?.irregularities.find((one) => one.effect === "settle-present");
  const progress = console_topic.value?.round_progress;
  if (refused_now(topics.value, "SettleRound") === "floorperson_absent")
    return order_step(page, "NotePresence", {}, t("about_presence"), rule?.clauses);
  if (rule && progress?.lights_failed && progress.witness && progress.witness === me.value?.id)
    return settle_by_another(page, rule.clauses);
  return order_step(
    page,
    "SettleRound",
    {},
    t("about_settle"),
    [...new Set([...clauses_of(page, "collect"), ...clauses_of(page, "pay")])],
    t("settle"),
  );
}

function step_of_round(page: ConsolePage): NextStep {
  const { table, layout } = page.state;
  const { wrong_result } = page.next;
  const round = table.value!.round!;
  if (wrong_result.value) return correct(page, wrong_result.value);
  switch (round.next) {
    case "open":
      return order_step(page, "OpenBetting", {}, t("about_open"), clauses_of(page, "open"));
    case "close":
      return close(page);
    case "mix":
      return mix(page);
    case "uncover":
      return order_step(
        page,
        "Uncover",
        { flat: true },
        t("about_uncover"),
        clauses_of(page, "uncover"),
        t("uncover_flat"),
      );
    case "enter":
      return enter(page);
    case "illuminate": {
      const names = round.winning
        .map((spot) => (layout.value ? spot_name(layout.value, spot, in_language) : spot))
        .join(", ");
      return order_step(
        page,
        "ReportLights",
        { lit: round.winning },
        t("about_lights", names),
        clauses_of(page, "illuminate"),
        t("lights_right"),
      );
    }
    case "clear":
      return order_step(page, "ClearLights", {}, t("about_clear"), clauses_of(page, "clear"));
    default:
      return settle(page);
  }
}

// Why the round is held. For an interruption the cause is enough; otherwise with what people wrote.
export function held_words(one: NonNullable<TableTopic["status"]["held"]>): string {
  if (one.contested) return t("about_contested", in_language(cause_words[one.contested]));
  const written = is_interruption(one.cause) ? "" : one.reason;
  return t("about_held", [in_language(cause_words[one.cause]), written].filter(Boolean).join(", "));
}

function held(page: ConsolePage): NextStep {
  const { table, open_dialog } = page.state;
  const hold = table.value!.status.held!;
  const about = held_words(hold);
  if (hold.contested)
    return dialog_step("DecideVoid", about, () => open_dialog(() => <ContestedDialog />));
  return hold.cause === "not-covered"
    ? dialog_step("DecideHold", about, () => open_dialog(() => <HoldDialog />))
    : dialog_step("Certify", about, () => open_dialog(() => <CertifyDialog />));
}

// What comes next; null until everything is loaded. What the server would refuse now is shown with
// the reason, and can't be pressed.
export function next_step(page: ConsolePage): NextStep | null {
  const step = proposed_step(page);
  const refused = step?.ready ? refused_now(page.state.topics.value, step.order) : null;
  return step && refused ? { ...step, ready: false, about: reason_text(refused) } : step;
}

function proposed_step(page: ConsolePage): NextStep | null {
  const { table, console_topic, rules, open_dialog } = page.state;
  if (!table.value || !console_topic.value || !rules.value) return null;
  const { status, table: about } = table.value;
  if (status.phase === "held") return held(page);
  if (status.out_of_service) {
    if (console_topic.value.equipment.repair_needed) {
      return dialog_step("RecordRepair", t("about_repair"), () =>
        open_dialog(() => <RepairDialog />),
      );
    }
    const looked =
      status.phase === "playing"
        ? null
        : required_inspection(page) && !console_topic.value.equipment.inspection.signed
          ? (dice_missing(page) ?? inspection(page))
          : null;
    return (
      looked ??
      order_step(page, "ReturnToService", {}, t("about_return", note_words(status.out_of_service)))
    );
  }
  if (about.mode === "automatic") {
    const waits = order_step(
      page,
      "OpenBetting",
      {},
      t("about_by_itself"),
      [],
      t("runs_by_itself"),
    );
    return { ...waits, ready: false };
  }
  if (status.phase === "playing") return step_of_round(page);
  const before = dice_missing(page) ?? inspection(page);
  if (before) return before;
  return status.phase === "closed"
    ? order_step(page, "OpenTable", {}, t("about_open_table"))
    : begin_round(page);
}

export const step_name = (step: Step): string => in_language(step_words[step]);
