// SPDX-License-Identifier: MIT
// Finished rounds as the server has them, and those of the player's that staff have corrected.
import { effect, signal } from "@preact/signals";
import type { TerminalTopic } from "../generated/protocol";
import type { Proof } from "../shared/proof";
import { list_rounds, listed_rounds_max } from "../shared/requests";
import { ResultChanges } from "./result_changes";
import type { Reveal } from "./reveal";
import type { TerminalState } from "./state";

export type PastRound = NonNullable<TerminalTopic["last"]> & { proof?: Proof | null };
export const past_rounds_max = 10;

export interface Correction {
  round: number;
  is_void: boolean;
  payout: number; // what the player gets for the round now, stakes included
  seen_in: number; // the round in play when it was noticed; shown until the round after the next
}

export class PastRounds {
  // The player's corrected rounds, newest first.
  readonly corrections = signal<Correction[]>([]);

  private last: { round: number; result: string } | null = null;
  private changes = new ResultChanges();

  constructor(
    private state: TerminalState,
    private reveal: Reveal,
  ) {
    // Of the player's last round everything is sent, also what was changed for this place alone.
    effect(() => {
      const last = state.own.value?.last;
      if (!last) return;
      const result = JSON.stringify([last.roll, last.ended, last.payout]);
      if (this.last?.round === last.round && this.last.result !== result) this.add(last);
      this.last = { round: last.round, result };
    });
    // Of earlier rounds the table sends the dice alone; the player's part must be requested.
    effect(() => {
      const results = state.table.value?.results;
      if (!results) return;
      const own = state.own.peek()?.last?.round;
      const changed = this.changes.update(results).filter((round) => round !== own);
      if (changed.length) void this.add_earlier(changed, results.last);
    });
  }

  // Requests the last rounds, newest first. Leaves out a round whose dice still tumble here.
  readonly request_rounds = async (limit = past_rounds_max): Promise<PastRound[]> => {
    const reply = await this.state.client.request(list_rounds(this.state.table_number, limit));
    const rounds = reply.rounds ?? [];
    return rounds.filter((one) => one.round <= this.reveal.shown_results.value.last);
  };

  // A text that changes whenever a round has ended or was corrected.
  readonly version = (): string =>
    JSON.stringify([
      this.reveal.shown_results.value,
      this.reveal.is_tumbling.value ? null : this.state.own.value?.last,
    ]);

  private add(round: PastRound): void {
    if (!round.bets?.length) return;
    const is_void = round.ended === "void" || round.bets_returned === true;
    const payout = is_void ? (round.staked ?? 0) : (round.payout ?? 0);
    const others = this.corrections.peek().filter((other) => other.round !== round.round);
    const seen_in = this.state.round.peek()?.number ?? round.round;
    const correction = { round: round.round, is_void, payout, seen_in };
    this.corrections.value = [correction, ...others].slice(0, past_rounds_max);
  }

  private async add_earlier(changed: number[], last: number): Promise<void> {
    try {
      const rounds = await this.request_rounds(
        Math.min(listed_rounds_max, last - Math.min(...changed) + 1),
      );
      const own = rounds.filter((one) => changed.includes(one.round));
      own.reverse().forEach((one) => this.add(one));
    } catch {
      // The connection was lost; History shows the corrected rounds.
    }
  }
}
