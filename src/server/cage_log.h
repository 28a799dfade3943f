// SPDX-License-Identifier: MIT
// The last movements at the cage, which its topic shows and receipts are printed from.
//
// Kept in memory only, like the cash log: the journal and the reports have all of them. Every
// method runs on the loop thread.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>

#include "server/loop.h"

namespace sicbo::server {

class CageLog {
public:
    static constexpr std::size_t entries_max = 30;

    // Adds what the events did. `state` is the state after the commit.
    void on_committed(const table::State& state, std::span<const CommittedEvent> events);

    // Returns the last entries as a JSON array, oldest first.
    std::string entries() const;

private:
    // The first of two people, whose order the following events of the second are.
    struct FirstPerson {
        table::Actor second;
        std::uint64_t request = 0;
        PersonId person;
    };
    std::optional<FirstPerson> first_;
    std::deque<std::string> entries_;
};

}  // namespace sicbo::server
