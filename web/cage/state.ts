// SPDX-License-Identifier: MIT
// The state of the cage's page: who is signed in, the counter, the open panel, messages, the open
// dialog and what is to be printed. No drawing. A test can make one with a fake socket.
import { computed, effect, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { CageTopic, Orders, Role, ServerReply } from "../generated/protocol";
import { Client, reason_of, Refused, type Socket } from "../shared/client";
import { reason_text } from "../shared/reasons";
import { person_of, sign_in, sign_out, type OrderContext, type Reply } from "../shared/requests";
import { play } from "../shared/sound";
import { history_text } from "./history";
import { t } from "./words";

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
  show: () => ComponentChildren;
}
export type Counter = CageTopic["counters"][number];
export type LogEntry = NonNullable<CageTopic["log"]>[number];
export type CageTable = CageTopic["tables"][number];
export type Ticket = NonNullable<ServerReply["ticket"]>;

// A ticket that was sold, as it is printed.
export interface SoldTicket {
  ticket: Ticket;
  svg: string;
}
// A sale that was sent with this number of the person's requests.
export interface Sale {
  person: number;
  request: number;
  counter: number;
  currency: string;
  amount: number;
  reference: string;
  identity: string;
}

// The panels, in the order of their function keys.
export const panels = [
  "tickets",
  "sell",
  "find",
  "hand_pays",
  "accounts",
  "chips",
  "tables",
  "shift",
] as const;
export type Panel = (typeof panels)[number];

// What is printed: a receipt of a movement, or a ticket as the server has drawn it.
export type Sheet = { entry: LogEntry } | { svg: string };

// The text of a refusal, with when and where a ticket was used.
export function refusal_text(refused: unknown): string {
  const text = reason_text(reason_of(refused));
  return refused instanceof Refused && refused.detail && refused.reason.startsWith("ticket_")
    ? `${text} (${history_text(refused.detail)})`
    : text;
}

const pending_milliseconds_max = 5_000;

export class CageState {
  readonly client: Client;
  readonly me = signal<Person | null>(null);
  readonly last_name = signal("");
  readonly message = signal<Message | null>(null);
  readonly dialog = signal<OpenDialog | null>(null);
  readonly sign_dialog = signal<OpenDialog | null>(null); // in which a person signs, above it
  readonly panel = signal<Panel>("tickets");
  readonly focus = signal(0); // changes when the first field of the panel is to get the focus
  readonly busy = signal(false); // an order is on its way
  readonly sheet = signal<Sheet | null>(null);
  readonly scanned = signal<{ number: string; at: number } | null>(null); // by the reader
  // Movements after this one are news of the order that was given last; null: nothing was done.
  readonly done_after = signal<number | null>(null);
  readonly must_sign_in_again = signal(false); // after a lost connection
  readonly identity_asked = signal(false); // the server has refused an order without it
  readonly sold = signal<SoldTicket | null>(null); // until somebody has said that it is printed
  readonly lost_sale = signal<Sale | null>(null); // whose reply was lost with the connection

  private chosen_counter = signal(0);
  private dialogs = 0;
  private on_return: (() => void)[] = [];

  constructor(options: { connect: (server: string) => Socket }) {
    this.client = new Client({
      connect: options.connect,
      identify: () => this.identify(),
    });
    this.client.on_signed_in_elsewhere = (person) => {
      if (this.me.value?.id !== person) return;
      const { name } = this.me.value;
      this.forget();
      this.show_message(() => t("gone_elsewhere", name), "bad");
    };
    this.client.on_account_locked = (name) =>
      this.show_message(() => t("account_locked", name), "bad");
    effect(() => {
      if (!this.me.value) this.dialog.value = this.sign_dialog.value = null;
    });
  }

  // The topic of the server; undefined until it has arrived.
  readonly topic = computed((): CageTopic | undefined => this.client.topic("cage").value);

  // Counters with an open shift of the person who is signed in. There may be one for each currency.
  readonly own_counters = computed(() => {
    const person = this.me.value?.id;
    if (person === undefined) return [];
    return this.topic.value?.counters.filter((one) => one.shift?.cashier === person) ?? [];
  });
  readonly counter = computed(
    (): Counter | null =>
      this.own_counters.value.find((one) => one.counter === this.chosen_counter.value) ??
      this.own_counters.value[0] ??
      null,
  );
  readonly choose_counter = (counter: number): void => {
    this.chosen_counter.value = counter;
  };

  // What the last order has led to, once the server has published it.
  readonly done = computed((): LogEntry | null => {
    const after = this.done_after.value;
    if (after === null) return null;
    const news = (this.topic.value?.log ?? []).filter((one) => one.seq > after);
    const name = this.me.value?.name;
    return news.findLast((one) => one.by === name || one.counter === 0) ?? null;
  });
  // Call it before an order: what follows in the log is what came of it.
  readonly expect_movement = (): void => {
    this.done_after.value = this.topic.value?.log?.at(-1)?.seq ?? 0;
  };

  // The roles that may give an order, as the server says.
  readonly roles_for = (order: keyof Orders): Role[] =>
    this.topic.value?.orders[order]?.roles ?? [];
  readonly may_give = (order: keyof Orders): boolean =>
    Boolean(this.me.value && this.roles_for(order).includes(this.me.value.role));

  // Whether the person may close a shift, which may be that of another.
  readonly may_close = ({ shift }: Counter): boolean => {
    const me = this.me.value;
    if (!shift || !me) return false;
    if (shift.cashier === me.id) return this.may_give("CloseShift");
    return Boolean(this.topic.value?.orders.CloseShift?.roles_for_another?.includes(me.role));
  };

  // Waits until the server has published the order that waits for a second person, and returns the
  // roles of which one is missing; none if that takes longer than the limit.
  readonly until_pending = (digest: string): Promise<Role[]> =>
    new Promise<Role[]>((resolve) => {
      let stop = () => {};
      const finish = (missing: Role[]) => {
        clearTimeout(limit);
        resolve(missing);
        queueMicrotask(() => stop());
      };
      const limit = setTimeout(() => finish([]), pending_milliseconds_max);
      stop = effect(() => {
        const found = this.topic.value?.pending.find((one) => one.digest === digest);
        if (found) finish(found.missing);
      });
    });

  readonly show_message = (text: () => string, kind: Message["kind"] = "good"): void => {
    this.message.value = { text, kind };
    if (kind === "bad") play("refused");
  };
  readonly show_refusal = (refused: unknown): void => {
    if (refused instanceof Refused && refused.reason === "identity_needed")
      this.identity_asked.value = true;
    this.show_message(() => refusal_text(refused), "bad");
  };
  readonly refusal_text = refusal_text;

  readonly open_panel = (panel: Panel): void => {
    this.panel.value = panel;
    ++this.focus.value;
    this.message.value = null;
    this.done_after.value = null;
    this.identity_asked.value = false;
  };
  readonly open_dialog = (show: () => ComponentChildren): void => {
    this.message.value = null;
    this.dialog.value = { key: ++this.dialogs, show };
  };
  readonly close_dialog = (): void => {
    this.dialog.value = null;
  };
  readonly open_sign_dialog = (show: () => ComponentChildren): void => {
    this.sign_dialog.value = { key: ++this.dialogs, show };
  };

  // Prints a sheet. The browser's dialog opens unless it was started for silent printing.
  readonly print = (sheet: Sheet): void => {
    this.sheet.value = sheet;
    requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  };

  // Gives an order. It is never repeated after a lost connection: the person who then signs in sees
  // how things stand, and decides.
  readonly send_order = <Name extends keyof Orders>(
    name: Name,
    fields: Orders[Name],
    context: OrderContext,
  ): Promise<Reply> => this.client.order(name, fields, context, () => false);

  readonly sign_in = async (
    name: string,
    password: string,
    code = "",
    single_act = false,
  ): Promise<Person> => {
    const reply = await this.client.request(sign_in(name, password, code, single_act));
    return { id: person_of(reply), name: reply.name!, role: reply.role! };
  };

  // Signs a person in and logs the person on at the property. One person works at a window.
  readonly log_on = async (name: string, password: string, code = ""): Promise<void> => {
    const before = this.me.value;
    const person = await this.sign_in(name, password, code);
    if (before && before.id !== person.id) await this.sign_out(before);
    this.on_return.splice(0).forEach((resolve) => resolve());
    await this.until_open();
    const topic = await this.client.watch("cage");
    if (!topic.staff.some((one) => one.person === person.id))
      await this.send_order("LogOn", {}, { person: person.id });
    this.me.value = person;
    this.must_sign_in_again.value = false;
  };

  // Signs the person out, who stays logged on with the shift that is open.
  readonly leave = async (): Promise<void> => {
    const person = this.me.value;
    this.forget();
    if (person) await this.sign_out(person);
  };

  // Logs the person off at the property, and signs out.
  readonly log_off = async (): Promise<void> => {
    const person = this.me.value;
    if (!person) return;
    try {
      await this.send_order("LogOff", {}, { person: person.id });
      await this.leave();
    } catch (refused) {
      this.show_refusal(refused);
    }
  };

  readonly sign_out = async (person: Person): Promise<void> => {
    await this.client.request(sign_out(person.id)).catch(() => {});
  };

  private forget(): void {
    this.me.value = null;
    this.done_after.value = null;
    this.client.unwatch("cage");
  }

  private async identify(): Promise<void> {
    if (!this.me.value && !this.must_sign_in_again.value) return;
    this.me.value = null;
    this.must_sign_in_again.value = true;
    await new Promise<void>((resolve) => this.on_return.push(resolve));
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
