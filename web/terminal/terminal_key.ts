// SPDX-License-Identifier: MIT
// The key of an enrolled terminal. Where the browser can, it is a WebCrypto key that signs and
// can't be read out, not even by a script on this page; elsewhere it is a text in the browser's
// storage, and the page says why.
import type { KeyValueStorage } from "./identity";

export interface TerminalKey {
  terminal: number;
  table: number;
  secret?: string; // Ed25519, in hexadecimal; none: the key is in the vault
}

// Where a browser keeps a key that can't be read out.
export interface KeyVault {
  put(key: CryptoKey): Promise<void>;
  get(): Promise<CryptoKey | null>;
}

// Why a key can be read out: the page was not loaded over TLS, the browser does not know Ed25519,
// or it keeps no keys.
export type Unprotected = "not_secure" | "no_ed25519" | "no_storage";

// What is made when a terminal is enrolled: the public half, and what keeps the secret one.
export interface NewKey {
  public_key: string; // in hexadecimal
  secret?: string;
  unprotected: Unprotected | null;
}

const stored_key = "terminal_key";
const algorithm = { name: "Ed25519" };

const to_bytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
const to_hex = (bytes: Uint8Array): string =>
  [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");

// The key of this terminal; null if it was never enrolled.
export function read_key(store: KeyValueStorage): TerminalKey | null {
  try {
    const key = JSON.parse(store.getItem(stored_key) ?? "null") as TerminalKey | null;
    const is_key = key && Number.isInteger(key.terminal) && Number.isInteger(key.table);
    return is_key && ["string", "undefined"].includes(typeof key.secret) ? key : null;
  } catch {
    return null;
  }
}
export const store_key = (store: KeyValueStorage, key: TerminalKey): void =>
  store.setItem(stored_key, JSON.stringify(key));
export const forget_key = (store: KeyValueStorage): void => store.removeItem(stored_key);

// A database of this site, since only a database can hold a key as a key.
const open_database = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open("sicbo", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error("no database"));
  });
const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error("no database"));
  });
export const browser_vault: KeyVault = {
  async put(key) {
    const database = await open_database();
    await done(database.transaction("keys", "readwrite").objectStore("keys").put(key, "terminal"));
    database.close();
  },
  async get() {
    const database = await open_database();
    const store = database.transaction("keys").objectStore("keys");
    const key = await done(store.get("terminal") as IDBRequest<CryptoKey | undefined>);
    database.close();
    return key ?? null;
  },
};

async function make_protected(vault: KeyVault): Promise<NewKey | Unprotected> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return "not_secure";
  let pair: CryptoKeyPair;
  try {
    pair = (await subtle.generateKey(algorithm, false, ["sign", "verify"])) as CryptoKeyPair;
  } catch {
    return "no_ed25519";
  }
  try {
    await vault.put(pair.privateKey);
    if (!(await vault.get())) return "no_storage";
  } catch {
    return "no_storage";
  }
  const bytes = await subtle.exportKey("raw", pair.publicKey);
  return { public_key: to_hex(new Uint8Array(bytes)), unprotected: null };
}

// Makes a key, protected if the browser can.
export async function make_key(vault: KeyVault = browser_vault): Promise<NewKey> {
  const made = await make_protected(vault);
  if (typeof made !== "string") return made;
  const { ed25519 } = await import("@noble/curves/ed25519");
  const secret = ed25519.utils.randomPrivateKey();
  return {
    public_key: to_hex(ed25519.getPublicKey(secret)),
    secret: to_hex(secret),
    unprotected: made,
  };
}

// Signs a text with the key of this terminal. An empty signature, which no server accepts, if the
// browser has lost the key.
export async function sign(
  key: TerminalKey,
  text: string,
  vault: KeyVault = browser_vault,
): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (key.secret !== undefined) {
    const { ed25519 } = await import("@noble/curves/ed25519");
    return to_hex(ed25519.sign(bytes, to_bytes(key.secret)));
  }
  const kept = await vault.get().catch(() => null);
  if (!kept) return "";
  return to_hex(new Uint8Array(await crypto.subtle.sign(algorithm, kept, bytes)));
}
