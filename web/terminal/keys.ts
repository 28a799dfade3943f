// Keys that work anywhere on the page; those of the felt are the felt's own (shared/felt.tsx). They can be turned off:
// whoever speaks to the machine, or rests a hand on it, would bet by accident.
import { signal } from "@preact/signals";
import { clear, double, rebet, undo } from "./orders";
import { chips, choose_chip, dialog } from "./state";

const is_typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches("input, textarea, select") || target.isContentEditable);

const does: Record<string, () => void> = {
  u: undo,
  c: clear,
  r: rebet,
  d: double,
  h: () => {
    dialog.value = { kind: "history" };
  },
  f: () => {
    dialog.value = { kind: "favourites" };
  },
  v: () => {
    dialog.value = { kind: "verify" };
  },
  "?": () => {
    dialog.value = { kind: "help" };
  },
};

export const keys_on = signal(localStorage.getItem("keys") !== "off");
export function switch_keys(): void {
  keys_on.value = !keys_on.value;
  localStorage.setItem("keys", keys_on.value ? "on" : "off");
}

function press(event: KeyboardEvent): void {
  if (!keys_on.value && !event.key.startsWith("Arrow")) return;
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    is_typing(event.target) ||
    document.querySelector("dialog[open]")
  )
    return;
  const amount = /^[1-9]$/.test(event.key) ? chips.value[Number(event.key) - 1] : undefined;
  const action = does[event.key.toLowerCase()];
  if (amount) choose_chip(amount);
  else if (action && !event.repeat) action();
  else if (event.key.startsWith("Arrow") && !document.activeElement?.closest("[data-spot]")) {
    document.querySelector<SVGElement>('.felt-frame [data-spot][tabindex="0"]')?.focus();
  } else return;
  event.preventDefault();
}

export const listen_to_keys = (): void => document.addEventListener("keydown", press);
