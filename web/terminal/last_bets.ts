// SPDX-License-Identifier: MIT
// The bets and the payout of the player's last round: for Rebet, and for the amount of
// the last payout.
//
// Both belong to a stay: the next player at the same terminal sees neither.
import { computed, effect, signal } from "@preact/signals";
import type { Bet } from "./bets";
import type { KeyValueStorage } from "./identity";
import type { Reveal } from "./reveal";
import type { TerminalState } from "./state";

interface Stored {
  stay: number;
  bets: Bet[];
}

// From the store, which may hold anything.
function read(text: string | null): Stored {
  try {
    const stored = JSON.parse(text ?? "null") as Partial<Stored> | null;
    return { stay: stored?.stay ?? 0, bets: Array.isArray(stored?.bets) ? stored.bets : [] };
  } catch {
    return { stay: 0, bets: [] };
  }
}

export class LastBets {
  private stored;
  private payout = signal({ stay: 0, amount: 0 });

  constructor(
    private state: TerminalState,
    reveal: Reveal,
    store: KeyValueStorage,
  ) {
    const name = `again/${state.table_number}/${state.layout_wanted}`;
    this.stored = signal<Stored>(read(store.getItem(name)));
    effect(() => {
      const own = state.own.value;
      if (!own?.last?.bets?.length) return;
      const bets = own.last.bets.map(({ spot, stake }) => ({ spot, amount: stake }));
      this.stored.value = { stay: own.place.stay, bets };
      store.setItem(name, JSON.stringify(this.stored.value));
    });
    effect(() => {
      const own = state.own.value;
      const earlier = own?.last?.round !== state.round.value?.number ? own?.last : null;
      const round = reveal.outcome.value ?? earlier;
      if (!round?.bets?.length) return;
      const amount = round.ended === "settled" && !round.bets_returned ? (round.payout ?? 0) : 0;
      this.payout.value = { stay: own!.place.stay, amount };
    });
  }

  // The bets of the last round in which this player had any.
  readonly bets = computed((): Bet[] =>
    this.stored.value.stay === this.state.own.value?.place.stay ? this.stored.value.bets : [],
  );
  // What the bets of that round were paid, their stakes included.
  readonly last_payout = computed(() =>
    this.payout.value.stay === this.state.own.value?.place.stay ? this.payout.value.amount : 0,
  );
}
