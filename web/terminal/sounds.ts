// SPDX-License-Identifier: MIT
// Sounds for what the player may not see: betting opens or closes, dice tumble and land, a win.
import { effect } from "@preact/signals";
import { play, type Sound } from "../shared/sound";
import type { Reveal } from "./reveal";
import type { TerminalState } from "./state";

// What the sounds depend on.
export interface SoundState {
  open: boolean; // bets can be placed
  mixing: boolean;
  landed: boolean;
  won: boolean; // more than was staked: less is not a win
}

// The sounds of a change. At a live table the dealer's voice opens and closes betting, and nothing
// sounds in its place.
export function sounds_of(before: SoundState, now: SoundState, is_live: boolean): Sound[] {
  const sounds: (Sound | false)[] = [
    now.open !== before.open && !is_live && (now.open ? "open" : "closed"),
    now.mixing && !before.mixing && "tumble",
    now.landed && !before.landed && "land",
    now.won && !before.won && "win",
  ];
  return sounds.filter((one) => one !== false);
}

// Plays a sound with every change from now on. The first state of a page is silent.
export function play_sounds(state: TerminalState, reveal: Reveal): void {
  let before: SoundState | null = null;
  effect(() => {
    const table = state.table.value;
    if (!table) return;
    const outcome = reveal.outcome.value;
    const now = {
      open: Boolean(state.round.value?.betting),
      mixing: Boolean(state.round.value?.mixing),
      landed: reveal.has_landed.value,
      won: (outcome?.payout ?? 0) > (outcome?.staked ?? 0),
    };
    const is_live = !table.table.terminals && table.table.mode !== "automatic";
    if (before) for (const one of sounds_of(before, now, is_live)) play(one);
    before = now;
  });
}
