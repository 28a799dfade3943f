// SPDX-License-Identifier: MIT
// The commitments to the dice of each round that this page has seen while bets could still be
// placed.
//
// The first commitment seen for a round is kept; commitments that arrive after the close are
// ignored. They are stored for the window, so that a page which is loaded again still has them.
import type { TableTopic } from "../generated/protocol";

const rounds_max = 50;

type CommitmentTopic = Pick<TableTopic, "proof" | "round">;

// Returns true if betting in the round of the commitment has not begun or is still open.
function in_time({ proof, round }: CommitmentTopic): boolean {
  if (!round || proof.round > round.number) return true;
  return (
    proof.round === round.number && (round.betting || round.next === "open" || round.step === null)
  );
}

export class SeenCommitments {
  private seen: Map<number, string>;
  key: string | undefined; // of the tumbler, as it was first seen

  constructor(
    private name: string,
    private storage: Pick<Storage, "getItem" | "setItem">,
  ) {
    this.seen = new Map(read(storage.getItem(name)));
  }

  // The commitment that was seen in time for a round; undefined if none was.
  of(round: number): string | undefined {
    return this.seen.get(round);
  }

  // Records the commitment in a topic of the table, if it is the first of its round and in time.
  record(table: CommitmentTopic): void {
    const { round, commitment, last } = table.proof;
    this.key ??= last?.key;
    // A lower number belongs to another journal, where rounds are counted from 1 again.
    if (round + 1 < Math.max(0, ...this.seen.keys())) this.seen.clear();
    if (!commitment || this.seen.has(round) || !in_time(table)) return;
    this.seen.set(round, commitment);
    while (this.seen.size > rounds_max) this.seen.delete(this.seen.keys().next().value!);
    this.storage.setItem(this.name, JSON.stringify([...this.seen]));
  }
}

// From the store, which may hold anything.
function read(text: string | null): [number, string][] {
  try {
    const all = JSON.parse(text ?? "[]") as unknown;
    return Array.isArray(all)
      ? all.filter(
          (one): one is [number, string] =>
            Array.isArray(one) && Number.isInteger(one[0]) && typeof one[1] === "string",
        )
      : [];
  } catch {
    return [];
  }
}
