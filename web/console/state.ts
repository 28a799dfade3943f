// SPDX-License-Identifier: MIT
// The state of the Game Console: the table, who is signed in here, messages, the open dialog.
//
// A test can make one with a fake socket. No drawing. What the server says about authority is
// looked up in authority.ts.
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Orders, PlacesTopic, Role } from "../generated/protocol";
import { Client, reason_of, Refused, type Socket } from "../shared/client";
import {
  person_of,
  sign_in,
  sign_out,
  watch,
  type OrderContext,
  type Reply,
} from "../shared/requests";
import { rules_of, type Rules } from "../shared/rules";
import { play } from "../shared/sound";
import { reason_text } from "../shared/reasons";
import type { ConsoleTopics } from "./authority";
import { refusal_words, t } from "./words";

// How long a person is told at each sign-in that the password was reset.
const reset_shown_milliseconds = 7 * 24 * 60 * 60 * 1000;

const reset_text = (reset: { at: number; by: string | null }): string =>
  t("password_was_reset", reset.by ?? t("machine_owner"), new Date(reset.at).toLocaleString());

export interface Person {
  id: number;
  name: string;
  role: Role;
}

// `text` is a function, because a message changes with the language of the page.
export interface Message {
  text: () => string;
  kind: "good" | "bad";
}

export interface OpenDialog {
  key: number;
  round: number | undefined; // the round in play when it was opened
  show: () => ComponentChildren;
}

// The panels beside the table.
export const tabs = ["places", "irregularities", "equipment", "staff", "rounds", "limits"] as const;
export type Tab = (typeof tabs)[number];

// The text of a refusal, or of a mistake of this page.
export const refusal_text = (refused: unknown): string =>
  refused instanceof Refused ? refusal_words(refused) : reason_text(reason_of(refused));

// How people call a place: "Terminal 101", or the player's name at a shared felt.
export const place_name = (place: PlacesTopic["places"][number]): string =>
  place.terminal ? t("terminal_n", place.terminal) : (place.player ?? "");

export interface ConsoleOptions {
  table_number: number;
  connect: (server: string) => Socket;
  rules_of?: (hash: string) => ReadonlySignal<Rules | undefined>;
}

const slow_milliseconds = 500; // after which people see that a reply is awaited

export class ConsoleState {
  readonly table_number: number;
  readonly client: Client;

  readonly people = signal<Person[]>([]); // signed in at this console
  readonly message = signal<Message | null>(null);
  readonly dialog = signal<OpenDialog | null>(null);
  readonly tab = signal<Tab>("irregularities");
  readonly signed_out_by_lock = signal(false); // by Lock; people stay logged on at the table
  readonly last_name = signal(""); // of the person who signed in last; passwords are not kept
  readonly busy = signal(false); // an order is on its way
  readonly slow = signal(false);
  // After a lost connection people must sign in again before anything is sent.
  readonly must_sign_in_again = signal(false);

  // Called with the incidents that an order from here has reported.
  on_reported: (incidents: number[]) => void = () => {};

  private current_person = signal(0); // number of the person who gives the next order
  private dialogs = 0;
  private on_return: (() => void)[] = [];

  constructor(private options: ConsoleOptions) {
    this.table_number = options.table_number;
    this.client = new Client({
      connect: options.connect,
      identify: (client) => this.identify(client),
    });
    this.client.on_signed_in_elsewhere = (person) => this.remove_person(person);
    this.client.on_account_locked = (name) =>
      this.show_message(() => t("account_locked", name), "bad");
    void this.client.watch(`table/${this.table_number}`).catch(() => {});
    // While nobody can act here no dialog stays open, and what only staff may know is removed.
    effect(() => {
      if (!this.can_act.value) this.close_dialog();
    });
    let was_staffed = false;
    effect(() => {
      const is_staffed = this.people.value.length > 0;
      if (was_staffed && !is_staffed)
        for (const topic of [`console/${this.table_number}`, `places/${this.table_number}`])
          this.client.unwatch(topic);
      was_staffed = is_staffed;
    });
    effect(() => {
      if (!this.busy.value) {
        this.slow.value = false;
        return;
      }
      const timer = setTimeout(() => {
        this.slow.value = true;
      }, slow_milliseconds);
      return () => clearTimeout(timer);
    });
  }

  // Topics of the server; undefined until they have arrived.
  readonly table = computed(() => this.client.topic(`table/${this.table_number}`).value);
  readonly console_topic = computed(() => this.client.topic(`console/${this.table_number}`).value);
  readonly places = computed(() => this.client.topic(`places/${this.table_number}`).value);

  readonly rules = computed(() =>
    this.table.value
      ? (this.options.rules_of ?? rules_of)(this.table.value.table.rules).value
      : undefined,
  );
  readonly layout = computed(() => this.rules.value?.layouts[0]);

  // The person who gives the next order; null if nobody is signed in here.
  readonly me = computed(
    () =>
      this.people.value.find((one) => one.id === this.current_person.value) ??
      this.people.value[0] ??
      null,
  );
  readonly act_as = (person: number): void => {
    this.current_person.value = person;
  };
  // Whether somebody is signed in here and the console is not locked.
  readonly can_act = computed(() =>
    Boolean(this.me.value && this.console_topic.value && !this.console_topic.value.locked),
  );
  // The number of the round in play; undefined between rounds.
  readonly round_in_play = computed((): number | undefined => {
    const phase = this.table.value?.status.phase;
    return phase === "playing" || phase === "held" ? this.table.value?.round?.number : undefined;
  });
  // What authority.ts derives its answers from.
  readonly topics = computed(
    (): ConsoleTopics => ({
      rules: this.rules.value,
      table: this.table.value,
      console_topic: this.console_topic.value,
    }),
  );

  readonly show_message = (text: () => string, kind: Message["kind"] = "good"): void => {
    this.message.value = { text, kind };
    if (kind === "bad") play("refused");
  };
  readonly show_refusal = (refused: unknown): void =>
    this.show_message(() => refusal_text(refused), "bad");

  // Opens a dialog in place of any other.
  readonly open_dialog = (show: () => ComponentChildren): void => {
    this.message.value = null;
    this.dialog.value = { key: ++this.dialogs, round: this.round_in_play.peek(), show };
  };
  readonly close_dialog = (): void => {
    this.dialog.value = null;
  };

  // Sends an order of a person who is signed in. The console never repeats an order after a lost
  // connection: the person who then signs in sees how things stand, and decides.
  readonly send_order = async <Name extends keyof Orders>(
    name: Name,
    fields: Orders[Name],
    context: OrderContext,
  ): Promise<Reply> => {
    const reply = await this.client.order(name, fields, context, () => false);
    if (reply.incidents) this.on_reported(reply.incidents);
    return reply;
  };

  // Signs a person in with the server, for one order or to stay; log_on() also adds the person
  // here.
  readonly sign_in = async (
    name: string,
    password: string,
    code = "",
    single_act = false,
  ): Promise<Person> => {
    const reply = await this.client.request(sign_in(name, password, code, single_act));
    const reset = reply.password_reset;
    if (reset && this.client.now() - reset.at < reset_shown_milliseconds) {
      this.show_message(() => reset_text(reset), "bad");
    }
    return { id: person_of(reply), name: reply.name!, role: reply.role! };
  };

  readonly is_on_staff = (person: Person): boolean =>
    Boolean(this.console_topic.value?.staff.some((one) => one.person === person.id));

  // Signs a person in on this connection, logs the person on at the table, and unlocks the console
  // with the same password.
  readonly log_on = async (name: string, password: string, code = ""): Promise<void> => {
    const person = await this.sign_in(name, password, code);
    this.people.value = [...this.people.value.filter((one) => one.id !== person.id), person];
    this.current_person.value = person.id;
    this.must_sign_in_again.value = this.signed_out_by_lock.value = false;
    this.on_return.splice(0).forEach((resolve) => resolve());
    await this.until_open();
    await Promise.all([
      this.client.watch(`console/${this.table_number}`),
      this.client.watch(`places/${this.table_number}`),
    ]);
    const by = { table: this.table_number, person: person.id };
    if (!this.is_on_staff(person)) await this.send_order("LogOn", {}, by);
    if (this.console_topic.value?.locked) await this.send_order("UnlockConsole", {}, by);
  };

  // Signs a person out here, who stays logged on at the table.
  readonly sign_out = async (person: Person): Promise<void> => {
    this.people.value = this.people.value.filter((one) => one.id !== person.id);
    await this.client.request(sign_out(person.id)).catch(() => {});
  };

  // Signs everybody out at this console; they stay logged on at the table. This is not the order
  // LockConsole.
  readonly sign_out_all = (): Promise<unknown> => {
    this.signed_out_by_lock.value = true;
    return Promise.all(this.people.value.map(this.sign_out));
  };

  // Logs a person off at the table, and signs the person out here.
  readonly log_off = async (person: Person): Promise<void> => {
    try {
      const by = { table: this.table_number, person: person.id };
      await this.send_order("LogOff", {}, by);
      await this.sign_out(person);
    } catch (refused) {
      this.show_refusal(refused);
    }
  };

  private async identify(client: Client): Promise<void> {
    if (!this.people.value.length && !this.must_sign_in_again.value) return;
    this.people.value = [];
    this.close_dialog(); // it would cover the form to sign in
    this.must_sign_in_again.value = true;
    client.request(watch(`table/${this.table_number}`)).catch(() => {});
    await new Promise<void>((resolve) => this.on_return.push(resolve));
  }

  private remove_person(id: number): void {
    const gone = this.people.value.find((one) => one.id === id);
    this.people.value = this.people.value.filter((one) => one.id !== id);
    if (gone) this.show_message(() => t("gone_elsewhere", gone.name), "bad");
  }

  private until_open(): Promise<void> {
    return new Promise<void>((resolve) => {
      const stop = effect(() => {
        if (this.client.status.value !== "open") return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  }
}
