// SPDX-License-Identifier: MIT
// What each fact changes, one function for each fact. Private to src/table: included by apply.cpp
// and apply_*.cpp only.
#pragma once

#include "table/state.h"

namespace sicbo::table {

// The input of an apply_to(): the state to be changed and the event.
struct Target {
    State& state;
    const Event& event;
    Table* table_or_null = nullptr;  // the table of the event; null if it has none

    Table& table() const {
        check(table_or_null);
        return *table_or_null;
    }
    Round& round() const {
        check(table_or_null && table_or_null->round);
        return *table_or_null->round;
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

    // Returns the meter that counts the stay's money: its terminal's, or the felt's.
    ledger::Meter& meter(StayId id) const {
        const TerminalId terminal_id = stay(id).terminal;
        return terminal_id ? terminal(terminal_id).meter : table().felt_meter;
    }
};

// Returns the index of the step, which the rules must have (apply_round.cpp).
std::size_t index_of_step(const RuleSet& rules, rules::Step step);

// Moves the round in play to those that have ended; the table is idle then. The bets must be
// settled, or their stakes returned (apply_round.cpp).
void end_round(const Target& target, RoundEnd end);

// Drops stays of the table that have ended, have no debt or unclaimed money, and bet in no round
// that can still be amended (apply_round.cpp).
void forget_stays(const Target& target);

// Moves the ticket into another state, at the terminal; 0: at no terminal. Returns its record,
// which may be dropped with the next ticket that is closed (apply_instruments.cpp).
TicketRecord& change_ticket(const Target& target, const Hash& name, TicketState from,
                            TicketState to, TerminalId terminal);

// Returns the last four digits of a ticket's number as a number (apply_instruments.cpp).
std::uint16_t number_of_last_four(const std::string& last_four);

// Unlocks the terminal unless a hand pay, a print that nobody knows of or a dispute keeps it locked
// (apply_instruments.cpp).
void unlock_terminal(const Target& target, TerminalId terminal);

// Records that the hand pay was paid, and counts it at its terminal (apply_instruments.cpp).
void mark_hand_paid(const Target& target, HandPayId id, StayId stay, Money amount);

// Counts what the event takes from players who have limited their loss, and gives to them
// (apply_play.cpp).
void count_losses(State& state, const Event& event);

// Counts what the postings of the event move between terminals and anything but bets
// (apply_meters.cpp).
void count_cash(State& state, const Event& event);

// Adds to the wins that the machine has paid to the credit of the terminal; a negative amount is
// to be paid by hand (apply_meters.cpp).
void count_win(State& state, TerminalId terminal, Money amount);

// Begins to count: what the terminals have counted so far is of an earlier time (apply_meters.cpp).
void begin_cash_meters(State& state);

// Changes the state as the fact says. Each fact has a specialisation in one of apply_*.cpp; the
// program does not link without it. It checks what decide() guarantees about money and steps, but
// not that a bet came before the close, and refuses nothing.
template <class F>
void apply_to(const Target& target, const F& fact);

}  // namespace sicbo::table
