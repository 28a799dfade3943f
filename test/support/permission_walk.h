// SPDX-License-Identifier: MIT
// Gives every order in every role to the engine and compares its answer with what a console was
// sent: a role that may give an order there is never refused as not allowed, and one that may not
// is refused.
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

#include "table/engine.h"
#include "table/sample_orders.h"
#include "wire/orders_view.h"
#include "wire/view.h"

namespace sicbo::test {

// The state with everybody on duty at the table and nobody locked out.
inline table::State with_everybody_on_duty(table::State state, TableId id) {
    table::Table& table = state.tables.at(id);
    table.console_locked = false;
    table.staff.clear();
    for (auto& [number, person] : state.people) {
        person.disabled = false;
        person.failures = 0;
        table.staff[number] = {person.role, state.at, 1};
    }
    return state;
}

// Orders with what they name taken from the table, where that decides who may give them.
inline std::vector<table::Order> orders_at(const table::State& state, const table::Table& table) {
    using namespace table;
    std::vector<Order> orders = sample_orders();
    std::erase_if(orders, [](const Order& order) {
        return holds<Authorise>(order) || holds<ResolveIncident>(order) || holds<Report>(order);
    });
    for (const auto& [id, incident] : table.incidents) {
        orders.emplace_back(ResolveIncident{id, "x"});
    }
    for (const rules::Irregularity& rule : rules_of(state, table).game->irregularities) {
        orders.emplace_back(Report{rule.cause, "x"});
    }
    if (!table.terminals.empty()) {
        orders.emplace_back(PutCredit{table.terminals.begin()->first, {}, Money::of_cents(100)});
        orders.emplace_back(PayCredit{table.terminals.begin()->first, {}, {}});
    }
    if (!table.past.empty()) {
        const std::uint64_t last = table.past.rbegin()->first;
        orders.emplace_back(AmendRounds{{{last, {}, {}}}, rules::Cause::damaged_dice, "x"});
        orders.emplace_back(AmendRounds{{{last, {}, {}}}, rules::Cause::not_covered, "x"});
        orders.emplace_back(
            AmendRounds{{{last, rules::Roll(1, 2, 4), {}}}, rules::Cause::wrong_result, "x"});
    }
    return orders;
}

// What the console of a table was sent about who may give which order.
class ConsolePermissions {
public:
    ConsolePermissions(const table::State& state, TableId id) : state_(state) {
        for (const wire::Part& part : wire::console_view(state, id)) {
            if (part.name == "orders") orders_ = boost::json::parse(part.json).as_object();
            if (part.name == "incidents") incidents_ = boost::json::parse(part.json).as_array();
            if (part.name == "irregularities") {
                irregularities_ = boost::json::parse(part.json).as_array();
            }
        }
    }

    // The roles that may give the command's order. A console asks for a preview of an amendment,
    // since the people depend on the cause, and of a report that the document has no rule for now.
    boost::json::array roles(const table::Command& command) const {
        using namespace table;
        const Order& order = command.order;
        if (const auto* report = get_if<Report>(&order)) {
            const auto roles = roles_where(irregularities_, "cause", word(report->cause));
            return roles ? *roles : roles_of_preview(command);
        }
        if (const auto* resolved = get_if<ResolveIncident>(&order)) {
            return roles_where(incidents_, "incident", resolved->incident.number).value();
        }
        const auto* amended = get_if<AmendRounds>(&order);
        if (amended && !amended->amendments.empty()) return roles_of_preview(command);
        const auto* sent = orders_.if_contains(choice_names<OrderChoice>[order.index()]);
        if (!sent) return {};  // for players and devices alone
        const auto* put = get_if<PutCredit>(&order);
        const auto* pay = get_if<PayCredit>(&order);
        const bool at_terminal = (put && put->terminal) || (pay && pay->terminal);
        return sent->at(at_terminal ? "roles_at_terminal" : "roles").as_array();
    }

    static boost::json::value word(const auto& value) {
        return boost::json::value(boost::json::string(to_word(value)));
    }

private:
    boost::json::array roles_of_preview(const table::Command& command) const {
        return wire::preview_json(preview(state_, command)).at("roles").as_array();
    }
    static std::optional<boost::json::array> roles_where(const boost::json::array& list,
                                                         std::string_view key,
                                                         const boost::json::value& value) {
        for (const boost::json::value& entry : list) {
            if (entry.at(key) == value) return entry.at("roles").as_array();
        }
        return std::nullopt;
    }

    const table::State& state_;
    boost::json::object orders_;
    boost::json::array incidents_;
    boost::json::array irregularities_;
};

struct PermissionWalk {
    std::uint64_t allowed = 0;
    std::uint64_t not_allowed = 0;

    // Tries every order in the role of everybody there is.
    void visit(const table::State& state, TableId id) {
        const table::State on_duty = with_everybody_on_duty(state, id);
        const ConsolePermissions sent(on_duty, id);
        for (const table::Order& order : orders_at(on_duty, on_duty.tables.at(id))) {
            for (const auto& [number, person] : on_duty.people) {
                ask(on_duty, sent, id, number, order);
            }
        }
    }

private:
    void ask(const table::State& state, const ConsolePermissions& sent, TableId id, PersonId number,
             const table::Order& order) {
        using namespace table;
        const rules::Role role = state.people.at(number).role;
        Command command;
        command.stamp.at = state.at;
        command.stamp.actor = {ActorKind::person, number.number};
        command.stamp.role = role;
        command.stamp.request = last_request(state, command.stamp.actor) + 1;
        command.stamp.table = id;
        command.order = order;
        const boost::json::array roles = sent.roles(command);
        const bool may = std::ranges::find(roles, sent.word(role)) != roles.end();
        const Decision decision = decide(state, command);
        const bool refused = decision.refusal && decision.refusal->reason == Reason::not_allowed;
        const std::string what = std::string(choice_names<OrderChoice>[order.index()]) + " by " +
                                 std::string(to_word(role)) + " after event " +
                                 std::to_string(state.sequence);
        ++(may ? allowed : not_allowed);
        const bool is_too_new = state.memory.edition == 0 && needs_edition(order);
        if (may) EXPECT_FALSE(refused && !is_too_new && !depends_on_more(order)) << what;
        if (!may) EXPECT_TRUE(decision.refusal.has_value()) << what;
    }

    // Refused as not allowed before the rules of edition 1 hold (docs/decisions/0024-editions.md).
    static bool needs_edition(const table::Order& order) {
        using namespace table;
        return holds<CollectBets>(order) || holds<RecallRounds>(order) ||
               holds<RepairEquipment>(order);
    }

    // Refused as not allowed for what is ordered, in every role.
    static bool depends_on_more(const table::Order& order) {
        using namespace table;
        const auto* report = get_if<Report>(&order);
        const bool interruption = report && report->cause >= rules::Cause::interrupted_open &&
                                  report->cause <= rules::Cause::interrupted_result;
        return interruption || holds<AddPerson>(order) || holds<Appoint>(order) ||
               holds<RedeemTicket>(order);
    }
};

}  // namespace sicbo::test
