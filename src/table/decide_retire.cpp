// SPDX-License-Identifier: MIT
// Tables and terminals that are retired, and keys of the server that are replaced.
#include <algorithm>

#include "table/decide.h"

namespace sicbo::table {
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
    const bool bets = t.round && std::ranges::any_of(t.round->slips, [&](const auto& one) {
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
