// Whether the proof of a round's dice holds, checked here and not only by whoever sent it.
//
// The same as `sicbo verify` (docs/formats/tumbler.md says what it shows and what it does not). Nothing of the
// browser's own cryptography is used: it is missing where a page comes over plain HTTP.
import { ed25519 } from "@noble/curves/ed25519";
import { hmac } from "@noble/hashes/hmac";
import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils";
import type { TableTopic } from "../generated/protocol";
import { short_hash } from "./hash";
import type { Text } from "./words";

export type Proof = NonNullable<TableTopic["proof"]["last"]>;

export interface Check {
  text: Text;
  ok: boolean;
  detail: string;
  pending?: boolean; // there is nothing to look at, or not yet: neither good nor bad, and `ok` is false
}
export interface Checked {
  steps: Check[];
  ok: boolean; // something could be checked, and all that could be holds
  complete: boolean; // and nothing was left out
  unseen: boolean; // the promise was not seen in time, so nobody here can say that it is still the same
}

// What this page knows from elsewhere, to hold the proof to.
export interface Seen {
  paid?: readonly number[] | null; // the dice that bets were settled on; null where the round is void
  promised?: string | undefined; // the commitment, as it was seen before betting closed
  key?: string | undefined; // the tumbler's, as earlier rounds had it
}

const says = {
  signed: [
    "The tumbler signed these dice, for this round and for the bets as they stood when betting closed",
    "摇骰机已为本局及停止下注时的全部注码签署这组骰子",
  ],
  half_signed: ["The tumbler's signature is incomplete", "摇骰机的签名不完整"],
  not_signed: ["No tumbler signed these dice", "没有摇骰机为这组骰子签名"],
  paid: ["Bets were settled on these dice", "注码按这组骰子结算"],
  paid_other: [
    "Bets were settled on other dice, which staff entered",
    "注码按职员输入的另一组骰子结算",
  ],
  paid_none: [
    "The round is void: nothing was settled on these dice",
    "本局作废：没有按这组骰子结算",
  ],
  other_key: [
    "Another tumbler signed this round than the rounds before",
    "本局由另一台摇骰机签署，与之前各局不同",
  ],
  unseen: [
    "This page was not open before betting closed: it can't say that the promise is the one from then",
    "停止下注前此页面尚未打开，无法确认承诺是否为当时所示",
  ],
  promised: [
    "The promise is the one that was shown here before betting closed",
    "此承诺与停止下注前在此显示的一致",
  ],
  opened: ["This is the secret that was promised", "公开的正是所承诺的密值"],
  not_revealed: [
    "The promised secret has not been revealed yet; it is shown after the round",
    "承诺的密值尚未公开，将于本局结束后公开",
  ],
  half_promised: ["A secret was shown that nobody had promised", "公开的密值事先并无承诺"],
  no_promise: ["No secret was promised for these dice", "这组骰子没有承诺密值"],
  follow: [
    "The dice follow from the secret alone: they lay before bets opened",
    "骰子只由密值得出：开始下注前已定",
  ],
  follow_close: [
    "The dice follow from the secret and from the close of betting, which nobody could foresee",
    "骰子由密值与停止下注的记录共同得出，无人能预知",
  ],
} satisfies Record<string, Text>;

export function check_proof(proof: Proof, seen: Seen = {}): Checked {
  const steps = [
    ...check_paid(proof, seen.paid),
    check_signature(proof),
    ...check_key(proof, seen.key),
    ...check_promise(proof, seen.promised),
    ...check_dice(proof),
  ];
  const done = steps.filter((one) => !one.pending);
  const ok = done.length > 0 && done.every((one) => one.ok);
  const unseen = Boolean(proof.commitment) && !seen.promised;
  return { steps, ok, unseen, complete: ok && !unseen && !(proof.commitment && !proof.secret) };
}

function check_paid(proof: Proof, paid: Seen["paid"]): Check[] {
  if (paid === undefined) return [];
  if (paid === null) return [{ text: says.paid_none, ok: false, detail: "", pending: true }];
  const ok = paid.join() === proof.roll.join();
  return [{ text: ok ? says.paid : says.paid_other, ok, detail: paid.join("-") }];
}

// A tumbler may be replaced between rounds: that is said, and is not wrong.
function check_key(proof: Proof, key: Seen["key"]): Check[] {
  if (!key || !proof.key || key === proof.key) return [];
  return [
    {
      text: says.other_key,
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
    return { text: says.not_signed, ok: false, detail: "", pending: true };
  if (
    key === undefined ||
    counter === undefined ||
    tumbles === undefined ||
    signature === undefined
  ) {
    return { text: says.half_signed, ok: false, detail: "" };
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
    text: says.signed,
    ok,
    detail: `${proof.roll.join("-")} · #${proof.round} · ${short_hash(key)}`,
  };
}

function check_promise(proof: Proof, promised: Seen["promised"]): Check[] {
  if (!promised)
    return proof.commitment ? [{ text: says.unseen, ok: false, detail: "", pending: true }] : [];
  const ok = holds(() => same(hash(proof.commitment ?? ""), hash(promised)));
  return [{ text: says.promised, ok, detail: short_hash(promised) }];
}

function check_dice(proof: Proof): Check[] {
  const { commitment, secret } = proof;
  if (!commitment && !secret)
    return [{ text: says.no_promise, ok: false, detail: "", pending: true }];
  if (!commitment) return [{ text: says.half_promised, ok: false, detail: "" }];
  if (!secret)
    return [{ text: says.not_revealed, ok: false, detail: short_hash(commitment), pending: true }];
  return [
    {
      text: says.opened,
      ok: holds(() =>
        same(
          sha256(concatBytes(utf8ToBytes("sicbo-commitment-v1"), hash(secret))),
          hash(commitment),
        ),
      ),
      detail: `${short_hash(secret)} → ${short_hash(commitment)}`,
    },
    {
      text: proof.mixed_first ? says.follow : says.follow_close,
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
