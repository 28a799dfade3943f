// SPDX-License-Identifier: MIT
#include "device/proof.h"

#include <gtest/gtest.h>

#include "device/dice.h"

namespace sicbo::device {
namespace {

const SigningKey key = key_of(sha256("a tumbler"));
const Hash secret = sha256("a secret");
const Hash close_hash = sha256("a close");

RoundProof good(bool mixed_first) {
    RoundProof proof;
    proof.table = {3};
    proof.round = 17;
    proof.close_hash = close_hash;
    proof.mixed_first = mixed_first;
    proof.commitment = commitment_of(secret);
    proof.secret = secret;
    proof.roll = roll_of(secret, 17, mixed_first ? std::nullopt : std::optional(close_hash));
    proof.key = key.public_key();
    proof.counter = 5;
    proof.tumbles = 3;
    const Reading reading{17, close_hash, 5, proof.roll, 3, true, {}};
    proof.signature = sign(key, signed_part(reading, {3}));
    return proof;
}

// The places that fail, as "1..3".
std::string failing(const RoundProof& proof, const std::optional<PublicKey>& known = {}) {
    std::string places;
    for (const Claim& claim : verify(proof, known)) {
        places += !claim.holds ? "-" : *claim.holds ? "." : "!";
    }
    return places;
}

TEST(Proofs, HoldInBothOrders) {
    EXPECT_EQ(failing(good(false)), "...");
    EXPECT_EQ(failing(good(true)), "...");
    EXPECT_EQ(failing(good(true), key.public_key()), "....");
    EXPECT_EQ(failing(good(true), secret), ".!..");
}

TEST(Proofs, SayWhichPartFails) {
    RoundProof proof = good(false);
    proof.mixed_first = true;
    EXPECT_EQ(failing(proof), "..!");
    proof = good(false);
    proof.secret = close_hash;
    EXPECT_EQ(failing(proof), ".!!");
    proof = good(false);
    proof.counter = 6;
    EXPECT_EQ(failing(proof), "!..");
    proof = good(false);
    proof.secret.reset();
    EXPECT_EQ(failing(proof), ".--");
    proof.signature.reset();
    EXPECT_EQ(failing(proof), "!--");
    proof.key.reset();
    proof.counter.reset();
    proof.tumbles.reset();
    EXPECT_EQ(failing(proof), "---");
}

}  // namespace
}  // namespace sicbo::device
