// SPDX-License-Identifier: MIT
// A note or ticket that a finger drags into a slot of the simulated cabinet.
const drag_min = 8; // pixels before a touch is a drag

const slot_at = (x: number, y: number): Element | null =>
  document.elementsFromPoint(x, y).find((one) => one.matches("[data-slot]")) ?? null;

// Moves the element with the pointer. `oninsert` is called if it is released over the slot of that
// name; wherever it is released, the element goes back to its place.
export function drag_to_slot(
  down: PointerEvent & { currentTarget: HTMLElement },
  slot: "notes" | "tickets",
  oninsert: () => void,
): void {
  if (down.button !== 0) return;
  const paper = down.currentTarget;
  let is_dragged = false;
  const over = (event: PointerEvent) => {
    const found = slot_at(event.clientX, event.clientY);
    return found?.getAttribute("data-slot") === slot ? found : null;
  };
  const moved = (event: PointerEvent) => {
    const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (event.pointerId !== down.pointerId) return;
    if (!is_dragged && Math.hypot(x, y) < drag_min) return;
    is_dragged = true;
    paper.classList.add("held");
    paper.style.translate = `${x}px ${y}px`;
    document
      .querySelector(`[data-slot="${slot}"]`)
      ?.toggleAttribute("data-aimed", over(event) !== null);
  };
  const stop = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    removeEventListener("pointermove", moved);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
    paper.classList.remove("held");
    paper.style.translate = "";
    document.querySelector(`[data-slot="${slot}"]`)?.removeAttribute("data-aimed");
    if (!is_dragged) return;
    const swallow = (click: Event) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, true));
    if (event.type === "pointerup" && over(event)) oninsert();
  };
  addEventListener("pointermove", moved);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
}
