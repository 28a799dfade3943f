// SPDX-License-Identifier: MIT
// How large a felt is drawn: where its rows and columns lie, and how small it may become before a
// finger can't hit its fields any more. No page, no drawing.
import type { Layout } from "./rules";

export const unit = 40; // the width of a column as it is drawn
export const margin = 3; // around the felt, of the same measure
const caption_part = 0.45; // of a field, which a row must have where only a caption stands

type Geometry = Layout["felt"];

// The least width of a felt for all its fields to be `field_min` wide.
export function width_min(felt: Geometry, field_min: number): number {
  const narrowest = Math.min(
    ...felt.groups.flatMap((group) => group.spots.map((line) => group.columns / line.length)),
  );
  return Math.ceil((field_min / (narrowest * unit)) * (felt.columns * unit + 2 * margin));
}

// The least height of each row for all its fields to be `field_min` high.
export function rows_min(felt: Geometry, field_min: number): number[] {
  const rows = Array<number>(felt.rows).fill(0);
  for (const group of felt.groups) {
    const min = group.spots.length
      ? (field_min * group.spots.length) / group.rows
      : field_min * caption_part;
    for (let i = group.row; i < group.row + group.rows; ++i) rows[i] = Math.max(rows[i]!, min);
  }
  return rows;
}

const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);

// Shares a height among rows: all alike if their minimums allow it, else the low ones share what
// the others leave.
export function share(height: number, mins: readonly number[]): number[] {
  const rows = [...mins];
  let open = rows.map((_, i) => i);
  for (;;) {
    const level = (height - sum(rows.filter((_, i) => !open.includes(i)))) / open.length;
    const over = open.filter((i) => mins[i]! > level);
    if (!over.length || over.length === open.length) {
      for (const i of open) rows[i] = Math.max(level, mins[i]!);
      return rows;
    }
    open = open.filter((i) => !over.includes(i));
  }
}

export interface Size {
  width: number;
  height: number;
  rows: number[];
} // pixels, and rows in units

// The size of a felt that fills its frame, or exceeds it where fields would be too small for
// fingers (`field_min` of 0: never).
export function size_in(
  felt: Geometry,
  frame: { width: number; height: number },
  shape: [min: number, max: number],
  field_min: number,
): Size {
  const columns = felt.columns * unit;
  // A frame that is hidden has no width; a felt of a pixel still has numbers for all its places.
  const width = Math.max(frame.width, 1, field_min ? width_min(felt, field_min) : 0);
  const scale = width / (columns + 2 * margin);
  const min = rows_min(felt, field_min / scale).map((row) => (field_min ? row : shape[0] * unit));
  const wanted = Math.min(frame.height / scale - 2 * margin, shape[1] * unit * felt.rows);
  const rows = share(Math.max(wanted, sum(min)), min);
  return { width, height: (sum(rows) + 2 * margin) * scale, rows };
}

// Where each row begins, and the last one ends.
export function tops_of(rows: readonly number[]): number[] {
  const tops = [0];
  for (const row of rows) tops.push(tops.at(-1)! + row);
  return tops;
}
