// SPDX-License-Identifier: MIT
// Compares the reasons why orders would be refused, as a console was sent them, with what the
// engine decides when the orders are given.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/permission_walk.h"
#include "table/engine.h"
#include "table/sample_orders.h"
#include "wire/orders_view.h"

namespace sicbo::test {

struct RefusalWalk {
    std::uint64_t accepted = 0;
    std::uint64_t refused = 0;

    // Compares all orders that a console of the table was sent a reason for, or none.
    void visit(const table::State& state, TableId id) {
        const table::State on_duty = with_everybody_on_duty(state, id);
        visit_orders(on_duty, id);
        const boost::json::object equipment = wire::equipment_orders_json(on_duty, id);
        visit_mixers(on_duty, id, equipment);
        visit_shaker(on_duty, id, equipment.at("shaker"));
    }

private:
    using Json = boost::json::value;

    void visit_orders(const table::State& state, TableId id) {
        using namespace table;
        const boost::json::object sent = wire::orders_json(state, id);
        for (const Order& sample : sample_orders()) {
            const std::string name = name_of(sample);
            const auto one = sent.find(name);
            if (one == sent.end() || !one->value().as_object().contains("refused")) continue;
            Order order = sample;
            if (auto* sign = get_if<SignInspection>(&order)) {
                const Table& table = state.tables.at(id);
                const auto mixer = table.mixers.find(table.mixer);
                const bool has_dice = mixer != table.mixers.end() && mixer->second.dice;
                sign->seal = has_dice ? mixer->second.dice->seal : "";
            }
            expect(one->value().at("refused"), state, id, order);
        }
    }

    void visit_mixers(const table::State& state, TableId id, const boost::json::object& equipment) {
        using namespace table;
        const DiceId free{
            static_cast<std::uint32_t>(equipment.at("free_dice_set").to_number<std::uint64_t>())};
        EXPECT_FALSE(state.dice_used.contains(free));
        for (const Json& mixer : equipment.at("mixers").as_array()) {
            const auto kind = parse_word<rules::MixerKind>(mixer.at("mixer").as_string()).value();
            for (const Order& order :
                 {Order(InstallDice{free, kind, {}}), Order(RemoveDice{kind}),
                  Order(UseMixer{kind}), Order(MarkMixer{kind, Mark::covered})}) {
                expect(mixer.at(name_of(order)), state, id, order);
            }
        }
    }

    void visit_shaker(const table::State& state, TableId id, const Json& shaker) {
        using namespace table;
        EXPECT_EQ(shaker.is_null(), !state.tables.at(id).shaker_holder);
        if (shaker.is_null()) return;
        expect(shaker.at("put_back"), state, id, HandOverShaker{});
        for (const Json& one : shaker.at("hand_to").as_array()) {
            const PersonId to{one.at("person").to_number<std::uint32_t>()};
            expect(one.at("refused"), state, id, HandOverShaker{to});
        }
    }

    void expect(const Json& sent, const table::State& state, TableId id,
                const table::Order& order) {
        ++(sent.is_null() ? accepted : refused);
        const Json decided = reason_of(state, id, order);
        if (ends_with_time(decided)) return;
        // Whether the person who confirms a presence is the one who is present, a console can't be
        // told in advance.
        if (holds<table::NotePresence>(order) && decided == Json("same_person")) return;
        EXPECT_EQ(sent, decided) << name_of(order) << " after event " << state.sequence;
    }

    static std::string name_of(const table::Order& order) {
        return std::string(choice_names<table::OrderChoice>[order.index()]);
    }

    static bool ends_with_time(const Json& reason) {
        return reason == "window_too_short" || reason == "rules_not_effective";
    }

    // The reason if the order is given by a person who may give it. An order that takes two people
    // waits for the second one first.
    static Json reason_of(const table::State& state, TableId id, const table::Order& order) {
        using namespace table;
        const Table& table = state.tables.at(id);
        const PersonId holder = table.shaker_holder;
        const auto may = [&](const auto& entry) {
            return roles_for(state, table, order).has(entry.second.role);
        };
        auto person = std::ranges::find_if(state.people, may);
        if (holder && may(*state.people.find(holder))) person = state.people.find(holder);
        if (person == state.people.end()) return nullptr;
        Command command;
        command.stamp.at = state.at;
        command.stamp.actor = {ActorKind::person, person->first.number};
        command.stamp.role = person->second.role;
        command.stamp.request = last_request(state, command.stamp.actor) + 1;
        command.stamp.table = id;
        command.order = order;
        const Decision decision = decide(state, command);
        if (!decision.refusal) return nullptr;
        return Json(boost::json::string(to_word(decision.refusal->reason)));
    }
};

}  // namespace sicbo::test
