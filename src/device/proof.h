// SPDX-License-Identifier: MIT
// The proof of a round's dice that a player receives, and its verification. docs/formats/tumbler.md
// says what it proves and what it does not. Pure: no journal, file or network.
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
    std::optional<Hash> key;  // the tumbler's; these four are there if it signed the result
    std::optional<std::uint64_t> counter;
    std::optional<std::uint32_t> tumbles;
    std::optional<std::string> signature;
    bool mixed_first = false;
    std::optional<Hash> commitment;  // of a simulated tumbler, published before bets opened
    std::optional<Hash> secret;      // published after the round

    // Returns true if any part of a signature is there.
    bool has_signature_part() const { return key || counter || tumbles || signature; }
};

// Reads one proof, a list of proofs, or a dispute bundle that contains one. Unknown fields are
// ignored, so that later versions can add some.
Result<std::vector<RoundProof>> read_proofs(std::string_view text);

struct Claim {
    std::string what;           // that is verified
    std::optional<bool> holds;  // nothing if the proof lacks what is needed
};
// Verifies every claim of the proof. `known` is the tumbler's key, if the caller has it from
// another source; the proof must then be signed with it.
std::vector<Claim> verify(const RoundProof& proof, const std::optional<PublicKey>& known);

}  // namespace sicbo::device
