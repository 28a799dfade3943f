// SPDX-License-Identifier: MIT
// Which spots a roll wins on: for the replay of a round, and for the test of the lights.
//
// This repeats src/rules/spot.h, for display only, because the server sends winning spots only for
// the round that is shown at the table: a list of past rounds would be many times as long with
// them, and the dice of a light test are known only to the person who keys them. The server pays,
// and judges the test, by its own rules. A test compares the number of winning rolls of each kind.
import { faces_of, is_triple, parts_of, total_of, type Layout } from "./rules";

// Whether a bet on the spot wins with this roll.
export function is_hit(spot: string, roll: readonly number[]): boolean {
  const { kind, digits } = parts_of(spot);
  const total = total_of(roll);
  const triple = is_triple(roll);
  const count = (face: number) => roll.filter((one) => one === face).length;
  const faces = faces_of(spot);
  switch (kind) {
    case "big":
      return !triple && total >= 11;
    case "small":
      return !triple && total <= 10;
    case "odd":
      return !triple && total % 2 === 1;
    case "even":
      return !triple && total % 2 === 0;
    case "any-triple":
      return triple;
    case "total":
      return total === Number(digits);
    case "single":
      return count(Number(digits)) > 0;
    case "double":
      return count(Number(digits)) >= 2;
    case "triple":
      return triple && roll[0] === Number(digits);
    case "domino":
      return faces.every((face) => count(face) > 0);
    case "three":
    case "pair":
      return [...faces].sort().join() === [...roll].sort().join();
    case "four":
      return new Set(roll).size === 3 && roll.every((face) => faces.includes(face));
    default:
      return false;
  }
}

// All spots of a layout that win with this roll.
export const hit_by = (layout: Layout, roll: readonly number[]): string[] =>
  layout.pay.flatMap((row) => row.spots).filter((spot) => is_hit(spot, roll));
