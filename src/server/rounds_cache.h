// SPDX-License-Identifier: MIT
// The lists of past rounds that are the same for everybody: each is made once, until a round of its
// table ends or is changed. One thread uses it.
#pragma once

#include <compare>
#include <map>
#include <string>

#include "table/event.h"
#include "wire/view.h"

namespace sicbo::server {

class RoundsCache {
public:
    // Returns wire::rounds_text() without the bets of a player. Valid until the next call.
    const std::string& text(const table::State& state, const wire::ListRounds& request) {
        std::map<Range, std::string>& of_table = texts_[request.table];
        const Range range{request.limit, request.before};
        const auto at = of_table.find(range);
        if (at != of_table.end()) return at->second;
        if (of_table.size() >= texts_max) of_table.clear();
        ++made_;
        return of_table[range] = wire::rounds_text(state, request, {});
    }

    // Forgets what the event may have changed. Call it for every event that was committed.
    void on_event(const table::Event& event) {
        if (!keeps_past_rounds(event.fact)) texts_.erase(event.stamp.table);
    }

    std::uint64_t made() const { return made_; }  // texts, since the start

private:
    struct Range {
        std::uint32_t limit = 0;
        std::uint64_t before = 0;

        friend auto operator<=>(const Range&, const Range&) = default;
    };

    // Returns true if the fact occurs many times in a round and changes no past round.
    static bool keeps_past_rounds(const table::Fact& fact) {
        using namespace table;
        return holds<BetsPlaced>(fact) || holds<BetsWithdrawn>(fact) || holds<LateAttempt>(fact) ||
               holds<TerminalReported>(fact) || holds<StayBegun>(fact) || holds<CreditPut>(fact);
    }

    static constexpr std::size_t texts_max = 64;  // of one table
    std::map<TableId, std::map<Range, std::string>> texts_;
    std::uint64_t made_ = 0;
};

}  // namespace sicbo::server
