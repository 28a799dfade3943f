// SPDX-License-Identifier: MIT
#include "table/engine.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/property.h"

namespace sicbo::table {
namespace {

using rules::Cause;
using rules::Roll;
using rules::Step;
using test::cents;
using test::machine;
using test::Property;
using test::reason_of;
using test::Role;
using test::Settings;
using test::speaker;

TEST(LargeWin, LocksTheTerminalByTheSumOfTheRound) {
    for (const std::int64_t threshold : {39'999, 40'000, 40'001}) {
        Settings settings;
        settings.configuration.large_win = cents(threshold);
        Property property("rws-etg", settings);
        property.go_on();
        property.bet(1, "big", 20'000);
        property.bet(1, "single-6", 10'000);
        property.bet(1, "small", 50'000);  // what it loses is not set off
        property.bet(2, "big", 20'000);
        property.finish({6, 6, 5});
        const bool locked = threshold <= 40'000;
        EXPECT_EQ(property.table().terminals.at({1}).locked, locked) << threshold;
        EXPECT_FALSE(property.table().terminals.at({2}).locked);
        property.go_on();
        EXPECT_EQ(reason_of(property.bet(1, "big", 1'000)), locked ? "terminal_locked" : "");
        EXPECT_EQ(reason_of(property.bet(2, "big", 1'000)), "");
        if (!locked) continue;
        EXPECT_EQ(
            reason_of(property.give(property.player(1), IssueTicket{{1}, "123456789012345678"})),
            "terminal_locked");
        EXPECT_EQ(reason_of(property.give(Role::cashier, UnlockTerminal{{1}})), "");
        EXPECT_EQ(reason_of(property.bet(1, "big", 1'000)), "");
    }
}

TEST(Service, IsEndedAtAllTablesAtOnceByAPitManager) {
    Property property("rws-etg");
    const TakeOutOfService all{"fire alarm"};
    const auto give = [&](Role role) {
        Command command = property.command(speaker(role), all);
        command.stamp.table = {};
        return decide(property.state, command);
    };
    EXPECT_EQ(reason_of(give(Role::supervisor)), "not_allowed");
    const Decision decision = give(Role::pit_manager);
    EXPECT_EQ(reason_of(decision), "");
    ASSERT_EQ(decision.events.size(), property.state.tables.size());
    for (const Event& event : decision.events) {
        apply(property.state, event);
        EXPECT_TRUE(property.state.tables.at(event.stamp.table).out_of_service);
    }
    EXPECT_EQ(reason_of(give(Role::shift_manager)), "out_of_service");
}

TEST(Training, HasNoTickets) {
    Settings settings;
    settings.configuration.training = true;
    Property property("rws-etg", settings);
    const std::string number = "123456789012345678";
    EXPECT_EQ(reason_of(property.give(property.player(1), IssueTicket{{1}, number})),
              "training_table");
    property.state.tickets[number] = {cents(100), TableId{2}, StayId{9}, property.at, true};
    EXPECT_EQ(reason_of(property.give(property.player(1), RedeemTicket{{1}, number})),
              "training_table");
}

// A whole round by the system alone; what a dealer does at a real table.
std::vector<std::string> driven_by_system(std::string_view game, bool training) {
    Settings settings;
    settings.configuration.training = training;
    Property property(game, settings);
    const Hash hash = sha256("the close");
    const Roll roll{1, 2, 4};
    std::vector<std::string> refused;
    for (const rules::StepRule& rule : property.rules().steps) {
        std::vector<Order> orders;
        switch (rule.step) {
            case Step::open: orders = {OpenBetting{}}; break;
            case Step::close: orders = {CloseBetting{}}; break;
            case Step::mix: orders = {StartMix{}, EndMix{3}}; break;
            case Step::uncover: orders = {Uncover{}}; break;
            case Step::enter:
                orders = {ArmTumbler{hash}, ReportReading{1, hash, roll}, EnterResult{roll}};
                break;
            case Step::illuminate:
                orders = {ReportLights{winning_spots(property.game(), roll)}};
                break;
            case Step::collect:
                if (rule.by != Role::system) orders = {SettleRound{}};
                break;
            case Step::pay: break;
            case Step::clear: orders = {ClearLights{}}; break;
        }
        for (const Order& order : orders) {
            const std::string reason = reason_of(property.give(machine, order));
            if (!reason.empty()) refused.push_back(reason);
            // A person confirms the cover with the order.
            const bool mixes = holds<StartMix>(order);
            if (!reason.empty())
                property.give(Role::dealer, mixes ? Order(StartCoveredMix{}) : order);
        }
    }
    EXPECT_FALSE(property.table().round) << game;
    EXPECT_EQ(property.table().past.at(1).roll, roll) << game;
    return refused;
}

TEST(Training, MayBeDrivenByTheSystemAndARealTableMayNot) {
    for (const char* game : {"rws-etg", "mbs-etg", "rws-taisai"}) {
        EXPECT_EQ(driven_by_system(game, true), std::vector<std::string>{}) << game;
        const std::vector<std::string> refused = driven_by_system(game, false);
        EXPECT_GE(refused.size(), 4u) << game;
        for (const std::string& reason : refused) EXPECT_EQ(reason, "not_allowed") << game;
    }
}

TEST(Previews, SayWhatWouldComeOfAnOrderAndWhoMustAgree) {
    Property property("rws-etg");
    property.go_past(Step::open);
    property.bet(1, "big", 1'000);
    const State before = property.state;
    const Preview report =
        preview(before, property.command(speaker(Role::dealer), Report{Cause::damaged_dice, ""}));
    EXPECT_TRUE(report.roles.has(Role::dealer));
    EXPECT_FALSE(report.pair.has_value());
    ASSERT_FALSE(report.decision.events.empty());
    EXPECT_TRUE(holds<RoundVoided>(report.decision.events.front().fact));
    const Preview amended = preview(
        before, property.command(speaker(Role::dealer),
                                 AmendRounds{{{1, {}, {}}}, Cause::not_covered, "a reason"}));
    EXPECT_FALSE(amended.roles.has(Role::dealer));
    ASSERT_TRUE(amended.pair.has_value());
    EXPECT_EQ(amended.pair->decides, Role::shift_manager);
    EXPECT_FALSE(amended.clauses.empty());
    EXPECT_EQ(to_bytes(property.state), to_bytes(before));
}

}  // namespace
}  // namespace sicbo::table
