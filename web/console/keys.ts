// The keyboard: space or Enter does what comes next, figures key the dice; whatever has the focus goes first.
import { entering, erase_face, faces, key_face, mixes } from "./keyed";
import { press_next } from "./stage";
import { dialog, on_duty, table } from "./state";

export function listen_to_keys(): void {
  document.addEventListener("keydown", (event) => {
    if (dialog.value || !on_duty.value || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target as HTMLElement;
    if (at.closest("input, select, textarea")) return;
    const on_something = at.closest("button:not(.next), a, [role=button], [role=tab], [role=tabpanel]:focus-visible");
    if (/^[1-6]$/.test(event.key) && entering.value) key_face(Number(event.key));
    else if (/^[0-9]$/.test(event.key) && table.value?.round?.mixing) mixes.value = Number(event.key);
    else if (event.key === "Backspace" && entering.value) erase_face();
    else if (event.key === "Escape" && entering.value) faces.value = [];
    else if ((event.key === " " || event.key === "Enter") && !on_something) { if (!event.repeat) press_next(); }
    else return;
    event.preventDefault();
  });
  // What was touched does not keep the focus, so that the next key is for what comes next.
  document.addEventListener("click", (event) => {
    const touched = (event.target as Element).closest<HTMLElement>(".left button, .side button, .top button, .board [role=button]");
    if (touched && event.detail > 0) touched.blur();
  });
}
