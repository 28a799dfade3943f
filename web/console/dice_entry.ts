// SPDX-License-Identifier: MIT
// The dice as they are keyed in, before they are sent, and the count of shakes by hand.
import { computed, effect, signal } from "@preact/signals";
import type { ConsoleState } from "./state";

type Roll = [number, number, number];
export interface EnteredRoll {
  roll: Roll;
  by: "hand" | "keyed" | "reading"; // keyed here just now, keyed before, read by a device
}

export class DiceEntry {
  readonly faces = signal<number[]>([]); // keyed here, not sent yet
  readonly mixes = signal(0); // shakes by hand since the mix began, counted by the dealer

  constructor(private state: ConsoleState) {
    effect(() => {
      if (!this.entering.value) this.faces.value = [];
    });
    effect(() => {
      if (!state.table.value?.round?.mixing) this.mixes.value = 0;
    });
  }

  // Whether the result of the round is to be entered now.
  readonly entering = computed(() => {
    const table = this.state.table.value;
    return table?.status.phase === "playing" && table.round?.next === "enter";
  });

  readonly key_face = (face: number): void => {
    this.faces.value = this.faces.value.length < 3 ? [...this.faces.value, face] : [face];
  };
  readonly erase_face = (): void => {
    this.faces.value = this.faces.value.slice(0, -1);
  };

  // The roll that would become the result; null while it is incomplete.
  readonly entered = computed((): EnteredRoll | null => {
    const dice = this.state.console_topic.value?.round_progress;
    const faces = this.faces.value;
    if (faces.length === 3) return { roll: faces as Roll, by: "hand" };
    if (faces.length) return null;
    if (dice?.keyed) return { roll: dice.keyed, by: "keyed" };
    return dice?.reading ? { roll: dice.reading, by: "reading" } : null;
  });

  // How many shakes the rules require of the mixer in use.
  readonly mixes_needed = computed(() => {
    const { table, console_topic, rules, round_in_play } = this.state;
    const mixer = round_in_play.value
      ? table.value?.round?.mixer
      : console_topic.value?.equipment.mixer;
    return rules.value?.equipment.mixers.find((one) => one.kind === mixer)?.mixes_min ?? 3;
  });
  // Whether the dealer counts shakes now: no device does at this table.
  readonly counting = computed(() => {
    const table = this.state.table.value;
    return Boolean(
      table?.status.phase === "playing" && table.round?.mixing && table.table.tumbler === "none",
    );
  });
  // How many more shakes the rules require in this round.
  readonly mixes_missing = computed(() =>
    Math.max(
      0,
      this.mixes_needed.value - this.mixes.value - (this.state.table.value?.round?.mixes ?? 0),
    ),
  );
  readonly count = (step: 1 | -1): void => {
    this.mixes.value = Math.max(0, this.mixes.value + step);
  };
}
