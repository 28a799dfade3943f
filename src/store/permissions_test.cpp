// SPDX-License-Identifier: MIT
// Tries every order in every role in the states of journals of an earlier version.
// src/sim/driven_test.cpp does the same after every fact of the present version.
#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "support/permission_walk.h"
#include "support/sample_journal.h"
#include "table/engine.h"
#include "wire/orders_view.h"

namespace sicbo::store {
namespace {

namespace json = boost::json;
using namespace table;

class Permissions : public testing::TestWithParam<const char*> {};

TEST_P(Permissions, ThatAConsoleIsSentAreThoseOfTheEngine) {
    test::PermissionWalk walk;
    std::uint64_t events = 0;
    test::replay_sample(GetParam(), [&](const State& state, const Event&, const Position&) {
        constexpr std::uint64_t every = 7;  // no round is as regular as that
        if (++events % every != 0) return;
        for (const auto& [id, table] : state.tables) walk.visit(state, id);
    });
    EXPECT_GT(walk.allowed, 10'000u);
    EXPECT_GT(walk.not_allowed, 10'000u);
}

// What the sent reason would be if the order were given by a person who may give it. An order that
// takes two people waits for the second one first.
json::value reason_of(const State& state, TableId id, Order order) {
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
    command.order = std::move(order);
    const Decision decision = decide(state, command);
    return decision.refusal ? json::value(json::string(to_word(decision.refusal->reason)))
                            : json::value(nullptr);
}

struct Refusals {
    std::uint64_t accepted = 0;
    std::uint64_t refused = 0;

    void expect(const json::value& sent, const json::value& decided, std::string_view order) {
        ++(sent.is_null() ? accepted : refused);
        const bool ends_with_time = decided == "window_too_short";
        if (!ends_with_time) EXPECT_EQ(sent, decided) << order;
    }
};

TEST_P(Permissions, RefusalsThatAConsoleIsSentAreThoseOfTheEngine) {
    Refusals refusals;
    std::uint64_t events = 0;
    test::replay_sample(GetParam(), [&](const State& state, const Event&, const Position&) {
        constexpr std::uint64_t every = 7;
        if (++events % every != 0) return;
        for (const auto& [id, table] : state.tables) {
            const State on_duty = test::with_everybody_on_duty(state, id);
            const json::object sent = wire::orders_json(on_duty, id);
            for (const Order& order : test::OrderSamples<OrderChoice>::all()) {
                const std::string_view name = choice_names<OrderChoice>[order.index()];
                const auto one = sent.find(std::string(name));
                if (one == sent.end() || !one->value().as_object().contains("refused")) continue;
                refusals.expect(one->value().at("refused"), reason_of(on_duty, id, order), name);
            }
            const json::object equipment = wire::equipment_orders_json(on_duty, id);
            const auto free = static_cast<std::uint32_t>(
                equipment.at("free_dice_set").to_number<std::uint64_t>());
            EXPECT_FALSE(state.dice_used.contains(DiceId{free}));
            for (const json::value& mixer : equipment.at("mixers").as_array()) {
                const auto kind =
                    parse_word<rules::MixerKind>(mixer.at("mixer").as_string()).value();
                for (const Order& order :
                     {Order(InstallDice{{free}, kind, {}}), Order(RemoveDice{kind}),
                      Order(UseMixer{kind}), Order(MarkMixer{kind, Mark::covered})}) {
                    const std::string_view name = choice_names<OrderChoice>[order.index()];
                    refusals.expect(mixer.at(std::string(name)), reason_of(on_duty, id, order),
                                    name);
                }
            }
            const json::value& shaker = equipment.at("shaker");
            EXPECT_EQ(shaker.is_null(), !table.shaker_holder);
            if (shaker.is_null()) continue;
            refusals.expect(shaker.at("put_back"), reason_of(on_duty, id, HandOverShaker{}), "put");
            for (const json::value& one : shaker.at("hand_to").as_array()) {
                const PersonId to{one.at("person").to_number<std::uint32_t>()};
                refusals.expect(one.at("refused"), reason_of(on_duty, id, HandOverShaker{to}),
                                "to");
            }
        }
    });
    EXPECT_GT(refusals.accepted, 500u);
    EXPECT_GT(refusals.refused, 1'000u);
}

TEST_P(Permissions, AreSentForEveryOrderThatStaffMayGive) {
    State last;
    test::replay_sample(GetParam(),
                        [&](const State& state, const Event&, const Position&) { last = state; });
    const TableId id = last.tables.begin()->first;
    const json::object orders = wire::orders_json(last, id);
    for (std::size_t i = 0; i < choice_names<OrderChoice>.size(); ++i) {
        const std::string name(choice_names<OrderChoice>[i]);
        const bool for_staff = !wire::roles_json(authority_of(i).roles).empty();
        ASSERT_EQ(orders.contains(name), for_staff) << name;
        if (!for_staff) continue;
        const auto& sent = orders.at(name).as_object();
        EXPECT_EQ(sent.at("of_round").as_bool(), authority_of(i).of_round) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(Journals, Permissions,
                         testing::Values("rws-etg", "rws-taisai", "maryland", "mbs-etg"));

}  // namespace
}  // namespace sicbo::store
