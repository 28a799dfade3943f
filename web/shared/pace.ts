// Sends no faster than the server takes it: so many at once, then one at a time, all in their order.
//
// It counts with timers and asks no clock, which may jump.
const at_once = 30; // the server takes 40
const milliseconds_each = 66; // fifteen a second; the server takes 20

export class Pace {
  private free = at_once;
  private queue: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;

  // Now, or when it is its turn.
  send(one: () => void): void {
    this.queue.push(one);
    this.go_on();
  }

  // A new line: what waited for the old one is not sent, and the server counts anew.
  start_over(): void {
    this.queue = [];
    this.free = at_once;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private go_on(): void {
    while (this.free > 0 && this.queue.length) {
      --this.free;
      this.queue.shift()!();
    }
    if (this.timer !== null || this.free === at_once) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      ++this.free;
      this.go_on();
    }, milliseconds_each);
  }
}
