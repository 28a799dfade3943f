// SPDX-License-Identifier: MIT
// What the events of orders_play.h change, and what players lose against their own limits.
#include <algorithm>

#include "table/apply.h"

namespace sicbo::table {
namespace {

OwnLimits& limits_of(const Target& t, StayId stay) {
    check(!t.stay(stay).ended);
    return t.state.play.limits[stay];
}

// Returns the limit with the new value from a moment on.
template <class Limit, class Value>
Limit changed(const Limit& limit, const Value& value, Instant from, Instant at) {
    check(from >= at);
    return {in_force(limit, at), value, from};
}

// Returns what an order of the stay has in play.
Money at_stake(const Table& table, StayId stay) {
    if (!table.round || table.round->bets_settled) return {};
    const auto slip = table.round->bet_slips.find(stay);
    return slip == table.round->bet_slips.end() ? Money() : stakes_of(slip->second);
}

}  // namespace

void count_losses(State& state, const Event& event) {
    if (state.play.empty()) return;
    const auto of_stay = [&](ledger::Account account) -> OwnLimits* {
        if (!is_of_stay(account.kind)) return nullptr;
        const auto found = state.play.limits.find(StayId{account.owner});
        const bool counting = found != state.play.limits.end() && found->second.counting;
        return counting ? &found->second : nullptr;
    };
    const auto of_table = [](ledger::Account account) {
        return account.kind == ledger::AccountKind::escrow ||
               account.kind == ledger::AccountKind::house;
    };
    for (const ledger::Posting& posting : event.postings) {
        OwnLimits* from = of_stay(posting.from);
        OwnLimits* to = of_stay(posting.to);
        if (from && of_table(posting.to)) from->lost += posting.amount;
        if (to && of_table(posting.from)) to->lost -= posting.amount;
    }
    const auto* placed = get_if<BetsPlaced>(&event.fact);
    const auto found = placed ? state.play.limits.find(placed->stay) : state.play.limits.end();
    if (found == state.play.limits.end()) return;
    const std::optional<Money> max = in_force(found->second.loss, event.stamp.at);
    check(!max || found->second.lost <= *max);
}

template <>
void apply_to(const Target& t, const LossLimited& e) {
    check(!e.max || *e.max > Money());
    OwnLimits& limits = limits_of(t, e.stay);
    if (!limits.counting) limits.lost = at_stake(t.table(), e.stay);
    limits.counting = true;
    limits.loss = changed(limits.loss, e.max, e.from, t.time());
}

template <>
void apply_to(const Target& t, const TimeLimited& e) {
    check(!e.until || *e.until > t.time());
    OwnLimits& limits = limits_of(t, e.stay);
    limits.time = changed(limits.time, e.until, e.from, t.time());
}

template <>
void apply_to(const Target& t, const BreakTaken& e) {
    OwnLimits& limits = limits_of(t, e.stay);
    check(e.until > t.time() && e.until > limits.break_until);
    limits.break_until = e.until;
}

}  // namespace sicbo::table
