// How the parts of the page lie: the side panel beside the felt only where that leaves the felt its least width.
import { computed, signal } from "@preact/signals";
import { least_width } from "../shared/felt_size";
import { layout } from "./state";

export const touch = 44.2; // pixels: a field of 44, and something for rounding
const side = 204; // the panel at its narrowest
const around = 56; // paddings, the gap and the frame
const low = 500; // of a telephone on its side: there is no height for a panel above the felt

const screen_size = signal({ width: innerWidth, height: innerHeight });
addEventListener("resize", () => {
  screen_size.value = { width: innerWidth, height: innerHeight };
});

export const is_beside = computed(() => {
  const { width, height } = screen_size.value;
  if (height < low) return width > height;
  return !layout.value || width >= least_width(layout.value.felt, touch) + side + around;
});
