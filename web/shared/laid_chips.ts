// SPDX-License-Identifier: MIT
// The chips on a felt that players share, kept until the next round: the server takes them from the
// table's topic when it settles, and people should see who loses and who is paid. For drawing only.
import type { TableTopic } from "../generated/protocol";
import { odds_of, type Layout } from "./rules";

export type LaidChip = NonNullable<TableTopic["chips"]>[number];
export interface LaidChips {
  round: number;
  chips: readonly LaidChip[];
}

// What lies on the felt, after what lay there before. Stakes of a void round are back in hand.
export function laid_after(
  before: LaidChips | null,
  { round, chips }: TableTopic,
): LaidChips | null {
  if (!round) return null;
  if (chips?.length) return { round: round.number, chips };
  const is_kept = before?.round === round.number && round.roll && round.ended !== "void";
  return is_kept ? before : null;
}

// Whether these chips have been collected and paid.
export const is_paid = (laid: LaidChips | null, table: TableTopic): boolean =>
  laid !== null && !table.chips?.length;

// Amounts by spot.
export function sum_by_spot(
  chips: readonly LaidChip[],
  amount_of: (chip: LaidChip) => number = (chip) => chip.stake,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const one of chips) sums.set(one.spot, (sums.get(one.spot) ?? 0) + amount_of(one));
  return sums;
}

// The winnings of a stake on a spot that this roll hits. Odds are in halves: nothing is rounded.
export function winnings_of(
  layout: Layout,
  spot: string,
  stake: number,
  roll: readonly number[],
): number {
  const odds = odds_of(layout, spot, roll);
  return odds === undefined ? 0 : (stake * Math.round(Number(odds) * 2)) / 2;
}

// What the house lays beside the chips that won, by spot. Less is paid where bets count pro rata:
// only the server knows how much, so the felt shows these stacks without figures.
export function winnings_by_spot(
  layout: Layout,
  chips: readonly LaidChip[],
  round: NonNullable<TableTopic["round"]>,
): Map<string, number> {
  const { roll, winning } = round;
  if (!roll) return new Map();
  const won = chips.filter((one) => winning.includes(one.spot));
  return sum_by_spot(won, ({ spot, stake }) => winnings_of(layout, spot, stake, roll));
}
