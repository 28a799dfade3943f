// SPDX-License-Identifier: MIT
// Where on a spot its dice or figure, its odds and its chips go, so that chips cover neither.
//
// Pure: from the spot's rectangle to rectangles and font sizes. `pixel` is the size of a screen
// pixel in the units of the felt.
import type { Box } from "./felt_props";
import { balanced_lines, ems, readable } from "./felt_text";
import { faces_of, parts_of } from "./rules";
import { stack_above, stack_below, stack_max } from "./stack_size";

export interface Point {
  x: number;
  y: number;
}
export interface Plan {
  art: Box; // for the dice, the figure or the name
  odds: { text: string; size: number; x: number; y: number } | null;
  r: number; // radius of a chip
  chip: Point; // middle of the lowest face of the player's own stack
  count: number; // chips that a stack may be high
  // Where a stack is too small for its sum: the right end and the middle of the sum beside it.
  sum: (Point & { size: number }) | null;
  plate: Point & { size: number }; // the same, for what was paid
}
export interface OnSpot {
  own: boolean; // the player's chips lie on it
  others: boolean; // other players' chips lie on it
  paid: boolean; // what was paid is written on it
  captioned: boolean; // the odds are printed once for the whole group
}
const chip_radius_max = 21;
const sum_on_chip_min = 12.5; // pixels: the radius of a chip whose sum can be read
const plate_size = 15;

type Odds = { text: string; size: number; y: number };

// Plans one spot. `odds` are those of its row of the pay table.
export function plan_of(spot: string, box: Box, odds: string[], pixel: number, on: OnSpot): Plan {
  const text = odds.length === 1 ? `${odds[0]} : 1` : "";
  const low = Math.max(readable * pixel, Math.min(box.h > 100 ? 19 : 15.5, box.h * 0.2));
  const size = text ? Math.min(low, (box.w * 0.95) / ems(text)) : 0;
  const line: Odds = { text, size, y: box.y + box.h - size / 2 - 3 };
  const large = parts_of(spot).digits ? figure_plan(spot, box, line, pixel, on) : name_plan(box);
  const is_small = large.r < sum_on_chip_min * pixel || (on.own && covers_odds(large));
  if (!is_small || !(on.own || on.others || on.paid)) return large;
  const is_tall = box.h >= (on.paid ? tall_paid_min : tall_min) * pixel;
  return is_tall && parts_of(spot).digits
    ? tall_plan(box, line, pixel, on)
    : small_plan(spot, box, line, pixel, on);
}

const centred = (box: Box, { text, size, y }: Odds) =>
  text ? { text, size, x: box.x + box.w / 2, y } : null;

function covers_odds({ odds, chip, r }: Plan): boolean {
  if (!odds || chip.y + r * stack_below <= odds.y - odds.size / 2) return false;
  return odds.x + (ems(odds.text) * odds.size) / 2 > chip.x - r;
}

// A stack in the lower right corner, of chips of this radius; others may rise to `top`.
function corner(box: Box, r: number, top: number): Pick<Plan, "r" | "chip" | "count" | "sum"> {
  const y = box.y + box.h - r * stack_below - 3;
  return { r, chip: { x: box.x + box.w - r - 3, y }, count: chips_between(top, y, r), sum: null };
}
// How many chips a stack with its lowest face at `y` can have below `top`.
function chips_between(top: number, y: number, r: number): number {
  let count = 1;
  while (count < stack_max && y - r * stack_above(count + 1) >= top) ++count;
  return count;
}

// A name such as Big: chips lie in the lower corners, beside its caption.
function name_plan(box: Box): Plan {
  const r = Math.min(chip_radius_max, box.h * 0.19);
  return {
    art: box,
    odds: null, // printed with the name
    ...corner(box, r, box.y + box.h * 0.35),
    plate: { x: box.x + box.w - 2, y: box.y + 14, size: plate_size },
  };
}

function figure_plan(spot: string, box: Box, line: Odds, pixel: number, on: OnSpot): Plan {
  const plate = { x: box.x + box.w - 2, y: box.y + 13, size: plate_size };
  // The chip lies beside what is printed, where the spot is wide enough.
  const printed = Math.min(faces_of(spot).length * 36 + 8, box.w);
  const beside = Math.min(chip_radius_max, box.h * 0.3);
  if (box.w - printed > 4 * beside + 12) {
    const art = { ...box, h: box.h - (line.size && line.size + 5) };
    const top = on.paid ? box.y + 26 : box.y + 2;
    return { art, odds: centred(box, line), ...corner(box, beside, top), plate };
  }
  // It lies between dice and odds, where the spot is high enough. What was paid stands above all.
  const above = on.paid ? 23 : 0;
  if (box.h - above > 80 * pixel) {
    const bottom = line.y - line.size / 2 - 2;
    const art = { ...box, y: box.y + above, h: (box.h - above) * (on.own ? 0.42 : 0.5) };
    const room = bottom - art.y - art.h;
    const r = Math.min(
      chip_radius_max,
      box.w * (on.others ? 0.24 : 0.3),
      room / (stack_below + stack_above(3)), // at least three chips
    );
    const y = bottom - r * stack_below;
    const chip = { x: box.x + box.w - r - 3, y };
    const count = on.others ? 2 : chips_between(art.y + art.h, y, r);
    return { art, odds: centred(box, line), r, chip, count, sum: null, plate };
  }
  return beside_odds(box, line, on, plate);
}

// On a small spot the chip lies beside the odds, which move to the left of it; or in place of the
// odds, where the whole group has them printed above it.
function beside_odds(box: Box, { text, size, y }: Odds, on: OnSpot, plate: Plan["plate"]): Plan {
  const middle = box.x + box.w / 2;
  const above = on.paid ? 21 : 0;
  const h = box.h - above;
  const art = { ...box, y: box.y + above, h: Math.max(h * 0.5, h - size - 8 - h * 0.12) };
  const below = box.y + box.h - art.y - art.h;
  const hidden = on.own && on.captioned;
  const wide = hidden ? 0 : ems(text) * size;
  const largest = Math.min(
    chip_radius_max,
    (below / 2 + 1) * 1.12,
    on.others ? box.w * 0.2 : box.w * 0.3,
  );
  const r = Math.max(Math.min(largest, (box.w - wide - 8) / 2), largest * 0.8);
  const x = on.own && !on.others ? Math.min(middle, box.x + (box.w - 2 * r - 3) / 2) : middle;
  const chips = corner(box, r, art.y + art.h * 0.75);
  return { art, odds: hidden || !text ? null : { text, size, x, y }, ...chips, plate };
}

// Pixels of height from which a stack lies below what is printed; with what was paid above both.
const tall_min = 64;
const tall_paid_min = 72;
const paid_row = 17; // pixels of that height

// On a spot that is narrow and high: what is printed, below it the stack and its sum, then the
// odds. What was paid stands above all, and takes the place of the sum.
function tall_plan(box: Box, line: Odds, pixel: number, on: OnSpot): Plan {
  const size = readable * pixel;
  const row = on.paid ? 0 : size * 1.25; // of the sum
  const bottom = line.text ? line.y - line.size / 2 - pixel : box.y + box.h - 2 * pixel;
  const top = box.y + (on.paid ? paid_row : 2) * pixel;
  const room = bottom - row - top;
  const low = stack_below + stack_above(1);
  const r = Math.min(sum_on_chip_min * pixel, box.w * 0.2, (room * 0.55) / low);
  const chip = { x: box.x + box.w - r - 2 * pixel, y: bottom - row - r * stack_below };
  const art = { x: box.x, y: top, w: box.w, h: room - r * low };
  const count = chips_between(top + art.h * (on.paid ? 0.9 : 0.7), chip.y, r);
  const sum = { x: box.x + box.w - 2 * pixel, y: bottom - size * 0.625, size };
  const plate = { ...sum, y: box.y + (paid_row / 2) * pixel };
  return { art, odds: centred(box, line), r, chip, count, sum, plate };
}

// On a spot of a telephone: what is printed stands to the left, the stack to the right of it, below
// them the sum, and the odds in a line of their own. What was paid takes the place of the sum.
function small_plan(spot: string, box: Box, line: Odds, pixel: number, on: OnSpot): Plan {
  const size = readable * pixel;
  const row = size * 1.25; // of the sum
  const bottom = line.text ? line.y - line.size / 2 - pixel : box.y + box.h - 2 * pixel;
  const sum = { x: box.x + box.w - 2 * pixel, y: bottom - row / 2, size };
  const top = box.y + 2 * pixel;
  const room = bottom - row - top; // for a stack
  const is_name = !parts_of(spot).digits;
  // A name needs the whole width: the stack stands beside the sum.
  const high = is_name ? row + line.size : room;
  const r = Math.min(
    sum_on_chip_min * pixel,
    box.w * 0.2,
    high / (stack_below + stack_above(is_name ? 1 : 2)),
  );
  const y = (is_name ? box.y + box.h - 2 * pixel : bottom - row) - r * stack_below;
  const chip = { x: box.x + box.w - r - 2 * pixel, y };
  if (!is_name) {
    const plan = { r, chip, count: chips_between(top, y, r), sum, plate: sum };
    const side = on.paid ? 3.2 * r : 2 * r;
    const art = { x: box.x, y: box.y, w: box.w - side - 3 * pixel, h: bottom - row - box.y };
    return { ...plan, art, odds: centred(box, line) };
  }
  const left = { ...line, x: box.x + (ems(line.text) * line.size) / 2 + 3 * pixel };
  const stacks = (on.paid ? 2.2 : 1) * r;
  const beside = { ...sum, x: chip.x - stacks - pixel, y: box.y + box.h - row / 2 - 2 * pixel };
  const art = { ...box, h: y - r * stack_above(1) - box.y };
  const count = chips_between(art.y + art.h - r * 0.4, y, r);
  const odds = line.text && !on.paid ? left : null; // what they have paid is written in their place
  return { r, chip, count, art, odds, sum: beside, plate: beside };
}

// Where the stacks beside the player's own lie: what it has won, and those of others. They share
// what the spot has to the left of it.
export function beside_own(box: Box, plan: Plan, on: OnSpot) {
  const { chip, r } = plan;
  const span = plan.sum ? 1.2 * r : Math.max(0, box.w - 2 * r - 6);
  const step = Math.min(r, span / 3);
  const at = (left: number): Point => ({ x: chip.x - left, y: chip.y });
  return {
    paid: at(on.others ? step : span),
    others: at(span),
    others_paid: at(span - step),
  };
}

const fingertip = 44; // pixels
const handle_min = 32; // pixels: of a stack that is dragged, where a touch on it adds a chip
// Whether a chip of this radius is at least as large as a fingertip.
export const is_fingertip = (r: number, pixel: number): boolean => (2 * r) / pixel >= fingertip;
// What of the spot a touch of the stack hits: all of the stack, and at least what a finger needs.
export function handle_of(box: Box, plan: Plan, pixel: number, adds_always: boolean): Box {
  const { chip, r } = plan;
  const min = (adds_always ? handle_min : fingertip) * pixel;
  const [w, h] = [Math.min(box.w, Math.max(2 * r, min)), Math.min(box.h, Math.max(2 * r, min))];
  const within = (at: number, from: number, to: number) => Math.max(from, Math.min(at, to));
  return {
    x: within(chip.x - w / 2, box.x, box.x + box.w - w),
    y: within(chip.y + r * stack_below - h, box.y, box.y + box.h - h),
    w,
    h,
  };
}

// How a name is printed on a spot such as Big or Any Triple. Lines are from top to bottom.
export interface PrintedLine {
  text: string;
  kind: "big-name" | "caption" | "odds";
  y: number;
  size: number;
}

// The name in both languages, its caption and its odds ("": they stand elsewhere). Small print
// never becomes smaller than people can read; the names share what is left, below each other if
// that is high enough. Chips lie in the lower corners and need `beside` on either side.
export function name_lines(
  [first, second]: [string, string],
  box: Box,
  caption: string,
  odds: string,
  beside: number,
  pixel: number,
): PrintedLine[] {
  const min = readable * pixel;
  const fit = (text: string, max: number, width = box.w * 0.92) =>
    Math.min(max, width / Math.max(ems(text), 1.6));
  const small = Math.max(min, Math.min(16, box.h * 0.1));
  const captions = caption
    ? balanced_lines(caption, Math.max(box.w - 2 * beside, box.w * 0.45), small)
    : [];
  const max = (box.h * 0.62) / ((captions.length + 1) * 1.25); // leaves some height for the name
  const print = Math.min(small, max, ...captions.map((one) => (box.w - 6) / ems(one)));
  const pays = odds ? Math.min(Math.max(min, Math.min(18, box.h * 0.12)), max) : 0;
  const pad = box.h * 0.04;
  const height = box.h - captions.length * print * 1.25 - pays * 1.25 - 3 * pad; // of the names
  const stacked = height > 3.1 * Math.max(min * 1.2, 18);
  const line = stacked ? first : `${first} ${second}`;
  const size = fit(line, Math.min(height * (stacked ? 0.5 : 0.85), 46));
  const other = fit(
    second,
    Math.min(height * 0.36, 34),
    captions.length ? undefined : box.w - 2 * beside,
  );
  const top = box.y + pad;
  const below = top + height + pad;
  const y = top + (stacked ? (height - other * 1.25) / 2 : height / 2);
  const lines: PrintedLine[] = [{ text: line, kind: "big-name", y, size }];
  if (stacked)
    lines.push({ text: second, kind: "big-name", y: top + height - other * 0.62, size: other });
  captions.forEach((text, i) =>
    lines.push({ text, kind: "caption", y: below + (i + 0.5) * print * 1.25, size: print }),
  );
  if (odds)
    lines.push({ text: odds, kind: "odds", y: box.y + box.h - pad - pays * 0.6, size: pays });
  return lines;
}
