// SPDX-License-Identifier: MIT
// The one action that comes next at the table, and the big button that gives it.
import { computed, effect, signal } from "@preact/signals";
import { next_step, type NextStep } from "./next_steps";
import type { ConsolePage } from "./page";

const debounce_milliseconds = 250;

export class NextAction {
  // False right after the action has changed: a second touch of the same press must not give the
  // next order.
  readonly is_pressable = signal(true);

  // A wrong result that was reported in this round, with the roll that it is about. Nothing is lit
  // or paid for it before it is corrected. The incident stays after the correction, until somebody
  // resolves it.
  private reported = signal<{ incident: number; roll: string } | null>(null);

  constructor(private page: ConsolePage) {
    const { table, console_topic } = page.state;
    effect(() => {
      const round = table.value?.round;
      const incident = console_topic.value?.incidents.find(
        (one) => one.cause === "wrong-result" && one.round === round?.number,
      );
      if (!incident || !round?.roll) this.reported.value = null;
      else if (this.reported.peek()?.incident !== incident.incident)
        this.reported.value = { incident: incident.incident, roll: round.roll.join(" ") };
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    effect(() => {
      void this.name.value;
      this.is_pressable.value = false;
      clearTimeout(timer);
      timer = setTimeout(() => {
        this.is_pressable.value = true;
      }, debounce_milliseconds);
    });
  }

  // The reported wrong result, while it can still be corrected before the payment.
  readonly wrong_result = computed(() => {
    const reported = this.reported.value;
    const { round, status } = this.page.state.table.value ?? {};
    const unpaid = status?.phase === "playing" && round?.next !== "clear";
    return reported && unpaid && round?.roll?.join(" ") === reported.roll ? reported : null;
  });

  readonly next = computed((): NextStep | null => next_step(this.page));

  // What tells one action from the next.
  private name = computed(() =>
    this.next.value?.repeats ? this.next.value.about : this.next.value?.order,
  );

  // Whether the next action can be given: what happened must be acknowledged first.
  readonly is_ready = computed(
    () => this.next.value?.ready === true && !this.page.alerts.open.value.length,
  );

  // Gives the next action, unless it is not ready or has only just changed.
  readonly press = (): void => {
    const { busy } = this.page.state;
    if (this.is_ready.value && !busy.value && this.is_pressable.value) this.next.value?.run();
  };
}
