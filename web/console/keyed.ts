// The dice as they are keyed in, before they go anywhere, and how often a mixer was shaken by hand.
import { computed, effect, signal } from "@preact/signals";
import { perform } from "./orders";
import { desk, round_in_play, rules, table } from "./state";

export const entering = computed(
  () => table.value?.status.phase === "playing" && table.value.round?.next === "enter",
);
export const faces = signal<number[]>([]);
effect(() => {
  if (!entering.value) faces.value = [];
});

export function key_face(face: number): void {
  faces.value = faces.value.length < 3 ? [...faces.value, face] : [face];
}
export const erase_face = (): void => {
  faces.value = faces.value.slice(0, -1);
};

type Roll = [number, number, number];
export interface Found {
  roll: Roll;
  by: "hand" | "keyed" | "reading";
}
// What would become the result: what was just keyed, else what was keyed before, else the reading.
export const found = computed((): Found | null => {
  const seen = desk.value?.seen;
  if (faces.value.length === 3) return { roll: faces.value as Roll, by: "hand" };
  if (faces.value.length) return null;
  if (seen?.keyed) return { roll: seen.keyed, by: "keyed" };
  return seen?.reading ? { roll: seen.reading, by: "reading" } : null;
});

export async function commit(): Promise<void> {
  const one = found.value;
  if (!one) return;
  if (one.by === "hand" && !(await perform("KeyDice", { dice: one.roll }, true))) return;
  await perform("EnterResult", { roll: one.roll }, true);
}

const mixer_in_use = computed(() =>
  round_in_play.value ? table.value?.round?.mixer : desk.value?.equipment.mixer,
);
export const mixes_needed = computed(
  () =>
    rules.value?.equipment.mixers.find((one) => one.kind === mixer_in_use.value)?.mixes_min ?? 3,
);
export const mixes = signal(3);
effect(() => {
  if (!table.value?.round?.mixing) mixes.value = mixes_needed.value;
});
// Where nothing counts by itself.
export const counting = computed(() =>
  Boolean(
    table.value?.status.phase === "playing" &&
      table.value.round?.mixing &&
      table.value.table.tumbler === "none",
  ),
);
export const count = (step: 1 | -1): void => {
  mixes.value = Math.max(0, mixes.value + step);
};
