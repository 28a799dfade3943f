// The results of a table as they were told last: says which rounds are told differently now.
interface Results {
  last: number;
  rolls: readonly (string | null)[];
} // newest first

export class Known {
  private rolls = new Map<number, string | null>();

  // Rounds that were known and are different, newest first.
  take({ last, rolls }: Results): number[] {
    const now = new Map(rolls.map((roll, i) => [last - i, roll]));
    const changed = [...now].filter(
      ([round, roll]) => this.rolls.has(round) && this.rolls.get(round) !== roll,
    );
    this.rolls = now;
    return changed.map(([round]) => round);
  }
}
