// The one thing that comes next at this table, as its game orders it.
import { computed, effect, signal } from "@preact/signals";
import type { Orders, Step, TableTopic } from "../generated/protocol";
import { spot_name } from "../shared/rules";
import {
  causes as cause_words,
  orders as order_words,
  steps as step_words,
  note_words,
} from "../shared/terms";
import { named, say } from "../shared/words";
import { AmendDialog } from "./amend";
import { warnings } from "./board";
import { InstallDialog, LightsDialog, NoteDialog, SignDialog } from "./equipment_dialogs";
import { CertifyDialog, HoldDialog } from "./hold";
import { commit, faces, found, mixes, mixes_needed } from "./keyed";
import { perform } from "./orders";
import { ShortMixDialog } from "./report";
import { desk, layout, open_dialog, round_in_play, rules, table } from "./state";
import { t } from "./words";

export interface Next {
  order: keyof Orders;
  label: string;
  about: string;
  clauses: string[];
  ready: boolean;
  warning?: boolean;
  run: () => void;
}

const clauses_of = (step: Step): string[] =>
  rules.value?.procedure.steps.find((one) => one.step === step)?.clauses ?? [];
const plain = <Name extends keyof Orders>(
  order: Name,
  fields: Orders[Name],
  about: string,
  clauses: string[] = [],
  label = say(order_words[order]),
): Next => ({
  order,
  label,
  about,
  clauses,
  ready: true,
  run: () => void perform(order, fields, true),
});
const asking = (
  order: keyof Orders,
  about: string,
  run: () => void,
  clauses: string[] = [],
): Next => ({ order, label: say(order_words[order]), about, clauses, ready: true, run });

interface Inspection {
  light_tests: number;
  mixer_tests: number;
  clauses: string[];
}
export const inspection_wanted = computed(
  () => (rules.value?.equipment as { inspection?: Inspection } | undefined)?.inspection,
);

function dice_missing(): Next | null {
  const equipment = desk.value!.equipment;
  if (equipment.mixers.find((one) => one.mixer === equipment.mixer)?.dice) return null;
  return asking(
    "InstallDice",
    t("about_install"),
    () => open_dialog(() => <InstallDialog mixer={equipment.mixer} />),
    rules.value?.equipment.clauses.slice(-1),
  );
}

function inspection(): Next | null {
  const wanted = inspection_wanted.value;
  const { inspection: done, mixer } = desk.value!.equipment;
  if (!wanted || done.signed) return null;
  if (done.lights_passed < wanted.light_tests) {
    return asking(
      "TestLights",
      t("about_test_lights", done.lights_passed + 1, wanted.light_tests),
      () => open_dialog(() => <LightsDialog />),
      wanted.clauses,
    );
  }
  if (mixer === "automated-shaker" && done.mixer_passed < wanted.mixer_tests) {
    return plain(
      "TestMixer",
      { passed: true },
      t("about_test_mixer", done.mixer_passed + 1, wanted.mixer_tests),
      wanted.clauses,
      t("mixer_ok"),
    );
  }
  return asking(
    "SignInspection",
    done.failed ? t("inspection_failed_note") : t("about_sign"),
    () => open_dialog(() => <SignDialog />),
    wanted.clauses,
  );
}

function begin_round(): Next {
  if (table.value!.status.last_round_played) return plain("CloseTable", {}, t("about_close_table"));
  const first = rules.value?.procedure.steps[0]?.step ?? "open";
  return first === "mix"
    ? start_mix()
    : plain("OpenBetting", {}, t("about_open"), clauses_of("open"));
}

const start_mix = (): Next =>
  plain(
    "StartMix",
    {},
    mixes_needed.value > 1 ? t("about_mix", mixes_needed.value) : t("about_mix_once"),
    clauses_of("mix"),
  );

function end_mix(): Next {
  if (table.value!.table.tumbler !== "none") {
    return {
      ...start_mix(),
      order: "EndMix",
      label: t("mixing"),
      about: t("mixing_by_itself"),
      ready: false,
    };
  }
  const fewer = mixes.value + table.value!.round!.mixes < mixes_needed.value;
  const voids = rules.value?.irregularities.some(
    (one) => one.cause === "short-mix" && one.clauses.length,
  );
  const one = plain(
    "EndMix",
    { mixes: mixes.value },
    fewer
      ? t(voids ? "short_mix" : "short_goes_on", mixes_needed.value)
      : t("about_end_mix", mixes.value),
    clauses_of("mix"),
  );
  if (!fewer) return one;
  const [counted, needed] = [mixes.value, mixes_needed.value];
  return {
    ...one,
    warning: true,
    run: voids
      ? () => open_dialog(() => <ShortMixDialog mixes={counted} needed={needed} />)
      : one.run,
  };
}

function enter(): Next {
  const one = found.value;
  const base = {
    order: "EnterResult" as const,
    clauses: clauses_of("enter"),
    run: () => void commit(),
  };
  if (!one) {
    const waits = table.value!.table.tumbler !== "none" && !faces.value.length;
    return {
      ...base,
      label: t("key_the_dice"),
      about: waits ? t("waiting_reading") : t("about_key"),
      ready: false,
    };
  }
  const dice = one.roll.join(" ");
  const reading = desk.value?.seen?.reading;
  const disputed = one.by !== "reading" && reading && reading.join() !== one.roll.join();
  return {
    ...base,
    ready: true,
    warning: Boolean(disputed),
    label: one.by === "reading" ? t("confirm_reading", dice) : t("enter_dice", dice),
    about: disputed ? t("differs") : t("about_enter"),
  };
}

// A wrong result that was reported in this round: nothing is lit or paid for it before it is corrected. An incident
// stays after that, so what it was about is kept; or somebody resolves it, if the result was right.
const reported = signal<{ incident: number; roll: string } | null>(null);
effect(() => {
  const round = table.value?.round;
  const one = desk.value?.incidents.find(
    (other) => other.cause === "wrong-result" && other.round === round?.number,
  );
  if (!one || !round?.roll) reported.value = null;
  else if (reported.peek()?.incident !== one.incident)
    reported.value = { incident: one.incident, roll: round.roll.join(" ") };
});
export const wrong_result = computed(() => {
  const one = reported.value;
  const { round, status } = table.value ?? {};
  const unpaid = status?.phase === "playing" && round?.next !== "clear";
  return one && unpaid && round?.roll?.join(" ") === one.roll ? one : null;
});

function correct({ roll }: { roll: string }): Next {
  const clauses = rules.value?.irregularities.find((one) => one.cause === "wrong-result")?.clauses;
  const run = () =>
    open_dialog(() => <AmendDialog cause="wrong-result" round={round_in_play.value} />);
  return {
    ...asking("AmendRounds", t("wrong_reported", roll), run, clauses),
    label: t("correct_result"),
    warning: true,
  };
}

// Once betting is closed nobody can be advised and nothing be rejected any more.
function close(): Next {
  const timed = table.value!.round!.closes_at !== null;
  const open = warnings.value;
  const about = open
    ? open > 1
      ? t("warnings_open", open)
      : t("warning_open")
    : t(timed ? "about_close_timed" : "about_close");
  return { ...plain("CloseBetting", {}, about, clauses_of("close")), warning: open > 0 };
}

function settle(): Next {
  const seen = desk.value!.seen;
  const present = rules.value?.irregularities.find(
    (one) => one.cause === "lights-failed" && one.effect === "settle-present",
  );
  if (seen?.lights_failed && !seen.present && present)
    return plain("NotePresence", {}, t("about_presence"), present.clauses);
  return plain(
    "SettleRound",
    {},
    t("about_settle"),
    [...new Set([...clauses_of("collect"), ...clauses_of("pay")])],
    t("settle"),
  );
}

function step_of_round(): Next {
  const round = table.value!.round!;
  if (wrong_result.value) return correct(wrong_result.value);
  switch (round.next) {
    case "open":
      return plain("OpenBetting", {}, t("about_open"), clauses_of("open"));
    case "close":
      return close();
    case "mix":
      return round.mixing ? end_mix() : start_mix();
    case "uncover":
      return plain(
        "Uncover",
        { flat: true },
        t("about_uncover"),
        clauses_of("uncover"),
        t("uncover_flat"),
      );
    case "enter":
      return enter();
    case "illuminate": {
      const names = round.winning
        .map((spot) => (layout.value ? spot_name(layout.value, spot, named) : spot))
        .join(", ");
      return plain(
        "ReportLights",
        { lit: round.winning },
        t("about_lights", names),
        clauses_of("illuminate"),
        t("lights_right"),
      );
    }
    case "clear":
      return plain("ClearLights", {}, t("about_clear"), clauses_of("clear"));
    default:
      return settle();
  }
}

// Of an interruption the cause says it all; what people wrote is said with it.
export function held_words(one: NonNullable<TableTopic["status"]["held"]>): string {
  const written = one.cause.startsWith("interrupted") ? "" : one.reason;
  return t("about_held", [say(cause_words[one.cause]), written].filter(Boolean).join(", "));
}

function held(): Next {
  const one = table.value!.status.held!;
  const about = held_words(one);
  return one.cause === "not-covered"
    ? asking("DecideHold", about, () => open_dialog(() => <HoldDialog />))
    : asking("Certify", about, () => open_dialog(() => <CertifyDialog />));
}

export const next = computed((): Next | null => {
  if (!table.value || !desk.value || !rules.value) return null;
  const { status, table: about } = table.value;
  if (status.phase === "held") return held();
  if (status.out_of_service) {
    if (desk.value.equipment.repair_needed) {
      return asking("RecordRepair", t("about_repair"), () =>
        open_dialog(() => (
          <NoteDialog order="RecordRepair" field="what" label={t("what_repaired")} />
        )),
      );
    }
    const looked =
      status.phase === "playing"
        ? null
        : inspection_wanted.value && !desk.value.equipment.inspection.signed
          ? (dice_missing() ?? inspection())
          : null;
    return (
      looked ?? plain("ReturnToService", {}, t("about_return", note_words(status.out_of_service)))
    );
  }
  if (about.mode === "automatic") {
    const waits = plain("OpenBetting", {}, t("about_by_itself"), [], t("runs_by_itself"));
    return { ...waits, ready: false };
  }
  if (status.phase === "playing") return step_of_round();
  const before = dice_missing() ?? inspection();
  if (before) return before;
  return status.phase === "closed" ? plain("OpenTable", {}, t("about_open_table")) : begin_round();
});

export const step_name = (step: Step): string => say(step_words[step]);
