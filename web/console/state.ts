// What the console knows: the table, who has logged on here, what was said last, which dialog is open.
import { computed, effect, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Role } from "../generated/protocol";
import { Client, Refused, to_server } from "../shared/client";
import { table_number } from "../shared/parts";
import { rules_of } from "../shared/rules";
import { play } from "../shared/sound";
import { refusal_words, t } from "./words";

export const number = table_number();

export interface Person {
  as: number;
  name: string;
  role: Role;
}
export const people = signal<Person[]>([]);
const acting = signal(0);
export const me = computed(
  () => people.value.find((one) => one.as === acting.value) ?? people.value[0] ?? null,
);
export const act_as = (person: number): void => {
  acting.value = person;
};

// After a lost connection nothing is sent again before somebody has logged on anew: an order that
// was never answered would be refused for want of its person.
export const again = signal(false);
let returned: (() => void)[] = [];
export const client = new Client({
  connect: to_server,
  identify: async (line) => {
    if (!people.value.length && !again.value) return;
    people.value = [];
    shut_dialog(); // it would lie over the log-on
    again.value = true;
    line.ask("watch", { topic: `table/${number}` }).catch(() => {});
    await new Promise<void>((resolve) => returned.push(resolve));
  },
});
void client.watch(`table/${number}`).catch(() => {});

export const table = client.topic(`table/${number}`);
export const desk = client.topic(`console/${number}`);
export const places = client.topic(`places/${number}`);
export const rules = computed(() =>
  table.value ? rules_of(table.value.table.rules).value : undefined,
);
export const layout = computed(() => rules.value?.layouts[0]);
// Whoever is not logged on sees nothing of what only staff may see.
export const on_duty = computed(() => Boolean(me.value && desk.value && !desk.value.locked));
export const locked_here = signal(false); // by whoever was here, who stays on duty at the table

// The number of the round in play; none between rounds.
export const round_in_play = computed((): number | undefined => {
  const phase = table.value?.status.phase;
  return phase === "playing" || phase === "held" ? table.value?.round?.number : undefined;
});

// Said anew when the language changes, so it is not a text but how to make one.
export interface Said {
  text: () => string;
  kind: "good" | "bad";
}
export const said = signal<Said | null>(null);
export function tell(text: () => string, kind: Said["kind"] = "good"): void {
  said.value = { text, kind };
  if (kind === "bad") play("refused");
}
export const words_of = (refused: unknown): string =>
  refused instanceof Refused ? refusal_words(refused) : String(refused);
export const tell_refused = (refused: unknown): void => tell(() => words_of(refused), "bad");

// One dialog at a time; a new one takes the place of the old.
export const dialog = signal<{
  key: number;
  round: number | undefined;
  show: () => ComponentChildren;
} | null>(null);
let dialogs = 0;
export function open_dialog(show: () => ComponentChildren): void {
  said.value = null;
  dialog.value = { key: ++dialogs, round: round_in_play.peek(), show };
}
export const shut_dialog = (): void => {
  dialog.value = null;
};

// With nobody here nothing that was open stays open, and what only staff may know is forgotten.
effect(() => {
  if (!on_duty.value) shut_dialog();
});
let somebody = false;
effect(() => {
  const here = people.value.length > 0;
  if (somebody && !here)
    for (const topic of [`console/${number}`, `places/${number}`]) client.unwatch(topic);
  somebody = here;
});

type Place = NonNullable<typeof places.value>["places"][number];
export const name_of_place = (one: Place): string =>
  one.terminal ? t("terminal_n", one.terminal) : (one.player ?? "");

// Which panel is open beside the table.
export const tabs = ["places", "irregularities", "equipment", "staff", "rounds", "limits"] as const;
export type Tab = (typeof tabs)[number];
export const tab = signal<Tab>("irregularities");

client.onentered_elsewhere = (person) => {
  const gone = people.value.find((one) => one.as === person);
  people.value = people.value.filter((one) => one.as !== person);
  if (gone) tell(() => t("gone_elsewhere", gone.name), "bad");
};

const is_open = () =>
  new Promise<void>((resolve) => {
    const stop = effect(() => {
      if (client.status.value !== "open") return;
      resolve();
      queueMicrotask(() => stop());
    });
  });

export async function enter(name: string, password: string): Promise<Person> {
  const answer = await client.ask("enter", { name, password });
  return { as: answer.as!, name: answer.name!, role: answer.role! };
}

export const is_on_staff = (person: Person): boolean =>
  Boolean(desk.value?.staff.some((one) => one.person === person.as));

// Logs on here and at the table, and unlocks the console: the password has just been given.
export async function log_on(name: string, password: string): Promise<void> {
  const person = await enter(name, password);
  people.value = [...people.value.filter((one) => one.as !== person.as), person];
  acting.value = person.as;
  again.value = locked_here.value = false;
  returned.splice(0).forEach((resolve) => resolve());
  await is_open();
  await Promise.all([client.watch(`console/${number}`), client.watch(`places/${number}`)]);
  const by = { table: number, as: person.as };
  if (!is_on_staff(person)) await client.give("LogOn", {}, by);
  if (desk.value?.locked) await client.give("UnlockConsole", {}, by);
}

export async function leave(person: Person): Promise<void> {
  people.value = people.value.filter((one) => one.as !== person.as);
  await client.ask("leave", { as: person.as }).catch(() => {});
}

// Everybody's log-on here ends; at the table they stay on duty.
export function lock(): Promise<unknown> {
  locked_here.value = true;
  return Promise.all(people.value.map(leave));
}

export async function log_off(person: Person): Promise<void> {
  try {
    await client.give("LogOff", {}, { table: number, as: person.as });
    await leave(person);
  } catch (refused) {
    tell_refused(refused);
  }
}
