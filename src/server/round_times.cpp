// SPDX-License-Identifier: MIT
#include "server/round_times.h"

#include <algorithm>
#include <ranges>

#include "core/check.h"

namespace sicbo::server {

std::optional<std::int64_t> rounds_an_hour(std::span<const Instant> begun_at) {
    constexpr std::int64_t break_milliseconds = 5LL * 60 * 1'000;
    constexpr std::int64_t hour_milliseconds = 60LL * 60 * 1'000;
    std::int64_t rounds = 0;
    std::int64_t milliseconds = 0;
    for (std::size_t i = 1; i < begun_at.size(); ++i) {
        const std::int64_t gap = begun_at[i].milliseconds - begun_at[i - 1].milliseconds;
        check(gap >= 0);
        if (gap > break_milliseconds) continue;
        ++rounds;
        milliseconds += gap;
    }
    if (milliseconds == 0) return std::nullopt;
    return (rounds * hour_milliseconds + milliseconds / 2) / milliseconds;
}

RoundTimes::RoundTimes(const table::State& state) {
    for (const auto& [id, table] : state.tables) {
        if (!table.past.empty()) ended_[id].round = table.past.rbegin()->first;
    }
}

void RoundTimes::on_committed(const table::State& state, std::span<const CommittedEvent> events) {
    for (const CommittedEvent& committed : events) {
        const TableId id = committed.event.stamp.table;
        const table::Table* table = id ? find_table(state, id) : nullptr;
        if (!table || table->past.empty()) continue;
        Ended& last = ended_[id];
        const std::uint64_t number = table->past.rbegin()->first;
        if (number > last.round) last = {number, committed.event.stamp.at};
    }
}

std::string RoundTimes::pace_of(const table::State& state, TableId id) const {
    const table::Table& table = state.tables.at(id);
    std::vector<Instant> begun_at;
    if (table.round) begun_at.push_back(table.round->begun_at);
    for (const auto& [number, round] : table.past | std::views::reverse) {
        if (begun_at.size() == rounds_max) break;
        begun_at.push_back(round.begun_at);
    }
    std::ranges::reverse(begun_at);
    const auto text = [](std::optional<std::int64_t> number) {
        return number ? std::to_string(*number) : std::string("null");
    };
    const auto ended = ended_.find(id);
    std::optional<std::int64_t> ended_at;
    if (ended != ended_.end() && ended->second.at) ended_at = ended->second.at->milliseconds;
    return R"({"rounds_an_hour":)" + text(rounds_an_hour(begun_at)) + R"(,"last_ended_at":)" +
           text(ended_at) + "}";
}

}  // namespace sicbo::server
