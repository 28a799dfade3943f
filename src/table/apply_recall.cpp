// SPDX-License-Identifier: MIT
// What recalled rounds and the beginning of an edition change.
#include <algorithm>

#include "table/apply.h"
#include "table/basis.h"
#include "table/recall.h"

namespace sicbo::table {
namespace {

// Forgets recalled rounds that nobody can amend any more.
void forget_spent_rounds(const Target& t, TableMemory& memory) {
    for (const std::uint64_t round : spent_rounds(t.state, t.id())) {
        t.table().past.erase(round);
        memory.placements.erase(round);
        std::erase(memory.recalled, round);
    }
}

}  // namespace

template <>
void apply_to(const Target& t, const RoundsRecalled& e) {
    Result<std::vector<RoundRecord>> records = read_records(e.found);
    check(records && records->size() == e.rounds.size());
    check(!find_misfit(t.state, t.id(), *records));
    TableMemory& memory = t.state.memory.tables[t.id()];
    forget_spent_rounds(t, memory);
    if (has_edition(t.state, 2)) lapse_recalls(t.table());
    for (RoundRecord& record : *records) {
        const std::uint64_t number = record.round.number;
        check(number < t.table().rounds);
        for (auto& [id, stay] : record.stays) {
            if (t.state.stays.contains(id)) continue;
            stay.ended = true;  // only such stays are forgotten
            t.state.ended_stays.tables[stay.table].insert(id);
            t.state.stays.emplace(id, stay);
        }
        if (record.placements) memory.placements.emplace(number, std::move(*record.placements));
        const bool added = t.table().past.emplace(number, std::move(record.round)).second;
        check(added);
        memory.recalled.push_back(number);
    }
    std::ranges::sort(memory.recalled);
    check(memory.recalled.size() <= recalled_max || !has_edition(t.state, 2));
}

template <>
void apply_to(const Target& t, const EditionBegun& e) {
    check(e.edition > t.state.memory.edition && e.edition <= edition_now);
    t.state.memory.edition = e.edition;
    for (const auto& [id, table] : t.state.tables) {
        TableMemory& memory = t.state.memory.tables[id];
        if (table.held) memory.hold = table.held->number;
    }
}

}  // namespace sicbo::table
