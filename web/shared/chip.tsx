// SPDX-License-Identifier: MIT
// Chips: a colour and edge for each size, and the amount in figures.
import { short } from "./money";

// The sizes that have colours of their own (tokens.css), largest first, in whole units of money.
const sizes_with_colours = [100_000, 10_000, 1_000, 500, 100, 50, 25, 20, 10, 5, 0];

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
function shorter(amount: number): string {
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
  colour?: number; // of the size that this amount has; without it, that of the amount
}
export function ChipFace({ amount, x, y, r, faint = false, colour }: ChipProps) {
  const look = look_of(colour ?? amount);
  const label = r < 15 ? shorter(amount) : short(amount);
  return (
    <g class="chip-face" transform={`translate(${x} ${y})`} opacity={faint ? 0.55 : 1}>
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

// The chips of an amount, largest first, each of a size that has a colour.
export function chips_of(amount: number): number[] {
  const chips: number[] = [];
  let left = amount;
  for (const size of stacked_sizes) {
    for (; left >= size * 100; left -= size * 100) {
      if (chips.length === stack_max) return chips;
      chips.push(size * 100);
    }
  }
  return chips.length ? chips : [amount];
}
const stacked_sizes = sizes_with_colours.filter((one) => one !== 25).map((one) => one || 1);
const stack_max = 6; // a higher stack would cover what is printed above it
const chip_height = 0.19; // of the radius

// An amount as a stack of chips, its figure on top. The lowest chip lies around the point.
export function ChipStack({ amount, x, y, r, faint = false }: ChipProps) {
  const chips = chips_of(amount);
  const top = y - (chips.length - 1) * r * chip_height;
  return (
    <g class="chip-stack" opacity={faint ? 0.55 : 1}>
      {chips.slice(0, -1).map((size, i) => {
        const { body, edge } = look_of(size);
        return (
          <g key={i} transform={`translate(${x} ${y - i * r * chip_height})`}>
            <circle
              r={r}
              style={{ fill: body, stroke: "var(--chip-rim)" }}
              stroke-width={r * 0.06}
            />
            <circle
              r={r * 0.92}
              style={{ fill: "none", stroke: edge }}
              stroke-width={r * 0.12}
              stroke-dasharray={`${r * 0.3} ${r * 0.375}`}
              stroke-dashoffset={i * r * 0.2}
            />
          </g>
        );
      })}
      <ChipFace amount={amount} colour={chips.at(-1)!} x={x} y={top} r={r} />
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
