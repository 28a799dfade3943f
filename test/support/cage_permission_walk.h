// SPDX-License-Identifier: MIT
// Gives every order of the cage in every role to the engine and compares its answer with what the
// cage was sent: who may give the order, whether it takes a second person, and who that can be.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/permission_walk.h"
#include "table/engine.h"
#include "table/sample_orders.h"
#include "wire/cage_view.h"

namespace sicbo::test {

// The orders that the cage was sent something about, with what they name taken from the state.
inline std::vector<table::Order> orders_at_cage(const table::State& state,
                                                const boost::json::object& sent) {
    using namespace table;
    std::vector<Order> orders;
    for (const Order& order : sample_orders()) {
        if (sent.contains(choice_names<OrderChoice>[order.index()])) orders.push_back(order);
    }
    for (const auto& [id, counter] : state.cage.counters) {
        orders.emplace_back(UnlockCounter{id});
        if (!counter.shift) continue;
        orders.emplace_back(CloseShift{id, counter.shift->expected()});
        orders.emplace_back(MoveFloat{id, true, Money::of_cents(100), "x"});
        orders.emplace_back(AdjustCounter{id, true, Money::of_cents(100), "x"});
        for (const auto& [pay, one] : state.instruments.hand_pays) {
            orders.emplace_back(CashHandPay{id, pay, {}});
        }
    }
    return orders;
}

// What the cage was sent about who may give which order.
class CagePermissions {
public:
    explicit CagePermissions(const table::State& state) : state_(state) {
        for (const wire::Part& part : wire::cage_view(state)) {
            if (part.name == "orders") orders_ = boost::json::parse(part.json).as_object();
            if (part.name == "hand_pays") hand_pays_ = boost::json::parse(part.json).as_array();
            if (part.name == "pending") pending_ = boost::json::parse(part.json).as_array();
        }
    }

    const boost::json::object& orders() const { return orders_; }
    const boost::json::array& pending() const { return pending_; }

    // The roles that may give the command's order. A shift of another cashier has roles of its own.
    boost::json::array roles(const table::Command& command) const {
        const auto& sent = entry(command.order);
        if (const auto* close = get_if<table::CloseShift>(&command.order)) {
            const auto found = state_.cage.counters.find(close->counter);
            const bool is_open = found != state_.cage.counters.end() && found->second.shift;
            if (is_open && found->second.shift->cashier.number != command.stamp.actor.number) {
                return sent.at("roles_for_another").as_array();
            }
        }
        return sent.at("roles").as_array();
    }

    // Whether the order takes a second person.
    bool takes_second(const table::Order& order) const {
        if (const auto* pay = get_if<table::CashHandPay>(&order)) {
            for (const boost::json::value& one : hand_pays_) {
                if (one.at("hand_pay").to_number<std::uint32_t>() == pay->hand_pay.number)
                    return !one.at("second").is_null();
            }
        }
        return !entry(order).at("second").is_null();
    }

private:
    const boost::json::object& entry(const table::Order& order) const {
        return orders_.at(choice_names<table::OrderChoice>[order.index()]).as_object();
    }

    const table::State& state_;
    boost::json::object orders_;
    boost::json::array hand_pays_;
    boost::json::array pending_;
};

struct CagePermissionWalk {
    std::uint64_t allowed = 0;
    std::uint64_t not_allowed = 0;
    std::uint64_t by_two = 0;      // orders that waited for a second person
    std::uint64_t authorised = 0;  // pending orders that somebody could agree to

    // Tries every order of the cage in the role of everybody there is, with everybody on duty at
    // the property; those of inventories at the table.
    void visit(const table::State& state, TableId id) {
        table::State on_duty = with_everybody_on_duty(state, id);
        for (const auto& [number, person] : on_duty.people) {
            on_duty.safety.duty[number] = {person.role, on_duty.at, 1};
        }
        const CagePermissions sent(on_duty);
        const std::vector<table::Order> orders = orders_at_cage(on_duty, sent.orders());
        for (const auto& [number, person] : on_duty.people) {
            for (const table::Order& order : orders) {
                ask(on_duty, sent, id,
                    command_of(on_duty, number, is_of_cage(order) ? TableId{} : id, order));
            }
        }
    }

private:
    static table::Command command_of(const table::State& state, PersonId person, TableId table,
                                     table::Order order) {
        table::Command command;
        command.stamp.at = state.at;
        command.stamp.actor = {table::ActorKind::person, person.number};
        command.stamp.role = state.people.at(person).role;
        command.stamp.request = last_request(state, command.stamp.actor) + 1;
        command.stamp.table = table;
        command.order = std::move(order);
        return command;
    }

    static bool has(const boost::json::array& roles, rules::Role role) {
        return std::ranges::find(roles, ConsolePermissions::word(role)) != roles.end();
    }

    static std::string describe(const table::State& state, const table::Command& command) {
        using namespace table;
        return std::string(choice_names<OrderChoice>[command.order.index()]) + " by " +
               std::string(to_word(command.stamp.role)) + " after event " +
               std::to_string(state.sequence);
    }

    void ask(const table::State& state, const CagePermissions& sent, TableId id,
             const table::Command& command) {
        using namespace table;
        const bool may = has(sent.roles(command), command.stamp.role);
        const Decision decision = decide(state, command);
        const std::string what = describe(state, command);
        ++(may ? allowed : not_allowed);
        if (!may) {
            EXPECT_TRUE(decision.refusal.has_value()) << what;
            return;
        }
        const bool closes = holds<CloseShift>(command.order);
        const auto reason =
            decision.refusal ? std::optional(decision.refusal->reason) : std::optional<Reason>();
        EXPECT_FALSE(reason == Reason::not_allowed) << what;
        EXPECT_FALSE(closes && reason == Reason::shift_of_another) << what;
        if (reason || decision.events.empty()) return;
        const bool waits = holds<AuthorisationRequested>(decision.events.front().fact);
        EXPECT_EQ(waits, sent.takes_second(command.order)) << what;
        constexpr std::uint64_t agreed_max = 60;  // orders: each takes a copy of the state
        if (waits && ++by_two <= agreed_max) agree_after(state, decision, id);
    }

    // Lets everybody try to agree to what waits after the decision.
    void agree_after(table::State state, const table::Decision& decision, TableId id) {
        for (const table::Event& event : decision.events) apply(state, event);
        const CagePermissions sent(state);
        EXPECT_FALSE(sent.pending().empty());
        for (const auto& [number, person] : state.people) {
            for (const boost::json::value& pending : sent.pending()) {
                agree(state, number, id, pending);
            }
        }
    }

    // A role that is missing can complete the request, unless it is that of the same person.
    void agree(const table::State& state, PersonId number, TableId id,
               const boost::json::value& pending) {
        using namespace table;
        const TableId table{pending.at("table").to_number<std::uint32_t>()};
        if (table && table != id) return;  // nobody but its own staff is on duty there
        const Hash digest = parse_hash(std::string(pending.at("digest").as_string())).value();
        const Command command = command_of(state, number, table, Authorise{digest});
        const Decision decision = decide(state, command);
        const std::string what = describe(state, command);
        if (!has(pending.at("missing").as_array(), command.stamp.role)) {
            EXPECT_TRUE(decision.refusal.has_value()) << what;
            return;
        }
        EXPECT_FALSE(decision.refusal && decision.refusal->reason == Reason::not_allowed) << what;
        if (!decision.refusal) ++authorised;
    }
};

}  // namespace sicbo::test
