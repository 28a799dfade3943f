// SPDX-License-Identifier: MIT
// Who this terminal is: a guest with a token for its place, or an enrolled terminal with a key.
import type { Client } from "../shared/client";
import { authenticate_terminal, enrol, join, leave_place, type Reply } from "../shared/requests";

// The part of a browser's Storage that the terminal uses. For the window: "place/TABLE/LAYOUT"
// (token of the place), "again/TABLE/LAYOUT" (bets for Rebet), "actions" (for Undo),
// "commitments/TABLE". For the terminal: "terminal_key", favourites by layout.
export type KeyValueStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface TerminalKey {
  terminal: number;
  table: number;
  secret: string; // Ed25519, in hexadecimal
}
const stored_key = "terminal_key";

// The key of this terminal; null if it was never enrolled.
export function read_key(store: KeyValueStorage): TerminalKey | null {
  try {
    const key = JSON.parse(store.getItem(stored_key) ?? "null") as TerminalKey | null;
    return key && typeof key.secret === "string" && Number.isInteger(key.terminal) ? key : null;
  } catch {
    return null;
  }
}
export const forget_key = (store: KeyValueStorage): void => store.removeItem(stored_key);

// Each layout has places of its own, so a token is for a table and a layout.
const token_name = (table: number, layout: string): string => `place/${table}/${layout}`;

// Tokens of windows that were closed, newest last. A window that is opened within the grace period
// of the server takes the last one, and with it the place.
interface ClosedWindow {
  token: string;
  at: number; // when the window was closed, by the clock of this machine
}
const grace_milliseconds = 120_000; // as long as the server keeps the place
const closed_name = (table: number, layout: string): string => `closed/${table}/${layout}`;

function read_closed(local: KeyValueStorage, name: string): ClosedWindow[] {
  try {
    const list = JSON.parse(local.getItem(name) ?? "[]") as ClosedWindow[];
    const now = Date.now();
    return list.filter(
      ({ token, at }) => typeof token === "string" && at <= now && now - at < grace_milliseconds,
    );
  } catch {
    return [];
  }
}
const write_closed = (local: KeyValueStorage, name: string, list: ClosedWindow[]): void =>
  list.length ? local.setItem(name, JSON.stringify(list)) : local.removeItem(name);

// Call when the window may be about to close: another window may then take its place over.
export function offer_place(
  store: KeyValueStorage,
  local: KeyValueStorage,
  table: number,
  layout: string,
): void {
  const token = store.getItem(token_name(table, layout));
  const name = closed_name(table, layout);
  if (!token) return;
  const others = read_closed(local, name).filter((one) => one.token !== token);
  write_closed(local, name, [...others, { token, at: Date.now() }]);
}

// Takes the token of this window off the list; if the window has none, returns the last one of it.
function take_token(
  store: KeyValueStorage,
  local: KeyValueStorage,
  table: number,
  layout: string,
): string | null {
  const name = closed_name(table, layout);
  const list = read_closed(local, name);
  const token = store.getItem(token_name(table, layout)) ?? list.at(-1)?.token ?? null;
  write_closed(
    local,
    name,
    list.filter((one) => one.token !== token),
  );
  return token;
}

// Joins a table as a guest, at the place that this window had before if it is still free, or that a
// window had which was closed a moment ago. The reply has the topic and the number of the place.
export async function join_table(
  client: Client,
  store: KeyValueStorage,
  local: KeyValueStorage,
  table: number,
  layout: string,
): Promise<Reply> {
  const token = take_token(store, local, table, layout);
  const place = await client.request(
    join({ table, ...(layout ? { layout } : {}), ...(token ? { token } : {}) }),
  );
  if (place.token) store.setItem(token_name(table, layout), place.token);
  return place;
}

// Forgets the token of this window's place: the next join takes another place.
export const forget_place = (store: KeyValueStorage, table: number, layout: string): void =>
  store.removeItem(token_name(table, layout));

// Leaves the place of a guest for good: its token is forgotten first.
export async function leave_table(
  client: Client,
  store: KeyValueStorage,
  table: number,
  layout: string,
): Promise<void> {
  forget_place(store, table, layout);
  await client.request(leave_place());
}

const to_bytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
const to_hex = (bytes: Uint8Array): string =>
  [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");

// Proves who an enrolled terminal is. Call after the first reply of a connection: the greeting with
// the nonce that is signed comes before it.
export async function authenticate(client: Client, key: TerminalKey): Promise<Reply> {
  const { ed25519 } = await import("@noble/curves/ed25519");
  const text = new TextEncoder().encode(`sicbo-terminal-v1 ${client.nonce} ${key.terminal}`);
  const signature = to_hex(ed25519.sign(text, to_bytes(key.secret)));
  return client.request(authenticate_terminal(key.terminal, signature));
}

// Makes a key for this terminal, enrols it with a one-time code and stores it.
export async function enrol_terminal(
  client: Client,
  store: KeyValueStorage,
  code: string,
): Promise<TerminalKey> {
  const { ed25519 } = await import("@noble/curves/ed25519");
  const secret = ed25519.utils.randomPrivateKey();
  const reply = await client.request(enrol(code, to_hex(ed25519.getPublicKey(secret))));
  const key = { terminal: reply.number!, table: reply.table!, secret: to_hex(secret) };
  store.setItem(stored_key, JSON.stringify(key));
  return key;
}
