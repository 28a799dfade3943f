// SPDX-License-Identifier: MIT
// Keys that work anywhere on the page; the felt has its own (shared/felt_keys.ts). They can be
// turned off: a person who uses voice control, or rests a hand on the keys, would bet by accident.
import { signal } from "@preact/signals";
import type { BetOrders } from "./bet_orders";
import type { KeyValueStorage } from "./identity";
import type { TerminalState } from "./state";

const is_typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches("input, textarea, select") || target.isContentEditable);

export class Keyboard {
  readonly enabled;

  constructor(
    private state: TerminalState,
    private bets: BetOrders,
    private store: KeyValueStorage, // kept on this terminal
  ) {
    this.enabled = signal(store.getItem("keys") !== "off");
  }

  readonly switch_keys = (): void => {
    this.enabled.value = !this.enabled.value;
    this.store.setItem("keys", this.enabled.value ? "on" : "off");
  };

  // Call once per page; needs a browser.
  listen(): void {
    document.addEventListener("keydown", (event) => this.on_key(event));
  }

  private action_of(key: string): (() => void) | undefined {
    const { undo, clear, rebet, double } = this.bets;
    const open = (kind: "history" | "favourites" | "verify" | "help") => () => {
      this.state.dialog.value = { kind };
    };
    const actions: Record<string, () => void> = {
      u: undo,
      c: clear,
      r: rebet,
      d: double,
      e: () => {
        this.state.eraser.value = !this.state.eraser.value;
      },
      h: open("history"),
      f: open("favourites"),
      v: open("verify"),
      "?": open("help"),
    };
    return actions[key.toLowerCase()];
  }

  private on_key(event: KeyboardEvent): void {
    const is_arrow = event.key.startsWith("Arrow");
    if (event.key === "Escape" && this.state.lifted.value !== null) return this.bets.lift(null);
    if (!this.enabled.value && !is_arrow) return;
    if (event.ctrlKey || event.metaKey || event.altKey || is_typing(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const chip = /^[1-9]$/.test(event.key)
      ? this.state.chips.value[Number(event.key) - 1]
      : undefined;
    const action = this.action_of(event.key);
    if (chip) this.state.choose_chip(chip);
    else if (action && !event.repeat) action();
    else if (is_arrow && !document.activeElement?.closest("[data-spot]"))
      document.querySelector<SVGElement>('.felt-frame [data-spot][tabindex="0"]')?.focus();
    else return;
    event.preventDefault();
  }
}
