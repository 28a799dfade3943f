// What was promised for the dice of each round, as this page saw it while bets could still be placed.
//
// The first promise that is seen is the one that is held to; one that comes after the close counts for
// nothing. Kept for the window, so that a page which is loaded anew still knows.
import type { TableTopic } from "../generated/protocol";

const most = 50;

type Told = Pick<TableTopic, "proof" | "round">;

// Betting in that round is not over, or has not begun.
function in_time({ proof, round }: Told): boolean {
  if (!round || proof.round > round.number) return true;
  return (
    proof.round === round.number && (round.betting || round.next === "open" || round.step === null)
  );
}

export class Promises {
  private seen: Map<number, string>;
  key: string | undefined; // of the tumbler, as it was seen first

  constructor(
    private name: string,
    private storage: Pick<Storage, "getItem" | "setItem">,
  ) {
    this.seen = new Map(read(storage.getItem(name)));
  }

  of(round: number): string | undefined {
    return this.seen.get(round);
  }

  record(table: Told): void {
    const { round, commitment, last } = table.proof;
    this.key ??= last?.key;
    if (round + 1 < Math.max(0, ...this.seen.keys())) this.seen.clear(); // another journal: rounds are counted anew
    if (!commitment || this.seen.has(round) || !in_time(table)) return;
    this.seen.set(round, commitment);
    while (this.seen.size > most) this.seen.delete(this.seen.keys().next().value!);
    this.storage.setItem(this.name, JSON.stringify([...this.seen]));
  }
}

// From storage, where anything may stand.
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
