// What a player was shown of a round's dice, and whether it holds: docs/formats/tumbler.md says
// what this proves and what it does not.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "device/tumbler.h"

namespace sicbo::device {

struct RoundProof {
    TableId table;
    std::uint64_t round = 0;
    rules::Roll roll = {1, 1, 1};
    Hash close_hash;
    std::optional<Hash> key;  // of the tumbler; these four if it signed the result
    std::optional<std::uint64_t> counter;
    std::optional<std::uint32_t> tumbles;
    std::optional<std::string> signature;
    bool mixed_first = false;
    std::optional<Hash> commitment;  // of a simulated tumbler, shown before bets opened
    std::optional<Hash> secret;      // and this after the round

    bool is_claimed_signed() const { return key || counter || tumbles || signature; }
};

// One proof, a list of them, or a dispute bundle that holds one. Fields that nobody knows are
// passed over: what is shown may grow.
Result<std::vector<RoundProof>> read_proofs(std::string_view text);

struct Step {
    std::string what;
    std::optional<bool> holds;  // nothing where there is nothing to look at
};
// The tumbler's key, if it is known from elsewhere, must be the one that signed.
std::vector<Step> verify(const RoundProof& proof, const std::optional<PublicKey>& known);

}  // namespace sicbo::device
