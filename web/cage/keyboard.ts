// SPDX-License-Identifier: MIT
// Keys of the whole page: the function keys open the panels, and what a barcode reader types goes
// to the panel for tickets, whatever has the focus.
import { Scanner } from "./scanner";
import { panels, type CageState, type Panel } from "./state";

// F5 loads the page again, so it opens nothing.
export const panel_keys: Record<Panel, string> = {
  tickets: "F1",
  sell: "F2",
  hand_pays: "F3",
  accounts: "F4",
  chips: "F6",
  tables: "F7",
  shift: "F8",
  find: "F9",
};

// Takes the digits that the reader has typed out of the field that had the focus.
function remove_typed(number: string): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement) || field.name === "number") return;
  const { value } = field;
  if (!value.endsWith(number)) return;
  field.value = value.slice(0, -number.length);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export function listen_to_keys(state: CageState): void {
  const scanner = new Scanner();
  addEventListener(
    "keydown",
    (event) => {
      if (!state.me.value) return;
      const number = scanner.press(event.key, event.timeStamp);
      const covered = state.dialog.value ?? state.sign_dialog.value;
      if (number && !covered) {
        event.preventDefault();
        event.stopPropagation();
        remove_typed(number);
        state.open_panel("tickets");
        state.scanned.value = { number, at: event.timeStamp };
        return;
      }
      const panel = panels.find((one) => panel_keys[one] === event.key);
      const is_plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
      if (!panel || !is_plain) return;
      event.preventDefault();
      if (!covered) state.open_panel(panel);
    },
    { capture: true },
  );
}
