// SPDX-License-Identifier: MIT
// Statistics of past results, and the house edge of a spot. Pure; nothing here predicts a result.
import { bead_of, read_roll, total_of, type PayRow } from "../shared/rules";

export interface RollStatistics {
  rounds: number; // with a result
  void: number;
  kinds: { big: number; small: number; triple: number };
  totals: number[]; // by total, 0 to 18
  faces: number[]; // dice that showed a face, 0 to 6
}

// Counts results; null is a void round.
export function statistics_of(rolls: readonly (string | null)[]): RollStatistics {
  const counts: RollStatistics = {
    rounds: 0,
    void: 0,
    kinds: { big: 0, small: 0, triple: 0 },
    totals: Array(19).fill(0),
    faces: Array(7).fill(0),
  };
  for (const text of rolls) {
    if (!text) {
      ++counts.void;
      continue;
    }
    const roll = read_roll(text);
    ++counts.rounds;
    ++counts.kinds[bead_of(roll)];
    ++counts.totals[total_of(roll)]!;
    for (const face of roll) ++counts.faces[face]!;
  }
  return counts;
}

// Keys of the texts for odds that differ with the number of dice.
export const dice_words = ["dice_1", "dice_2", "dice_3"] as const;
export const edge_percent = (row: PayRow): string =>
  `${((Number(row.edge_in_216) / 216) * 100).toFixed(2)}%`;
