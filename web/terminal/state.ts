// SPDX-License-Identifier: MIT
// The state of the Player Terminal: its place, the table, its own money and bets.
//
// Everything here is what the server sent, or follows from it; nothing decides what is allowed. A
// test can make one with a fake socket and a store in memory. No page and no drawing.
import { computed, effect, signal, untracked, type ReadonlySignal } from "@preact/signals";
import type { SeatTopic, TableTopic, TerminalTopic } from "../generated/protocol";
import { chips_for } from "../shared/chip";
import { Client, reason_of, Refused, type Socket } from "../shared/client";
import { SeenCommitments } from "../shared/commitments";
import { laid_after, sum_by_spot, type LaidChips } from "../shared/laid_chips";
import { rules_of, type Rules } from "../shared/rules";
import { tick } from "../shared/tick";
import { prefer_language } from "../shared/words";
import { stakes_of } from "./bets";
import { authenticate, join_table, type KeyValueStorage } from "./identity";
import type { TerminalKey } from "./terminal_key";

export interface TerminalOptions {
  table_number: number;
  layout: string; // of the felt to play on; "": any layout of the table
  is_enrolling: boolean; // the page enrols a terminal and joins no table
  key: TerminalKey | null; // of an enrolled terminal; null: a guest joins
  connect: (server: string) => Socket;
  store: KeyValueStorage; // kept as long as the window
  local_storage: KeyValueStorage; // kept on this terminal, for every player
  rules_of?: (hash: string) => ReadonlySignal<Rules | undefined>;
}

// Where a player is: a terminal, or a seat at a shared felt.
export interface Place {
  topic: `terminal/${number}` | `seat/${number}`;
  number: number;
}

// A terminal and a seat have the same parts, except for who attends to them.
export type BetLogEntry = NonNullable<TerminalTopic["bet_log"]>[number];
export type Cash = NonNullable<TerminalTopic["cash"]>;
export type Movement = NonNullable<TerminalTopic["cash_log"]>[number];
export type Ticket = NonNullable<TerminalTopic["tickets"]>[number];
export type OwnLimits = NonNullable<TerminalTopic["own_limits"]>;
type OfServer = "place" | "bet_log" | "cash" | "cash_log" | "tickets" | "own_limits";
type Own = Omit<TerminalTopic, OfServer> & {
  own_limits: OwnLimits | null; // that the player has chosen; null: none
  cash: Cash | null; // the cabinet of a terminal; null at a felt and without a cash policy
  cash_log: Movement[]; // oldest first
  tickets: Ticket[] | null; // that came out of a simulated cabinet; null for any other
  bet_log: BetLogEntry[]; // what happened to the bets without an order of the player, oldest first
  place: Partial<TerminalTopic["place"]> &
    Partial<NonNullable<SeatTopic["place"]>> & { layout: string; stay: number };
};
export const no_money = { credit: 0, staked: 0, owed: 0, unclaimed: 0 };

export interface Dragged {
  amount: number;
  x: number; // in the window
  y: number;
}
export type OpenDialog =
  | { kind: "history"; tab?: "rounds" | "bets" | "roads" }
  | { kind: "rules" | "help" | "verify" | "cash" | "favourites" | "session" }
  | { kind: "spot"; spot: string };

// The limit that holds now: `next` takes the place of `current` at the time `from`.
export const in_force = (limit: OwnLimits["loss"], at: number): number | null =>
  at < limit.from ? limit.current : limit.next;

// The server closes betting. If its message is late because the connection is dead, a felt that
// still seems open would deceive: this long after the closing time the felt closes by itself.
const late_milliseconds = 1_500;

export class TerminalState {
  readonly table_number: number;
  readonly layout_wanted: string;
  readonly client: Client;
  readonly commitments: SeenCommitments;

  readonly place = signal<Place | null>(null);
  readonly place_refusal = signal<string | null>(null); // the reason why there is no place
  readonly dialog = signal<OpenDialog | null>(null);
  readonly eraser = signal(false); // whether a touch on a spot takes the stake back
  readonly dragged = signal<Dragged | null>(null); // the chip that follows the finger
  readonly aimed = signal<string | null>(null); // the spot over which a chip is dragged
  readonly lifted = signal<string | null>(null); // the spot whose stack is in hand, to be moved

  constructor(private options: TerminalOptions) {
    this.table_number = options.table_number;
    this.layout_wanted = options.layout;
    this.commitments = new SeenCommitments(`commitments/${options.table_number}`, options.store);
    this.client = new Client({
      connect: options.connect,
      identify: (client) => this.identify(client),
    });
    effect(() => {
      if (this.table.value) this.commitments.record(this.table.value);
    });
    effect(() => {
      if (this.table.value) this.laid.value = laid_after(this.laid.peek(), this.table.value);
    });
    // The eraser goes back when betting closes: in the next round a touch places a chip again.
    const is_betting = computed(() => Boolean(this.round.value?.betting));
    effect(() => {
      if (!is_betting.value) this.eraser.value = false;
    });
    // Only when the table's language becomes known: a person's own choice stays.
    const language = computed(() => this.table.value?.table.language);
    effect(() => {
      const one = language.value;
      if (one) untracked(() => prefer_language(one));
    });
  }

  readonly table = computed(
    (): TableTopic | undefined => this.client.topic(`table/${this.table_number}`).value,
  );
  // The round in play; between rounds the one that ended last (`ended` is then not "none").
  readonly round = computed(() => this.table.value?.round ?? null);

  // Whether bets can be placed.
  readonly is_open = computed(
    () =>
      Boolean(this.round.value?.betting) &&
      this.client.status.value === "open" &&
      !this.own_stop.value &&
      !this.is_time_over.value,
  );
  // Whether the time to bet has run out and the server is about to close betting.
  readonly is_time_over = computed((): boolean => {
    const round = this.round.value;
    // Where the dice are mixed before the close, betting stays open until they are.
    if (!round?.betting || !round.closes_at || round.next !== "close") return false;
    void tick.value;
    return this.client.now() >= round.closes_at + late_milliseconds;
  });
  // Why the server takes no bets by the player's own choice; it decides, this closes the felt.
  readonly own_stop = computed((): "on_a_break" | "own_time_limit_reached" | null => {
    const limits = this.own.value?.own_limits;
    if (!limits) return null;
    void tick.value;
    const now = this.client.now();
    if (now < limits.break_until) return "on_a_break";
    const until = in_force(limits.time, now);
    return until !== null && until <= now ? "own_time_limit_reached" : null;
  });
  readonly is_seat = computed(() => this.place.value?.topic.startsWith("seat/") ?? false);

  // The player's own place, money, bets and last round; undefined until the server has sent them.
  readonly own = computed((): Own | undefined => {
    const parts = this.own_topic();
    if (!parts?.place) return undefined;
    const of_terminal = parts as Partial<TerminalTopic>; // a felt has none of its parts
    return {
      place: parts.place,
      money: parts.money ?? no_money,
      bets: parts.bets ?? [],
      last: parts.last ?? null,
      own_limits: parts.own_limits ?? null,
      bet_log: parts.bet_log ?? [],
      cash: of_terminal.cash ?? null,
      cash_log: of_terminal.cash_log ?? [],
      tickets: of_terminal.tickets ?? null,
    };
  });
  // Whether staff closed the seat while its player was looking on.
  readonly seat_ended = computed(() => {
    const parts = this.own_topic() as SeatTopic | undefined;
    return Boolean(parts && (parts.place === null || parts.place?.ended));
  });

  readonly rules = computed(() =>
    this.table.value
      ? (this.options.rules_of ?? rules_of)(this.table.value.table.rules).value
      : undefined,
  );
  readonly layout = computed(() => {
    const id = this.own.value?.place.layout;
    return this.rules.value?.layouts.find((one) => one.id === id);
  });
  readonly currency = computed(() => this.table.value?.table.currency ?? "");

  // The sizes of chips in the tray, and the one that is chosen.
  readonly chips = computed(() => {
    const about = this.table.value?.table;
    return about ? chips_for(about.chip, about.limit.min, about.limit.max) : [];
  });
  private chip_chosen = signal(0);
  readonly chip = computed(() =>
    this.chips.value.includes(this.chip_chosen.value)
      ? this.chip_chosen.value
      : (this.chips.value[0] ?? 0),
  );
  readonly choose_chip = (amount: number): void => {
    this.chip_chosen.value = amount;
    this.eraser.value = false;
  };

  // Stakes by spot: the player's own, and everybody else's at a shared felt, where they lie until
  // the next round.
  readonly stakes = computed(() => stakes_of(this.own.value?.bets ?? []));
  readonly laid = signal<LaidChips | null>(null);
  readonly chips_of_others = computed(() =>
    (this.laid.value?.chips ?? []).filter((one) => one.stay !== this.own.value?.place.stay),
  );
  readonly others = computed(() => sum_by_spot(this.chips_of_others.value));

  private own_topic(): TerminalTopic | SeatTopic | undefined {
    const place = this.place.value;
    return place
      ? (this.client.topic(place.topic).value as TerminalTopic | SeatTopic | undefined)
      : undefined;
  }

  private async identify(client: Client): Promise<void> {
    const { is_enrolling, key, layout, store, local_storage } = this.options;
    if (is_enrolling) return void (await client.watch("property"));
    try {
      const { layouts } = (await client.watch(`table/${this.table_number}`)).table;
      if (layout && !layouts.includes(layout)) throw new Refused("no_such_layout");
      const reply = key
        ? await authenticate(client, key)
        : await join_table(client, store, local_storage, this.table_number, layout);
      this.place_refusal.value = null;
      // Orders that were never answered were given at another place.
      if (this.place.value && this.place.value.topic !== reply.topic) client.drop_orders();
      this.place.value = { topic: reply.topic as Place["topic"], number: reply.number ?? 0 };
      await client.watch(reply.topic!);
    } catch (refused) {
      if (refused instanceof Refused && refused.reason === "connection_lost") throw refused;
      this.place_refusal.value = reason_of(refused);
      this.place.value = null;
      client.drop_orders();
      await client.watch("property"); // the server closes connections that request nothing
    }
  }
}
