// SPDX-License-Identifier: MIT
// Chips: a colour and edge for each size, and the amount in figures.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { short } from "./money";
import { chip_thickness, face_height, stack_max } from "./stack_size";

// The sizes that have colours of their own (tokens.css), largest first, in whole units of money.
const sizes_with_colours = [100_000, 10_000, 5_000, 1_000, 500, 100, 50, 25, 20, 10, 5, 0];

interface Look {
  body: string;
  edge: string;
  text: string;
}
function look_of(amount: number): Look {
  const size = sizes_with_colours.find((one) => amount / 100 >= one) ?? 0;
  const colour = `--chip-${size}`;
  return {
    body: `var(${colour})`,
    edge: `var(${colour}-edge)`,
    text: `var(${colour}-text)`,
  };
}

// On a small chip there is room for three or four letters.
export function shorter(amount: number): string {
  const label = short(amount);
  if (label.length <= 4) return label;
  const units = Math.floor(amount / 100);
  for (const [size, letter] of [
    [1_000_000, "M"],
    [1_000, "K"],
  ] as const)
    if (units >= size) return `${Math.floor(units / size)}${letter}+`;
  return `${units}+`;
}

// Inside an SVG, around a point.
interface ChipProps {
  amount: number;
  x: number;
  y: number;
  r: number;
  faint?: boolean;
}
function ChipFace({ amount, x, y, r }: ChipProps) {
  const look = look_of(amount);
  const label = r < 15 ? shorter(amount) : short(amount);
  return (
    <g class="chip-face" transform={`translate(${x} ${y})`}>
      <circle cy={r * 0.1} r={r * 1.03} style={{ fill: "var(--chip-shadow)" }} />
      <circle
        r={r}
        style={{ fill: look.body, stroke: "var(--chip-rim)" }}
        stroke-width={r * 0.06}
      />
      <circle
        r={r * 0.86}
        style={{ fill: "none", stroke: look.edge }}
        stroke-width={r * 0.2}
        stroke-dasharray={`${r * 0.3} ${r * 0.375}`}
      />
      <circle r={r * 0.68} style={{ fill: look.body, stroke: look.edge }} stroke-width={r * 0.05} />
      <text
        style={{ fill: look.text }}
        font-size={r * Math.min(r < 15 ? 0.85 : 0.62, 2 / label.length)}
      >
        {label}
      </text>
    </g>
  );
}

// The sizes of the chips that lie on a table, largest first: its own chip, the smallest bet, which
// the tray has as one chip, and the usual ones that are a number of its own.
export function stack_sizes(unit: number, min: number): number[] {
  const usual = usual_sizes.filter((one) => one > unit && one % unit === 0);
  return [...new Set([...usual, chips_for(unit, min, null)[0]!, unit])].sort((a, b) => b - a);
}
const usual_sizes = sizes_with_colours.filter((one) => one !== 25).map((one) => (one || 1) * 100);
export const ChipSizes = createContext<readonly number[]>(usual_sizes);

// The chips of an amount, largest first; at most `count`.
//
// Each time the largest that fits, also where a player placed more and smaller ones: four tens lie
// as two twenties. The server keeps amounts, no chips, so only so does a stake look the same on
// every screen, after a reload, after Undo and where a limit reduced it; and what a dealer is told
// to cut (payments_view.cpp) is what the felt shows.
export function chips_of(
  amount: number,
  count = stack_max,
  sizes: readonly number[] = usual_sizes,
): number[] {
  const chips: number[] = [];
  let left = amount;
  for (const size of sizes) {
    for (; left >= size; left -= size) {
      if (chips.length === count) return chips;
      chips.push(size);
    }
  }
  return chips.length ? chips : [amount];
}

// One chip of a stack: its edge with stripes, and on top of it the face.
function StackedChip({ size, x, y, r, turn }: StackedChipProps) {
  const { body, edge } = look_of(size);
  const [w, h, low] = [r, r * face_height, r * chip_thickness];
  const stripes = [-0.62, 0, 0.62]
    .map((at) => {
      const down = h * Math.sqrt(1 - (at + turn) ** 2);
      return `M${(at + turn - 0.15) * w} ${down}h${0.3 * w}v${low}h${-0.3 * w}z`;
    })
    .join("");
  return (
    <g class="stacked" transform={`translate(${x} ${y})`}>
      <path
        d={`M${-w} 0v${low}a${w} ${h} 0 0 0 ${2 * w} 0v${-low}z`}
        style={{ fill: edge, stroke: "var(--chip-rim)" }}
        stroke-width={r * 0.06}
      />
      <path d={stripes} style={{ fill: body }} />
      <ellipse
        rx={w}
        ry={h}
        style={{ fill: body, stroke: "var(--chip-rim)" }}
        stroke-width={r * 0.07}
      />
    </g>
  );
}
interface StackedChipProps {
  size: number;
  x: number;
  y: number;
  r: number;
  turn: number; // of the stripes
}

interface StackProps extends ChipProps {
  count?: number; // chips at most
  bare?: boolean; // without its figure, which stands beside it
}
// An amount as a stack of chips, its figure on top. The lowest face lies around the point.
export function ChipStack({ amount, x, y, r, faint = false, count, bare = false }: StackProps) {
  const chips = chips_of(amount, count, useContext(ChipSizes));
  const top = y - (chips.length - 1) * r * chip_thickness;
  const { edge, body, text } = look_of(chips.at(-1)!);
  const label = r < 15 ? shorter(amount) : short(amount);
  return (
    <g class="chip-stack" opacity={faint ? 0.55 : 1}>
      <ellipse
        cx={x}
        cy={y + r * (chip_thickness + 0.1)}
        rx={r * 1.1}
        ry={r * face_height * 1.05}
        style={{ fill: "var(--chip-shadow)" }}
      />
      {chips.map((size, i) => (
        <StackedChip
          key={i}
          size={size}
          x={x}
          y={y - i * r * chip_thickness}
          r={r}
          turn={i % 2 ? 0.16 : -0.1}
        />
      ))}
      <g class="chip-face" transform={`translate(${x} ${top})`}>
        <ellipse
          rx={r * 0.86}
          ry={r * 0.86 * face_height}
          style={{ fill: "none", stroke: edge }}
          stroke-width={r * 0.18}
          stroke-dasharray={`${r * 0.3} ${r * 0.3}`}
        />
        <ellipse rx={r * 0.7} ry={r * 0.7 * face_height} style={{ fill: body }} />
        {!bare && (
          <text
            style={{ fill: text }}
            font-size={r * Math.min(r < 15 ? 0.85 : 0.7, 2 / label.length)}
          >
            {label}
          </text>
        )}
      </g>
    </g>
  );
}

export function Chip({ amount, size = 56 }: { amount: number; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="-32 -32 64 64" aria-hidden="true">
      <ChipFace amount={amount} x={0} y={0} r={30} />
    </svg>
  );
}

// The chips of an amount as they lie on the felt, for a hand that moves them.
export function Stack({ amount, size = 56 }: { amount: number; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="-32 -42 64 74" aria-hidden="true">
      <ChipStack amount={amount} x={0} y={0} r={28} />
    </svg>
  );
}

// The sizes of chips for a table: at most six, in whole units, from the minimum stake up to the
// maximum.
export function chips_for(unit: number, min: number, max: number | null): number[] {
  const from = Math.max(unit, Math.ceil(min / unit) * unit);
  const sizes = [
    100, 200, 500, 1_000, 2_000, 2_500, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000,
    10_000_000,
  ].filter((one) => one >= from && one % unit === 0 && (max === null || one <= max));
  const chosen = [from, ...sizes.filter((one) => one > from && one !== 2_500 && one !== 200)];
  return chosen.slice(0, 6);
}
