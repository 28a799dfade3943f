// SPDX-License-Identifier: MIT
// Who gives an order.
#pragma once

#include <compare>
#include <cstdint>

#include "table/words.h"

namespace sicbo::table {

// A person, a terminal, a player at a shared felt, a device, or the system.
struct Actor {
    ActorKind kind = ActorKind::system;
    std::uint32_t number = 0;  // of the person, terminal or stay (of a seat); 0 for the system

    friend constexpr auto operator<=>(Actor, Actor) = default;
};

}  // namespace sicbo::table
