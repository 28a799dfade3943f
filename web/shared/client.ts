// SPDX-License-Identifier: MIT
// A connection to the server that is made again whenever it is lost.
//
// Every request gets one reply. An order that was sent and never answered is sent again with its id
// over the next connection, where the server carries it out once, unless its `should_resend` says
// no (the console never resends); other requests are rejected with `connection_lost`, and the
// caller decides whether to repeat them.
//
// A gateway that loses the server keeps the socket open and says so. For the client the connection
// is lost then, and made again when the gateway passes on the server's next greeting.
import { signal } from "@preact/signals";
import type { Message, Orders } from "../generated/protocol";
import { unused_number } from "./address";
import { Feed, type TopicOf } from "./feed";
import { Pacer } from "./pacer";
import {
  encode,
  order,
  read_message,
  resume,
  unwatch,
  watch,
  type OrderContext,
  type Refusal,
  type Reply,
  type Request,
} from "./requests";

// `taken_over`: another window has the place of this one; the connection is not made again.
export type Status = "connecting" | "open" | "lost" | "taken_over";

// A request was refused: by the server, by the page before it was sent, or because the connection
// is lost (`connection_lost`).
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

// Returns the reason of a refusal. Any other error is a mistake of this page: it is reported to the
// browser's console, and the reason is `page_error`.
export function reason_of(error: unknown): string {
  if (error instanceof Refused) return error.reason;
  globalThis.reportError?.(error);
  return "page_error";
}

// The part of a WebSocket that a client uses, so that a test can stand in for the server.
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

// Returns true if an order that was never answered should be sent again over a new connection.
type ShouldResend = () => boolean;
interface Pending {
  id: number;
  text: string;
  should_resend: ShouldResend | null; // null: not an order, never sent again
  numbered?: { actor: number; number: number }; // of an order: who gives it, and its number
  resolve: (reply: Reply) => void;
  reject: (refused: Refused) => void;
}

export interface ClientOptions {
  // Opens a socket to the server, by host and port; "" is the one that the page came from.
  connect: (server: string) => Socket;
  // Tells the server who this is (join, sign in) on every new connection, before anything else. It
  // must handle refusals itself: only `connection_lost` ends the attempt, and after any other error
  // the connection still counts as open.
  identify?: (client: Client) => Promise<void>;
  wait?: (action: () => void, milliseconds: number) => void; // for tests, in place of setTimeout
  now?: () => number; // for tests, in place of Date.now
}

const reply_milliseconds_max = 8_000;
const open_milliseconds_max = 8_000;
const silence_milliseconds = 3_000; // after which the client probes the connection
const probe_milliseconds_max = 4_000;
const reconnect_milliseconds = { first: 250, max: 5_000 }; // doubled after each failed attempt
const suspended_milliseconds_max = 8_000; // without a notice of the gateway, which repeats it
const unwatched_topic = `places/${unused_number}`;

export class Client {
  readonly status = signal<Status>("connecting");
  nonce = ""; // from the server's greeting, which comes before any reply
  // Whether the place was lost because the terminal has another key; of the status `taken_over`.
  enrolled_anew = false;
  on_signed_in_elsewhere: (person: number) => void = () => {};
  on_account_locked: (name: string) => void = () => {};

  private feed = new Feed((topic) => void this.request(watch(topic)).catch(() => {}));
  private socket: Socket | null = null;
  private counter = 0;
  // The last request number of each actor: of a person, or of this place (0).
  private numbers = new Map<number, number>();
  private pending = new Map<number, Pending>();
  private watched = new Set<string>();
  private clock_offset: number | null = null; // server's clock minus this one, in milliseconds
  private attempts = 0;
  // All servers of the property, of which one leads; the first is the one the page came from.
  private servers = [""];
  private server = 0; // the one to connect to
  private pacer = new Pacer();
  private silence: ReturnType<typeof setTimeout> | undefined;
  private suspended: Socket | null = null; // open, but its gateway has no server
  private suspension: ReturnType<typeof setTimeout> | undefined;

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

  // Watches a topic over this connection and all later ones, until unwatch(). Resolves to its
  // state: the server sends the snapshot in the same frame as the reply, and it is applied first.
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

  // Gives an order. Rejects with `connection_lost` at once unless the status is `open`. If the
  // connection is lost before the reply, the promise stays pending until there is a new connection:
  // then the order is sent again with its id if `should_resend` returns true, and rejected if not.
  order<Name extends keyof Orders>(
    name: Name,
    fields: Orders[Name],
    context: OrderContext = {},
    should_resend: ShouldResend = () => true,
  ): Promise<Reply> {
    const actor = context.person ?? 0;
    const number = (this.numbers.get(actor) ?? 0) + 1;
    return this.send(order(name, fields, { ...context, request: number }), should_resend, {
      actor,
      number,
    });
  }

  // The number of the person's next request.
  next_number(person: number): number {
    return (this.numbers.get(person) ?? 0) + 1;
  }

  // Sends a request that the server turns into an order of the person, with that person's next
  // number; or with a number that was used before, to ask again for what came of it.
  request_as(
    person: number,
    make: (number: number) => Request,
    number = this.next_number(person),
  ): Promise<Reply> {
    return this.send(make(number), null, { actor: person, number });
  }

  // The server's time in milliseconds, as well as it is known here.
  now(): number {
    return this.clock() + (this.clock_offset ?? 0);
  }

  // Ends the connection for good.
  private on_taken_over(enrolled_anew: boolean): void {
    this.enrolled_anew = enrolled_anew;
    this.status.value = "taken_over";
    this.drop_orders();
    this.socket?.close();
  }

  // Refuses all orders that were never answered, when their person has left.
  drop_orders(): void {
    this.drop((request) => request.should_resend !== null);
  }

  private clock(): number {
    return (this.options.now ?? Date.now)();
  }

  private send(
    request: Request,
    should_resend: ShouldResend | null,
    numbered?: Pending["numbered"],
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const status = this.status.value;
      if (!this.socket || status === "taken_over" || (should_resend && status !== "open")) {
        return reject(new Refused("connection_lost"));
      }
      const id = ++this.counter;
      if (numbered) {
        const last = this.numbers.get(numbered.actor) ?? 0;
        this.numbers.set(numbered.actor, Math.max(last, numbered.number));
      }
      const text = encode(id, request);
      const pending = { id, text, should_resend, numbered, resolve, reject };
      this.pending.set(id, pending);
      this.send_in_turn(pending, this.socket);
    });
  }

  // The time limit of a reply starts when the request is sent, not when it is queued.
  private send_in_turn({ id, text }: Pending, socket: Socket): void {
    this.pacer.send(() => {
      this.expect_reply(id, socket);
      socket.send(text);
    });
  }

  private connect(): void {
    const socket = this.options.connect(this.servers[this.server] ?? "");
    this.socket = null;
    const late = setTimeout(() => this.abandon(socket), open_milliseconds_max);
    socket.onopen = () => {
      clearTimeout(late);
      this.on_session(socket);
    };
    socket.onmessage = ({ data }) => {
      this.restart_silence_timer(socket);
      const messages = JSON.parse(data) as Message[];
      this.feed.update(messages);
      messages.forEach((one) => this.on_message(one, socket));
    };
    socket.onclose = () => {
      clearTimeout(late);
      this.on_lost();
    };
  }

  // The server knows nothing of this client yet.
  private on_session(socket: Socket): void {
    this.socket = socket;
    this.pacer.reset();
    this.restart_silence_timer(socket);
    this.clock_offset = null;
    this.feed.forget_sequences();
    void this.begin(socket);
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
    this.drop(({ should_resend }) => should_resend !== null && !should_resend());
    for (const order of this.pending.values())
      if (order.should_resend) this.send_in_turn(order, socket);
  }

  private drop(which: (request: Pending) => boolean): void {
    for (const [id, request] of this.pending) {
      if (!which(request)) continue;
      this.pending.delete(id);
      request.reject(new Refused("connection_lost"));
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
  private restart_silence_timer(socket: Socket): void {
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

  private on_servers(servers: string[]): void {
    const current = this.servers[this.server] ?? "";
    const own = globalThis.location?.host;
    this.servers = ["", ...servers.filter((one) => one !== own)];
    this.server = Math.max(0, this.servers.indexOf(current));
  }

  private lose_session(): void {
    this.socket = null;
    clearTimeout(this.silence);
    this.pacer.reset();
    this.drop((request) => request.should_resend === null);
    if (this.status.value !== "taken_over") this.status.value = "lost";
  }

  private on_suspended(socket: Socket): void {
    if (this.status.value === "taken_over") return;
    clearTimeout(this.suspension);
    this.suspension = setTimeout(() => this.abandon(socket), suspended_milliseconds_max);
    if (this.suspended === socket) return; // told again
    this.lose_session();
    this.suspended = socket;
    socket.send(encode(++this.counter, resume()));
  }

  private on_hello(nonce: string, socket: Socket): void {
    this.nonce = nonce;
    if (this.suspended !== socket) return;
    this.end_suspension();
    this.on_session(socket);
  }

  private end_suspension(): void {
    clearTimeout(this.suspension);
    this.suspended = null;
  }

  // A server that leads no more is not asked again before the others.
  private on_lost(): void {
    this.end_suspension();
    this.lose_session();
    this.server = (this.server + 1) % this.servers.length;
    if (this.status.value === "taken_over") return;
    const { first, max } = reconnect_milliseconds;
    const jitter = 0.75 + Math.random() / 2; // so that clients do not all come back at once
    const rounds = Math.floor(this.attempts++ / this.servers.length); // over all servers
    const pause = Math.min(max, first * 2 ** rounds) * jitter;
    (this.options.wait ?? setTimeout)(() => this.connect(), pause);
  }

  private on_message(message: Message, socket: Socket): void {
    const incoming = read_message(message);
    switch (incoming.kind) {
      case "reply":
        return this.on_reply(incoming.id, incoming.reply);
      case "hello":
        this.on_servers(incoming.servers);
        return this.on_hello(incoming.nonce, socket);
      case "suspended":
        return this.on_suspended(socket);
      case "taken_over":
        return this.on_taken_over(incoming.enrolled_anew);
      case "signed_in_elsewhere":
        return this.on_signed_in_elsewhere(incoming.person);
      case "account_locked":
        return this.on_account_locked(incoming.name);
      case "topic":
        // A delayed message makes the server's clock seem slower: the largest difference is best.
        this.clock_offset = Math.max(this.clock_offset ?? -Infinity, incoming.at - this.clock());
    }
  }

  private on_reply(id: number, reply: Reply | Refusal): void {
    const request = this.pending.get(id);
    if (!request) return; // a second reply to an order that was sent twice
    this.pending.delete(id);
    if (!reply.ok)
      return request.reject(new Refused(reply.reason, reply.clause, reply.detail, reply.bets));
    if (reply.request !== undefined) this.count_from(reply.person ?? 0, reply.request);
    request.resolve(reply);
  }

  // The next order of the actor gets the number after the last one that the server knows, or after
  // those that are still to be answered.
  private count_from(actor: number, last: number): void {
    for (const { numbered } of this.pending.values())
      if (numbered?.actor === actor) last = Math.max(last, numbered.number);
    this.numbers.set(actor, last);
  }
}

// Opens the page's WebSocket to the server, by host and port; "" is the one the page came from.
export function connect_to_server(server = ""): Socket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(
    `${scheme}//${server || location.host}/socket`,
    "sicbo.v1",
  ) as unknown as Socket;
}
