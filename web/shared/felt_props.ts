// SPDX-License-Identifier: MIT
// What a felt is given to draw, and a rectangle on it. Types only.
import type { Layout } from "./rules";

export interface FeltProps {
  layout: Layout;
  stakes?: ReadonlyMap<string, number>; // the player's own, by spot
  others?: ReadonlyMap<string, number>; // everybody else's at a shared felt, by spot
  payouts?: ReadonlyMap<string, number>; // what was paid on a spot, its stake included
  // What the house has laid beside stakes that won: chips without a figure.
  paid?: ReadonlyMap<string, number>; // beside `stakes`; without it, what `payouts` say
  others_paid?: ReadonlyMap<string, number>;
  winning?: ReadonlySet<string>;
  swept?: boolean; // the round is paid: chips that lost are off the felt
  flashes?: ReadonlyMap<string, "good" | "bad">; // how the server answered a bet just now
  aimed?: string | null; // the spot over which a chip is dragged
  lifted?: string | null; // the spot whose stack is in hand, to be put down on another one
  live?: boolean; // whether bets can be placed
  onspot?: (spot: string) => void;
  ondragstake?: (spot: string, down: PointerEvent) => void; // the player's chip is pressed
  onstake?: (spot: string) => void; // a touch on the player's own chip, to take it back
  onlift?: (spot: string) => void; // the key that takes a stack in hand and puts it down
  adds_always?: boolean; // only a chip larger than a fingertip is taken back by a touch
  onspotinfo?: (spot: string) => void; // a long press, or the right mouse button
  shape?: [min: number, max: number]; // height of a row in units of a column's width
  field_min?: number; // pixels of a field's side; 0 (the default): the felt always fits its frame
}

// In the units of the felt's own drawing (felt_size.ts).
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
