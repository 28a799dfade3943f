// SPDX-License-Identifier: MIT
// The big road: past results as columns of equal results. Pure.
//
// A column begins with every change; a triple is a result of its own, and void rounds are left out.
// A column that is longer than the road is high goes on to the right, below nothing.
export interface RoadCell<T> {
  column: number;
  row: number;
  value: T;
}

export const road_rows = 6;

// Lays out results, oldest first. `kind_of` says which of them belong into one column.
export function big_road<T>(results: readonly T[], kind_of: (one: T) => string): RoadCell<T>[] {
  const cells: RoadCell<T>[] = [];
  const taken = new Set<string>();
  const is_free = (column: number, row: number) =>
    row < road_rows && !taken.has(`${column} ${row}`);
  let first = -1; // the column in which this streak began
  let [column, row] = [-1, 0]; // the last cell
  let before: string | null = null;
  for (const value of results) {
    const kind = kind_of(value);
    if (kind !== before) {
      ++first;
      while (!is_free(first, 0)) ++first;
      [column, row] = [first, 0];
    } else if (row === 0 && column > first) {
      ++column;
    } else if (is_free(column, row + 1) && column === first) {
      ++row;
    } else {
      ++column;
    }
    before = kind;
    taken.add(`${column} ${row}`);
    cells.push({ column, row, value });
  }
  return cells;
}
