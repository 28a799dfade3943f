// SPDX-License-Identifier: MIT
// The amounts above which a property takes no money, and the ceilings above which nobody may set
// them.
//
// A check must never fail because an amount was large: what enters is refused while every sum that
// it can become part of still fits. The ceilings are chosen so that this holds for any number of
// rounds, terminals and tables (docs/decisions/0015-caps.md has the sums).
#pragma once

#include <optional>

#include "core/money.h"
#include "core/result.h"

namespace sicbo::table {

inline constexpr Money credit_ceiling = Money::of_cents(1'000'000'000'000);
inline constexpr Money stakes_ceiling = Money::of_cents(1'000'000'000'000);
inline constexpr Money meter_ceiling = Money::of_cents(8'000'000'000'000'000);
// What an amendment may raise a meter to. Between the two ceilings there is room for the payouts of
// one round at the highest odds.
inline constexpr Money amended_meter_max = Money::of_cents(9'000'000'000'000'000);
inline constexpr std::size_t tables_max = 500;

// The caps of a property, as its operator has configured them. While a journal has none
// (SetSafeguards), it is decided as by the programs that knew none.
struct Safeguards {
    Money credit_max = credit_ceiling;  // of a player, when money is put in
    Money stake_max = stakes_ceiling;   // of one player in a round, on all spots together
    Money stakes_max = stakes_ceiling;  // of all players in a round of one table
    Money ticket_max = credit_ceiling;  // of one ticket; more is paid by an attendant
    Money meter_max = meter_ceiling;    // of any meter, and of the cash and the win of a table

    friend bool operator==(const Safeguards&, const Safeguards&) = default;
};

// Returns the first cap that is not positive or is above its ceiling, with its key as the location;
// nothing if all are valid.
std::optional<Error> find_error(const Safeguards& safeguards);

}  // namespace sicbo::table
