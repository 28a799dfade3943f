// SPDX-License-Identifier: MIT
// Walks every order, role and state of real journals: whoever a console is told may give an order
// is never refused as not allowed, and whoever it is told may not is refused.
#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "support/sample_journal.h"
#include "table/engine.h"
#include "wire/orders_view.h"

namespace sicbo::store {
namespace {

namespace json = boost::json;
using namespace table;

// A person of each role on duty at the table, whoever is there in the journal.
State with_everybody(State state, TableId id) {
    Table& table = state.tables.at(id);
    table.console_locked = false;
    table.staff.clear();
    for (auto& [person, one] : state.people) {
        one.disabled = false;
        one.failures = 0;
        table.staff[person] = {one.role, state.at, 1};
    }
    return state;
}

template <class Variant>
struct Samples;
template <class... O>
struct Samples<Choice<O...>> {
    template <class T>
    static Order make() {
        T order{};
        for_each_value(order, [](auto& field) {
            if constexpr (requires { field = std::string(); }) field = "x";
        });
        return order;
    }
    static std::vector<Order> all() { return {make<O>()...}; }
};

// Orders with what they name taken from the table, where that decides who may give them.
std::vector<Order> orders_at(const State& state, const Table& table) {
    std::vector<Order> orders = Samples<OrderChoice>::all();
    std::erase_if(orders, [](const Order& order) {
        return holds<Authorise>(order);  // decides another order
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

struct Walk {
    std::uint64_t allowed = 0;
    std::uint64_t not_allowed = 0;

    void ask(const State& state, TableId id, PersonId person, const Order& order) {
        const Person& one = state.people.at(person);
        Command command;
        command.stamp.at = state.at;
        command.stamp.actor = {ActorKind::person, person.number};
        command.stamp.role = one.role;
        command.stamp.request = last_request(state, command.stamp.actor) + 1;
        command.stamp.table = id;
        command.order = order;
        const bool told = roles_for(state, state.tables.at(id), order).has(one.role);
        const Decision decision = decide(state, command);
        const bool refused = decision.refusal && decision.refusal->reason == Reason::not_allowed;
        const std::string what = std::string(choice_names<OrderChoice>[order.index()]) + " by " +
                                 std::string(to_word(one.role));
        ++(told ? allowed : not_allowed);
        if (told) EXPECT_FALSE(refused && !depends_on_more(order)) << what;
        if (!told) EXPECT_TRUE(decision.refusal.has_value()) << what;
    }

    // Refused as not allowed for what is ordered, whoever orders it.
    static bool depends_on_more(const Order& order) {
        const auto* report = get_if<Report>(&order);
        const bool interruption = report && report->cause >= rules::Cause::interrupted_open &&
                                  report->cause <= rules::Cause::interrupted_result;
        return interruption || holds<AddPerson>(order) || holds<Appoint>(order) ||
               holds<RedeemTicket>(order);
    }
};

class Permissions : public testing::TestWithParam<const char*> {};

TEST_P(Permissions, ThatAConsoleIsToldAreThoseOfTheEngine) {
    Walk walk;
    std::uint64_t events = 0;
    test::replay_sample(GetParam(), [&](const State& state, const Event&, const Position&) {
        constexpr std::uint64_t every = 7;  // no round is as regular as that
        if (++events % every != 0) return;
        for (const auto& [id, table] : state.tables) {
            const State on_duty = with_everybody(state, id);
            for (const Order& order : orders_at(state, table)) {
                for (const auto& [person, one] : on_duty.people)
                    walk.ask(on_duty, id, person, order);
            }
        }
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
            const State on_duty = with_everybody(state, id);
            const json::object sent = wire::orders_json(on_duty, id);
            for (const Order& order : Samples<OrderChoice>::all()) {
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
