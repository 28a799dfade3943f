// SPDX-License-Identifier: MIT
// How fast the table is dealt: rounds an hour, and the time since the last round.
//
// From the ends of rounds that this console saw, by the server's clock.
import { computed, effect, signal } from "@preact/signals";
import { tick } from "../shared/tick";
import type { ConsoleState } from "./state";

const hour = 3_600_000;
const ends_max = 20; // of the last rounds

// Rounds an hour between the first and the last of these ends; null if there are not two.
export function rounds_an_hour(ends: readonly number[]): number | null {
  const span = ends.length > 1 ? ends.at(-1)! - ends[0]! : 0;
  return span > 0 ? Math.round(((ends.length - 1) * hour) / span) : null;
}

export class Pace {
  private ends = signal<number[]>([]);
  private last_round = 0;

  constructor(private state: ConsoleState) {
    effect(() => {
      const last = state.table.value?.results.last;
      if (last === undefined || last === this.last_round) return;
      // What ended before this console was opened has no known time.
      const is_first = this.last_round === 0 && this.ends.peek().length === 0 && last > 1;
      this.last_round = last;
      if (!is_first) this.ends.value = [...this.ends.peek(), state.client.now()].slice(-ends_max);
    });
  }

  readonly rounds_an_hour = computed(() => rounds_an_hour(this.ends.value));
  // Whole seconds since the last round ended here; null if none has.
  readonly seconds_since = computed(() => {
    void tick.value;
    const last = this.ends.value.at(-1);
    return last === undefined
      ? null
      : Math.max(0, Math.floor((this.state.client.now() - last) / 1000));
  });
}
