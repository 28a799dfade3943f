// SPDX-License-Identifier: MIT
// Finds results that the server has changed: corrected rounds. No connection and no page.
interface Results {
  last: number;
  rolls: readonly (string | null)[]; // newest first; null: void
}

export class ResultChanges {
  private rolls = new Map<number, string | null>();

  // Takes the results as they are now. Returns the rounds whose result was known and is different
  // now, newest first.
  update({ last, rolls }: Results): number[] {
    const now = new Map(rolls.map((roll, i) => [last - i, roll]));
    const changed = [...now].filter(
      ([round, roll]) => this.rolls.has(round) && this.rolls.get(round) !== roll,
    );
    this.rolls = now;
    return changed.map(([round]) => round);
  }
}
