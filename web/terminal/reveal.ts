// SPDX-License-Identifier: MIT
// What the terminal shows of a roll, and when: dice tumble for a moment before they lie, and until
// then money, chips and results stay as they were, so that nothing gives the roll away.
import { computed, effect, signal } from "@preact/signals";
import type { TerminalTopic } from "../generated/protocol";
import { is_paid, winnings_by_spot } from "../shared/laid_chips";
import { stakes_of } from "./bets";
import { no_money, type TerminalState } from "./state";

const tumble_milliseconds = 1_100;
const dice_milliseconds = 1_700; // large dice lie in the middle of the felt
const win_milliseconds = 2_600; // a large win is shown there after them

// How much is made of a win: a payout of no more than the stakes is none.
export type WinLevel = "none" | "calm" | "large" | "huge";
const large_win = 4; // times what was staked, net
const huge_win = 20;
export function win_level(staked: number, payout: number): WinLevel {
  const net = payout - staked;
  if (net <= 0 || staked <= 0) return "none";
  if (net >= huge_win * staked) return "huge";
  return net >= large_win * staked ? "large" : "calm";
}

export class Reveal {
  private landed_round = signal(-1); // the last round whose dice lie
  private last_unrolled = -1; // the last round that was seen before its roll
  private celebrated_round = -1;
  private stage_timer: ReturnType<typeof setTimeout> | undefined;
  // What lies over the middle of the felt: the dice that have just landed, then a large win.
  readonly stage = signal<"rest" | "dice" | "win">("rest");

  // `animated`: whether dice tumble at all (not for people who prefer reduced motion).
  constructor(
    private state: TerminalState,
    readonly animated: boolean,
  ) {
    effect(() => {
      const round = state.round.value;
      if (!round) return;
      if (!round.roll) {
        this.last_unrolled = round.number;
        return;
      }
      if (this.landed_round.peek() === round.number) return;
      const is_live = this.last_unrolled === round.number;
      const land = () => {
        if (is_live) this.show_stage("dice", dice_milliseconds);
        this.landed_round.value = round.number;
      };
      if (animated && is_live) setTimeout(land, tumble_milliseconds);
      else land();
    });
    effect(() => {
      if (!state.round.value?.roll) this.show_stage("rest", 0);
    });
    effect(() => this.celebrate());
  }

  // Shows a large win once, after the dice of a round that was seen before its roll.
  private celebrate(): void {
    const won = this.outcome.value;
    if (!won || this.stage.value !== "rest" || this.celebrated_round === won.round) return;
    this.celebrated_round = won.round;
    if (this.last_unrolled !== won.round) return;
    if (this.win.value === "large" || this.win.value === "huge")
      this.show_stage("win", win_milliseconds);
  }

  private show_stage(stage: "rest" | "dice" | "win", milliseconds: number): void {
    clearTimeout(this.stage_timer);
    this.stage.value = stage;
    if (!milliseconds) return;
    this.stage_timer = setTimeout(() => {
      this.stage.value = "rest";
    }, milliseconds);
  }

  // Whether the dice of this round lie.
  readonly has_landed = computed(() => {
    const round = this.state.round.value;
    return Boolean(round?.roll) && this.landed_round.value === round?.number;
  });
  readonly is_tumbling = computed(
    () => Boolean(this.state.round.value?.roll) && !this.has_landed.value,
  );

  // The player's round, if it is settled and its dice still tumble here.
  private settled_early = computed(() => {
    const last = this.state.own.value?.last;
    const is_this_round = last?.round === this.state.round.value?.number;
    return this.is_tumbling.value && is_this_round && last?.ended === "settled" ? last : null;
  });
  readonly shown_money = computed(() => {
    const money = this.state.own.value?.money ?? no_money;
    const last = this.settled_early.value;
    return last
      ? { ...money, credit: money.credit - (last.payout ?? 0), staked: last.staked ?? 0 }
      : money;
  });
  readonly shown_stakes = computed(() => {
    const bets = (this.outcome.value ?? this.settled_early.value)?.bets; // as they lay
    return bets ? stakes_of(bets) : this.state.stakes.value;
  });
  readonly shown_results = computed(() => {
    const { last, rolls } = this.state.table.value!.results;
    const early = this.is_tumbling.value && last === this.state.round.value?.number;
    return early ? { last: last - 1, rolls: rolls.slice(1) } : { last, rolls };
  });

  // How the round went for the player, from its payment until the next round opens. Where the
  // lights are cleared after the payment, the round is not over yet: then its bets carry the
  // amounts that were paid.
  readonly outcome = computed((): TerminalTopic["last"] => {
    const round = this.state.round.value;
    if (!round || (round.roll && !this.has_landed.value)) return null;
    const own = this.state.own.value;
    if (own?.last?.round === round.number && round.ended !== "none") return own.last;
    const bets = own?.bets ?? [];
    if (!round.roll || !bets.length || bets.some((bet) => bet.payout === undefined)) return null;
    const total = (of: "stake" | "payout") => bets.reduce((sum, bet) => sum + (bet[of] ?? 0), 0);
    return {
      round: round.number,
      roll: round.roll,
      ended: "settled",
      void_for: null,
      manual: round.manual,
      bets,
      staked: total("stake"),
      payout: total("payout"),
    };
  });

  // How much is made of what the player has won.
  readonly win = computed((): WinLevel => {
    const outcome = this.outcome.value;
    if (outcome?.ended !== "settled" || outcome.bets_returned) return "none";
    return win_level(outcome.staked ?? 0, outcome.payout ?? 0);
  });
  private is_dice_shown = computed(() => this.animated && this.stage.value === "dice");
  // Whether the player's lost chips are off the felt and winning ones are paid: not while the dice
  // are shown.
  readonly is_paid = computed(
    () => this.outcome.value?.ended === "settled" && !this.is_dice_shown.value,
  );
  // The same of everybody's chips: at a shared felt a player may have none.
  readonly is_swept = computed(() => {
    const { laid, table } = this.state;
    const is_settled = this.has_landed.value && is_paid(laid.value, table.value!);
    return this.is_paid.value || (is_settled && !this.is_dice_shown.value);
  });
  readonly others_paid = computed(() => {
    const { chips_of_others, layout, round } = this.state;
    return this.is_swept.value && layout.value && round.value
      ? winnings_by_spot(layout.value, chips_of_others.value, round.value)
      : undefined;
  });
  readonly felt_payouts = computed(() => (this.is_paid.value ? this.payouts.value : undefined));

  // What was paid for each spot, its stake included; and the spots that have won.
  readonly payouts = computed(() => {
    const outcome = this.outcome.value;
    const bets = outcome?.ended === "settled" ? (outcome.bets ?? []) : [];
    return new Map(bets.filter((one) => one.payout).map((one) => [one.spot, one.payout!]));
  });
  readonly winning = computed(
    () => new Set(this.has_landed.value ? this.state.round.value!.winning : []),
  );
}
