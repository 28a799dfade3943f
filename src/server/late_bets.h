// SPDX-License-Identifier: MIT
// Which bets after the close are put on record: the first few of each player in each round. A
// client that goes on and on would otherwise fill the journal. One thread uses it.
#pragma once

#include <cstdint>
#include <map>

#include "table/authority.h"
#include "table/command.h"
#include "table/state.h"

namespace sicbo::server {

class LateBets {
public:
    static constexpr std::uint32_t recorded_max = 5;  // of one player in one round

    // Returns true if the command is a player's bet or withdrawal after the close, and so many were
    // put on record in this round that this one is only refused. Counts the command.
    bool is_excess(const table::State& state, const table::Command& command) {
        using namespace table;
        const Actor& actor = command.stamp.actor;
        const bool is_bet = holds<PlaceBets>(command.order) || holds<WithdrawBets>(command.order);
        if (!is_bet || actor.kind == ActorKind::person) return false;
        const Table* t = find_table(state, command.stamp.table);
        if (!t || !t->round) return false;
        if (!is_done(rules_of(state, *t), *t->round, rules::Step::close)) return false;
        Attempts& attempts = attempts_[actor];
        if (attempts.round != t->round->number) attempts = {t->round->number, 0};
        if (attempts.count >= recorded_max) {
            ++left_out_;
            return true;
        }
        ++attempts.count;
        return false;
    }

    std::uint64_t left_out() const { return left_out_; }

private:
    struct Attempts {
        std::uint64_t round = 0;
        std::uint32_t count = 0;
    };
    std::map<table::Actor, Attempts> attempts_;  // of the places that the property has
    std::uint64_t left_out_ = 0;
};

}  // namespace sicbo::server
