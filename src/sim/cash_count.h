// SPDX-License-Identifier: MIT
// Counts notes, tickets, hand pays, chips and the cash of the cage from the facts alone, as an
// auditor with a pencil would, and compares them with the meters and accounts of the engine.
//
// The engine moves money by postings and keeps meters of its own, so neither can hide a mistake of
// the other. Costs a few additions for each event. Only for the simulation.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "table/event.h"
#include "table/state.h"

namespace sicbo::sim {

class CashCount {
public:
    // Begins with what the state shows: a journal may be continued.
    explicit CashCount(const table::State& state);

    // Counts an event. Must be called with each one after the constructor's state, once.
    void on_event(const table::Event& event);

    // Returns the first figure of the state that differs from the count; nothing if all agree.
    std::optional<std::string> find_difference(const table::State& state) const;

    // Return what the house has won at all tables, by two formulas that must agree: wagers less
    // payouts and less debts that were waived and with wins by count, which no wager explains; and
    // cash that came in, less what is owed to players. All currencies are added up, since tickets
    // of journals that kept them by number have none.
    Money by_wagers(const table::State& state) const;
    static Money by_drop(const table::State& state);

private:
    struct Figures {
        Money notes_in;
        Money tickets_in;
        Money tickets_out;
        Money hand_paid_wins;
        Money hand_paid_credit;  // that was cancelled
        Money tickets_live;      // issued, and neither redeemed nor closed otherwise
        Money expired;
        Money cage;   // cash at the cage
        Money chips;  // in the hands of players
    };
    static Figures figures_of(const table::State& state);

    Figures counted_;
    Money waived_;  // debts, less wins by count of tables whose bets nobody keys
    std::set<TableId> untracked_;
    std::map<HandPayId, table::HandPayKind> hand_pays_;  // that were requested

    void on_cage_fact(const table::Event& event);
    void on_hand_paid(HandPayId id, Money amount);
    void on_chips(const table::Event& event);
    void on_box(const table::Event& event, const table::BoxCounted& box);
};

}  // namespace sicbo::sim
