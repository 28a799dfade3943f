// SPDX-License-Identifier: MIT
// Ids: numbers with a type of their own, so that a table's number can't be passed for a person's.
// The number 0 is "none".
#pragma once

#include <compare>
#include <cstdint>

namespace sicbo {

template <class Tag>
struct Id {
    std::uint32_t number = 0;

    explicit operator bool() const { return number != 0; }
    friend constexpr auto operator<=>(Id, Id) = default;
};

using TableId = Id<struct TableTag>;
using TerminalId = Id<struct TerminalTag>;
using StayId = Id<struct StayTag>;
using PersonId = Id<struct PersonTag>;
using DiceId = Id<struct DiceTag>;
using IncidentId = Id<struct IncidentTag>;
using HandPayId = Id<struct HandPayTag>;
using CounterId = Id<struct CounterTag>;      // of the cage
using CurrencyCode = Id<struct CurrencyTag>;  // ledger/account.h

}  // namespace sicbo
