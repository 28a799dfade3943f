// SPDX-License-Identifier: MIT
// Whether the side panel of the terminal goes beside the felt or above it.
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { width_min } from "../shared/felt_size";
import type { Layout } from "../shared/rules";

export const touch = 44.2; // pixels: a field of 44, and something for rounding
const side_panel = 204; // pixels at its narrowest
const around = 56; // paddings, the gap and the frame
const low = 500; // pixels: a telephone on its side has no height for a panel above the felt

export interface ScreenSize {
  width: number;
  height: number;
}

// Beside the felt only where that leaves the felt the least width that fingers need.
export function is_panel_beside(
  { width, height }: ScreenSize,
  layout: Layout | undefined,
): boolean {
  if (height < low) return width > height;
  return !layout || width >= width_min(layout.felt, touch) + side_panel + around;
}

// The same as a signal that follows the window. Call once per page; needs a browser.
export function panel_beside(layout: ReadonlySignal<Layout | undefined>): ReadonlySignal<boolean> {
  const size = signal<ScreenSize>({ width: innerWidth, height: innerHeight });
  addEventListener("resize", () => {
    size.value = { width: innerWidth, height: innerHeight };
  });
  return computed(() => is_panel_beside(size.value, layout.value));
}
