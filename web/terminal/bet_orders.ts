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
import { top_up } from "../shared/requests";
import { spot_name } from "../shared/rules";
import { play } from "../shared/sound";
import { reason_text } from "../shared/terms";
import { named } from "../shared/words";
import {
  accepted_of,
  bets_of,
  doubling,
  judge,
  read_steps,
  remember,
  sum_of,
  undoing,
  type Bet,
  type BetReply,
  type Step,
} from "./bets";
import type { Store } from "./identity";
import type { LastBets } from "./last_bets";
import type { Reveal } from "./reveal";
import type { TerminalState } from "./state";
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
  readonly steps = signal<Step[]>([]); // what can be undone

  private flash_timer: ReturnType<typeof setTimeout> | undefined;
  private answered: Promise<unknown> = Promise.resolve(); // when all orders so far are
  private queued = 0; // actions that wait for `answered`

  constructor(
    private state: TerminalState,
    private last_bets: LastBets,
    reveal: Reveal,
    store: Store,
  ) {
    // Steps of an earlier round can't be undone, nor those of an earlier player at this place. They
    // are stored for the window, so that a page that is loaded anew can still undo them.
    const owner = computed(() => {
      const round = state.round.value;
      const own = state.own.value;
      return round && own ? `${state.table_number} ${round.number} ${own.place.stay}` : "";
    });
    effect(() => {
      if (!owner.value) return;
      this.steps.value = read_steps(store.getItem("steps"), owner.value);
      this.message.value = null;
    });
    effect(() => {
      if (!owner.value) return;
      store.setItem("steps", JSON.stringify({ of: owner.value, steps: this.steps.value }));
    });
    // The result takes the place of the last message.
    effect(() => {
      if (reveal.outcome.value) this.message.value = null;
    });
  }

  readonly bet = (spot: string, amount: number): void =>
    this.at_once({ put: true, bets: [{ spot, amount }] });

  readonly place_all = (bets: Bet[]): void => this.in_turn(() => this.do_step({ put: true, bets }));

  readonly take_back = (spot: string): void => {
    const stake = this.state.stakes.value.get(spot);
    if (stake) this.at_once({ put: false, bets: [{ spot, amount: stake }] });
  };

  readonly undo = (): void =>
    this.in_turn(async () => {
      const last = this.steps.value.at(-1);
      if (!last) return this.show("", () => t("nothing_to_undo"));
      this.steps.value = this.steps.value.slice(0, -1);
      const bets = await this.send(undoing(last, this.state.stakes.value));
      if (!bets.length && this.state.is_open.value)
        this.steps.value = remember(this.steps.value, last);
    });

  readonly clear = (): void =>
    this.in_turn(async () => {
      const stakes = this.state.stakes.value;
      if (!stakes.size) return this.show("", () => t("nothing_to_clear"));
      await this.do_step({ put: false, bets: bets_of(stakes) });
    });

  readonly rebet = (): void =>
    this.in_turn(async () => {
      const offered = new Set(this.state.layout.value?.pay.flatMap((row) => row.spots));
      const bets = this.last_bets.bets.value.filter((one) => offered.has(one.spot));
      if (!bets.length) return this.show("", () => t("nothing_to_rebet"));
      await this.do_step({ put: true, bets });
    });

  readonly double = (): void =>
    this.in_turn(async () => {
      const { stakes, table, own } = this.state;
      if (!stakes.value.size) return this.show("", () => t("nothing_to_double"));
      const { credit } = own.value!.money;
      const { bets, short } = doubling(stakes.value, table.value!.table, credit);
      if (!bets.length) return this.show("bad", () => t("cannot_double"));
      const accepted = await this.do_step({ put: true, bets });
      if (!accepted.length || !short.length || this.message.value?.kind === "bad") return;
      this.show("bad", () => {
        const spots = short.slice(0, 3).map((spot) => this.name_of(spot));
        return t("doubled_short", spots.join(", ") + (short.length > 3 ? " …" : ""));
      });
    });

  readonly call_attendant = async (): Promise<void> => {
    const terminal = this.state.place.value!.number;
    await this.attempt(
      () => this.state.client.order("CallAttendant", { terminal }),
      () => t("attendant_called"),
    );
  };

  readonly top_up = async (): Promise<void> => {
    await this.attempt(
      () => this.state.client.request(top_up()),
      () => t("topped_up"),
    );
  };

  private show(kind: Message["kind"], text: () => string): void {
    this.message.value = { kind, text };
  }
  private show_refusal(reason: string): void {
    this.show("bad", () => t("not_done", reason_text(reason)));
  }
  private name_of(spot: string): string {
    const layout = this.state.layout.value;
    return layout ? spot_name(layout, spot, named) : spot;
  }

  private async attempt(action: () => Promise<unknown>, done: () => string): Promise<void> {
    try {
      await action();
      this.show("good", done);
    } catch (refused) {
      this.show_refusal(reason_of(refused));
    }
  }

  private at_once(step: Step): void {
    if (this.queued) return this.in_turn(() => this.do_step(step));
    const done = this.do_step(step);
    // A mistake in our own code must not stop the orders after it.
    this.answered = Promise.all([this.answered, done]).catch((error) => reportError(error));
  }

  private in_turn(action: () => Promise<unknown> | void): void {
    const meant_for = this.state.round.value?.number;
    ++this.queued;
    this.answered = this.answered
      .then(async () => {
        if (this.state.round.value?.number === meant_for) await action();
        else this.show_refusal("betting_closed");
      })
      .catch((error) => reportError(error))
      .finally(() => {
        --this.queued;
      });
  }

  // Sends a step and remembers what of it was accepted, so that it can be undone.
  private async do_step(step: Step): Promise<Bet[]> {
    const { client, is_open, round } = this.state;
    if (!is_open.value) {
      play("refused");
      const open = client.status.value === "open";
      const in_play = round.value?.ended === "none"; // else the round before is still shown
      this.show_refusal(
        !open ? "connection_lost" : in_play ? "betting_closed" : "betting_not_open",
      );
      return [];
    }
    const bets = await this.send(step);
    this.steps.value = remember(this.steps.value, { put: step.put, bets });
    return bets;
  }

  // Sends one order for all bets of a step. Returns the bets that the server accepted.
  private async send(step: Step): Promise<Bet[]> {
    if (!step.bets.length) return [];
    const { client, is_seat, own, round } = this.state;
    const slow = setTimeout(() => this.show("", () => t("waiting_answer")), slow_milliseconds);
    const stay = is_seat.value ? { stay: own.value?.place.stay } : {};
    try {
      // The server refuses the order in another round. After a lost connection it is sent again
      // with its id, and the server knows whether it has carried it out.
      const reply = await client.order(
        step.put ? "PlaceBets" : "WithdrawBets",
        { bets: step.bets, ...stay },
        { round: round.value?.number },
      );
      const all = ({ spot, amount }: Bet) => ({ spot, asked: amount, accepted: amount });
      const replies = reply.bets ?? step.bets.map(all);
      this.report(step.put, replies);
      return accepted_of(replies);
    } catch (refused) {
      this.report_refusal(step, refused);
      return [];
    } finally {
      clearTimeout(slow);
    }
  }

  private report_refusal(step: Step, refused: unknown): void {
    if (refused instanceof Refused && refused.bets?.some((one) => one.reason))
      return this.report(step.put, refused.bets);
    this.flash(step.bets.map(({ spot, amount }) => ({ spot, asked: amount, accepted: 0 })));
    play("refused");
    this.show_refusal(reason_of(refused));
  }

  private flash(replies: readonly BetReply[]): void {
    this.flashes.value = new Map(
      replies.map((one) => [one.spot, judge(one) === "accepted" ? "good" : "bad"]),
    );
    clearTimeout(this.flash_timer);
    this.flash_timer = setTimeout(() => {
      this.flashes.value = new Map();
    }, flash_milliseconds);
  }

  private explain(put: boolean, one: BetReply): string {
    const reason = reason_text(one.reason ?? "not_allowed");
    const name = this.name_of(one.spot);
    return judge(one) === "trimmed"
      ? t("trimmed", name, money(one.accepted), money(one.asked), reason)
      : t(put ? "refused" : "not_taken_back", name, reason);
  }

  private report(put: boolean, replies: readonly BetReply[]): void {
    this.flash(replies);
    const wrong = replies.filter((one) => judge(one) !== "accepted");
    play(wrong.length ? "refused" : "chip");
    if (wrong.length) {
      const more = wrong.length - 2;
      return this.show("bad", () => {
        const texts = wrong.slice(0, 2).map((one) => this.explain(put, one));
        return [...texts, ...(more > 0 ? [t("and_more", more)] : [])].join(" · ");
      });
    }
    const done = accepted_of(replies);
    const only = done.length === 1 ? done[0]! : null;
    this.show("good", () =>
      only
        ? t(put ? "accepted_one" : "taken_back_one", this.name_of(only.spot), money(only.amount))
        : t(put ? "accepted_many" : "taken_back_many", done.length, money(sum_of(done))),
    );
  }
}
