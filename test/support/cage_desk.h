// SPDX-License-Identifier: MIT
// A property whose cage has counters, for tests of shifts and payments there.
#pragma once

#include <utility>

#include "support/cash_desk.h"

namespace sicbo::test {

inline constexpr CounterId counter_1 = {1};
inline constexpr CounterId counter_2 = {2};

inline CurrencyCode sgd() { return ledger::currency_code("SGD", false); }

// A policy that asks who the patron is from these amounts on. The gaming day begins at 06:00.
inline table::CagePolicy identity_policy(std::int64_t from, std::int64_t day_from) {
    table::CagePolicy policy;
    policy.identity_from = cents(from);
    policy.identity_day_from = cents(day_from);
    policy.day_begins_at = 360;
    return policy;
}

// A property whose table is dealt on a felt, with a policy for cash.
class FeltProperty : public Property {
public:
    FeltProperty(std::string_view game, Settings settings) : Property(game, settings) {
        must(machine, table::SetSafeguards{});
        table::Command set = command(machine, table::SetCashPolicy{small_policy()});
        set.stamp.table = {};
        if (follow(set).refusal) throw std::runtime_error("the policy was refused");
    }
};

// Two cashiers, supervisors and shift managers are logged on at the property; nobody has an open
// shift.
template <class Base>
class AtCage : public Base {
public:
    using Base::command;
    using Base::follow;
    using Base::state;

    template <class... Arguments>
    explicit AtCage(Arguments&&... arguments) : Base(std::forward<Arguments>(arguments)...) {
        for (const Role post : {Role::cashier, Role::supervisor, Role::shift_manager}) {
            at_cage_must(speaker(post), table::LogOn{});
            at_cage_must(speaker(post, true), table::LogOn{});
        }
    }

    Decision at_cage(const Speaker& by, Order order) {
        table::Command given = command(by, std::move(order));
        given.stamp.table = {};
        return follow(given);
    }
    Decision at_cage(Order order) { return at_cage(speaker(Role::cashier), std::move(order)); }
    Decision at_cage_must(const Speaker& by, Order order) {
        Decision decision = at_cage(by, std::move(order));
        if (decision.refusal) throw std::runtime_error(reason_of(decision) + decision.detail);
        return decision;
    }
    Decision at_cage_must(Order order) {
        return at_cage_must(speaker(Role::cashier), std::move(order));
    }
    // Asked for by the cashier, authorised by the other one.
    Decision at_cage_by_two(Order order, Role second = Role::supervisor) {
        const Decision asked = at_cage(std::move(order));
        if (asked.refusal) return asked;
        const auto& request = get<table::AuthorisationRequested>(asked.events.at(0).fact);
        return at_cage(speaker(second), table::Authorise{request.digest});
    }

    void open_shift(std::int64_t counted, CounterId counter = counter_1, bool second = false) {
        at_cage_must(speaker(Role::cashier, second),
                     table::OpenShift{counter, "SGD", false, cents(counted)});
    }
    table::SellTicket sale(int number, std::int64_t amount, table::Patron patron = {}) const {
        return {counter_1, ticket_named(number), last_four_of(number), cents(amount),
                std::move(patron)};
    }
    table::CashTicket redemption(int number, bool closed = false, table::Patron patron = {}) const {
        return {counter_1, ticket_named(number), last_four_of(number), closed, std::move(patron)};
    }
    const table::Counter& counter(CounterId id = counter_1) const {
        return state.cage.counters.at(id);
    }
    Money drawer(CounterId id = counter_1) const { return counter(id).shift->expected(); }
};

class CageProperty : public AtCage<CashProperty> {
public:
    explicit CageProperty(Settings settings = {.players = 3, .credit = cents(5'000)},
                          const table::CashPolicy& policy = small_policy())
        : AtCage(settings, policy) {}
};

class LiveProperty : public AtCage<FeltProperty> {
public:
    LiveProperty(std::string_view game, Settings settings) : AtCage(game, settings) {}
};

}  // namespace sicbo::test
