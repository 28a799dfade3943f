// SPDX-License-Identifier: MIT
import { ed25519 } from "@noble/curves/ed25519";
import { afterEach, expect, test, vi } from "vitest";
import { make_key, read_key, sign, store_key, type KeyVault } from "./terminal_key";

const memory_vault = (): KeyVault & { key: CryptoKey | null } => ({
  key: null,
  async put(key) {
    this.key = key;
  },
  async get() {
    return this.key;
  },
});
const to_bytes = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
const is_signed = (public_key: string, text: string, signature: string) =>
  ed25519.verify(to_bytes(signature), new TextEncoder().encode(text), to_bytes(public_key));
const memory_storage = () => {
  const entries = new Map<string, string>();
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  };
};
const place = { terminal: 101, table: 1 };

afterEach(() => vi.unstubAllGlobals());

test("a key that can't be read out signs as any other", async () => {
  const vault = memory_vault();
  const made = await make_key(vault);
  expect(made.unprotected).toBe(null);
  expect(made.secret).toBe(undefined);
  expect(vault.key!.extractable).toBe(false);
  await expect(crypto.subtle.exportKey("pkcs8", vault.key!)).rejects.toThrow();
  const signature = await sign(place, "a text", vault);
  expect(is_signed(made.public_key, "a text", signature)).toBe(true);
  expect(is_signed(made.public_key, "another", signature)).toBe(false);
});

test("where the browser can't, the reason is known and the key works all the same", async () => {
  const cases: [string, () => void, KeyVault][] = [
    ["not_secure", () => vi.stubGlobal("crypto", { ...crypto, subtle: undefined }), memory_vault()],
    [
      "no_storage",
      () => {},
      { put: () => Promise.reject(new Error("none")), get: () => Promise.resolve(null) },
    ],
  ];
  for (const [reason, prepare, vault] of cases) {
    prepare();
    const random = globalThis.crypto;
    vi.stubGlobal("crypto", {
      getRandomValues: (bytes: Uint8Array) => bytes.fill(7),
      subtle: random.subtle,
    });
    const made = await make_key(vault);
    expect(made.unprotected).toBe(reason);
    const signature = await sign({ ...place, secret: made.secret! }, "a text", vault);
    expect(is_signed(made.public_key, "a text", signature)).toBe(true);
    vi.unstubAllGlobals();
  }
});

test("a terminal whose browser has lost the key signs nothing", async () => {
  expect(await sign(place, "a text", memory_vault())).toBe("");
});

test("a stored key is read again, of both kinds", () => {
  const store = memory_storage();
  expect(read_key(store)).toBe(null);
  for (const key of [place, { ...place, secret: "ab" }]) {
    store_key(store, key);
    expect(read_key(store)).toEqual(key);
  }
  store.setItem("terminal_key", '{"terminal": 1, "table": 1, "secret": 5}');
  expect(read_key(store)).toBe(null);
});
