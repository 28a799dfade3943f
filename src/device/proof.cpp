// SPDX-License-Identifier: MIT
#include "device/proof.h"

#include "device/dice.h"
#include "wire/fields_json.h"

namespace sicbo::device {
namespace {

RoundProof read_one(const wire::JsonNode& node) {
    RoundProof proof;
    for_each_field(proof, [&]<class F>(std::string_view name, F& field) {
        if (wire::may_be_missing<F> && !node.has(name)) return;
        wire::Read::into(node.member(name), field);
    });
    return proof;
}

}  // namespace

Result<std::vector<RoundProof>> read_proofs(std::string_view text) {
    wire::JsonText source(text);
    std::vector<RoundProof> proofs;
    if (!source.error()) {
        const wire::JsonNode root = source.root();
        if (root.is_list()) {
            for (const wire::JsonNode& one : root.elements()) proofs.push_back(read_one(one));
        } else {
            proofs.push_back(read_one(root.has("proof") ? root.member("proof") : root));
        }
    }
    if (source.error()) return std::unexpected(*source.error());
    return proofs;
}

std::vector<Claim> verify(const RoundProof& proof, const std::optional<PublicKey>& known) {
    std::vector<Claim> claims;
    std::optional<bool> signature_holds;
    if (proof.key && proof.counter && proof.tumbles && proof.signature) {
        const Reading reading{proof.round,     proof.close_hash, *proof.counter,
                              proof.roll,      *proof.tumbles,   true,
                              *proof.signature};
        signature_holds =
            is_signed(*proof.key, signed_part(reading, proof.table), *proof.signature);
    } else if (proof.has_signature_part()) {
        signature_holds = false;  // with a part of it missing nothing can be made of the rest
    }
    claims.push_back({"the tumbler signed these dice for this round and this close of betting",
                      signature_holds});
    if (known) {
        claims.push_back(
            {"it is the tumbler whose key is known", proof.key && *proof.key == *known});
    }
    std::optional<bool> commitment_holds;
    std::optional<bool> dice_hold;
    if (proof.commitment && proof.secret) {
        commitment_holds = commitment_of(*proof.secret) == *proof.commitment;
        const auto close = proof.mixed_first ? std::nullopt : std::optional(proof.close_hash);
        dice_hold = roll_of(*proof.secret, proof.round, close) == proof.roll;
    }
    claims.push_back({"the secret is the one committed to before bets opened", commitment_holds});
    claims.push_back({proof.mixed_first ? "the dice follow from the secret"
                                        : "the dice follow from the secret and the close",
                      dice_hold});
    return claims;
}

}  // namespace sicbo::device
