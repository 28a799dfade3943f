// SPDX-License-Identifier: MIT
// What each fact changes, one function a fact. For apply.cpp alone.
#pragma once

#include "table/state.h"

namespace sicbo::table {

// What an event is applied in.
struct Target {
    State& state;
    const Event& event;
    Table* at = nullptr;  // the table, for events that have one

    Table& table() const {
        check(at);
        return *at;
    }
    Round& round() const {
        check(at && at->round);
        return *at->round;
    }
    Terminal& terminal(TerminalId id) const { return table().terminals.at(id); }
    Stay& stay(StayId id) const { return state.stays.at(id); }
    Instant time() const { return event.stamp.at; }

    // The meter that the stay's money passes.
    ledger::Meter& meter(StayId id) const {
        const TerminalId terminal_id = stay(id).terminal;
        return terminal_id ? terminal(terminal_id).meter : table().felt;
    }
};

// Moves the round in play to the past ones; the table is idle then. The caller has seen to the
// bets: they are settled, or their stakes have been returned (apply_round.cpp).
void end_round(const Target& target, RoundEnd end);

// Changes the state as the fact says. Each fact has a specialisation in one of apply_*.cpp; the
// program does not link without it. What decide() promised is checked, nothing is refused.
template <class F>
void apply_to(const Target& target, const F& fact);

}  // namespace sicbo::table
