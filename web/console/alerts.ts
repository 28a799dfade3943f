// SPDX-License-Identifier: MIT
// Incidents that this console did not report itself: what a device sensed, lights that failed, what
// another console reported. Somebody here must acknowledge each before the next action is given.
//
// To acknowledge is to have seen it. It sends nothing: the incident stays until it is resolved.
import { computed, effect, signal } from "@preact/signals";
import type { Cause, ConsoleTopic, Orders } from "../generated/protocol";
import type { ConsoleState } from "./state";

export type Incident = ConsoleTopic["incidents"][number];

// The cause that an order of this console puts on record: whoever gives it knows.
function cause_of<Name extends keyof Orders>(order: Name, fields: Orders[Name]): Cause | null {
  switch (order) {
    case "Report":
      return (fields as Orders["Report"]).cause;
    case "EndMix":
      return "short-mix";
    case "Uncover":
      return "not-flat";
    case "ReportLights":
      return "lights-failed";
    case "ReportLayout":
      return "moved-chips";
    default:
      return null;
  }
}
const name_of = (round: number, cause: Cause): string => `${round} ${cause}`;

export class Alerts {
  private acknowledged = signal<ReadonlySet<number>>(new Set()); // incidents
  private own = signal<ReadonlySet<string>>(new Set()); // reported here, by round and cause

  constructor(private state: ConsoleState) {
    // What is old news when somebody comes to this console does not keep the table waiting.
    let was_known = false;
    effect(() => {
      const incidents = state.console_topic.value?.incidents;
      if (incidents && !was_known)
        this.acknowledged.value = new Set([
          ...this.acknowledged.peek(),
          ...incidents.filter((one) => one.round !== this.shown_round()).map((one) => one.incident),
        ]);
      was_known = incidents !== undefined;
    });
    state.on_order = (order, fields) => {
      const cause = cause_of(order, fields);
      const round = state.round_in_play.peek() ?? 0;
      if (cause) this.own.value = new Set([...this.own.peek(), name_of(round, cause)]);
    };
  }

  private shown_round = (): number | undefined => this.state.table.value?.round?.number;

  // Incidents that nobody here has acknowledged yet, the oldest first.
  readonly open = computed((): Incident[] =>
    (this.state.console_topic.value?.incidents ?? []).filter(
      (one) =>
        !this.acknowledged.value.has(one.incident) &&
        !this.own.value.has(name_of(one.round, one.cause)),
    ),
  );

  readonly acknowledge = (one: Incident): void => {
    this.acknowledged.value = new Set([...this.acknowledged.value, one.incident]);
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
