// Who this terminal is: a guest with a token for its place, or an enrolled terminal with a key of its own.
import type { Answer } from "../generated/protocol";
import type { Client } from "../shared/client";

export interface Key {
  terminal: number;
  table: number;
  secret: string;
}
const kept_as = "terminal_key";

export function kept_key(): Key | null {
  try {
    const key = JSON.parse(localStorage.getItem(kept_as) ?? "null") as Key | null;
    return key && typeof key.secret === "string" && Number.isInteger(key.terminal) ? key : null;
  } catch {
    return null;
  }
}
export const forget_key = (): void => localStorage.removeItem(kept_as);

// Each layout has places of its own, so a token is for both.
const token_of = (table: number, layout: string): string => `place/${table}/${layout}`;

export async function sit(client: Client, table: number, layout: string): Promise<Answer> {
  const kept = sessionStorage.getItem(token_of(table, layout));
  const place = await client.ask("sit", {
    table,
    ...(layout ? { layout } : {}),
    ...(kept ? { token: kept } : {}),
  });
  if (place.token) sessionStorage.setItem(token_of(table, layout), place.token);
  return place;
}

export async function rise(client: Client, table: number, layout: string): Promise<void> {
  sessionStorage.removeItem(token_of(table, layout));
  await client.ask("rise", {});
}

const to_bytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
const to_hex = (bytes: Uint8Array): string =>
  [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");

// The greeting with the nonce comes before any answer, so it must be asked after one.
export async function prove(client: Client, key: Key): Promise<Answer> {
  const { ed25519 } = await import("@noble/curves/ed25519");
  const text = new TextEncoder().encode(`sicbo-terminal-v1 ${client.nonce} ${key.terminal}`);
  const signature = to_hex(ed25519.sign(text, to_bytes(key.secret)));
  return client.ask("prove", { terminal: key.terminal, signature });
}

export async function enrol(client: Client, code: string): Promise<Key> {
  const { ed25519 } = await import("@noble/curves/ed25519");
  const secret = ed25519.utils.randomPrivateKey();
  const answer = await client.ask("enrol", { code, key: to_hex(ed25519.getPublicKey(secret)) });
  const key = { terminal: answer.number!, table: answer.table!, secret: to_hex(secret) };
  localStorage.setItem(kept_as, JSON.stringify(key));
  return key;
}
