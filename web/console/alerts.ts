// SPDX-License-Identifier: MIT
// Incidents that this console did not report itself: what a device sensed, lights that failed, what
// another console reported. Somebody here must acknowledge each before the next action is given.
//
// To acknowledge is to have seen it. It sends nothing: the incident stays until it is resolved.
import { computed, effect, signal } from "@preact/signals";
import type { ConsoleTopic } from "../generated/protocol";
import type { ConsoleState } from "./state";

export type Incident = ConsoleTopic["incidents"][number];

export class Alerts {
  private acknowledged = signal<ReadonlySet<number>>(new Set()); // or reported here

  constructor(private state: ConsoleState) {
    // What is old news when somebody comes to this console does not keep the table waiting.
    let was_known = false;
    effect(() => {
      const incidents = state.console_topic.value?.incidents;
      if (incidents && !was_known)
        this.add(
          incidents.filter((one) => one.round !== this.shown_round()).map((one) => one.incident),
        );
      was_known = incidents !== undefined;
    });
    state.on_reported = (incidents) => this.add(incidents);
  }

  private add(incidents: number[]): void {
    this.acknowledged.value = new Set([...this.acknowledged.peek(), ...incidents]);
  }

  private shown_round = (): number | undefined => this.state.table.value?.round?.number;

  // Incidents that nobody here has acknowledged yet, the oldest first.
  readonly open = computed((): Incident[] =>
    (this.state.console_topic.value?.incidents ?? []).filter(
      (one) => !this.acknowledged.value.has(one.incident),
    ),
  );

  readonly acknowledge = (one: Incident): void => {
    this.add([one.incident]);
  };

  // Whether the lights of the round at the table are known not to show its result.
  readonly lights_failed = computed(
    () =>
      this.state.console_topic.value?.round_progress?.lights_failed === true ||
      (this.state.console_topic.value?.incidents ?? []).some(
        (one) => one.cause === "lights-failed" && one.round === this.shown_round(),
      ),
  );
}
