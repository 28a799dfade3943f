// SPDX-License-Identifier: MIT
// Sends no faster than the server accepts: a token bucket with a burst of 30 and 15 per second.
// (The server's bucket has 40 and 20.) All messages keep their order.
//
// It counts with timers and reads no clock, which may jump.
const burst = 30;
const milliseconds_per_token = 66;

export class Pacer {
  private tokens = burst;
  private queue: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;

  // Runs the action now, or when a token is free for it.
  send(action: () => void): void {
    this.queue.push(action);
    this.drain();
  }

  // Starts again for a new connection. Actions that are still queued are dropped.
  reset(): void {
    this.queue = [];
    this.tokens = burst;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private drain(): void {
    while (this.tokens > 0 && this.queue.length) {
      --this.tokens;
      this.queue.shift()!();
    }
    if (this.timer !== null || this.tokens === burst) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      ++this.tokens;
      this.drain();
    }, milliseconds_per_token);
  }
}
