// SPDX-License-Identifier: MIT
// One running list of what happened to the player's bets: replies to the player's own orders, and
// what the server sends of the rest (staff, limits, results). Kept for the window, as long as the
// stay lasts. No page and no drawing.
import { effect, signal, untracked } from "@preact/signals";
import { reason_of } from "../shared/client";
import type { BetAction, BetReply } from "./bets";
import type { KeyValueStorage } from "./identity";
import type { Reveal } from "./reveal";
import type { BetLogEntry, TerminalState } from "./state";

// What the player did; the rest is as the server sends it.
export interface OwnEntry {
  at: number;
  round: number;
  what: "bet" | "take_back" | "refused";
  replies?: BetReply[];
  reason?: string; // why a whole order was refused
}
export type LogEntry = OwnEntry | BetLogEntry;
export const entries_max = 60;

interface Stored {
  stay: number;
  seq: number; // of the last entry of the server that was seen
  entries: LogEntry[]; // newest first
}
const nothing: Stored = { stay: 0, seq: 0, entries: [] };

// From the store, which may hold anything.
function read(text: string | null): Stored {
  try {
    const stored = JSON.parse(text ?? "null") as Partial<Stored> | null;
    return {
      stay: stored?.stay ?? 0,
      seq: stored?.seq ?? 0,
      entries: Array.isArray(stored?.entries) ? stored.entries.slice(0, entries_max) : [],
    };
  } catch {
    return nothing;
  }
}

export class BetLog {
  private stored;
  private name: string;
  // Called for each entry that arrives while the page is open.
  on_entry: (entry: BetLogEntry) => void = () => {};

  constructor(
    private state: TerminalState,
    reveal: Reveal,
    private store: KeyValueStorage,
  ) {
    this.name = `log/${state.table_number}/${state.layout_wanted}`;
    this.stored = signal<Stored>(read(store.getItem(this.name)));
    let is_first = true;
    effect(() => {
      const own = state.own.value;
      if (!own || reveal.is_tumbling.value) return; // a payout would give the roll away
      const { stay } = own.place;
      const { bet_log } = own;
      untracked(() => this.add_entries(stay, bet_log, is_first));
      is_first = false;
    });
  }

  // Newest first; of this stay only.
  entries(): LogEntry[] {
    const { stay, entries } = this.stored.value;
    return stay === this.state.own.value?.place.stay ? entries : [];
  }

  add_replies(kind: BetAction["kind"], replies: readonly BetReply[]): void {
    const what = kind === "place" ? "bet" : "take_back";
    this.add({ ...this.now(), what, replies: [...replies] });
  }
  add_refusal(refused: unknown): void {
    this.add({ ...this.now(), what: "refused", reason: reason_of(refused) });
  }

  private now() {
    return { at: this.state.client.now(), round: this.state.round.peek()?.number ?? 0 };
  }

  private add_entries(stay: number, sent: readonly BetLogEntry[], silently: boolean): void {
    if (this.stored.peek().stay !== stay) this.save({ stay, seq: 0, entries: [] });
    const { seq, entries } = this.stored.peek();
    const fresh = sent.filter((one) => one.seq > seq);
    if (!fresh.length) return;
    this.save({ stay, seq: fresh.at(-1)!.seq, entries: [...[...fresh].reverse(), ...entries] });
    if (!silently) fresh.forEach((one) => this.on_entry(one));
  }

  private add(entry: OwnEntry): void {
    const stay = this.state.own.peek()?.place.stay ?? 0;
    const { stay: before, seq, entries } = this.stored.peek();
    const is_same = before === stay;
    this.save({ stay, seq: is_same ? seq : 0, entries: [entry, ...(is_same ? entries : [])] });
  }

  private save(all: Stored): void {
    this.stored.value = { ...all, entries: all.entries.slice(0, entries_max) };
    this.store.setItem(this.name, JSON.stringify(this.stored.value));
  }
}
