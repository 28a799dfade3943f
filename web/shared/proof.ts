// SPDX-License-Identifier: MIT
// Checks the proof of a round's dice in the browser, independently of the server that sent it.
//
// The same checks as `sicbo verify` (docs/formats/tumbler.md explains what they show). They do not
// use the browser's own cryptography, which is missing where a page comes over plain HTTP.
import { ed25519 } from "@noble/curves/ed25519";
import { hmac } from "@noble/hashes/hmac";
import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils";
import type { TableTopic } from "../generated/protocol";
import { short_hash } from "./hash";
import { proof_words } from "./proof_words";
import type { Text } from "./words";

export type Proof = NonNullable<TableTopic["proof"]["last"]>;

export interface Check {
  text: Text;
  ok: boolean;
  detail: string;
  pending?: boolean; // nothing to check, or not yet: neither good nor bad, and `ok` is false
}
export interface Checked {
  checks: Check[];
  ok: boolean; // something could be checked, and every check holds
  complete: boolean; // `ok`, and no check was left out
  unseen: boolean; // the commitment was not seen in time, so this page can't confirm it
}

// What this page knows from other messages, to compare the proof with.
export interface KnownValues {
  paid?: readonly number[] | null; // the dice that bets were settled on; null: the round is void
  commitment?: string | undefined; // as it was seen before betting closed
  key?: string | undefined; // the tumbler's, as earlier rounds had it
}

// Checks a proof step by step, against what this page knows from other messages.
export function check_proof(proof: Proof, seen: KnownValues = {}): Checked {
  const checks = [
    ...check_paid(proof, seen.paid),
    check_signature(proof),
    ...check_key(proof, seen.key),
    ...check_commitment(proof, seen.commitment),
    ...check_dice(proof),
  ];
  const done = checks.filter((one) => !one.pending);
  const ok = done.length > 0 && done.every((one) => one.ok);
  const unseen = Boolean(proof.commitment) && !seen.commitment;
  return { checks, ok, unseen, complete: ok && !unseen && !(proof.commitment && !proof.secret) };
}

function check_paid(proof: Proof, paid: KnownValues["paid"]): Check[] {
  if (paid === undefined) return [];
  if (paid === null) return [{ text: proof_words.paid_none, ok: false, detail: "", pending: true }];
  const ok = paid.join() === proof.roll.join();
  return [{ text: ok ? proof_words.paid : proof_words.paid_other, ok, detail: paid.join("-") }];
}

// A tumbler may be replaced between rounds: that is reported, and is not wrong.
function check_key(proof: Proof, key: KnownValues["key"]): Check[] {
  if (!key || !proof.key || key === proof.key) return [];
  return [
    {
      text: proof_words.other_key,
      ok: false,
      detail: `${short_hash(key)} → ${short_hash(proof.key)}`,
      pending: true,
    },
  ];
}

function check_signature(proof: Proof): Check {
  const { key, counter, tumbles, signature } = proof;
  const parts = [key, counter, tumbles, signature];
  if (parts.every((one) => one === undefined))
    return { text: proof_words.not_signed, ok: false, detail: "", pending: true };
  if (
    key === undefined ||
    counter === undefined ||
    tumbles === undefined ||
    signature === undefined
  ) {
    return { text: proof_words.half_signed, ok: false, detail: "" };
  }
  const ok = holds(() => {
    const flat = 1; // dice that did not lie flat are never a result
    const message = concatBytes(
      utf8ToBytes("sicbo-result-v1"),
      number(proof.table),
      number(proof.round),
      hash(proof.close_hash),
      number(counter),
      faces(proof.roll),
      number(tumbles),
      Uint8Array.of(flat),
    );
    return ed25519.verify(hexToBytes(signature), message, hash(key), { zip215: false });
  });
  return {
    text: proof_words.signed,
    ok,
    detail: `${proof.roll.join("-")} · #${proof.round} · ${short_hash(key)}`,
  };
}

function check_commitment(proof: Proof, seen: KnownValues["commitment"]): Check[] {
  if (!seen)
    return proof.commitment
      ? [{ text: proof_words.unseen, ok: false, detail: "", pending: true }]
      : [];
  const ok = holds(() => same(hash(proof.commitment ?? ""), hash(seen)));
  return [{ text: proof_words.commitment_seen, ok, detail: short_hash(seen) }];
}

function check_dice(proof: Proof): Check[] {
  const { commitment, secret } = proof;
  if (!commitment && !secret)
    return [{ text: proof_words.no_commitment, ok: false, detail: "", pending: true }];
  if (!commitment) return [{ text: proof_words.secret_without_commitment, ok: false, detail: "" }];
  if (!secret)
    return [
      { text: proof_words.not_revealed, ok: false, detail: short_hash(commitment), pending: true },
    ];
  return [
    {
      text: proof_words.opened,
      ok: holds(() =>
        same(
          sha256(concatBytes(utf8ToBytes("sicbo-commitment-v1"), hash(secret))),
          hash(commitment),
        ),
      ),
      detail: `${short_hash(secret)} → ${short_hash(commitment)}`,
    },
    {
      text: proof.mixed_first ? proof_words.follow : proof_words.follow_close,
      ok: holds(() => same(roll_of(hash(secret), proof), faces(proof.roll))),
      detail: proof.roll.join("-"),
    },
  ];
}

// A byte gives a face with six of equal weight; the four that would be too many are left out.
function roll_of(secret: Uint8Array, proof: Proof): Uint8Array {
  const close = proof.mixed_first ? new Uint8Array() : hash(proof.close_hash);
  const fixed = concatBytes(utf8ToBytes("sicbo-dice-v1"), number(proof.round), close);
  const dice: number[] = [];
  for (let block = 0; dice.length < 3; ++block) {
    for (const byte of hmac(sha256, secret, concatBytes(fixed, number(block))))
      if (byte < 252) dice.push((byte % 6) + 1);
  }
  return Uint8Array.from(dice.slice(0, 3));
}

// What can't be read does not hold.
function holds(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return false;
  }
}

function number(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  if (value < 0) throw new RangeError("numbers are not negative");
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}

function hash(text: string): Uint8Array {
  const bytes = hexToBytes(text);
  if (bytes.length !== 32) throw new RangeError("a hash has 32 bytes");
  return bytes;
}

function faces(roll: readonly number[]): Uint8Array {
  if (roll.length !== 3 || roll.some((one) => !Number.isInteger(one) || one < 1 || one > 6))
    throw new RangeError("three dice");
  return Uint8Array.from(roll);
}

const same = (one: Uint8Array, other: Uint8Array): boolean => bytesToHex(one) === bytesToHex(other);
