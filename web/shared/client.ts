// SPDX-License-Identifier: MIT
// A connection to the server that is made anew whenever it is lost.
//
// Every request gets one reply. An order that was sent and never answered is sent again with its id
// over the next connection, where the server carries it out once; other requests are refused with
// `connection_lost` and made anew by their callers.
import { signal } from "@preact/signals";
import type { Message, Orders } from "../generated/protocol";
import { Feed, type TopicOf } from "./feed";
import { Pacer } from "./pacer";
import {
  encode,
  order,
  read_message,
  unwatch,
  watch,
  type OrderContext,
  type Refusal,
  type Reply,
  type Request,
} from "./requests";

export type Status = "connecting" | "open" | "lost" | "elsewhere";

// The server refused a request, or it could not be sent (`connection_lost`).
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

// The part of a WebSocket that a client uses, so that a test can stand in for the server.
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

// Whether an order that was never answered should be sent again over a new connection.
type IsStillMeant = () => boolean;
interface Pending {
  id: number;
  text: string;
  order: IsStillMeant | null; // null: not an order
  resolve: (reply: Reply) => void;
  reject: (refused: Refused) => void;
}

export interface ClientOptions {
  connect: () => Socket;
  // Tells the server who this is (join, sign in) on every new connection, before anything else.
  identify?: (client: Client) => Promise<void>;
  wait?: (action: () => void, milliseconds: number) => void;
  now?: () => number;
}

const reply_milliseconds_max = 8_000;
const open_milliseconds_max = 8_000;
const silence_milliseconds = 3_000; // after which the client probes the connection
const probe_milliseconds_max = 4_000;
const unwatched_topic = "places/4294967295";

export class Client {
  readonly status = signal<Status>("connecting");
  nonce = ""; // from the server's greeting, which comes before any reply
  on_signed_in_elsewhere: (person: number) => void = () => {};

  private feed = new Feed((topic) => void this.request(watch(topic)).catch(() => {}));
  private socket: Socket | null = null;
  private counter = 0;
  private pending = new Map<number, Pending>();
  private watched = new Set<string>();
  private ahead: number | null = null; // the server's clock minus this one, in milliseconds
  private attempts = 0;
  private pacer = new Pacer();
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(private options: ClientOptions) {
    this.connect();
    // The browser may notice a lost network before the socket does.
    if (typeof addEventListener === "function")
      addEventListener("offline", () => {
        if (this.socket) this.abandon(this.socket);
      });
  }

  // The state of a topic; undefined until its first snapshot arrives. It does not start watching.
  topic<Name extends string>(name: Name) {
    return this.feed.topic(name);
  }

  // Watches a topic over this connection and all later ones, until unwatch(). Returns its state.
  async watch<Name extends string>(topic: Name): Promise<TopicOf<Name>> {
    this.watched.add(topic);
    await this.request(watch(topic));
    return this.feed.topic(topic).value as TopicOf<Name>;
  }
  unwatch(topic: string): void {
    this.watched.delete(topic);
    this.feed.forget(topic);
    this.request(unwatch(topic)).catch(() => {});
  }

  // Sends a request. Rejects with Refused if the server refuses it or the connection is lost.
  request(request: Request): Promise<Reply> {
    return this.send(request, null);
  }

  // Gives an order. After a lost connection it is sent again if `is_still_meant` then returns true.
  order<Name extends keyof Orders>(
    name: Name,
    fields: Orders[Name],
    context: OrderContext = {},
    is_still_meant: IsStillMeant = () => true,
  ): Promise<Reply> {
    return this.send(order(name, fields, context), is_still_meant);
  }

  // The server's time in milliseconds, as well as it is known here.
  now(): number {
    return this.clock() + (this.ahead ?? 0);
  }

  // Ends the connection for good: another window has this place now.
  close(): void {
    this.status.value = "elsewhere";
    this.drop_orders();
    this.socket?.close();
  }

  // Refuses all orders that were never answered, when their person has left.
  drop_orders(): void {
    this.drop((one) => one.order !== null);
  }

  private clock(): number {
    return (this.options.now ?? Date.now)();
  }

  private send(request: Request, order: IsStillMeant | null): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const status = this.status.value;
      if (!this.socket || status === "elsewhere" || (order && status !== "open")) {
        return reject(new Refused("connection_lost"));
      }
      const id = ++this.counter;
      const one = { id, text: encode(id, request), order, resolve, reject };
      this.pending.set(id, one);
      this.send_in_turn(one, this.socket);
    });
  }

  // The time limit of a reply starts when the request is sent, not when it is queued.
  private send_in_turn(one: Pending, socket: Socket): void {
    this.pacer.send(() => {
      this.expect_reply(one.id, socket);
      socket.send(one.text);
    });
  }

  private connect(): void {
    const socket = this.options.connect();
    this.socket = null;
    const late = setTimeout(() => this.abandon(socket), open_milliseconds_max);
    socket.onopen = () => {
      clearTimeout(late);
      this.socket = socket;
      this.pacer.reset();
      this.watch_silence(socket);
      this.ahead = null;
      this.feed.forget_sequences();
      void this.begin(socket);
    };
    socket.onmessage = ({ data }) => {
      this.watch_silence(socket);
      const messages = JSON.parse(data) as Message[];
      this.feed.update(messages);
      messages.forEach((one) => this.on_message(one));
    };
    socket.onclose = () => {
      clearTimeout(late);
      this.on_lost();
    };
  }

  private async begin(socket: Socket): Promise<void> {
    try {
      await this.options.identify?.(this);
    } catch (refused) {
      if (refused instanceof Refused && refused.reason === "connection_lost") return;
    }
    if (this.socket !== socket) return;
    this.attempts = 0;
    this.status.value = "open";
    for (const topic of this.watched) this.request(watch(topic)).catch(() => {});
    this.drop((one) => one.order !== null && !one.order());
    for (const one of this.pending.values()) if (one.order) this.send_in_turn(one, socket);
  }

  private drop(which: (one: Pending) => boolean): void {
    for (const [id, one] of this.pending) {
      if (!which(one)) continue;
      this.pending.delete(id);
      one.reject(new Refused("connection_lost"));
    }
  }

  // A connection over which no reply comes is dead, whatever the socket reports.
  private expect_reply(id: number, socket: Socket): void {
    setTimeout(() => {
      if (this.socket === socket && this.pending.has(id)) this.abandon(socket);
    }, reply_milliseconds_max);
  }

  // When the server has sent nothing for a while, asks for a sign of life: players must not be left
  // with a felt that only seems open. To unwatch an unwatched topic costs the server nothing.
  private watch_silence(socket: Socket): void {
    clearTimeout(this.silence);
    if (this.socket !== socket) return;
    this.silence = setTimeout(() => {
      this.request(unwatch(unwatched_topic)).catch(() => {});
      this.silence = setTimeout(() => this.abandon(socket), probe_milliseconds_max);
    }, silence_milliseconds);
  }

  private abandon(socket: Socket): void {
    socket.onopen = socket.onclose = socket.onmessage = null; // the close itself may take long
    socket.close();
    this.on_lost();
  }

  private on_lost(): void {
    this.socket = null;
    clearTimeout(this.silence);
    this.pacer.reset();
    this.drop((one) => one.order === null);
    if (this.status.value === "elsewhere") return;
    this.status.value = "lost";
    const pause = Math.min(5_000, 250 * 2 ** this.attempts++) * (0.75 + Math.random() / 2);
    (this.options.wait ?? setTimeout)(() => this.connect(), pause);
  }

  private on_message(message: Message): void {
    const incoming = read_message(message);
    switch (incoming.kind) {
      case "reply":
        return this.on_reply(incoming.id, incoming.reply);
      case "hello":
        this.nonce = incoming.nonce;
        return;
      case "taken_over":
        return this.close();
      case "signed_in_elsewhere":
        return this.on_signed_in_elsewhere(incoming.person);
      case "topic":
        // A delayed message makes the server's clock seem slower: the largest difference is best.
        this.ahead = Math.max(this.ahead ?? -Infinity, incoming.at - this.clock());
    }
  }

  private on_reply(id: number, reply: Reply | Refusal): void {
    const one = this.pending.get(id);
    if (!one) return; // a second reply to an order that was sent twice
    this.pending.delete(id);
    if (!reply.ok)
      return one.reject(new Refused(reply.reason, reply.clause, reply.detail, reply.bets));
    if (reply.request) this.counter = Math.max(this.counter, reply.request);
    one.resolve(reply);
  }
}

// Opens the page's WebSocket to the server that it was loaded from.
export function connect_to_server(): Socket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/socket`, "sicbo.v1") as unknown as Socket;
}
