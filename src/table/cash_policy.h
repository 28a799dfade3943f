// SPDX-License-Identifier: MIT
// What an operator decides about instruments: which notes and tickets a terminal takes, which
// tickets it prints, and who signs for what is paid by hand.
//
// A property has one policy; a table may have its own instead. The heading, the time zone and the
// message of a ticket are not part of the policy, since they only concern the print.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/result.h"
#include "rules/words.h"
#include "table/safeguards.h"

namespace sicbo::table {

// From this amount on, a hand pay takes a second person in this role or above.
struct SignatureLevel {
    Money from;
    rules::Role role = rules::Role::supervisor;

    friend bool operator==(const SignatureLevel&, const SignatureLevel&) = default;
};

struct CashPolicy {
    Money ticket_min = Money::of_cents(1);           // less is paid by hand
    Money ticket_max = Money::of_cents(1'000'000);   // more is paid by hand
    Money ticket_in_max = Money::of_cents(499'999);  // more is redeemed at the cage only
    std::uint32_t expiry_days = 182;                 // 0: tickets do not expire
    std::uint32_t closed_days = 7;  // how long a redeemed, expired or void ticket is remembered
    std::vector<Money> notes;       // denominations that are taken, in ascending order
    Money credit_max = Money::of_cents(1'000'000);  // at a terminal, with what is put in
    std::vector<SignatureLevel> signatures;         // in ascending order of amounts

    friend bool operator==(const CashPolicy&, const CashPolicy&) = default;
};

inline constexpr std::uint32_t days_max = 36'500;
inline constexpr std::size_t notes_max = 16;      // denominations
inline constexpr std::size_t signatures_max = 4;  // levels

// Returns the first value that contradicts another or is out of range, with its key as the
// location; nothing if the policy is valid.
std::optional<Error> find_error(const CashPolicy& policy);

}  // namespace sicbo::table
