// A connection to the server that comes back by itself.
//
// Every question gets one answer. An order that was sent and never answered is sent again with its
// id over the next connection, where it is followed once; other questions are simply asked anew.
import { signal } from "@preact/signals";
import type { Answer, Asking, Message, Orders, Refusal, Role } from "../generated/protocol";
import { Feed, type TopicOf } from "./feed";
import { Pace } from "./pace";

export type Status = "connecting" | "open" | "lost" | "elsewhere";

// The server said no, or could not be asked (`connection_lost`).
export class Refused extends Error {
  constructor(
    readonly reason: string,
    readonly clause = "",
    readonly detail = "",
    readonly bets: Refusal["bets"] = [],
  ) {
    super(detail || reason);
  }
}

// What stands for a WebSocket, so that tests can speak for the server.
export interface Line {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

type Rest<One> = One extends unknown ? Omit<One, "id" | "ask"> : never; // of each way to ask apart
type Fields<What extends Asking["ask"]> = Rest<Extract<Asking, { ask: What }>>;
// Whether an order that was never answered is still meant, when it could be sent again.
type Meant = () => boolean;
interface Waiting {
  id: number;
  text: string;
  order: Meant | null; // null: a question, which is asked anew by whoever wants to know
  resolve: (answer: Answer) => void;
  reject: (refused: Refused) => void;
}

export interface ClientOptions {
  connect: () => Line;
  // Says who this is (sit, prove, enter) on every new connection, before anything else.
  identify?: (client: Client) => Promise<void>;
  wait?: (action: () => void, milliseconds: number) => void;
  now?: () => number;
}

const answer_milliseconds = 8_000;
const open_milliseconds = 8_000;
const silence_milliseconds = 3_000;
const sign_milliseconds = 4_000;
const nothing = "places/4294967295"; // which nobody watches

export class Client {
  readonly status = signal<Status>("connecting");
  nonce = "";
  onentered_elsewhere: (person: number) => void = () => {};

  private feed = new Feed((topic) => void this.ask("watch", { topic }).catch(() => {}));
  private line: Line | null = null;
  private counter = 0;
  private waiting = new Map<number, Waiting>();
  private watched = new Set<string>();
  private ahead: number | null = null; // of the server's clock, in milliseconds
  private tries = 0;
  private pace = new Pace();
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(private options: ClientOptions) {
    this.connect();
    // The machine may know before the line does.
    if (typeof addEventListener === "function")
      addEventListener("offline", () => {
        if (this.line) this.hang_up(this.line);
      });
  }

  topic<Name extends string>(name: Name) {
    return this.feed.topic(name);
  }

  // Watched until it is unwatched, over whichever connection.
  async watch<Name extends string>(topic: Name): Promise<TopicOf<Name>> {
    this.watched.add(topic);
    await this.ask("watch", { topic });
    return this.feed.topic(topic).value as TopicOf<Name>;
  }
  unwatch(topic: string): void {
    this.watched.delete(topic);
    this.feed.forget(topic);
    this.ask("unwatch", { topic }).catch(() => {});
  }

  ask<What extends Asking["ask"]>(what: What, fields: Fields<What>): Promise<Answer> {
    return this.send(what, { ...fields }, null);
  }

  give<Name extends keyof Orders>(
    order: Name,
    fields: Orders[Name],
    by: { table?: number; as?: number; role?: Role; round?: number } = {},
    meant: Meant = () => true,
  ): Promise<Answer> {
    return this.send("give", { order, with: fields, ...by }, meant);
  }

  // The server's clock, as well as it is known here.
  now(): number {
    return this.clock() + (this.ahead ?? 0);
  }

  close(): void {
    this.status.value = "elsewhere";
    this.drop_orders();
    this.line?.close();
  }

  // What was ordered and never answered, by somebody who is not here any more.
  drop_orders(): void {
    this.drop((one) => one.order !== null);
  }

  private clock(): number {
    return (this.options.now ?? Date.now)();
  }

  private send(
    what: string,
    fields: Record<string, unknown>,
    order: Meant | null,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (
        !this.line ||
        this.status.value === "elsewhere" ||
        (order && this.status.value !== "open")
      ) {
        return reject(new Refused("connection_lost"));
      }
      const id = ++this.counter;
      const one = {
        id,
        text: JSON.stringify({ id, ask: what, ...fields }),
        order,
        resolve,
        reject,
      };
      this.waiting.set(id, one);
      this.send_in_turn(one, this.line);
    });
  }

  // An answer is due from when it was sent, not from when it was asked for.
  private send_in_turn(one: Waiting, line: Line): void {
    this.pace.send(() => {
      this.watch_for_answer(one.id, line);
      line.send(one.text);
    });
  }

  private connect(): void {
    const line = this.options.connect();
    this.line = null;
    const late = setTimeout(() => this.hang_up(line), open_milliseconds);
    line.onopen = () => {
      clearTimeout(late);
      this.line = line;
      this.pace.start_over();
      this.listen(line);
      this.ahead = null;
      this.feed.forget_sequences();
      void this.begin(line);
    };
    line.onmessage = ({ data }) => {
      this.listen(line);
      const messages = JSON.parse(data) as Message[];
      this.feed.take(messages);
      messages.forEach((one) => this.take(one));
    };
    line.onclose = () => {
      clearTimeout(late);
      this.lose();
    };
  }

  private async begin(line: Line): Promise<void> {
    try {
      await this.options.identify?.(this);
    } catch (refused) {
      if (refused instanceof Refused && refused.reason === "connection_lost") return;
    }
    if (this.line !== line) return;
    this.tries = 0;
    this.status.value = "open";
    for (const topic of this.watched) this.ask("watch", { topic }).catch(() => {});
    this.drop((one) => one.order !== null && !one.order());
    for (const one of this.waiting.values()) if (one.order) this.send_in_turn(one, line);
  }

  private drop(which: (one: Waiting) => boolean): void {
    for (const [id, one] of this.waiting) {
      if (!which(one)) continue;
      this.waiting.delete(id);
      one.reject(new Refused("connection_lost"));
    }
  }

  // A line on which nothing is answered is dead, whatever it says of itself.
  private watch_for_answer(id: number, line: Line): void {
    setTimeout(() => {
      if (this.line === line && this.waiting.has(id)) this.hang_up(line);
    }, answer_milliseconds);
  }

  // When nothing at all has come for a while, a sign of life is asked for: to stop what was never watched costs the server
  // nothing. Players must not be left with a felt that only seems open.
  private listen(line: Line): void {
    clearTimeout(this.silence);
    if (this.line !== line) return;
    this.silence = setTimeout(() => {
      this.ask("unwatch", { topic: nothing }).catch(() => {});
      this.silence = setTimeout(() => this.hang_up(line), sign_milliseconds);
    }, silence_milliseconds);
  }

  private hang_up(line: Line): void {
    line.onopen = line.onclose = line.onmessage = null; // a close may take as long as an answer
    line.close();
    this.lose();
  }

  private lose(): void {
    this.line = null;
    clearTimeout(this.silence);
    this.pace.start_over();
    this.drop((one) => one.order === null);
    if (this.status.value === "elsewhere") return;
    this.status.value = "lost";
    const pause = Math.min(5_000, 250 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    (this.options.wait ?? setTimeout)(() => this.connect(), pause);
  }

  private take(message: Message): void {
    if ("answer" in message) {
      const one = this.waiting.get(message.answer);
      if (!one) return; // answered already
      this.waiting.delete(message.answer);
      if (message.ok) {
        if (message.request) this.counter = Math.max(this.counter, message.request);
        one.resolve(message);
      } else {
        one.reject(new Refused(message.reason, message.clause, message.detail, message.bets));
      }
    } else if ("hello" in message) {
      this.nonce = message.nonce;
    } else if ("notice" in message) {
      if (message.notice === "taken_over") this.close();
      else this.onentered_elsewhere(message.as ?? 0);
    } else {
      // What is late seems further behind than it is: the largest difference is the truest.
      this.ahead = Math.max(this.ahead ?? -Infinity, message.at - this.clock());
    }
  }
}

export function to_server(): Line {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/socket`, "sicbo.v1") as unknown as Line;
}
