// SPDX-License-Identifier: MIT
// Whether the side panel of the terminal goes beside the felt or above it.
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { width_min } from "../shared/felt_size";
import type { Layout } from "../shared/rules";

export const touch_target_min = 44.2; // pixels: a field of 44, and something for rounding
const panel_width_min = 204; // pixels
const around = 56; // paddings, the gap and the frame
const height_low = 500; // pixels: a telephone on its side has no height for a panel above the felt

export interface ScreenSize {
  width: number;
  height: number;
}

// Beside the felt only where that leaves the felt the least width that fingers need.
export function is_panel_beside(
  { width, height }: ScreenSize,
  layout: Layout | undefined,
): boolean {
  if (height < height_low) return width > height;
  return !layout || width >= width_min(layout.felt, touch_target_min) + panel_width_min + around;
}

// The same as a signal that follows the window. Call once per page; needs a browser.
export function panel_beside(layout: ReadonlySignal<Layout | undefined>): ReadonlySignal<boolean> {
  const size = signal<ScreenSize>({ width: innerWidth, height: innerHeight });
  addEventListener("resize", () => {
    size.value = { width: innerWidth, height: innerHeight };
  });
  return computed(() => is_panel_beside(size.value, layout.value));
}
