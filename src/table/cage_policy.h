// SPDX-License-Identifier: MIT
// What an operator decides about cash at the cage: from which amount on a cashier asks who the
// patron is, and when the gaming day begins.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/result.h"
#include "core/time.h"
#include "table/safeguards.h"

namespace sicbo::table {

// An amount of 0 asks for nothing.
struct CagePolicy {
    Money identity_from;              // of one payment, in or out
    Money identity_day_from;          // of all payments of one patron in one direction in a day
    std::uint32_t day_begins_at = 0;  // minutes after midnight UTC at which the gaming day begins

    friend bool operator==(const CagePolicy&, const CagePolicy&) = default;
};

// Who stands at the counter, as far as the cashier knows. Both are the operator's own references;
// either may be empty.
struct Patron {
    std::string reference;  // by which the payments of a day are added up
    std::string identity;   // of the document that was seen

    friend bool operator==(const Patron&, const Patron&) = default;
};

inline constexpr std::size_t patron_text_max = 60;  // bytes of a reference

// Returns the first value that is out of range, with its key as the place; nothing if the policy is
// valid.
std::optional<Error> find_error(const CagePolicy& policy);

// Returns the number of the gaming day that the moment is in.
std::uint64_t gaming_day(const CagePolicy& policy, Instant at);

}  // namespace sicbo::table
