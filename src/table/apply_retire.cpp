// SPDX-License-Identifier: MIT
// Tables and terminals that are retired, and keys of the server that are replaced.
#include "table/apply.h"

namespace sicbo::table {

template <>
void apply_to(const Target& t, const TableRetired&) {
    check(t.table().phase == Phase::closed && !t.table().round);
    check(t.table().pending.empty() && t.table().incidents.empty());
    t.table().staff.clear();
    t.table().console_locked = false;
    const bool is_new = t.state.retired.tables.emplace(t.id(), t.time()).second;
    check(is_new);
}

template <>
void apply_to(const Target& t, const TerminalRetired& e) {
    Terminal& terminal = t.terminal(e.terminal);
    check(!terminal.stay);
    terminal.enabled = false;
    terminal.key.reset();
    const bool is_new = t.state.retired.terminals.emplace(e.terminal, t.time()).second;
    check(is_new);
}

template <>
void apply_to(const Target& t, const KeyReplaced& e) {
    t.state.access.keys[e.key] = e.after;
}

}  // namespace sicbo::table
