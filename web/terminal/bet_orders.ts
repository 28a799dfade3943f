// SPDX-License-Identifier: MIT
// What the player does with chips, as orders to the server; and the server's replies in plain
// words.
//
// Chips are sent as fast as they are placed. An action that depends on the stakes on the felt
// (undo, clear, rebet, double) waits until everything before it is answered, and what is done after
// it waits in turn. An action that still waits when the round changes is dropped.
import { computed, effect, signal } from "@preact/signals";
import { reason_of, Refused } from "../shared/client";
import { money } from "../shared/money";
import { cash_out, headroom, insert_note, insert_ticket, top_up } from "../shared/requests";
import { spot_name } from "../shared/rules";
import { play } from "../shared/sound";
import { reason_text } from "../shared/reasons";
import { in_language } from "../shared/words";
import {
  acceptance_of,
  accepted_of,
  bets_of,
  double_of,
  limit_figure,
  read_actions,
  remember,
  reverse_of,
  sum_of,
  type Bet,
  type BetAction,
  type BetReply,
} from "./bets";
import type { BetLog } from "./bet_log";
import { is_bad, reason_of_reply, reply_text, sent_text } from "./bet_log_text";
import type { KeyValueStorage } from "./identity";
import type { LastBets } from "./last_bets";
import type { Reveal } from "./reveal";
import { session_text } from "./session_words";
import type { BetLogEntry, TerminalState } from "./state";
import { t } from "./words";

// `text` is a function, because a message changes with the language of the page.
export interface Message {
  kind: "good" | "bad" | "";
  text: () => string;
}

const slow_milliseconds = 600; // after which the player sees that the reply is awaited
const flash_milliseconds = 1_800;

export class BetOrders {
  readonly message = signal<Message | null>(null);
  readonly flashes = signal<ReadonlyMap<string, "good" | "bad">>(new Map()); // by spot
  readonly actions = signal<BetAction[]>([]); // what can be undone

  private flash_timer: ReturnType<typeof setTimeout> | undefined;
  private answered: Promise<unknown> = Promise.resolve(); // when all orders so far are
  private queued = 0; // actions that wait for `answered`
  private lifted_message: Message | null = null; // what is said as long as a stack is in hand

  constructor(
    private state: TerminalState,
    private last_bets: LastBets,
    reveal: Reveal,
    private log: BetLog,
    store: KeyValueStorage,
  ) {
    // What others did to the bets takes the place of the last message: it may be true no more.
    log.on_entry = (entry) => this.report_entry(entry);
    // Steps of an earlier round can't be undone, nor those of an earlier player at this place. They
    // are stored for the window, so that a page that is loaded again can still undo them.
    const owner = computed(() => {
      const round = state.round.value;
      const own = state.own.value;
      return round && own ? `${state.table_number} ${round.number} ${own.place.stay}` : "";
    });
    effect(() => {
      if (!owner.value) return;
      this.actions.value = read_actions(store.getItem("actions"), owner.value);
      this.message.value = null;
    });
    effect(() => {
      if (!owner.value) return;
      store.setItem("actions", JSON.stringify({ of: owner.value, actions: this.actions.value }));
    });
    // A stack is in hand as long as it lies on the felt and can be moved.
    effect(() => {
      const { is_open, lifted, stakes } = state;
      if (lifted.value === null || (is_open.value && stakes.value.has(lifted.value))) return;
      lifted.value = null;
      if (this.message.peek() === this.lifted_message) this.message.value = null;
    });
    // The result takes the place of the last message.
    effect(() => {
      if (reveal.outcome.value) this.message.value = null;
    });
  }

  readonly bet = (spot: string, amount: number): void =>
    this.send_or_queue({ kind: "place", bets: [{ spot, amount }] });

  readonly place_all = (bets: Bet[]): void =>
    this.enqueue(() => this.do_action({ kind: "place", bets }));

  readonly take_back = (spot: string): void => {
    const stake = this.state.stakes.value.get(spot);
    if (stake) this.send_or_queue({ kind: "take_back", bets: [{ spot, amount: stake }] });
    else if (this.state.is_open.value) this.show("", () => t("no_stake_here", this.name_of(spot)));
  };

  // Moves a stake to another spot. What is not accepted there goes back to where it lay.
  readonly move = (from: string, to: string): void =>
    this.enqueue(async () => {
      const amount = this.state.stakes.value.get(from);
      if (!amount || from === to) return;
      const taken = await this.do_action({ kind: "take_back", bets: [{ spot: from, amount }] });
      if (!taken.length) return;
      const placed = await this.do_action({
        kind: "place",
        bets: [{ spot: to, amount }],
        joined: true,
      });
      const left = amount - sum_of(placed);
      if (!left) return;
      const refusal = this.message.value; // says why, and stays
      await this.do_action({ kind: "place", bets: [{ spot: from, amount: left }], joined: true });
      this.message.value = refusal;
    });

  // Moving without a drag: takes the stack of a spot in hand; with one in hand, puts it down on
  // this spot. Null, or the spot that it came from, leaves it where it was.
  readonly lift = (spot: string | null): void => {
    const { is_open, lifted, stakes } = this.state;
    const from = lifted.value;
    const stake = spot === null ? undefined : stakes.value.get(spot);
    lifted.value = null;
    if (from !== null && spot !== null && spot !== from) return this.move(from, spot);
    if (from !== null) return this.show("", () => t("left_there", this.name_of(from)));
    if (spot === null || !is_open.value) return;
    if (!stake) return this.show("", () => t("no_stake_here", this.name_of(spot)));
    lifted.value = spot;
    this.show("", () => t("lifted", this.name_of(spot), money(stake)));
    this.lifted_message = this.message.value;
  };

  readonly undo = (): void =>
    this.enqueue(async () => {
      let last = this.actions.value.at(-1);
      if (!last) return this.show("", () => t("nothing_to_undo"));
      for (let joined: true | undefined = true; last && joined; last = this.actions.value.at(-1)) {
        joined = last.joined;
        this.actions.value = this.actions.value.slice(0, -1);
        const bets = await this.send(reverse_of(last, this.state.stakes.value));
        if (!bets.length && this.state.is_open.value) {
          this.actions.value = remember(this.actions.value, last);
          return;
        }
      }
    });

  readonly clear = (): void =>
    this.enqueue(async () => {
      const stakes = this.state.stakes.value;
      if (!stakes.size) return this.show("", () => t("nothing_to_clear"));
      await this.do_action({ kind: "take_back", bets: bets_of(stakes) });
    });

  readonly rebet = (): void => this.enqueue(() => this.bet_again(1));

  // Twice the bets of the last round.
  readonly rebet_double = (): void => this.enqueue(() => this.bet_again(2));

  private async bet_again(times: number): Promise<void> {
    const offered = new Set(this.state.layout.value?.pay.flatMap((row) => row.spots));
    const bets = this.last_bets.bets.value
      .filter((one) => offered.has(one.spot))
      .map(({ spot, amount }) => ({ spot, amount: amount * times }));
    if (!bets.length) return this.show("", () => t("nothing_to_rebet"));
    await this.do_action({ kind: "place", bets });
  }

  // Doubles what lies on the felt; if nothing does, places twice the bets of the last round.
  readonly double = (): void =>
    this.enqueue(async () => {
      const { stakes, table, own } = this.state;
      if (!stakes.value.size && this.last_bets.bets.value.length) return this.bet_again(2);
      if (!stakes.value.size) return this.show("", () => t("nothing_to_double"));
      const { credit } = own.value!.money;
      const { bets, short } = double_of(stakes.value, table.value!.table, credit);
      const show_short = (text: "cannot_double" | "doubled_short") =>
        this.show("bad", () => {
          const spots = short.slice(0, 3).map((one) => this.name_of(one.spot));
          const named = spots.join(t("log_comma")) + (short.length > 3 ? " …" : "");
          return t(text, named, [...new Set(short.map(reason_of_reply))].join(" · "));
        });
      if (!bets.length) return show_short("cannot_double");
      const accepted = await this.do_action({ kind: "place", bets });
      if (!accepted.length || !short.length || this.message.value?.kind === "bad") return;
      show_short("doubled_short");
    });

  readonly call_attendant = async (): Promise<void> => {
    const terminal = this.state.place.value!.number;
    await this.attempt(
      () => this.state.client.order("CallAttendant", { terminal }),
      () => t("attendant_called"),
    );
  };

  readonly cancel_call = async (): Promise<void> => {
    const terminal = this.state.place.value!.number;
    await this.attempt(
      () => this.state.client.order("CancelCall", { terminal }),
      () => t("call_cancelled"),
    );
  };

  // For a player at a felt whom staff have marked as away.
  readonly return_to_seat = async (): Promise<void> => {
    const stay = this.state.own.value!.place.stay;
    await this.attempt(
      () => this.state.client.order("ReturnPlayer", { stay }),
      () => t("returned"),
    );
  };

  // The player's own limits; null: none.
  readonly limit_loss = async (max: number | null): Promise<void> =>
    this.attempt(
      () => this.state.client.order("LimitLoss", max === null ? {} : { max }, this.in_stay()),
      () => session_text("limit_set"),
    );
  readonly limit_time = async (minutes: number | null): Promise<void> =>
    this.attempt(
      () =>
        this.state.client.order("LimitTime", minutes === null ? {} : { minutes }, this.in_stay()),
      () => session_text("limit_set"),
    );
  readonly take_break = async (minutes: number): Promise<void> =>
    this.attempt(
      () => this.state.client.order("TakeBreak", { minutes }, this.in_stay()),
      () => session_text("limit_set"),
    );
  private in_stay(): { session: number } {
    return { session: this.state.own.value?.place.stay ?? 0 };
  }

  readonly top_up = async (): Promise<void> => {
    await this.attempt(
      () => this.state.client.request(top_up()),
      () => t("topped_up"),
    );
  };

  // What became of the three that follow is in the terminal's topic.
  readonly cash_out = async (): Promise<void> => {
    await this.attempt(
      () => this.state.client.request(cash_out()),
      () => t("cash_asked"),
    );
  };
  readonly insert_note = async (amount: number): Promise<void> => {
    await this.attempt(
      () => this.state.client.request(insert_note(amount)),
      () => t("note_inserted"),
    );
  };
  readonly insert_ticket = async (number: string): Promise<void> => {
    await this.attempt(
      () => this.state.client.request(insert_ticket(number)),
      () => t("ticket_inserted"),
    );
  };

  private show(kind: Message["kind"], text: () => string): void {
    this.message.value = { kind, text };
  }
  private show_refusal(reason: string): void {
    this.show("bad", () => t("not_done", reason_text(reason)));
  }
  private name_of = (spot: string): string => {
    const layout = this.state.layout.value;
    return layout ? spot_name(layout, spot, in_language) : spot;
  };

  private async attempt(action: () => Promise<unknown>, done: () => string): Promise<void> {
    try {
      await action();
      this.show("good", done);
    } catch (refused) {
      this.show_refusal(reason_of(refused));
    }
  }

  // Sends the action now, or after those that wait.
  private send_or_queue(action: BetAction): void {
    if (this.queued) return this.enqueue(() => this.do_action(action));
    const done = this.do_action(action);
    // A mistake in our own code must not stop the orders after it.
    this.answered = Promise.all([this.answered, done]).catch((error) => reportError(error));
  }

  // Runs an action on the stakes of the felt once everything before it is answered.
  private enqueue(run: () => Promise<unknown> | void): void {
    const meant_for = this.state.round.value?.number;
    ++this.queued;
    this.answered = this.answered
      .then(async () => {
        if (this.state.round.value?.number === meant_for) await run();
        else this.show_refusal("betting_closed");
      })
      .catch((error) => reportError(error))
      .finally(() => {
        --this.queued;
      });
  }

  // Sends an action and remembers what of it was accepted, so that it can be undone.
  private async do_action(action: BetAction): Promise<Bet[]> {
    const { client, is_open, round } = this.state;
    if (!is_open.value) {
      play("refused");
      const open = client.status.value === "open";
      const own_stop = this.state.own_stop.value;
      if (own_stop && open) {
        this.show_refusal(own_stop);
        return [];
      }
      const in_play = round.value?.ended === "none"; // else the round before is still shown
      if (this.state.is_time_over.value && open) {
        this.show("bad", () => t("not_done", t("time_over")));
        return [];
      }
      this.show_refusal(
        !open ? "connection_lost" : in_play ? "betting_closed" : "betting_not_open",
      );
      return [];
    }
    const bets = await this.send(action);
    this.actions.value = remember(this.actions.value, { ...action, bets });
    return bets;
  }

  // Sends one order for all bets of an action. Returns the bets that the server accepted.
  private async send(action: BetAction): Promise<Bet[]> {
    if (!action.bets.length) return [];
    const { client, is_seat, own, round } = this.state;
    const slow = setTimeout(() => this.show("", () => t("waiting_answer")), slow_milliseconds);
    const stay = is_seat.value ? { stay: own.value?.place.stay } : {};
    try {
      // The server refuses the order in another round. After a lost connection it is sent again
      // with its id, and the server knows whether it has carried it out.
      const reply = await client.order(
        action.kind === "place" ? "PlaceBets" : "WithdrawBets",
        { bets: action.bets, ...stay },
        { round: round.value?.number, session: own.value?.place.stay },
      );
      const all = ({ spot, amount }: Bet) => ({ spot, asked: amount, accepted: amount });
      const replies = reply.bets ?? action.bets.map(all);
      this.report(action.kind, await this.with_figures(replies));
      return accepted_of(replies);
    } catch (refused) {
      await this.report_refusal(action, refused);
      return [];
    } finally {
      clearTimeout(slow);
    }
  }

  private report_entry(entry: BetLogEntry): void {
    if (entry.what === "settled") return; // the result is shown beside the felt
    const bad = is_bad(entry);
    play(bad ? "refused" : "chip");
    this.show(bad ? "bad" : "good", () => {
      const layout = this.state.layout.value;
      return layout ? sent_text(entry, layout) : "";
    });
  }

  private async report_refusal(action: BetAction, refused: unknown): Promise<void> {
    if (refused instanceof Refused && refused.bets?.some((one) => one.reason))
      return this.report(action.kind, await this.with_figures(refused.bets));
    this.log.add_refusal(refused);
    this.flash(action.bets.map(({ spot, amount }) => ({ spot, asked: amount, accepted: 0 })));
    play("refused");
    this.show_refusal(reason_of(refused));
  }

  private flash(replies: readonly BetReply[]): void {
    this.flashes.value = new Map(
      replies.map((one) => [one.spot, acceptance_of(one) === "accepted" ? "good" : "bad"]),
    );
    clearTimeout(this.flash_timer);
    this.flash_timer = setTimeout(() => {
      this.flashes.value = new Map();
    }, flash_milliseconds);
  }

  // Adds the figures of the limits. What others have staked counts for a limit of the table: only
  // the server knows which one it is and how much of it is left.
  private async with_figures(replies: readonly BetReply[]): Promise<BetReply[]> {
    const { client, table, table_number } = this.state;
    return Promise.all(
      replies.map(async (one) => {
        if (acceptance_of(one) === "accepted") return one;
        const known = { ...one };
        if (one.reason === "table_limit_reached") {
          const reply = await client.request(headroom(table_number, one.spot)).catch(() => null);
          if (reply?.limit_kind) known.limit_kind = reply.limit_kind;
          if (!one.accepted && reply?.headroom != null) known.leaves = reply.headroom;
        }
        const figure = limit_figure(known, table.value!.table);
        return figure === undefined ? known : { ...known, figure };
      }),
    );
  }

  private report(kind: BetAction["kind"], replies: readonly BetReply[]): void {
    this.flash(replies);
    this.log.add_replies(kind, replies);
    const wrong = replies.filter((one) => acceptance_of(one) !== "accepted");
    play(wrong.length ? "refused" : "chip");
    if (wrong.length) {
      const more = wrong.length - 2;
      return this.show("bad", () => {
        const what = kind === "place" ? "bet" : "take_back";
        const texts = wrong.slice(0, 2).map((one) => reply_text(what, one, this.name_of));
        return [...texts, ...(more > 0 ? [t("and_more", more)] : [])].join(" · ");
      });
    }
    const done = accepted_of(replies);
    const only = done.length === 1 ? done[0]! : null;
    this.show("good", () =>
      only
        ? t(
            kind === "place" ? "accepted_one" : "taken_back_one",
            this.name_of(only.spot),
            money(only.amount),
          )
        : t(
            kind === "place" ? "accepted_many" : "taken_back_many",
            done.length,
            money(sum_of(done)),
          ),
    );
  }
}
