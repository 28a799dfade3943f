// SPDX-License-Identifier: MIT
// Where on a spot its dice or figure, its odds and its chips go, so that chips cover neither.
//
// Pure: from the spot's rectangle to rectangles and font sizes. `pixel` is the size of a screen
// pixel in the units of the felt.
import type { Box } from "./felt_props";
import { balanced_lines, ems, readable } from "./felt_text";
import { faces_of, parts_of } from "./rules";

export interface Point {
  x: number;
  y: number;
}
export interface Plan {
  art: Box; // for the dice or the figure
  odds: { text: string; size: number; x: number; y: number } | null;
  r: number; // radius of a chip
  chip: Point; // centre of the player's own chip
}
export interface OnSpot {
  own: boolean; // the player's chips lie on it
  others: boolean; // other players' chips lie on it
  captioned: boolean; // the odds are printed once for the whole group
}
const chip_radius_max = 21;

// Plans one spot. `odds` are those of its row of the pay table.
export function plan_of(spot: string, box: Box, odds: string[], pixel: number, on: OnSpot): Plan {
  const text = odds.length === 1 ? `${odds[0]} : 1` : "";
  const low = Math.max(readable * pixel, Math.min(box.h > 100 ? 19 : 15.5, box.h * 0.2));
  const size = text ? Math.min(low, (box.w * 0.95) / ems(text)) : 0;
  const y = box.y + box.h - size / 2 - 3;
  const centred = text ? { text, size, x: box.x + box.w / 2, y } : null;
  const corner = (r: number) => ({ x: box.x + box.w - r - 3, y: box.y + box.h - r - 3 });
  if (!parts_of(spot).digits) {
    const r = Math.min(chip_radius_max, box.h * 0.19);
    return { art: box, odds: null, r, chip: corner(r) };
  }
  // The chip lies beside what is printed, where the spot is wide enough.
  const printed = Math.min(faces_of(spot).length * 36 + 8, box.w);
  const beside = Math.min(chip_radius_max, box.h * 0.3);
  if (box.w - printed > 4 * beside + 12) {
    const art = { ...box, h: box.h - (size && size + 5) };
    return { art, odds: centred, r: beside, chip: corner(beside) };
  }
  // It lies between dice and odds, where the spot is high enough.
  if (box.h > 88 * pixel) {
    const r = Math.min(chip_radius_max, box.w * (on.others ? 0.24 : 0.3), box.h * 0.16);
    const art = { ...box, h: box.h * 0.5 };
    const chip = { x: box.x + box.w - r - 3, y: (art.y + art.h + y - size / 2) / 2 };
    return { art, odds: { text, size, x: box.x + box.w / 2, y }, r, chip };
  }
  return beside_odds(box, { text, size, y }, on);
}

// On a small spot the chip lies beside the odds, which move to the left of it; or in place of the
// odds, where the whole group has them printed above it.
function beside_odds(
  box: Box,
  { text, size, y }: { text: string; size: number; y: number },
  on: OnSpot,
): Plan {
  const middle = box.x + box.w / 2;
  const art = { ...box, h: Math.max(box.h * 0.5, box.h - size - 8 - box.h * 0.12) };
  const below = box.y + box.h - art.y - art.h;
  const hidden = on.own && on.captioned;
  const wide = hidden ? 0 : ems(text) * size;
  const largest = Math.min(chip_radius_max, below / 2 + 1, on.others ? box.w * 0.2 : box.w * 0.3);
  const r = Math.max(Math.min(largest, (box.w - wide - 8) / 2), largest * 0.8);
  const x = on.own && !on.others ? Math.min(middle, box.x + (box.w - 2 * r - 3) / 2) : middle;
  return {
    art,
    odds: hidden || !text ? null : { text, size, x, y },
    r,
    chip: { x: box.x + box.w - r - 3, y: box.y + box.h - r - 2 },
  };
}

const fingertip = 44; // pixels
// Whether a chip of this radius is at least as large as a fingertip.
export const is_fingertip = (r: number, pixel: number): boolean => (2 * r) / pixel >= fingertip;
// The radius of the area that a touch of the chip hits: at least that of a fingertip.
export const touch_radius = (r: number, pixel: number): number =>
  Math.max(r, (fingertip / 2) * pixel);

// How a name is printed on a spot such as Big or Any Triple. Lines are from top to bottom.
export interface PrintedLine {
  text: string;
  kind: "big-name" | "caption" | "odds";
  y: number;
  size: number;
}

// The name in both languages, its caption and its odds. Small print never becomes smaller than
// people can read; the names share what is left, below each other if that is high enough. Chips
// lie in the lower corners and need `beside` on either side.
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
  const pays = Math.min(Math.max(min, Math.min(18, box.h * 0.12)), max);
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
  lines.push({ text: odds, kind: "odds", y: box.y + box.h - pad - pays * 0.6, size: pays });
  return lines;
}
