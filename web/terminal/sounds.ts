// SPDX-License-Identifier: MIT
// Sounds for what the player may not see: betting opens or closes, dice tumble, a win.
import { effect } from "@preact/signals";
import { play } from "../shared/sound";
import type { Reveal } from "./reveal";
import type { TerminalState } from "./state";

// Plays a sound with every change from now on. The first state of a page is silent.
export function play_sounds(state: TerminalState, reveal: Reveal): void {
  let before: { open: boolean; mixing: boolean; outcome: boolean } | null = null;
  effect(() => {
    if (!state.table.value) return;
    const outcome = reveal.outcome.value;
    const now = {
      open: Boolean(state.round.value?.betting),
      mixing: Boolean(state.round.value?.mixing),
      outcome: outcome !== null,
    };
    if (before && now.open !== before.open) play(now.open ? "open" : "closed");
    if (before && now.mixing && !before.mixing) play("tumble");
    // A fanfare only for more than was staked: less is not a win.
    if (before && outcome && !before.outcome && (outcome.payout ?? 0) > (outcome.staked ?? 0))
      play("win");
    before = now;
  });
}
