// SPDX-License-Identifier: MIT
// The keyboard on the felt: Enter and space bet, Delete takes back, M takes a stack in hand and
// puts it down, I shows the spot's facts, arrows move the focus to the next row or column in that
// direction.
import type { FeltProps } from "./felt_props";

// Handles a key that was pressed while a spot had the focus.
export function on_spot_key(
  event: KeyboardEvent & { currentTarget: Element },
  spot: string,
  felt: FeltProps,
): void {
  if (event.repeat && !event.key.startsWith("Arrow")) return event.preventDefault();
  if (event.key === "Enter" || event.key === " ") felt.onspot?.(spot);
  else if (event.key === "Delete" || event.key === "Backspace") felt.onstake?.(spot);
  else if (event.key.toLowerCase() === "m") felt.onlift?.(spot);
  else if (event.key.toLowerCase() === "i") felt.onspotinfo?.(spot);
  else if (event.key.startsWith("Arrow")) focus_nearest(event.currentTarget, event.key);
  else return;
  event.preventDefault();
}

function focus_nearest(from: Element, key: string): void {
  const spots = [...from.closest("svg")!.querySelectorAll<SVGGElement>(".spot")];
  const boxes = spots.map((one) => one.querySelector(".cell")!.getBoundingClientRect());
  const next = next_spot(boxes, spots.indexOf(from as SVGGElement), key as ArrowKey);
  spots[next]?.focus({ preventScroll: true });
}

export type ArrowKey = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";
interface Rectangle {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
const overlap_min = 2; // units by which neighbours may overlap

// The index of the spot that an arrow key leads to: in the nearest row or column in that direction,
// the spot beside this one; -1 if there is none. No row is passed over.
export function next_spot(boxes: readonly Rectangle[], from: number, key: ArrowKey): number {
  const turn = (box: Rectangle) => turned(box, key); // so that every direction is "down"
  const at = turn(boxes[from]!);
  const middle = (at.left + at.right) / 2;
  const beside = (box: Rectangle) => Math.max(0, box.left - middle, middle - box.right);
  const is_sideways = key === "ArrowLeft" || key === "ArrowRight";
  const ahead = boxes
    .map((box, index) => ({ index, box: turn(box) }))
    .filter(({ index, box }) => index !== from && box.top >= at.bottom - overlap_min)
    // Left and right stay in the row.
    .filter(
      ({ box }) =>
        !is_sideways || (box.left < at.right - overlap_min && box.right > at.left + overlap_min),
    );
  const row = Math.min(...ahead.map(({ box }) => box.top));
  const nearest = ahead
    .filter(({ box }) => box.top <= row + overlap_min)
    .sort((one, other) => beside(one.box) - beside(other.box));
  return nearest[0]?.index ?? -1;
}

function turned({ left, right, top, bottom }: Rectangle, key: ArrowKey): Rectangle {
  switch (key) {
    case "ArrowDown":
      return { left, right, top, bottom };
    case "ArrowUp":
      return { left, right, top: -bottom, bottom: -top };
    case "ArrowRight":
      return { left: top, right: bottom, top: left, bottom: right };
    case "ArrowLeft":
      return { left: top, right: bottom, top: -right, bottom: -left };
  }
}

// Scrolls to a spot that was focused by the keyboard. Under a finger or a mouse nothing may move.
export function bring_into_view(spot: Element): void {
  if (spot.matches(":focus-visible")) spot.scrollIntoView({ block: "nearest", inline: "nearest" });
}
