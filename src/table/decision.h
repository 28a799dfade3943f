// SPDX-License-Identifier: MIT
// The result of decide(): the events that a command leads to, or a refusal.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "table/state.h"

namespace sicbo::table {

// Why a command is not executed.
struct Refusal {
    Reason reason;
    std::string clause = {};  // of the game's document; empty if no clause says so
};

using Postings = std::vector<ledger::Posting>;

template <class T>
concept IsFact = is_choice<T, FactChoice>;

// Events without a refusal: the command is executed. A refusal without events: nothing changes. A
// refusal with events: the command is not executed, and the attempt is recorded (a late bet, a bet
// in cash). Neither: the command was executed before, or there is nothing to change.
struct Decision {
    std::vector<Event> events;
    std::optional<Refusal> refusal;
    std::vector<BetAnswer> answers;  // to a batch of bets, one for each bet
    std::string detail;              // an English sentence that adds to the reason; may be empty

    Decision() = default;
    // NOLINTBEGIN(google-explicit-constructor): a ladder of refusals says `return Reason::...`.
    Decision(Reason reason) : refusal(Refusal{reason}) {}
    Decision(Refusal why) : refusal(std::move(why)) {}
    template <IsFact F>
    Decision(F fact) {
        add(std::move(fact));
    }
    // NOLINTEND(google-explicit-constructor)

    // Appends an event. Without `table` the event gets the table of the command.
    Decision& add(Fact fact, Postings postings = {}, TableId table = {}) {
        Event event;
        event.stamp.table = table;
        event.fact = std::move(fact);
        event.postings = std::move(postings);
        events.push_back(std::move(event));
        return *this;
    }
    // Appends the events of the other decision; its refusal and answers are dropped.
    Decision& add_all(Decision other) {
        for (Event& event : other.events) events.push_back(std::move(event));
        return *this;
    }
};

}  // namespace sicbo::table
