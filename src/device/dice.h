// Dice of a simulated tumbler: nobody can know them beforehand, and everybody can check them
// afterwards.
//
// The device has a seed that never leaves it. From it comes a secret for each round, whose hash is
// shown before bets are taken and which is itself shown after the settlement. The dice follow from
// the secret and, where the rules close betting before the dice are mixed, from the hash of that
// close, which nobody knows while bets are open. The same seed gives the same dice again, so that a
// device which was restarted answers as it did before.
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
Seed new_seed();                                 // from the system's generator
Result<Seed> parse_seed(std::string_view text);  // 64 hexadecimal digits

Hash secret_of(const Seed& seed, TableId table, std::uint64_t round);

// Without a close the dice are mixed before bets are taken.
rules::Roll roll_of(const Hash& secret, std::uint64_t round, const std::optional<Hash>& close);

}  // namespace sicbo::device
