// SPDX-License-Identifier: MIT
// What is to be paid at a shared felt once the dice are known: who, for which bets, how much, and
// which chips to cut. Pure.
//
// This only proposes: the server pays by its own rules, and where bets count pro rata only it knows
// how much of each counts.
import { winnings_of } from "../shared/laid_chips";
import type { Layout } from "../shared/rules";
import type { LaidChip } from "./shared_felt";

export interface DueBet {
  spot: string;
  stake: number;
  winnings: number; // without the stake, which stays with the player
}
export interface DuePlayer {
  stay: number;
  player: string;
  bets: DueBet[];
  winnings: number;
}

// The winners, in the order in which their chips lie on the felt.
export function due_payments(
  layout: Layout,
  chips: readonly LaidChip[],
  winning: ReadonlySet<string>,
  roll: readonly number[],
): DuePlayer[] {
  const players = new Map<number, DuePlayer>();
  for (const { stay, player, spot, stake } of chips) {
    if (!winning.has(spot)) continue;
    const winnings = winnings_of(layout, spot, stake, roll);
    const one = players.get(stay) ?? { stay, player, bets: [], winnings: 0 };
    one.bets.push({ spot, stake, winnings });
    one.winnings += winnings;
    players.set(stay, one);
  }
  return [...players.values()];
}

// The chips to cut for an amount: as few as these sizes allow, largest first.
export function cut(amount: number, sizes: readonly number[]): { size: number; count: number }[] {
  let left = amount;
  const chips: { size: number; count: number }[] = [];
  for (const size of [...sizes].sort((one, other) => other - one)) {
    const count = Math.floor(left / size);
    if (!count) continue;
    chips.push({ size, count });
    left -= count * size;
  }
  if (left) chips.push({ size: left, count: 1 });
  return chips;
}
