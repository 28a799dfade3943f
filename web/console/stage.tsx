// SPDX-License-Identifier: MIT
// What the dealer looks at: the steps of the round, the announcement, the dice, the last message.

import { useEffect, useState } from "preact/hooks";
import { Dice } from "../shared/dice";
import { money } from "../shared/money";
import { roll_name } from "../shared/road";
import { total_of } from "../shared/rules";
import { causes as cause_words, phases } from "../shared/terms";
import { Countdown } from "../shared/widgets";
import { in_language } from "../shared/words";
import { useConsole, type ConsolePage } from "./context";
import { held_words, step_name } from "./next_steps";
import { Pad } from "./pad";
import { t } from "./words";

// Sizes grow with the height of the screen they are shown on.
function useScale(): (size: number) => number {
  const [[width, height], set_size] = useState([innerWidth, innerHeight]);
  useEffect(() => {
    const measure = () => set_size([innerWidth, innerHeight]);
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  const scale_max = width >= 3000 && height >= 1600 ? 3 : 1.5; // as in large.css
  const scale = Math.min(scale_max, Math.max(0.9, height / 800));
  return (size) => Math.round(size * scale);
}

export function Strip() {
  return (
    <div class="strip-row">
      <Steps />
      <Message />
    </div>
  );
}

function Steps() {
  const page = useConsole();
  const { rules, table } = page.state;
  const { lights_failed } = page.alerts;
  const steps = rules.value?.procedure.steps ?? [];
  const { round, status } = table.value!;
  const playing = status.phase === "playing" || status.phase === "held";
  const at = playing
    ? steps.findIndex((one) => one.step === round?.next)
    : status.phase === "idle"
      ? 0
      : -1;
  return (
    <ol class="strip" aria-label={t("steps")}>
      {steps.map((one, i) => {
        const passed = playing && i < at;
        const failed = passed && one.step === "illuminate" && lights_failed.value;
        const done = passed && !failed;
        return (
          <li
            key={one.step}
            data-step={one.step}
            class={failed ? "failed" : done ? "done" : i === at ? "now" : ""}
            aria-current={i === at ? "step" : undefined}
          >
            <span class="mark" aria-hidden="true">
              {failed ? "✗" : done ? "✓" : i + 1}
            </span>
            <span class="step-name">{step_name(one.step)}</span>
            <span class="clause" title={one.clauses.join(", ")}>
              {one.clauses.join(", ")}
            </span>
            {passed && <span class="hidden">{t(failed ? "step_failed" : "step_done")}</span>}
          </li>
        );
      })}
    </ol>
  );
}

// The documents that have the dealer call each die aloud, with the clause. Their rule sets do not
// say so: no program can check what is said.
const dice_are_called: Record<string, string> = { maryland: "5.D" };
const numbers = [
  ["one", "two", "three", "four", "five", "six"],
  ["一", "二", "三", "四", "五", "六"],
] as const;

// What the dealer has to say aloud now: what the rules announce, or the dice as they are keyed.
function announced(page: ConsolePage): { en: string; zh: string; clause?: string } | null {
  const { table, rules } = page.state;
  const { entering, faces, entered } = page.dice;
  const clause = dice_are_called[rules.value?.id ?? ""];
  if (!entering.value || !clause) return table.value!.announcement;
  const dice = faces.value.length ? faces.value : (entered.value?.roll ?? []);
  if (!dice.length) return { en: "Each die, one by one", zh: "逐一报出每颗骰子", clause };
  const [en, zh] = numbers.map((words) => dice.map((face) => words[face - 1]!));
  return { en: en!.join(", "), zh: zh!.join("、"), clause };
}

function Announcement() {
  const page = useConsole();
  const announcement = announced(page);
  if (!announcement) return null;
  return (
    <div class="says" role="status">
      <span class="says-head">
        {t("announce")}
        {announcement.clause && ` · ${t("clause", announcement.clause)}`}
      </span>
      <span class="says-en" lang="en">
        {announcement.en}
      </span>
      <span class="says-zh" lang="zh-Hans">
        {announcement.zh}
      </span>
    </div>
  );
}

// The dice, from the uncovering on.
function Shown({ size }: { size: number }) {
  const { table } = useConsole().state;
  const { round, status } = table.value!;
  if (!round)
    return (
      <div class="shown">
        <Dice roll={null} mixing={false} size={size} note={in_language(phases[status.phase])} />
      </div>
    );
  const over = status.phase === "idle" || status.phase === "closed";
  const about =
    round.ended === "void" && round.void_for
      ? t("void_round", round.number, in_language(cause_words[round.void_for]))
      : over
        ? t("last_result", round.number)
        : "";
  return (
    <div class="shown">
      <Dice
        roll={round.roll}
        mixing={round.mixing}
        size={size}
        note={
          round.mixing
            ? t("mixing")
            : round.roll
              ? ""
              : round.ended === "void"
                ? "—"
                : round.covered
                  ? t("covered")
                  : t("uncovered")
        }
      />
      <div class="about-roll">
        {round.roll && (
          <b class="sum">
            {roll_name(round.roll)} · {total_of(round.roll)}
          </b>
        )}
        {about && <span class="soft">{about}</span>}
        {round.roll && round.manual && <span class="tag">{t("result_by_hand")}</span>}
        {status.manual_entry && <span class="tag warn">{t("manual_entry")}</span>}
      </div>
    </div>
  );
}

// At a table of terminals there are no chips to see: how many players have bets, and what was paid.
function Sums() {
  const { table, places } = useConsole().state;
  const {
    round,
    status,
    table: { currency },
  } = table.value!;
  const all = places.value?.places ?? [];
  const total = (
    of: "staked" | "payout",
    one: "bet_placed" | "paid_to_one",
    many: "bets_placed" | "paid_to",
    none: "no_bets" | "no_bets_yet" | "nothing_paid",
  ) => {
    const some = all.filter((place) => place[of] > 0);
    const sum = money(
      some.reduce((whole, place) => whole + place[of], 0),
      currency,
    );
    return some.length ? t(some.length > 1 ? many : one, some.length, sum) : t(none);
  };
  const playing = status.phase === "playing" || status.phase === "held";
  if (playing)
    return (
      <p class="sums" data-sums>
        {total("staked", "bet_placed", "bets_placed", round?.betting ? "no_bets_yet" : "no_bets")}
      </p>
    );
  return round?.ended === "settled" ? (
    <p class="sums" data-sums>
      {total("payout", "paid_to_one", "paid_to", "nothing_paid")}
    </p>
  ) : null;
}

// The last message. It lies over the steps of the round for some seconds: nowhere else is nothing
// that a dealer may need at that moment, and room of its own would be empty most of the time.
function Message() {
  const { message } = useConsole().state;
  const one = message.value;
  useEffect(() => {
    if (!one) return;
    const timer = setTimeout(
      () => {
        if (message.value === one) message.value = null;
      },
      one.kind === "bad" ? 9_000 : 3_000,
    );
    return () => clearTimeout(timer);
  }, [one]);
  return (
    <div id="message" class={one ? one.kind : ""} role="status" aria-live="polite">
      {one && (
        <>
          <span aria-hidden="true">{one.kind === "bad" ? "!" : "✓"}</span>
          <span class="message-text">{one.text()}</span>
          <button
            class="quiet"
            aria-label={t("dismiss")}
            onClick={() => {
              message.value = null;
            }}
          >
            ✕
          </button>
        </>
      )}
    </div>
  );
}

export function Stage({ compact }: { compact: boolean }) {
  const page = useConsole();
  const { table, client, can_act } = page.state;
  const { entering } = page.dice;
  const sized = useScale();
  const { status, table: about } = table.value!;
  const timed = about.betting_seconds > 0;
  return (
    <section class={`stage panel ${compact ? "compact" : ""} ${timed ? "" : "untimed"}`}>
      {timed && (
        <div class="ring">
          <Countdown client={client} table={table.value!} size={sized(compact ? 92 : 132)} />
        </div>
      )}
      <div class="middle">
        <div class="aloud">
          {status.held && (
            <p class="held" role="alert">
              {held_words(status.held)}
            </p>
          )}
          <Announcement />
        </div>
        <div class="lying">
          {entering.value && can_act.value ? (
            <Pad size={sized(compact ? 60 : 92)} />
          ) : (
            <Shown size={sized(compact ? 48 : 84)} />
          )}
        </div>
        {about.terminals && can_act.value && <Sums />}
      </div>
    </section>
  );
}
