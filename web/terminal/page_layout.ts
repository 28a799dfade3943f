// SPDX-License-Identifier: MIT
// How the terminal is laid out: the side panel beside the felt or above it, and telephones.
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

// How a telephone is held; null: the screen is larger. `narrow`: on its side, but with no width for
// all totals in one line.
export type Phone = "upright" | "narrow" | "sideways" | null;
const sideways_width_min = 840; // pixels
const upright_width_max = 680;

export function phone_of({ width, height }: ScreenSize): Phone {
  if (height < height_low && width > height)
    return width >= sideways_width_min ? "sideways" : "narrow";
  return width <= upright_width_max ? "upright" : null;
}

export interface PageLayout {
  is_beside: ReadonlySignal<boolean>;
  phone: ReadonlySignal<Phone>;
}
// Both as signals that follow the window. Call once per page; needs a browser.
export function page_layout(layout: ReadonlySignal<Layout | undefined>): PageLayout {
  const size = signal<ScreenSize>({ width: innerWidth, height: innerHeight });
  addEventListener("resize", () => {
    size.value = { width: innerWidth, height: innerHeight };
  });
  return {
    is_beside: computed(() => is_panel_beside(size.value, layout.value)),
    phone: computed(() => phone_of(size.value)),
  };
}
