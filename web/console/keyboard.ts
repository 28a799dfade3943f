// SPDX-License-Identifier: MIT
// The keyboard: space or Enter gives the next action, figures key the dice. A focused control gets
// its keys first. Figures never count a shake: dice that are keyed a step too early would make the
// round void.

import type { ConsolePage } from "./context";

// Listens to keys and clicks of the whole page. Call once.
export function listen_to_keys(page: ConsolePage): void {
  const { dialog, can_act } = page.state;
  const { entering, key_face, counting, count, erase_face, faces } = page.dice;
  const { press } = page.next;
  document.addEventListener("keydown", (event) => {
    if (dialog.value || !can_act.value || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target as HTMLElement;
    if (at.closest("input, select, textarea")) return;
    const on_something = at.closest(
      "button:not(.next), a, [role=button], [role=tab], [role=tabpanel]:focus-visible",
    );
    if (/^[1-6]$/.test(event.key) && entering.value) key_face(Number(event.key));
    else if (/^[-+=]$/.test(event.key) && counting.value) count(event.key === "-" ? -1 : 1);
    else if (event.key === "Backspace" && entering.value) erase_face();
    else if (event.key === "Escape" && entering.value) faces.value = [];
    else if ((event.key === " " || event.key === "Enter") && !on_something) {
      if (!event.repeat) press();
    } else return;
    event.preventDefault();
  });
  // A touched button does not keep the focus, so that the next key gives the next action.
  document.addEventListener("click", (event) => {
    const touched = (event.target as Element).closest<HTMLElement>(
      ".left button, .side button, .top button, .board [role=button]",
    );
    if (touched && event.detail > 0) touched.blur();
  });
}
