// What the player wants done, asked of the server; and what the server answered, in plain words.
import { computed, effect, signal } from "@preact/signals";
import { Refused } from "../shared/client";
import { money } from "../shared/money";
import { spot_name } from "../shared/rules";
import { play } from "../shared/sound";
import { reasons, refusals } from "../shared/terms";
import { named, say, type Text } from "../shared/words";
import {
  accepted_of,
  bets_of,
  doubling,
  judge,
  read_steps,
  remember,
  sum_of,
  undoing,
  type Bet,
  type BetAnswer,
  type Step,
} from "./bets";
import {
  again,
  client,
  is_open,
  is_seat,
  layout,
  mine,
  number,
  outcome,
  place,
  round,
  stakes,
  table,
} from "./state";
import { t } from "./words";

// Said anew when the language changes, so a message is not a text but how to make it.
export interface Message {
  kind: "good" | "bad" | "";
  text: () => string;
}
export const message = signal<Message | null>(null);
export const flashes = signal<ReadonlyMap<string, "good" | "bad">>(new Map());
export const steps = signal<Step[]>([]);

export const tell = (kind: Message["kind"], text: () => string): void => {
  message.value = { kind, text };
};
export function why(reason: string): string {
  const text: Text | undefined = (reasons as Record<string, Text>)[reason] ?? refusals[reason];
  return text ? say(text) : reason;
}
export const reason_of = (error: unknown): string =>
  error instanceof Refused ? error.reason : "bad_message";
const name_of = (spot: string): string =>
  layout.value ? spot_name(layout.value, spot, named) : spot;

// What was done in a round that is over can't be undone, nor what somebody else did who sat here before.
// They are kept for the window, so that a page which is loaded anew can still undo them.
const whose_steps = computed(() =>
  round.value && mine.value ? `${number} ${round.value.number} ${mine.value.place.stay}` : "",
);
effect(() => {
  if (!whose_steps.value) return;
  steps.value = read_steps(sessionStorage.getItem("steps"), whose_steps.value);
  message.value = null;
});
effect(() => {
  if (whose_steps.value)
    sessionStorage.setItem("steps", JSON.stringify({ of: whose_steps.value, steps: steps.value }));
});

// A result speaks for itself.
effect(() => {
  if (outcome.value) message.value = null;
});

let fading = 0;
function flash(answers: readonly BetAnswer[]): void {
  flashes.value = new Map(
    answers.map((one) => [one.spot, judge(one) === "accepted" ? "good" : "bad"]),
  );
  clearTimeout(fading);
  fading = window.setTimeout(() => {
    flashes.value = new Map();
  }, 1_800);
}

function explain(put: boolean, one: BetAnswer): string {
  const reason = why(one.reason ?? "not_allowed");
  return judge(one) === "trimmed"
    ? t("trimmed", name_of(one.spot), money(one.accepted), money(one.asked), reason)
    : t(put ? "refused" : "not_taken_back", name_of(one.spot), reason);
}

function report(put: boolean, answers: readonly BetAnswer[]): void {
  flash(answers);
  const wrong = answers.filter((one) => judge(one) !== "accepted");
  play(wrong.length ? "refused" : "chip");
  if (wrong.length) {
    const more = wrong.length - 2;
    return tell("bad", () =>
      [
        ...wrong.slice(0, 2).map((one) => explain(put, one)),
        ...(more > 0 ? [t("and_more", more)] : []),
      ].join(" · "),
    );
  }
  const done = accepted_of(answers);
  const one = done.length === 1 ? done[0]! : null;
  tell("good", () =>
    one
      ? t(put ? "accepted_one" : "taken_back_one", name_of(one.spot), money(one.amount))
      : t(put ? "accepted_many" : "taken_back_many", done.length, money(sum_of(done))),
  );
}

// One order for all bets of a step. Returns what the server took.
const slow_milliseconds = 600;
async function order(step: Step): Promise<Bet[]> {
  if (!step.bets.length) return [];
  const slow = setTimeout(() => tell("", () => t("waiting_answer")), slow_milliseconds);
  const stay = is_seat.value ? { stay: mine.value?.place.stay } : {};
  try {
    // Meant for this round: the server refuses it in another. What was on its way when a connection was lost is sent
    // again, and the server knows whether it had come.
    const answer = await client.give(
      step.put ? "PlaceBets" : "WithdrawBets",
      { bets: step.bets, ...stay },
      { round: round.value?.number },
    );
    const answers =
      answer.bets ??
      step.bets.map((one) => ({ spot: one.spot, asked: one.amount, accepted: one.amount }));
    report(step.put, answers);
    return accepted_of(answers);
  } catch (refused) {
    if (refused instanceof Refused && refused.bets?.some((one) => one.reason))
      report(step.put, refused.bets);
    else {
      flash(step.bets.map((one) => ({ spot: one.spot, asked: one.amount, accepted: 0 })));
      play("refused");
      tell("bad", () => t("not_done", why(reason_of(refused))));
    }
    return [];
  } finally {
    clearTimeout(slow);
  }
}

async function do_step(step: Step): Promise<Bet[]> {
  if (!is_open.value) {
    play("refused");
    const reason =
      client.status.value !== "open"
        ? "connection_lost"
        : round.value
          ? "betting_closed"
          : "betting_not_open";
    tell("bad", () => t("not_done", why(reason)));
    return [];
  }
  const bets = await order(step);
  steps.value = remember(steps.value, { put: step.put, bets });
  return bets;
}

// Chips go out as fast as they are put down. Whatever depends on what lies there waits until all before it is
// answered, and what is done after it waits in turn; nothing of it reaches another round than it was meant for.
let answered: Promise<unknown> = Promise.resolve();
let waiting = 0;

function at_once(step: Step): void {
  if (waiting) return in_turn(() => do_step(step));
  const done = do_step(step);
  answered = Promise.all([answered, done]).catch(reportError); // a mistake of ours stops nothing that comes after it
}

function in_turn(action: () => Promise<unknown> | void): void {
  const meant = round.value?.number;
  ++waiting;
  answered = answered
    .then(async () => {
      if (round.value?.number === meant) await action();
      else tell("bad", () => t("not_done", why("betting_closed")));
    })
    .catch(reportError)
    .finally(() => {
      --waiting;
    });
}

export const bet = (spot: string, amount: number): void =>
  at_once({ put: true, bets: [{ spot, amount }] });
export const place_all = (bets: Bet[]): void => in_turn(() => do_step({ put: true, bets }));

export function take_back(spot: string): void {
  const stake = stakes.value.get(spot);
  if (stake) at_once({ put: false, bets: [{ spot, amount: stake }] });
}

export const undo = (): void =>
  in_turn(async () => {
    const last = steps.value.at(-1);
    if (!last) return tell("", () => t("nothing_to_undo"));
    steps.value = steps.value.slice(0, -1);
    const bets = await order(undoing(last, stakes.value));
    if (!bets.length && is_open.value) steps.value = remember(steps.value, last);
  });

export const clear = (): void =>
  in_turn(async () => {
    if (!stakes.value.size) return tell("", () => t("nothing_to_clear"));
    await do_step({ put: false, bets: bets_of(stakes.value) });
  });

export const rebet = (): void =>
  in_turn(async () => {
    const offered = new Set(layout.value?.pay.flatMap((row) => row.spots));
    const bets = again.value.filter((one) => offered.has(one.spot));
    if (!bets.length) return tell("", () => t("nothing_to_rebet"));
    await do_step({ put: true, bets });
  });

export const double = (): void =>
  in_turn(async () => {
    if (!stakes.value.size) return tell("", () => t("nothing_to_double"));
    const { bets, short } = doubling(stakes.value, table.value!.table, mine.value!.money.credit);
    if (!bets.length) return tell("bad", () => t("cannot_double"));
    const taken = await do_step({ put: true, bets });
    if (!taken.length || !short.length || message.value?.kind === "bad") return;
    tell("bad", () =>
      t(
        "doubled_short",
        short.slice(0, 3).map(name_of).join(", ") + (short.length > 3 ? " …" : ""),
      ),
    );
  });

export async function call_attendant(): Promise<void> {
  try {
    await client.give("CallAttendant", { terminal: place.value!.number });
    tell("good", () => t("attendant_called"));
  } catch (refused) {
    tell("bad", () => t("not_done", why(reason_of(refused))));
  }
}

export async function top_up(): Promise<void> {
  try {
    await client.ask("top_up", {});
    tell("good", () => t("topped_up"));
  } catch (refused) {
    tell("bad", () => t("not_done", why(reason_of(refused))));
  }
}
