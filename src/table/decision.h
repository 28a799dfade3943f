// SPDX-License-Identifier: MIT
// What a command leads to: events, or a refusal.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "table/state.h"

namespace sicbo::table {

struct Refusal {
    Reason reason;
    std::string clause = {};  // of the game's document, where it has one to name
};

using Postings = std::vector<ledger::Posting>;

template <class T>
concept IsFact = is_choice<T, FactChoice>;

// With events and no refusal the command is followed. A refusal with events is one that is kept on
// record (an attempt after the close). Neither: it was followed already, nothing is new.
struct Decision {
    std::vector<Event> events;
    std::optional<Refusal> refusal;
    std::vector<BetAnswer> answers;  // to a batch of bets, bet by bet
    std::string detail;              // what is wrong, where the reason alone does not say

    Decision() = default;
    // NOLINTBEGIN(google-explicit-constructor): a ladder of refusals says `return Reason::...`.
    Decision(Reason reason) : refusal(Refusal{reason}) {}
    Decision(Refusal why) : refusal(std::move(why)) {}
    template <IsFact F>
    Decision(F fact) {
        add(std::move(fact));
    }
    // NOLINTEND(google-explicit-constructor)

    // The table is the command's own where none is given.
    Decision& add(Fact fact, Postings postings = {}, TableId table = {}) {
        Event event;
        event.stamp.table = table;
        event.fact = std::move(fact);
        event.postings = std::move(postings);
        events.push_back(std::move(event));
        return *this;
    }
    Decision& add_all(Decision other) {
        for (Event& event : other.events) events.push_back(std::move(event));
        return *this;
    }
};

}  // namespace sicbo::table
