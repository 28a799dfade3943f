// SPDX-License-Identifier: MIT
// The felt of a telephone: Big, Small, Odd, Even and the totals first, the other spots as tabs,
// each laid out again so that a thumb hits every field. Spots, names and odds are the layout's own.
//
// Pure: from a layout to layouts that differ from it only in their geometry.
import { parts_of, type Group, type Layout } from "../shared/rules";

export type TabId = "main" | "dice" | "triples" | "combinations";
export interface FeltTab {
  id: TabId;
  layout: Layout;
  spots: ReadonlySet<string>;
}

interface Row {
  kinds: string[]; // of the spots in it, in this order
  upright: number; // how many spots lie side by side
  sideways: number;
  named?: boolean; // each spot has its own caption
}
const tabs: { id: TabId; rows: Row[] }[] = [
  {
    id: "main",
    rows: [
      { kinds: ["big", "odd", "even", "small"], upright: 4, sideways: 4, named: true },
      { kinds: ["total"], upright: 7, sideways: 14 },
    ],
  },
  {
    id: "dice",
    rows: [
      { kinds: ["single"], upright: 6, sideways: 6 },
      { kinds: ["domino"], upright: 5, sideways: 8 },
    ],
  },
  {
    id: "triples",
    rows: [
      { kinds: ["double"], upright: 6, sideways: 6 },
      { kinds: ["any-triple"], upright: 1, sideways: 1, named: true },
      { kinds: ["triple"], upright: 3, sideways: 6 },
    ],
  },
  {
    id: "combinations",
    rows: [
      { kinds: ["four"], upright: 2, sideways: 4 },
      { kinds: ["three"], upright: 4, sideways: 7 },
      { kinds: ["pair"], upright: 4, sideways: 7 },
    ],
  },
];

// Lists in lines of this length; the last one is filled up with nulls.
export function lines_of(spots: readonly string[], length: number): (string | null)[][] {
  const lines: (string | null)[][] = [];
  for (let i = 0; i < spots.length; i += length) {
    const line: (string | null)[] = spots.slice(i, i + length);
    while (line.length < length && lines.length) line.push(null);
    lines.push(line);
  }
  return lines;
}

// The tabs of a layout, without those for which it has no spots.
export function tabs_of(layout: Layout, is_sideways: boolean): FeltTab[] {
  const columns = is_sideways ? 14 : 7;
  return tabs
    .map(({ id, rows }) => {
      const groups: Group[] = [];
      let row = 0;
      for (const one of rows) {
        const of_row = groups_of(layout, one, columns, is_sideways, row);
        groups.push(...of_row);
        row = Math.max(row, ...of_row.map((group) => group.row + group.rows));
      }
      const spots = groups.flatMap((group) => group.spots.flat()).filter((spot) => spot !== null);
      const felt = { ...layout.felt, rows: row, columns, groups };
      return { id, layout: { ...layout, felt }, spots: new Set(spots) };
    })
    .filter((tab) => tab.spots.size > 0);
}

function groups_of(
  layout: Layout,
  { kinds, upright, sideways, named }: Row,
  columns: number,
  is_sideways: boolean,
  row: number,
): Group[] {
  const { groups } = layout.felt;
  const all = groups.flatMap((group) => group.spots.flat()).filter((spot) => spot !== null);
  const spots = kinds.flatMap((kind) => all.filter((spot) => parts_of(spot).kind === kind));
  if (!spots.length) return [];
  if (named) {
    const width = columns / spots.length;
    return spots.map((spot, i) => ({
      name: spot,
      // Upright there is no room for what the rules and the facts of the spot say too.
      caption: is_sideways
        ? groups.find((group) => group.spots.flat().includes(spot))!.caption
        : "",
      row,
      column: i * width,
      rows: 1,
      columns: width,
      spots: [[spot]],
    }));
  }
  const lines = lines_of(spots, is_sideways ? sideways : upright);
  const whole = { column: 0, columns };
  const found = groups.find((group) => group.name === `${kinds[0]} caption`);
  const caption: Group[] = found ? [{ ...found, ...whole, row, rows: 1 }] : [];
  const below = row + caption.length;
  const listed = { name: kinds[0]!, caption: "", row: below, rows: lines.length, spots: lines };
  return [...caption, { ...listed, ...whole }];
}
