// What the terminal knows: its place, the table, its own money and bets. The server's word is the only one.
import { computed, effect, signal, untracked } from "@preact/signals";
import type { SeatTopic, TableTopic, TerminalTopic } from "../generated/protocol";
import { chips_for } from "../shared/chip";
import { Client, Refused, to_server } from "../shared/client";
import { table_number, tick } from "../shared/parts";
import { Promises } from "../shared/promises";
import { rules_of } from "../shared/rules";
import { prefer_language } from "../shared/words";
import { stakes_of, type Bet } from "./bets";
import { kept_key, prove, sit } from "./identity";

const asked = new URLSearchParams(location.search);
const key = kept_key();
const has_key = key !== null && (!asked.has("table") || key.table === table_number());
export const number = has_key ? key.table : table_number();
export const is_enrolling = asked.has("enrol"); // a page of its own, where nobody sits down
export const layout_asked = asked.get("layout") ?? "";

export const place = signal<{
  topic: `terminal/${number}` | `seat/${number}`;
  number: number;
} | null>(null);
export const no_place = signal<string | null>(null); // why

async function identify(one: Client): Promise<void> {
  if (is_enrolling) return void (await one.watch("property"));
  try {
    const { layouts } = (await one.watch(`table/${number}`)).table;
    if (layout_asked && !layouts.includes(layout_asked)) throw new Refused("no_such_layout");
    const answer = has_key ? await prove(one, key) : await sit(one, number, layout_asked);
    no_place.value = null;
    if (place.value && place.value.topic !== answer.topic) one.drop_orders(); // they were given elsewhere
    place.value = { topic: answer.topic as `terminal/${number}`, number: answer.number ?? 0 };
    await one.watch(answer.topic!);
  } catch (refused) {
    if (refused instanceof Refused && refused.reason === "connection_lost") throw refused;
    no_place.value = refused instanceof Refused ? refused.reason : "bad_message";
    place.value = null;
    one.drop_orders();
    await one.watch("property"); // whoever asks for nothing is hung up on
  }
}

export const client = new Client({ connect: to_server, identify });

export const table = computed((): TableTopic | undefined => client.topic(`table/${number}`).value);
export const round = computed(() => table.value?.round ?? null);
// The server closes; but when its word is late, because the line is dead, a felt that still seems open would deceive.
const late_milliseconds = 1_500;
export const is_open = computed(() => {
  const one = round.value;
  if (!one?.betting || client.status.value !== "open") return false;
  return !one.closes_at || (void tick.value, client.now() < one.closes_at + late_milliseconds);
});
export const is_seat = computed(() => place.value?.topic.startsWith("seat/") ?? false);

// A terminal and a seat at a shared felt know the same, but for who looks after them.
type Own = Omit<TerminalTopic, "place"> & {
  place: Partial<TerminalTopic["place"]> &
    Partial<NonNullable<SeatTopic["place"]>> & { layout: string; stay: number };
};
const no_money = { credit: 0, staked: 0, owed: 0, unclaimed: 0 };
export const mine = computed((): Own | undefined => {
  const parts =
    place.value && (client.topic(place.value.topic).value as TerminalTopic | SeatTopic | undefined);
  if (!parts?.place) return undefined;
  return {
    place: parts.place,
    money: parts.money ?? no_money,
    bets: parts.bets ?? [],
    last: parts.last ?? null,
  };
});
// The seat was given up while its player looked on.
export const seat_ended = computed(() => {
  const parts = place.value && (client.topic(place.value.topic).value as SeatTopic | undefined);
  return Boolean(parts && (parts.place === null || parts.place?.ended));
});

export const rules = computed(() =>
  table.value ? rules_of(table.value.table.rules).value : undefined,
);
export const layout = computed(() => {
  const id = mine.value?.place.layout;
  return rules.value?.layouts.find((one) => one.id === id);
});
export const currency = computed(() => table.value?.table.currency ?? "");

export const chips = computed(() => {
  const about = table.value?.table;
  return about ? chips_for(about.chip, about.limit.min, about.limit.max) : [];
});
const chip_chosen = signal(0);
export const chip = computed(() =>
  chips.value.includes(chip_chosen.value) ? chip_chosen.value : (chips.value[0] ?? 0),
);
export const choose_chip = (amount: number): void => {
  chip_chosen.value = amount;
};

export const stakes = computed(() => stakes_of(mine.value?.bets ?? []));
export const others = computed(() => {
  const sums = new Map<string, number>();
  for (const one of table.value?.chips ?? []) {
    if (one.seat !== mine.value?.place.stay)
      sums.set(one.spot, (sums.get(one.spot) ?? 0) + one.stake);
  }
  return sums;
});

// Dice tumble for a moment before they lie; until then nothing is told that would give them away.
const tumble_milliseconds = 1_100;
const still =
  typeof matchMedia !== "undefined" && matchMedia("(prefers-reduced-motion: reduce)").matches;
const landed = signal(-1); // the round whose dice lie
let seen_without_roll = -1;
effect(() => {
  const one = round.value;
  if (!one) return;
  if (!one.roll) {
    seen_without_roll = one.number;
    return;
  }
  if (landed.peek() === one.number) return;
  const wait = seen_without_roll === one.number && !still ? tumble_milliseconds : 0;
  if (!wait) landed.value = one.number;
  else
    setTimeout(() => {
      landed.value = one.number;
    }, wait);
});
export const has_landed = computed(
  () => Boolean(round.value?.roll) && landed.value === round.value?.number,
);

// While they tumble, money, chips and results stay as they were.
export const is_tumbling = computed(() => Boolean(round.value?.roll) && !has_landed.value);
const settled_now = computed(() => {
  const last = mine.value?.last;
  return is_tumbling.value && last?.round === round.value?.number && last?.ended === "settled"
    ? last
    : null;
});
export const shown_money = computed(() => {
  const money = mine.value?.money ?? no_money;
  const one = settled_now.value;
  return one
    ? { ...money, credit: money.credit - (one.back ?? 0), staked: one.staked ?? 0 }
    : money;
});
export const shown_stakes = computed(() => {
  const bets = (outcome.value ?? settled_now.value)?.bets; // a result's chips lie where they lay
  return bets ? stakes_of(bets) : stakes.value;
});
export const shown_results = computed(() => {
  const { last, rolls } = table.value!.results;
  const early = is_tumbling.value && last === round.value?.number;
  return early ? { last: last - 1, rolls: rolls.slice(1) } : { last, rolls };
});

// How the round went here, from when it is paid until the next one opens. Where the lights are cleared after that,
// it is paid long before it is over: then its bets have what came back.
export const outcome = computed((): TerminalTopic["last"] => {
  const one = round.value;
  if (!one || (one.roll && !has_landed.value)) return null;
  const last = mine.value?.last;
  if (last?.round === one.number && one.ended !== "none") return last;
  const bets = mine.value?.bets ?? [];
  if (!one.roll || !bets.length || bets.some((bet) => bet.back === undefined)) return null;
  const total = (of: "stake" | "back") => bets.reduce((sum, bet) => sum + (bet[of] ?? 0), 0);
  return {
    round: one.number,
    roll: one.roll,
    ended: "settled",
    void_for: null,
    manual: one.manual,
    bets,
    staked: total("stake"),
    back: total("back"),
  };
});

// The bets to place again: of the last round in which whoever sits here had any.
const again_kept = `again/${number}/${layout_asked}`;
interface Again {
  stay: number;
  bets: Bet[];
}
const read_again = (): Again => {
  try {
    const one = JSON.parse(sessionStorage.getItem(again_kept) ?? "null") as Partial<Again> | null;
    return { stay: one?.stay ?? 0, bets: Array.isArray(one?.bets) ? one.bets : [] };
  } catch {
    return { stay: 0, bets: [] };
  }
};
const kept_again = signal<Again>(read_again());
export const again = computed((): Bet[] =>
  kept_again.value.stay === mine.value?.place.stay ? kept_again.value.bets : [],
);
effect(() => {
  const last = mine.value?.last;
  if (!last?.bets?.length) return;
  kept_again.value = {
    stay: mine.value!.place.stay,
    bets: last.bets.map(({ spot, stake }) => ({ spot, amount: stake })),
  };
  sessionStorage.setItem(again_kept, JSON.stringify(kept_again.value));
});

const kept_win = signal({ stay: 0, back: 0 });
export const last_win = computed(() =>
  kept_win.value.stay === mine.value?.place.stay ? kept_win.value.back : 0,
);
effect(() => {
  const last = mine.value?.last;
  const one = outcome.value ?? (last?.round !== round.value?.number ? last : null);
  if (one?.bets?.length)
    kept_win.value = {
      stay: mine.value!.place.stay,
      back: one.ended === "settled" && !one.returned ? (one.back ?? 0) : 0,
    };
});

export const promises = new Promises(`promises/${number}`, sessionStorage);
effect(() => {
  if (table.value) promises.take(table.value);
});

// Only when the table's own language becomes known: a choice of the person's must not come back here.
const table_language = computed(() => table.value?.table.language);
effect(() => {
  const one = table_language.value;
  if (one) untracked(() => prefer_language(one));
});

export const dialog = signal<
  | { kind: "history" | "rules" | "help" | "verify" | "cash" | "favourites" }
  | { kind: "spot"; spot: string }
  | null
>(null);
export const aimed = signal<string | null>(null); // over which a chip is dragged
