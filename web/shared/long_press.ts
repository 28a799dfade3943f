// SPDX-License-Identifier: MIT
// A hook for elements that can be held: a press of 600 ms, or the right mouse button.
import { useRef } from "preact/hooks";

const long_press_milliseconds = 600;
const click_milliseconds = 400; // within which a click belongs to the release before it

// Stops the click that ends a long press: it would go to what the press has opened.
function swallow_click(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  const stop_swallowing = () => {
    removeEventListener("click", swallow, true);
    for (const end of ["pointerup", "pointercancel", "pointerdown", "keydown"])
      removeEventListener(end, on_end, true);
  };
  const on_end = (event: Event) => {
    if (event.type === "pointerdown" || event.type === "keydown") stop_swallowing();
    else setTimeout(stop_swallowing, click_milliseconds);
  };
  addEventListener("click", swallow, true);
  for (const end of ["pointerup", "pointercancel", "pointerdown", "keydown"])
    addEventListener(end, on_end, true);
}

// Returns the handlers to put on the element, and whether the current press was a long one. A press
// survives a new render of the component between press and release.
export function useLongPress(action: () => void) {
  const press = useRef({ timer: 0, taken: false, action });
  press.current.action = action;
  const now = press.current;
  const stop = () => clearTimeout(now.timer);
  const take = () => {
    now.taken = true;
    swallow_click();
    now.action();
  };
  return {
    taken: () => now.taken,
    handlers: {
      onPointerDown: () => {
        now.taken = false;
        stop();
        now.timer = window.setTimeout(take, long_press_milliseconds);
      },
      onPointerUp: stop,
      onPointerLeave: stop,
      onPointerCancel: stop,
      onContextMenu: (event: Event) => {
        event.preventDefault();
        stop();
        if (!now.taken) take();
      },
    },
  };
}
