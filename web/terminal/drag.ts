// SPDX-License-Identifier: MIT
// Chips that follow the finger: from the tray onto a spot, from spot to spot, and off the felt.
import type { TerminalPage } from "./page";

const drag_min = 8; // pixels before a touch is a drag
const edge = 56; // pixels at each side of the felt in which a dragged chip scrolls it
const scroll_part = 1 / 6; // of the distance into the edge, in each frame

const spot_at = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest("[data-spot]")?.getAttribute("data-spot") ?? null;

// Scrolls a felt that is larger than its frame while a chip is held near its edge.
function pan_felt(x: number, y: number): void {
  const felt = document.querySelector(".felt-frame .pan");
  if (!felt) return;
  const { left, right, top, bottom } = felt.getBoundingClientRect();
  if (x < left || x > right || y < top || y > bottom) return;
  const towards = (at: number, from: number, to: number) =>
    (at < from + edge ? at - from - edge : at > to - edge ? at - to + edge : 0) * scroll_part;
  felt.scrollBy(towards(x, left, right), towards(y, top, bottom));
}

// The click that may follow the release belongs to the drag.
function swallow_click(): void {
  const swallow = (event: Event) => event.stopPropagation();
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, true));
}

interface Drag {
  amount: number;
  pans: boolean; // whether the felt scrolls with it
  onrelease: (spot: string | null) => void; // not called if the finger has hardly moved
}

// Follows the pointer until it is released.
function follow_pointer(page: TerminalPage, down: PointerEvent, drag: Drag): void {
  const { dragged, aimed } = page.state;
  if (down.button !== 0) return;
  (down.target as Element).releasePointerCapture?.(down.pointerId);
  let frame = 0;
  const follow = () => {
    const at = dragged.value;
    if (at) {
      if (drag.pans) pan_felt(at.x, at.y);
      aimed.value = drag.pans ? spot_at(at.x, at.y) : null;
    }
    frame = requestAnimationFrame(follow);
  };
  const moved = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
    if (!dragged.value && far < drag_min) return;
    if (!frame) follow();
    dragged.value = { amount: drag.amount, x: event.clientX, y: event.clientY };
  };
  const stop = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    cancelAnimationFrame(frame);
    removeEventListener("pointermove", moved);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
    const was_dragged = dragged.value !== null;
    if (was_dragged) swallow_click();
    dragged.value = null;
    aimed.value = null;
    if (was_dragged && event.type === "pointerup")
      drag.onrelease(spot_at(event.clientX, event.clientY));
  };
  addEventListener("pointermove", moved);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
}

// A chip of the tray is bet on the spot where it is released.
export function drag_from_tray(page: TerminalPage, down: PointerEvent, amount: number): void {
  if (down.button === 0) page.state.choose_chip(amount);
  follow_pointer(page, down, {
    amount,
    pans: true,
    onrelease: (spot) => {
      if (spot) page.bets.bet(spot, amount);
    },
  });
}

// The stake on a spot goes to the spot where its chips are released; where there is none, it is
// taken back.
export function drag_off_felt(page: TerminalPage, down: PointerEvent, from: string): void {
  const amount = page.state.stakes.peek().get(from);
  if (!amount || !page.state.is_open.peek()) return;
  follow_pointer(page, down, {
    amount,
    pans: true,
    onrelease: (spot) => {
      if (spot) page.bets.move(from, spot);
      else page.bets.take_back(from);
    },
  });
}
