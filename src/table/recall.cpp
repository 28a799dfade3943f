// SPDX-License-Identifier: MIT
#include "table/recall.h"

#include <algorithm>

namespace sicbo::table {
namespace {

constexpr std::string_view digits = "0123456789abcdef";

RoundRecord record_of(const State& state, TableId id, const Round& round) {
    RoundRecord record;
    record.round = round;
    for (const auto& [stay, slip] : round.bet_slips) record.stays[stay] = state.stays.at(stay);
    const auto& placements = memory_of(state, id).placements;
    const auto found = placements.find(round.number);
    if (found != placements.end()) record.placements = found->second;
    return record;
}

bool offers(const rules::Game& game, const BetSlip& slip) {
    if (slip.layout >= game.layouts.size()) return false;
    return std::ranges::all_of(slip.bets, [&](const Bet& bet) {
        const auto in_range = [](Money amount) { return amount >= Money() && amount <= money_max; };
        return find_row(game.layouts[slip.layout], bet.spot) && in_range(bet.stake) &&
               in_range(bet.effective) && in_range(bet.back);
    });
}

}  // namespace

std::string write_records(const std::vector<RoundRecord>& records) {
    const std::string bytes = to_bytes(records);
    std::string text;
    text.reserve(2 * bytes.size());
    for (const char one : bytes) {
        const auto byte = static_cast<unsigned char>(one);
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

Result<std::vector<RoundRecord>> read_records(std::string_view text) {
    if (text.size() % 2 != 0) return failure("an odd number of digits");
    std::string bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const std::size_t high = digits.find(text[i]);
        const std::size_t low = digits.find(text[i + 1]);
        if (high == std::string_view::npos || low == std::string_view::npos) {
            return failure("not a hexadecimal digit");
        }
        bytes += static_cast<char>(high << 4 | low);
    }
    return from_bytes<std::vector<RoundRecord>>(bytes);
}

RoundFinder::RoundFinder(TableId table, const std::vector<std::uint64_t>& rounds) : table_(table) {
    for (const std::uint64_t round : rounds) wanted_.emplace(round, std::nullopt);
}

void RoundFinder::take_from(const State& state) {
    const Table* table = find_table(state, table_);
    if (!table) return;
    for (auto& [number, record] : wanted_) {
        const auto found = table->past.find(number);
        if (found != table->past.end()) record = record_of(state, table_, found->second);
    }
}

// Rounds are dropped when another one begins, and recalled ones when the table closes or others are
// recalled.
void RoundFinder::before_event(const State& before, const Event& event) {
    if (event.stamp.table != table_) return;
    const bool drops = holds<RoundBegun>(event.fact) || holds<TableClosed>(event.fact) ||
                       holds<RoundsRecalled>(event.fact);
    if (drops) take_from(before);
}

std::vector<RoundRecord> RoundFinder::records(const State& last) {
    take_from(last);
    std::vector<RoundRecord> found;
    for (const auto& [number, record] : wanted_) {
        if (record) found.push_back(*record);
    }
    return found;
}

std::vector<std::uint64_t> spent_rounds(const State& state, TableId table) {
    std::vector<std::uint64_t> spent;
    if (!has_edition(state, 2)) return spent;
    const auto& past = state.tables.at(table).past;
    for (const std::uint64_t round : memory_of(state, table).recalled) {
        if (past.at(round).ended == RoundEnd::void_) spent.push_back(round);
    }
    return spent;
}

std::optional<std::string> find_misfit(const State& state, TableId table,
                                       const std::vector<RoundRecord>& records) {
    for (const RoundRecord& record : records) {
        const Round& round = record.round;
        const auto rules = state.rule_sets.find(round.rules);
        if (rules == state.rule_sets.end()) return "a round has no rule set";
        if (round.ended == RoundEnd::none) return "a round has not ended";
        if (round.done > rules->second.steps.size()) return "a round is past its last step";
        if (record.stays.size() != round.bet_slips.size())
            return "the stays are not those of the slips";
        for (const auto& [id, slip] : round.bet_slips) {
            const auto stay = record.stays.find(id);
            if (stay == record.stays.end()) return "a slip names a stay that is missing";
            if (stay->second.table != table) return "a stay is of another table";
            const auto& terminals = state.tables.at(table).terminals;
            if (stay->second.terminal && !terminals.contains(stay->second.terminal)) {
                return "a stay names a terminal that does not exist";
            }
            if (!offers(*rules->second.game, slip)) return "a bet is on a spot that is not offered";
        }
    }
    return std::nullopt;
}

}  // namespace sicbo::table
