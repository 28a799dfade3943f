// SPDX-License-Identifier: MIT
// The felt that players share, as the console shows it: everybody's chips, for whom staff bet, and
// what the server says is over or below a limit.
import { computed, effect, signal, untracked } from "@preact/signals";
import type { PlacesTopic, TableTopic } from "../generated/protocol";
import { chips_for } from "../shared/chip";
import type { ConsoleState } from "./state";

export type LaidChip = NonNullable<TableTopic["chips"]>[number];

// A bet below the minimum of its spot.
export type SmallBet = PlacesTopic["below_min"][number];
// Two boxes that stand against each other, and how far apart their totals are.
export type Difference = PlacesTopic["differences"][number];

// The chips of a round. Where more lay than a limit allows, bets count pro rata (`over`).
export interface LaidRound {
  round: number;
  chips: LaidChip[];
  over: ReadonlySet<string>; // spots
}

// Stakes by spot.
export function sum_by_spot(chips: readonly LaidChip[]): Map<string, number> {
  const stakes = new Map<string, number>();
  for (const one of chips) stakes.set(one.spot, (stakes.get(one.spot) ?? 0) + one.stake);
  return stakes;
}

// The spot of a pair that has more on it.
export const heavier = ({ spots, stakes }: Difference): string =>
  stakes[0]! > stakes[1]! ? spots[0]! : spots[1]!;

// How long staff may bet for a player before they must choose the player again, from the choice or
// the last chip on.
export const choice_milliseconds = 8_000;

export class SharedFelt {
  readonly chosen_stay = signal(0); // of the player for whom staff bet; see choose_stay()
  readonly chosen_chip = signal(0);
  readonly instruction = signal(""); // in the player's words
  // The round of which the dealer looks at the felt and not at the list of payments; 0: none.
  readonly list_hidden_in = signal(0);
  private advised = signal<ReadonlySet<string>>(new Set());

  // The chips of the last round that had any. They leave the table's topic once they are settled,
  // and the dealer who pays needs them then.
  readonly laid = signal<LaidRound | null>(null);

  constructor(private state: ConsoleState) {
    effect(() => {
      const round = state.table.value?.round;
      if (!round || !this.chips.value.length) return;
      const over = new Set(this.spots_over());
      this.laid.value = { round: round.number, chips: this.chips.value, over };
    });
    const situation = computed(() => {
      const { number, betting } = state.table.value?.round ?? {};
      return [number, betting, state.me.value?.id, state.can_act.value].join();
    });
    effect(() => {
      void situation.value;
      untracked(() => this.choose_stay(0));
    });
  }

  // Chooses for whom staff bet; 0: for nobody. The choice ends by itself when no chip follows for a
  // few seconds, with the round or its betting, and when somebody else or nobody acts here: a touch
  // of the felt must not place a bet for a player whom nobody has in mind any more.
  readonly choose_stay = (stay: number): void => {
    clearTimeout(this.choice_timer);
    this.chosen_stay.value = stay;
    if (stay) this.keep_choice();
    else this.instruction.value = "";
  };
  // Starts the time of the choice again.
  readonly keep_choice = (): void => {
    clearTimeout(this.choice_timer);
    this.choice_timer = setTimeout(() => this.choose_stay(0), choice_milliseconds);
  };
  private choice_timer: ReturnType<typeof setTimeout> | undefined;

  readonly seats = computed(() =>
    (this.state.places.value?.places ?? []).filter((one) => one.terminal === undefined),
  );
  // The seat for which staff bet.
  readonly seat = computed(() =>
    this.seats.value.find((one) => one.stay === this.chosen_stay.value && !one.away),
  );
  readonly chips = computed(() => this.state.table.value?.chips ?? []);
  // The sizes of chips that may lie on this felt, also below the minimum stake.
  readonly sizes = computed(() => {
    const { chip, limit } = this.state.table.value!.table;
    return [...new Set([chip, ...chips_for(chip, limit.min, limit.max)])];
  });

  readonly limit_on = (spot: string) => {
    const { limit, limit_of } = this.state.table.value!.table;
    return limit_of[spot] ?? limit;
  };

  // The pairs of boxes whose difference this table limits.
  readonly differences = computed(() => this.state.places.value?.differences ?? []);
  readonly too_small = computed(() => this.state.places.value?.below_min ?? []);
  readonly too_much = computed(() =>
    (this.state.places.value?.totals ?? []).filter((one) => one.over_max),
  );
  // The spots of which bets are over a limit.
  readonly spots_over = (): string[] => [
    ...this.too_much.value.map((one) => one.spot),
    ...this.differences.value.filter((one) => one.over).map(heavier),
  ];

  // A player is advised once of a stake that is too small: again if it changes and still is.
  private advice_key(chip: SmallBet): string {
    const round = this.state.table.value?.round?.number;
    return [round, chip.stay, chip.spot, chip.stake].join(" ");
  }
  readonly is_advised = (chip: SmallBet): boolean => this.advised.value.has(this.advice_key(chip));
  readonly mark_advised = (chip: SmallBet): void => {
    this.advised.value = new Set([...this.advised.value, this.advice_key(chip)]);
  };

  // How many warnings nobody has dealt with yet.
  readonly warnings = computed(() => {
    if (!this.state.table.value?.round?.betting) return 0;
    const unadvised = this.too_small.value.filter((one) => !this.is_advised(one)).length;
    const apart = this.differences.value.filter((one) => one.over).length;
    return unadvised + this.too_much.value.length + apart;
  });
}
