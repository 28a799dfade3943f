// SPDX-License-Identifier: MIT
// Where the events of a scenario are kept: what survives a power cut, and what the rounds that
// staff look up again are read from.
//
// The scenario itself keeps them in memory. A caller can give it another journal, such as one in a
// database, so that what a scenario finds after a power cut is what that journal returns.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/result.h"

namespace sicbo::scenario {

class Journal {
public:
    virtual ~Journal() = default;
    // Appends the events of one command, which are at least one, as canonical bytes. They are
    // durable when it returns.
    virtual Result<void> append(std::span<const std::string> events) = 0;
    // Returns all events in order.
    virtual Result<std::vector<std::string>> read() const = 0;
};

}  // namespace sicbo::scenario
