// SPDX-License-Identifier: MIT
// A signal that changes five times a second, for countdowns and clocks.
import { signal } from "@preact/signals";

export const tick = signal(Date.now());

// Starts the ticking. Call once per page; without it nothing counts down, as in tests.
export function start_ticking(): void {
  setInterval(() => {
    tick.value = Date.now();
  }, 200);
}
