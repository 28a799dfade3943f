// SPDX-License-Identifier: MIT
// How long the player has played and how it went, and reality checks.
//
// Counted by this page for the player's stay and kept as long as its window: the page adds up the
// rounds that it saw. The player's own limits and breaks are the server's (own_limits.tsx).
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { tick } from "../shared/tick";
import type { KeyValueStorage } from "./identity";
import type { TerminalState } from "./state";

const minute = 60_000;

export interface Played {
  stay: number;
  began_at: number; // by the server's clock
  checked_at: number; // when the last reality check was acknowledged
  rounds: number; // settled ones with bets of the player
  staked: number;
  paid: number;
  last_round: number; // the last one that is counted
}
const fresh = (stay: number, now: number): Played => ({
  stay,
  began_at: now,
  checked_at: now,
  rounds: 0,
  staked: 0,
  paid: 0,
  last_round: 0,
});

// From the store, which may hold anything.
export function read_played(text: string | null): Played | null {
  try {
    const stored = JSON.parse(text ?? "null") as Partial<Played> | null;
    if (
      !stored ||
      !Object.keys(fresh(0, 0)).every((key) => Number.isFinite(stored[key as keyof Played]))
    )
      return null;
    return stored as Played;
  } catch {
    return null;
  }
}

export class Session {
  readonly played = signal<Played | null>(null);

  // `is_tumbling`: whether the dice of the round in play still tumble here. Until they lie, the
  // round is not counted, since the net result would tell how they fall.
  constructor(
    private state: TerminalState,
    store: KeyValueStorage,
    private is_tumbling: ReadonlySignal<boolean>,
  ) {
    const name = `played/${state.table_number}/${state.layout_wanted}`;
    effect(() => {
      const own = state.own.value;
      if (!own || state.client.status.value !== "open") return;
      const { stay } = own.place;
      const known = this.played.peek() ?? read_played(store.getItem(name));
      const before = known?.stay === stay ? known : fresh(stay, state.client.now());
      const next = this.with_round(before);
      if (next !== this.played.peek()) this.played.value = next;
    });
    effect(() => {
      if (this.played.value) store.setItem(name, JSON.stringify(this.played.value));
    });
  }

  private with_round(played: Played): Played {
    const last = this.state.own.value!.last;
    if (!last?.bets?.length || last.round <= played.last_round) return played;
    if (this.is_tumbling.value && last.round === this.state.round.value?.number) return played;
    const counts = last.ended === "settled" && !last.bets_returned;
    return {
      ...played,
      last_round: last.round,
      rounds: played.rounds + (counts ? 1 : 0),
      staked: played.staked + (counts ? (last.staked ?? 0) : 0),
      paid: played.paid + (counts ? (last.payout ?? 0) : 0),
    };
  }

  private now(): number {
    void tick.value;
    return this.state.client.now();
  }
  readonly minutes = computed(() => {
    const played = this.played.value;
    return played ? Math.max(0, Math.floor((this.now() - played.began_at) / minute)) : 0;
  });
  readonly net = computed(() => (this.played.value?.paid ?? 0) - (this.played.value?.staked ?? 0));

  // Whether a reality check is due.
  readonly is_check_due = computed(() => {
    const every = this.state.table.value?.table.reality_check_minutes ?? 0;
    const played = this.played.value;
    return Boolean(every && played && this.now() - played.checked_at >= every * minute);
  });
  readonly acknowledge = (): void => this.change({ checked_at: this.state.client.now() });

  private change(to: Partial<Played>): void {
    const played = this.played.peek();
    if (played) this.played.value = { ...played, ...to };
  }
}
