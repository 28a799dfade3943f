// SPDX-License-Identifier: MIT
// Statistics of past results, and the chance of a spot. Pure; nothing here predicts a result.
import { bead_of, read_roll, total_of, type PayRow } from "../shared/rules";

export interface Facts {
  rounds: number; // with a result
  void: number;
  kinds: { big: number; small: number; triple: number };
  totals: number[]; // by total, 0 to 18
  faces: number[]; // dice that showed a face, 0 to 6
}

// Counts results; null is a void round.
export function facts_of(rolls: readonly (string | null)[]): Facts {
  const facts: Facts = {
    rounds: 0,
    void: 0,
    kinds: { big: 0, small: 0, triple: 0 },
    totals: Array(19).fill(0),
    faces: Array(7).fill(0),
  };
  for (const text of rolls) {
    if (!text) {
      ++facts.void;
      continue;
    }
    const roll = read_roll(text);
    ++facts.rounds;
    ++facts.kinds[bead_of(roll)];
    ++facts.totals[total_of(roll)]!;
    for (const face of roll) ++facts.faces[face]!;
  }
  return facts;
}

// How many of the 216 rolls win, from odds and edge in the rules. A single, whose odds depend on
// the number of dice, wins on 91.
export function chances_in_216(row: PayRow): number {
  if (row.odds.length > 1) return 91;
  return Math.round((216 - Number(row.edge_in_216)) / (Number(row.odds[0]) + 1));
}
// For odds that differ with the number of dice.
export const dice_words = ["dice_1", "dice_2", "dice_3"] as const;
export const edge_percent = (row: PayRow): string =>
  `${((Number(row.edge_in_216) / 216) * 100).toFixed(2)}%`;
