// SPDX-License-Identifier: MIT
// Redis doing the same double entry, one script a bet, synced before each answer.
#pragma once

#include <memory>
#include <string>

#include "measure.h"

namespace durable {

class Redis {
public:
    explicit Redis(const TempFolder& folder);

    // One connection a bettor.
    Measured run(std::uint32_t bettors, const Span& span) const;

private:
    std::string socket_;
    std::unique_ptr<Process> server_;
};

}  // namespace durable
