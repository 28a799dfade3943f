// SPDX-License-Identifier: MIT
// Rounds that the state no longer has, found again in the journal's events. RecallRounds carries
// them; the audit finds them a second time and compares.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "table/state.h"

namespace sicbo::table {

// How many rounds one order may recall, how many rounds that are not void a table may have recalled
// at a time, and how many characters the records of one order may have.
inline constexpr std::size_t recall_order_max = 100;
inline constexpr std::size_t recalled_max = 1'000;
inline constexpr std::size_t records_length_max = std::size_t{4} << 20;

// Writes the records as hexadecimal digits of their canonical bytes, and reads them back.
std::string write_records(const std::vector<RoundRecord>& records);
Result<std::vector<RoundRecord>> read_records(std::string_view text);

// Collects the records of rounds while events are replayed, from the beginning of the journal on.
class RoundFinder {
public:
    RoundFinder(TableId table, const std::vector<std::uint64_t>& rounds);

    // Call it with each event before the event is applied.
    void before_event(const State& before, const Event& event);

    // Returns the records of the rounds, in ascending order: as `last`, the state after the last
    // event, has them, or as they were when they were dropped. Rounds that never were are left out.
    std::vector<RoundRecord> records(const State& last);

private:
    void take_from(const State& state);

    TableId table_;
    std::map<std::uint64_t, std::optional<RoundRecord>> wanted_;
};

// Returns the recalled rounds of the table that are void, in ascending order. Nobody can amend them
// any more: the next recall forgets them, so that any number of rounds can be void in batches.
// Returns nothing before edition 2.
std::vector<std::uint64_t> spent_rounds(const State& state, TableId table);

// Returns what is wrong with records that are to be put into the state at the table; nothing if
// they fit.
std::optional<std::string> find_misfit(const State& state, TableId table,
                                       const std::vector<RoundRecord>& records);

}  // namespace sicbo::table
