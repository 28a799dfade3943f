// SPDX-License-Identifier: MIT
// Tables and terminals that are retired, and keys of the server that are replaced.
#include <algorithm>

#include "table/decide.h"

namespace sicbo::table {
namespace {

// Returns true if the inventory of the table is open, or one of its boxes waits for its count:
// nobody could count it once the table is retired.
bool has_uncounted(const State& state, TableId table) {
    const auto found = state.cage.tables.find(table);
    if (found == state.cage.tables.end()) return false;
    return found->second.period || !found->second.boxes.empty();
}

// Returns true if notes are in the stacker of the terminal, or in one that is not counted.
bool has_notes(const State& state, TerminalId terminal) {
    return state.ledger.balance(ledger::stacker(terminal)) != Money();
}

}  // namespace

template <>
Decision decide_on(const Context& c, const RetireTable& o) {
    const Table& t = c.table();
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    if (t.round) return Reason::round_in_play;
    if (t.phase != Phase::closed) return Reason::table_open;
    const bool money = std::ranges::any_of(c.state.stays, [&](const auto& one) {
        return one.second.table == c.id() && has_money(c.state, one.first);
    });
    if (money) return not_empty("credit, unclaimed money or a debt is left at the table");
    if (has_uncounted(c.state, c.id())) {
        return not_empty("the inventory of the table is open, or a box is not counted");
    }
    const bool notes = std::ranges::any_of(
        t.terminals, [&](const auto& one) { return has_notes(c.state, one.first); });
    if (notes) return not_empty("notes are in the stacker of a terminal");
    if (!t.pending.empty()) return not_empty("an order waits for a second person");
    if (!t.incidents.empty()) return not_empty("an incident is not resolved");
    return TableRetired{o.reason};
}

template <>
Decision decide_on(const Context& c, const RetireTerminal& o) {
    const Table& t = c.table();
    const auto found = t.terminals.find(o.terminal);
    if (found == t.terminals.end()) return Reason::no_such_terminal;
    if (c.state.retired.terminals.contains(o.terminal)) return Reason::retired;
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    const bool bets = t.round && std::ranges::any_of(t.round->bet_slips, [&](const auto& one) {
                          return one.second.terminal == o.terminal;
                      });
    if (bets) return Reason::round_in_play;
    const bool money = std::ranges::any_of(c.state.stays, [&](const auto& one) {
        return one.second.table == c.id() && one.second.terminal == o.terminal &&
               has_money(c.state, one.first);
    });
    if (found->second.stay || money) {
        return not_empty("credit, unclaimed money or a debt is left at the terminal");
    }
    if (has_notes(c.state, o.terminal)) return not_empty("notes are in the stacker");
    if (found->second.calling) return not_empty("a call for an attendant is not answered");
    if (found->second.locked) return not_empty("the terminal is locked after a large win");
    return TerminalRetired{o.terminal, o.reason};
}

template <>
Decision decide_on(const Context&, const ReplaceKey& o) {
    constexpr std::size_t text_max = 200;  // bytes
    for (const std::string* text : {&o.before, &o.after, &o.signature}) {
        const bool may_be_empty = text != &o.after;
        if (!is_valid_note(*text, may_be_empty) || text->size() > text_max) return Reason::bad_text;
    }
    return KeyReplaced{o.key, o.before, o.after, o.signature};
}

}  // namespace sicbo::table
