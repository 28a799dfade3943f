// SPDX-License-Identifier: MIT
// The frame of a felt that can be larger than its frame: what of it is visible, and in which
// directions it goes on. Works on the elements of felt.tsx; keeps no state.
import { size_in } from "./felt_size";
import type { Layout } from "./rules";

export const edges = ["left", "right", "up", "down"] as const;

// A mouse needs scrollbars, a finger has none.
const bar = typeof matchMedia !== "undefined" && matchMedia("(pointer: fine)").matches ? 12 : 0;

// The part of a frame that is left for the felt when the scrollbars it would need are shown.
export function visible_size(
  { width, height }: { width: number; height: number },
  layout: Layout,
  field_min: number,
): { width: number; height: number } {
  if (!field_min) return { width, height };
  const full = size_in(layout.felt, { width, height: 0 }, [0, 1], field_min);
  return {
    width: full.height > height + 1 ? width - bar : width,
    height: full.width > width + 1 ? height - bar : height,
  };
}

// Scrolls a felt that is wider than its frame to Big and Small, if both fit into the frame.
export function scroll_to_big_and_small(frame: HTMLElement): void {
  const pan = frame.querySelector(".pan");
  const [big, small] = ["big", "small"].map((spot) =>
    frame.querySelector(`[data-spot="${spot}"]`)?.getBoundingClientRect(),
  );
  if (!pan || !big || !small) return;
  const visible = pan.getBoundingClientRect();
  const [left, right] = [Math.min(big.left, small.left), Math.max(big.right, small.right)];
  if (right - left <= visible.width + 16 && right > visible.right)
    pan.scrollLeft += right - visible.right;
}

// Marks the edges beyond which there is more of the felt. An attribute and not component state,
// because it changes with every step of a scroll.
export function mark_edges(frame: HTMLElement): void {
  const pan = frame.querySelector(".pan");
  if (!pan) return;
  const right = pan.scrollWidth - pan.clientWidth - pan.scrollLeft;
  const down = pan.scrollHeight - pan.clientHeight - pan.scrollTop;
  const more = [
    pan.scrollLeft > 2 && "left",
    right > 2 && "right",
    pan.scrollTop > 2 && "up",
    down > 2 && "down",
  ];
  frame.dataset.more = more.filter(Boolean).join(" ");
}
