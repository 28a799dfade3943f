// SPDX-License-Identifier: MIT
// The protocol `sicbo.v1` as the pages use it (docs/formats/protocol.md): one function for each
// request, and the names of what the server sends.
//
// The compiler checks keys and words against the schema (generated/protocol.ts). No socket.
import type { ClientRequest, Message, Orders, Refusal, ServerReply } from "../generated/protocol";

type WithoutId<One> = One extends unknown ? Omit<One, "id"> : never; // for each kind of request
export type Request = WithoutId<ClientRequest>;
export type Reply = ServerReply;
export type { Refusal };

// Bytes of a request while staff are signed in on the connection; the server closes the connection
// for a longer one (docs/formats/protocol.md, Limits).
export const staff_message_bytes_max = 16 * 1024;

// The text of a request. The server replies with the same id.
export const encode = (id: number, request: Request): string => JSON.stringify({ id, ...request });

// A message of the server, sorted by what it is about.
export type Incoming =
  | { kind: "reply"; id: number; reply: Reply | Refusal }
  | { kind: "hello"; nonce: string; servers: string[] }
  // Another window has this place now, or the terminal was enrolled again with another key.
  | { kind: "taken_over"; enrolled_anew: boolean }
  | { kind: "suspended" } // a gateway has lost the server; a hello follows
  | { kind: "signed_in_elsewhere"; person: number }
  | { kind: "account_locked"; name: string } // after failed sign-ins
  | { kind: "topic"; at: number }; // a snapshot or delta, which shared/feed.ts reads

// Sorts a message of the server.
export function read_message(message: Message): Incoming {
  if ("reply" in message) return { kind: "reply", id: message.reply, reply: message };
  if ("hello" in message)
    return { kind: "hello", nonce: message.nonce, servers: message.servers ?? [] };
  if (!("notice" in message)) return { kind: "topic", at: message.at };
  switch (message.notice) {
    case "taken_over":
      return { kind: "taken_over", enrolled_anew: message.cause === "enrolled_anew" };
    case "account_locked":
      return { kind: "account_locked", name: message.name ?? "" };
    case "suspended":
      return { kind: "suspended" };
    case "signed_in_elsewhere":
      return { kind: "signed_in_elsewhere", person: message.person ?? 0 };
  }
}

// To a gateway that has lost the server: what follows belongs to the next session.
export const resume = (): Request => ({ type: "resume" });

// Topics.
export const watch = (topic: string): Request => ({ type: "watch", topic });
export const unwatch = (topic: string): Request => ({ type: "unwatch", topic });

// Places: a guest joins a table (`token`: the place the guest had before) and leaves it.
export const join = (place: { table: number; layout?: string; token?: string }): Request => ({
  type: "join",
  ...place,
});
export const leave_place = (): Request => ({ type: "leave" });
// Adds play credit at a training table.
export const top_up = (): Request => ({ type: "top_up" });

// The cabinet of the terminal. Notes and tickets are put into simulated cabinets only.
export const cash_out = (): Request => ({ type: "cash_out" });
export const insert_note = (amount: number): Request => ({ type: "insert_note", amount });
export const insert_ticket = (number: string): Request => ({ type: "insert_ticket", number });

// Tickets at a counter of the cage, by the cashier `person`, as the request with that number. The
// reply to a sale has the ticket with its number; read_ticket redeems nothing.
export interface AtCounter {
  counter: number;
  person: number;
  request: number;
  reference?: string;
  identity?: string;
}
// The server takes no empty texts.
const without_empty = ({ reference, identity, ...at }: AtCounter): AtCounter => ({
  ...at,
  ...(reference ? { reference } : {}),
  ...(identity ? { identity } : {}),
});
export const sell_ticket = (at: AtCounter, amount: number): Request => ({
  type: "sell_ticket",
  ...without_empty(at),
  amount,
});
export const read_ticket = (at: AtCounter, number: string): Request => ({
  type: "read_ticket",
  ...at,
  number,
});
export const cash_ticket = (at: AtCounter, number: string): Request => ({
  type: "cash_ticket",
  ...without_empty(at),
  number,
});

// What became of a ticket, or of those with these last four digits.
export const find_tickets = (
  person: number,
  by: { number: string } | { last_four: string },
): Request => ({ type: "find_tickets", person, ...by });

// Terminals with a key of their own.
export const create_enrolment_code = (
  table: number,
  terminal: number,
  person: number,
  request: number,
): Request => ({ type: "create_enrolment_code", table, terminal, person, request });
// Enrols a terminal with a one-time code and its public key.
export const enrol = (code: string, key: string): Request => ({ type: "enrol", code, key });
// Proves a terminal's identity: `signature` is over the nonce of the greeting.
export const authenticate_terminal = (terminal: number, signature: string): Request => ({
  type: "authenticate_terminal",
  terminal,
  signature,
});

// People. `code` is that of the second factor; "": none. `single_act` signs somebody in for one
// act, which signs them out again.
export const sign_in = (
  name: string,
  password: string,
  code = "",
  single_act = false,
): Request => ({
  type: "sign_in",
  name,
  password,
  ...(code ? { code } : {}),
  ...(single_act ? { single_act } : {}),
});
// Asks for a second factor; the reply has its secret, which is shown this once.
export const enrol_second_factor = (name: string, password: string): Request => ({
  type: "enrol_second_factor",
  name,
  password,
});
export const sign_out = (person: number): Request => ({ type: "sign_out", person });
// Changes a person's own password.
export const set_password = (name: string, old: string, fresh: string, code: string): Request => ({
  type: "set_password",
  name,
  old,
  new: fresh,
  ...(code ? { code } : {}),
});

// The system.
export const self_check = (person: number): Request => ({ type: "self_check", person });
// Makes a simulated device of a training table fail once.
export const inject_fault = (table: number, person: number, fault: string): Request => ({
  type: "inject_fault",
  table,
  person,
  fault,
});
export const listed_rounds_max = 100; // in one reply
// The last rounds of a table, newest first; only those before round `before` if that is given.
export const list_rounds = (table: number, limit: number, before?: number): Request => ({
  type: "list_rounds",
  table,
  limit,
  ...(before ? { before } : {}),
});

// The names of people who are logged on at a table, for a form to log on.
export const list_on_duty = (table: number): Request => ({ type: "list_on_duty", table });

// How much more the player at this place may stake on a spot, and which limit leaves that much.
export const headroom = (table: number, spot: string): Request => ({
  type: "headroom",
  table,
  spot,
});

// Who gives an order, at which table, for which round and in which stay: in another round or after
// the stay the server refuses it. `request` is its number among the orders of its actor.
export interface OrderContext {
  table?: number;
  person?: number;
  round?: number;
  session?: number;
  request?: number;
}
// An order as a request. The server carries out each request id once.
export function order<Name extends keyof Orders>(
  name: Name,
  fields: Orders[Name],
  { person, session, ...context }: OrderContext = {},
): Request {
  const by = person === undefined ? {} : { person };
  const within = session ? { session } : {}; // 0: there is no stay yet
  return { type: "order", order: name, arguments: fields, ...context, ...by, ...within } as Request;
}

// Asks what an order would lead to and who must agree. Nothing happens.
export const preview = <Name extends keyof Orders>(
  name: Name,
  fields: Orders[Name],
  context: OrderContext,
): Request => ({ ...order(name, fields, context), type: "preview" }) as Request;

// The digest of an order that waits for a second person; undefined if the order was carried out.
// A resend of the order gets the same reply.
export const authorisation_of = (reply: Reply): string | undefined => reply.authorisation;
// The number of the person who has signed in.
export const person_of = (reply: Reply): number => reply.person!;
