// SPDX-License-Identifier: MIT
import { describe, expect, test } from "vitest";
import { short_hash } from "./hash";
import { check_proof, type Proof, type KnownValues } from "./proof";

// Proofs from a server: of a table that mixes after betting closes, and of one that mixes before it
// opens.
const mixed_after: Proof = {
  table: 1,
  round: 2,
  roll: [3, 3, 1],
  close_hash: "b27c9407402def509626c9f95472e4928c298518b7d402a97bfbfc9d0c54bc2f",
  mixed_first: false,
  key: "d3fd99890965787fc725d85af417e732a93612cb9541841784a37105e2809906",
  counter: 2,
  tumbles: 3,
  signature:
    "d83214f21d01c7fa5f5ae5119791460259de1bac732a29a8b24ac847731ad250e77a1cf6297104b8fc1091f5e32a30c679aaeffe40f5941c89706cb950b8f70f",
  commitment: "66df19550efabe4d703b1490216cc3d2863beb7535775951b6ec0d5887542c82",
  secret: "c3a52851a4dcaa4bffa13dcf227b3321c7ff4210e050c3294fb18ce3a1bd0239",
};
const mixed_before: Proof = {
  table: 2,
  round: 2,
  roll: [3, 4, 3],
  close_hash: "b8d93cdf0560491530c9ca232dd8e9c760682ec8bf1c3a8ddefa4a5a98806f56",
  mixed_first: true,
  key: "7865907c953e13ca43fd51696164a6f99a6ed962507195889af7707e124b5ea1",
  counter: 2,
  tumbles: 3,
  signature:
    "b4448ce77125da8120b47189b36b216ef5acd99d1be825e9b948e9efd72feb01df3de43431a8b2e963b6d98df4d1622f35f09f2558f3d29213b8495c4e41d504",
  commitment: "3202acd00d0b450f02cecbfe04dc1a14914abd8ce577ee15346f97d9e1dff6eb",
  secret: "505fd081d43948e5d1f0ed4ba93557fb037afe66563a9a395b00bf32d2616e1d",
};
const roll_before = mixed_before.roll.join("-");

const without = (proof: Proof, ...fields: (keyof Proof)[]): Proof =>
  Object.fromEntries(
    Object.entries(proof).filter(([name]) => !fields.includes(name as keyof Proof)),
  ) as Proof;

// One digit is another.
const bent = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === "0" ? "1" : "0") + text.slice(at + 1);

// The commitment was seen in time, unless a test has it otherwise.
const marks = (proof: Proof, seen: KnownValues = { commitment: proof.commitment }): string =>
  check_proof(proof, seen)
    .checks.map((one) => (one.pending ? "-" : one.ok ? "." : "!"))
    .join("");

describe.each([
  ["after the close", mixed_after],
  ["before bets", mixed_before],
])("mixed %s", (_, proof) => {
  test("holds, and is complete if the commitment was seen in time", () => {
    expect(marks(proof)).toBe("....");
    expect(check_proof(proof, { commitment: proof.commitment })).toMatchObject({
      ok: true,
      complete: true,
      unseen: false,
    });
    expect(marks(proof, {})).toBe(".-..");
    expect(check_proof(proof)).toMatchObject({ ok: true, complete: false, unseen: true });
    expect(check_proof(proof).checks[1]!.text[0]).toContain("not open before betting closed");
  });

  test("another commitment than the one that was seen fails", () => {
    expect(marks(proof, { commitment: bent(proof.commitment!, 3) })).toBe(".!..");
    const bare = without(proof, "commitment", "secret");
    expect(marks(bare, { commitment: proof.commitment })).toBe(".!-");
    expect(check_proof(bare, { commitment: proof.commitment }).ok).toBe(false);
  });

  test("bets that were settled on other dice than the tumbler signed are reported", () => {
    const seen = { commitment: proof.commitment };
    expect(marks(proof, { ...seen, paid: proof.roll })).toBe(".....");
    expect(marks(proof, { ...seen, paid: [6, 6, 6] })).toBe("!....");
    expect(check_proof(proof, { ...seen, paid: [6, 6, 6] })).toMatchObject({
      ok: false,
      complete: false,
    });
    expect(check_proof(proof, { ...seen, paid: [6, 6, 6] }).checks[0]).toMatchObject({
      detail: "6-6-6",
    });
    expect(marks(proof, { ...seen, paid: null })).toBe("-....");
  });

  test("a tumbler that was replaced is reported, and is not wrong", () => {
    const seen = { commitment: proof.commitment };
    expect(marks(proof, { ...seen, key: proof.key })).toBe("....");
    expect(marks(proof, { ...seen, key: bent(proof.key!, 5) })).toBe(".-...");
    expect(check_proof(proof, { ...seen, key: bent(proof.key!, 5) }).ok).toBe(true);
  });

  test("before the secret is revealed only the signature is checked, and it shows", () => {
    const early = without(proof, "secret");
    expect(marks(early, {})).toBe(".--");
    expect(marks(early)).toBe("..-");
    expect(check_proof(early, { commitment: proof.commitment })).toMatchObject({
      ok: true,
      complete: false,
    });
    expect(check_proof(early).checks[2]!.text[0]).toContain("not been revealed yet");
  });

  test("dice that were neither signed nor committed to prove nothing", () => {
    const bare = without(proof, "key", "counter", "tumbles", "signature", "commitment", "secret");
    expect(marks(bare)).toBe("--");
    expect(check_proof(bare)).toMatchObject({ ok: false, complete: false });
  });

  test("without a signature the secret still is checked", () => {
    expect(marks(without(proof, "key", "counter", "tumbles", "signature"))).toBe("-...");
  });

  test.each(["key", "counter", "tumbles", "signature"] as const)(
    "a signature without its %s fails",
    (field) => {
      expect(marks(without(proof, field))).toBe("!...");
    },
  );

  test("a secret without a commitment fails", () => {
    expect(marks(without(proof, "commitment"))).toBe(".!");
  });

  test.each(["close_hash", "key", "signature", "commitment", "secret"] as const)(
    "every digit of %s counts",
    (field) => {
      const text = proof[field]!;
      for (let at = 0; at < text.length; at += 7)
        expect(check_proof({ ...proof, [field]: bent(text, at) }).ok).toBe(false);
      expect(check_proof({ ...proof, [field]: text.slice(2) }).ok).toBe(false);
      expect(check_proof({ ...proof, [field]: `${text}00` }).ok).toBe(false);
      expect(check_proof({ ...proof, [field]: `zz${text.slice(2)}` }).ok).toBe(false);
    },
  );

  test.each(["table", "round", "counter", "tumbles"] as const)("another %s fails", (field) => {
    for (const by of [1, -1, 256, 2 ** 32, 0.5])
      expect(check_proof({ ...proof, [field]: proof[field]! + by }).ok).toBe(false);
  });

  test("other dice fail, each of the three and in another order", () => {
    for (const at of [0, 1, 2]) {
      const roll = [...proof.roll] as Proof["roll"];
      roll[at] = (roll[at]! % 6) + 1;
      expect(marks({ ...proof, roll })).toBe("!..!");
    }
    const [a, b, c] = proof.roll;
    expect(
      marks({ ...proof, roll: [c, b, a].join() === proof.roll.join() ? [b, a, c] : [c, b, a] }),
    ).toBe("!..!");
    expect(marks({ ...proof, roll: [0, 7, 1] })).toBe("!..!");
  });

  test("the other order of mixing fails", () => {
    expect(marks({ ...proof, mixed_first: !proof.mixed_first })).toBe("...!");
  });
});

test("the close of betting moves only dice that were mixed after it", () => {
  expect(marks({ ...mixed_after, close_hash: bent(mixed_after.close_hash, 0) })).toBe("!..!");
  expect(marks({ ...mixed_before, close_hash: bent(mixed_before.close_hash, 0) })).toBe("!...");
});

test("what was signed for one table is nothing at another", () => {
  expect(marks({ ...mixed_after, table: 2, key: mixed_before.key })).toBe("!...");
});

test("checks have a text in two languages, with what they are about", () => {
  for (const one of check_proof(mixed_before, { commitment: mixed_before.commitment }).checks) {
    expect(one.text[0]).toMatch(/^[A-Z]/);
    expect(one.text[1]).toMatch(/[\u4e00-\u9fff]/);
    expect(one.detail).not.toBe("");
  }
  expect(check_proof(mixed_before).checks[0]!.detail).toContain(roll_before);
  expect(short_hash(mixed_before.key!)).toHaveLength(13);
});
