// SPDX-License-Identifier: MIT
// An amendment of rounds while it is put together in its dialog: which rounds, what becomes of
// them, why. Signals and rules of the form; no drawing.
import { computed, signal } from "@preact/signals";
import type { Cause, Orders } from "../generated/protocol";
import type { PastRound } from "./past_rounds";

type Dice = [number, number, number];
type AmendmentFields = Orders["AmendRounds"]["amendments"][number];

// Values for a preview, in place of what is not filled in yet. With placeholders only who must
// agree and whether the dice go out of use are read from the preview; `refused` is shown only if
// `complete`.
const placeholder = { dice: [1, 2, 3] as Dice, stay: 1, reason: "-" };

// In one order. As many fit into a message of staff (staff_message_bytes_max), with the longest
// numbers and note; the engine takes more.
export const amended_rounds_max = 300;

export interface AmendmentStart {
  cause: Cause;
  one_place?: boolean; // a terminal failed: its bets go back, the round counts for everybody else
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

  constructor({ cause, round, stay = 0, one_place = false }: AmendmentStart) {
    this.one_place = one_place;
    this.chosen = signal<number[]>(round ? [round] : []);
    this.make_void = signal(cause !== "wrong-result");
    this.cause = signal<Cause>(cause);
    this.stay = signal(stay);
  }

  readonly too_many = computed(() => this.chosen.value.length > amended_rounds_max);

  // Whether everything but the note is given: then the preview has no placeholder that counts.
  readonly complete = computed(
    () =>
      this.chosen.value.length > 0 &&
      !this.too_many.value &&
      (this.make_void.value
        ? !this.one_place || this.stay.value > 0
        : this.dice.value.length === 3),
  );
  // Whether everything that the order needs is given.
  readonly ready = computed(() => this.complete.value && this.reason.value.trim() !== "");

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

  // The order for a preview, before all of it is filled in. If no round is chosen yet, it names
  // `round`; other fields that are not filled in have placeholders.
  readonly draft = (round: number): Orders["AmendRounds"] => {
    const dice = this.dice.value.length === 3 ? (this.dice.value as Dice) : placeholder.dice;
    const stay = this.stay.value || (this.one_place ? placeholder.stay : 0);
    return {
      amendments: this.amendments(
        this.chosen.value.length ? this.chosen.value : [round],
        dice,
        stay,
      ),
      cause: this.cause.value,
      reason: placeholder.reason, // a new preview for every letter would be too many
    };
  };

  // The order as it is given. Everything must be filled in (`ready`).
  readonly order = (): Orders["AmendRounds"] => ({
    amendments: this.amendments(this.chosen.value, this.dice.value as Dice, this.stay.value),
    cause: this.cause.value,
    reason: this.reason.value.trim(),
  });

  private amendments(rounds: number[], dice: Dice, stay: number): AmendmentFields[] {
    if (!this.make_void.value) return rounds.map((round) => ({ round, roll: dice }));
    return rounds.map((round) => (stay ? { round, stay } : { round }));
  }
}
