// SPDX-License-Identifier: MIT
// The dice of a simulated tumbler: nobody can know them beforehand, and everybody can verify them
// afterwards. Pure functions apart from new_seed().
//
// The device has a seed that never leaves it. A secret for each round is derived from the seed. The
// secret's hash is published before bets are taken, the secret itself after the settlement. The
// dice follow from the secret and, where the rules close betting before the dice are mixed, from
// the hash of that close, which nobody knows while bets are open. The same seed gives the same dice
// again, so a device that was restarted answers as it did before.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/hash.h"
#include "core/id.h"
#include "core/result.h"
#include "rules/roll.h"

namespace sicbo::device {

struct Seed {
    std::array<std::uint8_t, 32> bytes = {};
};
// Returns a seed from the system's random generator.
Seed new_seed();
// Reads a seed of 64 hexadecimal digits.
Result<Seed> parse_seed(std::string_view text);

// Returns the secret of a round.
Hash secret_of(const Seed& seed, TableId table, std::uint64_t round);

// Returns the dice of a round. `close` is the hash of the close of betting; nothing if the dice are
// mixed before betting closes.
rules::Roll roll_of(const Hash& secret, std::uint64_t round, const std::optional<Hash>& close);

}  // namespace sicbo::device
