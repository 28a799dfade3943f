// SPDX-License-Identifier: MIT
// Rounds that are read back from the journal, and the editions of the program's rules.
#include <algorithm>

#include "table/decide.h"
#include "table/recall.h"

namespace sicbo::table {

template <>
Decision decide_on(const Context& c, const RecallRounds& o) {
    if (!has_edition(c.state, 1)) return Reason::not_allowed;
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    if (o.rounds.empty()) return Reason::no_such_round;
    const Table& t = c.table();
    const std::size_t recalled =
        memory_of(c.state, c.id()).recalled.size() - spent_rounds(c.state, c.id()).size();
    if (o.rounds.size() > recall_order_max || recalled + o.rounds.size() > recalled_max ||
        o.found.size() > records_length_max) {
        return Reason::too_many_rounds;
    }
    for (std::size_t i = 0; i < o.rounds.size(); ++i) {
        const std::uint64_t number = o.rounds[i];
        if (number == 0 || number > t.rounds) return Reason::no_such_round;
        if (i > 0 && number <= o.rounds[i - 1]) return Reason::no_such_round;
        const bool kept = t.past.contains(number) || (t.round && t.round->number == number);
        if (kept) return Reason::round_still_kept;
    }
    const Result<std::vector<RoundRecord>> found = read_records(o.found);
    const auto number_of = [](const RoundRecord& one) { return one.round.number; };
    if (!found || !std::ranges::equal(*found, o.rounds, {}, number_of)) {
        return Reason::rounds_not_found;
    }
    if (auto misfit = find_misfit(c.state, c.id(), *found)) {
        Decision decision = Reason::rounds_not_found;
        decision.detail = *misfit;
        return decision;
    }
    return RoundsRecalled{o.rounds, o.reason, o.found};
}

template <>
Decision decide_on(const Context& c, const BeginEdition& o) {
    if (o.edition == c.state.memory.edition) return Decision();
    const bool next = o.edition > c.state.memory.edition && o.edition <= edition_now;
    if (!next) return Reason::amount_out_of_range;
    return EditionBegun{o.edition};
}

}  // namespace sicbo::table
