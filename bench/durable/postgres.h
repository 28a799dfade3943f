// SPDX-License-Identifier: MIT
// PostgreSQL 15 doing the same double entry, one transaction a bet, as it comes from Debian.
#pragma once

#include <memory>
#include <string>

#include "measure.h"

namespace durable {

enum class House : std::uint8_t {
    one_row,   // all bets go to the same account
    row_each,  // each terminal's bets go to an account of its own
};

class Postgres {
public:
    static constexpr std::uint32_t connections_max = 100;

    explicit Postgres(const TempFolder& folder);

    // One connection a bettor; above the most, bettors share one and send behind each other.
    Measured run(std::uint32_t bettors, House house, const Span& span) const;

    // The address of the database for our own store.
    const std::string& uri() const { return uri_; }

private:
    std::string address_;
    std::string uri_;
    std::unique_ptr<Process> server_;
};

}  // namespace durable
