// SPDX-License-Identifier: MIT
// The keyboard on the felt: Enter and space bet, Delete takes back, I shows the spot's facts,
// arrows move the focus to the nearest spot in that direction.
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
  else if (event.key.toLowerCase() === "i") felt.onspotinfo?.(spot);
  else if (event.key.startsWith("Arrow")) focus_nearest(event.currentTarget, event.key);
  else return;
  event.preventDefault();
}

function focus_nearest(from: Element, key: string): void {
  const at = from.getBoundingClientRect();
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
    key
  ] as [number, number];
  let best: [distance: number, spot: SVGGElement] | null = null;
  for (const one of from.closest("svg")!.querySelectorAll<SVGGElement>(".spot")) {
    const to = one.getBoundingClientRect();
    const x = to.x + to.width / 2 - at.x - at.width / 2;
    const y = to.y + to.height / 2 - at.y - at.height / 2;
    const ahead = x * dx + y * dy;
    if (one === from || ahead < 4) continue;
    const distance = ahead + 3 * Math.abs(x * dy + y * dx);
    if (!best || distance < best[0]) best = [distance, one];
  }
  best?.[1].focus({ preventScroll: true });
}

// Scrolls to a spot that was focused by the keyboard. Under a finger or a mouse nothing may move.
export function bring_into_view(spot: Element): void {
  if (spot.matches(":focus-visible")) spot.scrollIntoView({ block: "nearest", inline: "nearest" });
}
