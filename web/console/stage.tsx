// What the dealer looks at: the steps, what to say, the dice, and the one thing to do next.
import { computed, effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Dice } from "../shared/dice";
import { money } from "../shared/money";
import { Countdown, says_triple } from "../shared/parts";
import { total_of } from "../shared/rules";
import { causes as cause_words, orders as order_words, phases } from "../shared/terms";
import { say } from "../shared/words";
import { LastRoundDialog, NoteDialog, WrongLightsDialog } from "./equipment_dialogs";
import { LogOnHere } from "./enter";
import { count, counting, entering, mixes, mixes_needed } from "./keyed";
import { held_words, next, step_name, wrong_result } from "./next";
import { busy, perform, slow } from "./orders";
import { Pad } from "./pad";
import { NotFlatDialog } from "./report";
import { client, on_duty, open_dialog, places, rules, said, table } from "./state";
import { t } from "./words";

// Grows with the screen it is shown on.
const scale = signal(1);
const measure = () => {
  scale.value = Math.min(1.5, Math.max(0.9, innerHeight / 800));
};
measure();
addEventListener("resize", measure);
const sized = (size: number): number => Math.round(size * scale.value);

export function Strip() {
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
        const done = playing && i < at;
        return (
          <li
            key={one.step}
            data-step={one.step}
            class={done ? "done" : i === at ? "now" : ""}
            aria-current={i === at ? "step" : undefined}
          >
            <span class="mark" aria-hidden="true">
              {done ? "✓" : i + 1}
            </span>
            <span class="step-name">{step_name(one.step)}</span>
            <span class="clause" title={one.clauses.join(", ")}>
              {one.clauses.join(", ")}
            </span>
            {done && <span class="hidden">{t("step_done")}</span>}
          </li>
        );
      })}
    </ol>
  );
}

function Announcement() {
  const { says } = table.value!;
  if (!says) return null;
  return (
    <div class="says" role="status">
      <span class="says-head">{t("announce")}</span>
      <span class="says-en" lang="en">
        {says.en}
      </span>
      <span class="says-zh" lang="zh-Hans">
        {says.zh}
      </span>
    </div>
  );
}

// Dice lie there for all to see from the uncovering on, and not before.
function Shown({ size }: { size: number }) {
  const { round, status } = table.value!;
  if (!round)
    return (
      <div class="shown">
        <Dice roll={null} mixing={false} size={size} note={say(phases[status.phase])} />
      </div>
    );
  const over = status.phase === "idle" || status.phase === "closed";
  const about =
    round.ended === "void" && round.void_for
      ? t("void_round", round.number, say(cause_words[round.void_for]))
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
            {says_triple(round.roll)} · {total_of(round.roll)}
          </b>
        )}
        {about && <span class="soft">{about}</span>}
        {round.roll && round.manual && <span class="tag">{t("result_by_hand")}</span>}
      </div>
    </div>
  );
}

// At terminals nobody sees the chips: how many have bets, and what was paid.
function Sums() {
  const {
    round,
    status,
    table: { currency },
  } = table.value!;
  const all = places.value?.places ?? [];
  const told = (
    of: "staked" | "back",
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
        {told("staked", "bet_placed", "bets_placed", round?.betting ? "no_bets_yet" : "no_bets")}
      </p>
    );
  return round?.ended === "settled" ? (
    <p class="sums" data-sums>
      {told("back", "paid_to_one", "paid_to", "nothing_paid")}
    </p>
  ) : null;
}

function Message() {
  const one = said.value;
  useEffect(() => {
    if (!one) return;
    const timer = setTimeout(
      () => {
        if (said.value === one) said.value = null;
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
              said.value = null;
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
        {status.held && (
          <p class="held" role="alert">
            {held_words(status.held)}
          </p>
        )}
        <Announcement />
        {entering.value && on_duty.value ? (
          <Pad size={sized(compact ? 60 : 92)} />
        ) : (
          <Shown size={sized(compact ? 48 : 84)} />
        )}
        {about.terminals && on_duty.value && <Sums />}
      </div>
      <Message />
    </section>
  );
}

// The count of a shake by hand, which the button then reports.
function Count() {
  if (!counting.value) return null;
  return (
    <div class="count" role="group" aria-label={t("how_often")}>
      <button
        aria-label={t("fewer")}
        data-action="fewer"
        disabled={mixes.value <= 0}
        onClick={() => count(-1)}
      >
        −
      </button>
      <output class={mixes.value < mixes_needed.value ? "wrong" : ""}>{mixes.value}</output>
      <button aria-label={t("more")} data-action="more" onClick={() => count(1)}>
        +
      </button>
    </div>
  );
}

function Besides() {
  const { round, status } = table.value!;
  const playing = status.phase === "playing";
  return (
    <div class="besides">
      <Count />
      {playing && round?.next === "uncover" && (
        <button
          class="danger"
          data-action="not-flat"
          onClick={() => open_dialog(() => <NotFlatDialog />)}
        >
          {t("not_flat")}
        </button>
      )}
      {wrong_result.value && (
        <button
          data-action="result-right"
          onClick={() =>
            open_dialog(() => (
              <NoteDialog
                order="ResolveIncident"
                field="note"
                label={t("note_needed")}
                fields={{ incident: wrong_result.value?.incident }}
              />
            ))
          }
        >
          {t("result_is_right")}
        </button>
      )}
      {playing && round?.next === "illuminate" && !wrong_result.value && (
        <button
          class="danger"
          data-action="lights-wrong"
          onClick={() => open_dialog(() => <WrongLightsDialog />)}
        >
          {t("lights_wrong")}
        </button>
      )}
      {playing && round?.next === "clear" && !round.covered && (
        <button onClick={() => void perform("CoverDice", {})}>{t("cover_dice")}</button>
      )}
      {status.phase !== "closed" && !status.last_round && (
        <button
          class="quiet"
          data-order="AnnounceLastRound"
          onClick={() => open_dialog(() => <LastRoundDialog />)}
        >
          {say(order_words.AnnounceLastRound)}
        </button>
      )}
    </div>
  );
}

// A second touch of the same press must not give the next order.
const settle_time = 250;
const settled = signal(true);
// Tests follow each other under the same name.
const coming = computed(() =>
  next.value?.order === "TestMixer" ? next.value.about : next.value?.order,
);
let settling = 0;
effect(() => {
  void coming.value;
  settled.value = false;
  clearTimeout(settling);
  settling = window.setTimeout(() => {
    settled.value = true;
  }, settle_time);
});

export function NextBar() {
  const one = next.value;
  if (!on_duty.value)
    return (
      <section class="next-bar panel">
        <LogOnHere />
      </section>
    );
  if (!one)
    return (
      <section class="next-bar">
        <p class="soft">{t("loading")}</p>
      </section>
    );
  return (
    <section class="next-bar">
      <button
        class={`next ${one.ready ? "main" : ""} ${one.warning ? "warning" : ""}`}
        data-action="next"
        data-order={one.order}
        disabled={!one.ready}
        aria-disabled={!settled.value || undefined}
        aria-busy={busy.value}
        onClick={press_next}
      >
        <span
          class="next-label"
          data-action={one.order === "EnterResult" && one.ready ? "commit-dice" : undefined}
        >
          {one.label}
        </span>
        <span class={`next-about ${one.about.length > 90 ? "long" : ""}`}>
          {slow.value ? t("waiting_answer") : one.about}
          {one.clauses.length > 0 && <small> · {t("clause", one.clauses.join(", "))}</small>}
        </span>
        {one.ready && <kbd aria-hidden="true">{t("key_hint")}</kbd>}
      </button>
      <Besides />
    </section>
  );
}

export function press_next(): void {
  if (next.value?.ready && !busy.value && settled.value) next.value.run();
}

// For whoever reads with a screen reader: what comes next is said when it changes.
export function Speaker() {
  const one = next.value;
  const first = useRef(true);
  useEffect(() => {
    first.current = false;
  }, []);
  return (
    <p class="hidden" aria-live="polite">
      {first.current || !one ? "" : `${one.label}. ${one.about}`}
    </p>
  );
}
