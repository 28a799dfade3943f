// SPDX-License-Identifier: MIT
// What players allow themselves: limits of loss and time, and breaks. The server keeps them.
import { money } from "../shared/money";
import { useTerminal } from "./page";
import { session_text as text } from "./session_words";
import { in_force, type OwnLimits } from "./state";
import { duration_text, time_text } from "./time_text";

const break_minutes = [5, 15, 30, 60] as const;
const limit_minutes = [15, 30, 60, 120, 240] as const;
const losses = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000].map((one) => one * 100);

// Five amounts from ten times the smallest bet on.
export const losses_for = (min: number): number[] =>
  losses.filter((one) => one >= 10 * min).slice(0, 5);

interface Choice {
  label: string;
  is_chosen?: boolean;
  choose: () => void;
}
function Choices({ id, title, choices }: { id: string; title: string; choices: Choice[] }) {
  return (
    <div class="choices" role="group" aria-label={title} data-choices={id}>
      {choices.map(({ label, is_chosen, choose }) => (
        <button key={label} aria-pressed={is_chosen} onClick={choose}>
          {label}
        </button>
      ))}
    </div>
  );
}

// What holds now, and what was asked for and holds later.
function limit_text(limit: OwnLimits["loss"], now: number, show: (value: number) => string) {
  const shown = (value: number | null) => (value === null ? text("no_limit") : show(value));
  const current = shown(in_force(limit, now));
  return now < limit.from
    ? text("limit_later", current, shown(limit.next), time_text(limit.from))
    : current;
}

const none = { current: null, next: null, from: 0 };

function BreakChoice() {
  const { state, bets } = useTerminal();
  const until = state.own.value!.own_limits?.break_until ?? 0;
  return (
    <>
      <h4>
        {text("break_title")}{" "}
        <b data-own-limit="break">
          {state.client.now() < until ? text("until", time_text(until)) : text("no_break")}
        </b>
      </h4>
      <Choices
        id="break"
        title={text("break_title")}
        choices={break_minutes.map((minutes) => ({
          label: duration_text(minutes),
          choose: () => {
            state.dialog.value = null;
            void bets.take_break(minutes);
          },
        }))}
      />
    </>
  );
}

export function OwnLimitsForm() {
  const { state, bets, reveal } = useTerminal();
  const { own, client, table, currency } = state;
  const limits = own.value!.own_limits;
  const loss = limits?.loss ?? none;
  const time = limits?.time ?? none;
  const now = client.now();
  // What is lost would tell how the dice fall that still tumble here.
  const shows_lost = (loss.current !== null || loss.next !== null) && !reveal.is_tumbling.value;
  const min = table.value!.table.limit.min;
  return (
    <section class="own-limits">
      <h3>{text("limits_title")}</h3>
      <p class="soft">{text("limits_hint")}</p>
      <h4>
        {text("limit_loss")}{" "}
        <b data-own-limit="loss">
          {limit_text(loss, now, (max) => money(max, currency.value))}
          {shows_lost && ` · ${text("lost", money(limits!.lost, currency.value))}`}
        </b>
      </h4>
      <Choices
        id="loss"
        title={text("limit_loss")}
        choices={[
          ...losses_for(min).map((max) => ({
            label: money(max),
            is_chosen: in_force(loss, now) === max,
            choose: () => void bets.limit_loss(max),
          })),
          {
            label: text("no_limit"),
            is_chosen: in_force(loss, now) === null,
            choose: () => void bets.limit_loss(null),
          },
        ]}
      />
      <h4>
        {text("limit_time")}{" "}
        <b data-own-limit="time">{limit_text(time, now, (at) => text("until", time_text(at)))}</b>
      </h4>
      <Choices
        id="time"
        title={text("limit_time")}
        choices={[
          ...limit_minutes.map((minutes) => ({
            label: duration_text(minutes),
            choose: () => void bets.limit_time(minutes),
          })),
          {
            label: text("no_limit"),
            is_chosen: in_force(time, now) === null,
            choose: () => void bets.limit_time(null),
          },
        ]}
      />
      <BreakChoice />
    </section>
  );
}
