// SPDX-License-Identifier: MIT
// An amendment of rounds while it is put together in its dialog: which rounds, what becomes of
// them, why. Signals and rules of the form; no drawing.
import { computed, signal } from "@preact/signals";
import type { Cause, Orders } from "../generated/protocol";
import type { PastRound } from "./past_rounds";

type Dice = [number, number, number];
const any_dice: Dice = [1, 2, 3];
export const amended_rounds_max = 1000; // in one order

// Causes of one terminal's failure: its own bets go back, the round counts for everybody else.
const causes_of_one_place: Cause[] = ["terminal-undecided", "terminal-without-bet"];

export interface AmendmentStart {
  cause: Cause;
  round?: number; // chosen from the start
  stay?: number; // of the player whose bets go back
}

export class AmendmentForm {
  readonly one_place: boolean; // only one player's bets go back
  readonly chosen; // numbers of rounds
  readonly make_void; // else the round gets other dice
  readonly dice = signal<number[]>([]);
  readonly cause;
  readonly stay; // of the one player; 0: everybody
  readonly reason = signal("");

  constructor({ cause, round, stay = 0 }: AmendmentStart) {
    this.one_place = causes_of_one_place.includes(cause);
    this.chosen = signal<number[]>(round ? [round] : []);
    this.make_void = signal(cause !== "wrong-result");
    this.cause = signal<Cause>(cause);
    this.stay = signal(stay);
  }

  readonly too_many = computed(() => this.chosen.value.length > amended_rounds_max);

  // Whether everything that the order needs is given.
  readonly ready = computed(
    () =>
      this.chosen.value.length > 0 &&
      !this.too_many.value &&
      this.reason.value.trim() !== "" &&
      (this.make_void.value
        ? !this.one_place || this.stay.value > 0
        : this.dice.value.length === 3),
  );

  // Whether a round can be chosen.
  readonly can_choose = (round: PastRound): boolean =>
    round.ended !== "void" && (this.make_void.value || round.roll !== null);

  // Other dice are for one round; any number of rounds can be made void together.
  readonly toggle = (round: number): void => {
    const chosen = this.chosen.value;
    if (chosen.includes(round)) this.chosen.value = chosen.filter((one) => one !== round);
    else this.chosen.value = this.make_void.value ? [...chosen, round] : [round];
  };
  readonly set_void = (make_void: boolean): void => {
    this.make_void.value = make_void;
    if (!make_void) this.chosen.value = this.chosen.value.slice(0, 1);
  };

  // The order as it would be given, before all of it is filled in: the server says who must agree.
  // A player who is not chosen yet is any; a round or dice that are not chosen yet are `round` and
  // any dice.
  readonly draft = (round: number): Orders["AmendRounds"] => ({
    amendments: (this.chosen.value.length ? this.chosen.value : [round]).map((one) =>
      this.make_void.value
        ? { round: one, stay: this.stay.value || (this.one_place ? 1 : null) }
        : { round: one, roll: (this.dice.value.length === 3 ? this.dice.value : any_dice) as Dice },
    ),
    cause: this.cause.value,
    reason: "-",
  });

  readonly order = (): Orders["AmendRounds"] => ({
    amendments: this.chosen.value.map((round) =>
      this.make_void.value
        ? { round, stay: this.stay.value || null }
        : { round, roll: this.dice.value as Dice },
    ),
    cause: this.cause.value,
    reason: this.reason.value.trim(),
  });
}
