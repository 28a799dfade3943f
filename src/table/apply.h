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
    TableId id() const { return event.stamp.table; }

    // Returns true if the event moves this amount between these accounts, and nothing else.
    bool moves_only(ledger::Account from, ledger::Account to, Money amount) const {
        if (event.postings.size() != 1) return false;
        const ledger::Posting& posting = event.postings.front();
        return posting.from == from && posting.to == to && posting.amount == amount;
    }
    // Returns what the event takes from all accounts of the kind, or gives to them.
    Money taken_from(ledger::AccountKind kind) const {
        Money sum;
        for (const ledger::Posting& posting : event.postings) {
            if (posting.from.kind == kind) sum += posting.amount;
        }
        return sum;
    }
    Money given_to(ledger::AccountKind kind) const {
        Money sum;
        for (const ledger::Posting& posting : event.postings) {
            if (posting.to.kind == kind) sum += posting.amount;
        }
        return sum;
    }
    Money given_to_players() const {
        return given_to(ledger::AccountKind::credit) + given_to(ledger::AccountKind::unclaimed);
    }
    // Returns what the house pays less what it collects.
    Money paid_by_house() const {
        return taken_from(ledger::AccountKind::house) - given_to(ledger::AccountKind::house);
    }

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
