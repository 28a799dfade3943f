// SPDX-License-Identifier: MIT
// What an operator decides about cash: from which amount on a cashier asks who the patron is, when
// the gaming day begins, and how much cash with little play raises an alert.
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
    // So much taken away by the player of a terminal that took as much is an incident if less than
    // this percentage of what it took was played. So is a ticket of so much that was sold at the
    // cage and is paid there.
    Money alert_from;
    std::uint32_t alert_percent = 10;

    friend bool operator==(const CagePolicy&, const CagePolicy&) = default;
};

// What is known of the patron at the counter. Both are the operator's own references; either may be
// empty.
struct Patron {
    std::string reference;  // by which the payments of a day are added up
    std::string identity;   // of the document that was seen

    friend bool operator==(const Patron&, const Patron&) = default;
};

inline constexpr std::size_t patron_text_max = 60;  // bytes of a reference

// Returns the first value that is out of range, with its key as the location; nothing if the policy
// is valid.
std::optional<Error> find_error(const CagePolicy& policy);

// Returns the number of the gaming day that the moment is in.
std::uint64_t gaming_day(const CagePolicy& policy, Instant at);

}  // namespace sicbo::table
