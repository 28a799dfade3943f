// SPDX-License-Identifier: MIT
// What is due without anybody asking: the close of betting and the lock of an idle console.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/property.h"
#include "table/engine.h"

namespace sicbo::table {
namespace {

using test::machine;
using test::Property;
using test::reason_of;
using test::Role;
using test::Settings;
using test::speaker;

std::vector<std::string> due_at(const Property& property, Instant at) {
    std::vector<std::string> orders;
    for (const Command& command : due(property.state, at)) {
        const bool close = holds<CloseBetting>(command.order);
        const bool lock = holds<LockConsole>(command.order);
        orders.emplace_back(close ? "close" : lock ? "lock" : "other");
        EXPECT_EQ(command.stamp.at, at);
        EXPECT_EQ(command.stamp.table, Property::id);
        EXPECT_EQ(command.stamp.role, Role::system);
    }
    return orders;
}

using Due = std::vector<std::string>;

TEST(Due, IsTheCloseWhenTheTimerHasRunOut) {
    Settings settings;
    settings.configuration.betting_seconds = 20;
    Property property("rws-etg", settings);
    EXPECT_EQ(due_at(property, property.at + 20'000), Due{});
    property.go_on();
    const Instant opened = property.at;
    EXPECT_EQ(property.table().round->closes_at, opened + 20'000);
    EXPECT_EQ(due_at(property, opened + 19'999), Due{});
    EXPECT_EQ(due_at(property, opened + 20'000), Due{"close"});
    // The order of the journal decides, not the clock: until it is closed, bets are taken.
    property.at = opened + 20'001;
    EXPECT_EQ(reason_of(property.bet(1, "big", 1'000)), "");
    for (const Command& command : due(property.state, property.at)) property.follow(command);
    EXPECT_EQ(reason_of(property.bet(1, "big", 1'000)), "betting_closed");
    EXPECT_EQ(due_at(property, opened + 400'000), Due{});
}

TEST(Due, IsNoCloseWithoutATimerNorWhileTheTableIsHeldOrOutOfService) {
    Property untimed("rws-etg");
    untimed.go_on();
    EXPECT_EQ(due_at(untimed, untimed.at + 100'000'000), Due{});
    Settings settings;
    settings.configuration.betting_seconds = 20;
    Property held("rws-etg", settings);
    held.go_on();
    held.must(Role::dealer, Report{rules::Cause::not_covered, "a bird in the pit"});
    EXPECT_EQ(due_at(held, held.at + 20'000), Due{});
    Property out("rws-etg", settings);
    out.go_on();
    out.must(Role::supervisor, TakeOutOfService{"a spill"});
    EXPECT_EQ(due_at(out, out.at + 20'000), Due{});
    out.must(Role::supervisor, ReturnToService{});
    EXPECT_EQ(due_at(out, out.at + 20'000), Due{"close"});
}

TEST(Due, IsTheLockOfAConsoleAfterFiveMinutesWithoutInput) {
    Property property("rws-etg");
    const Instant last = property.at;
    EXPECT_EQ(due_at(property, last + 299'999), Due{});
    EXPECT_EQ(due_at(property, last + 300'000), Due{"lock"});
    property.at = last + 200'000;
    property.must(Role::dealer, AnnounceLastRound{});
    property.must(property.player(1), CallAttendant{{1}});
    EXPECT_EQ(due_at(property, last + 300'000), Due{});
    property.at = last + 400'000;
    property.must(property.player(2), CallAttendant{{2}});  // no input at the console
    EXPECT_EQ(due_at(property, last + 500'000), Due{"lock"});
}

TEST(Due, IsNoLockBetweenOpeningAndSettlementNorWithNobodyThere) {
    Property playing("rws-etg");
    playing.go_on();
    EXPECT_EQ(due_at(playing, playing.at + 10'000'000), Due{});
    playing.must(Role::dealer, Report{rules::Cause::not_covered, "a bird in the pit"});
    EXPECT_EQ(due_at(playing, playing.at + 10'000'000), Due{});
    Property alone("rws-etg");
    alone.table().staff.clear();
    EXPECT_EQ(due_at(alone, alone.at + 10'000'000), Due{});
}

TEST(Console, LockedTakesNothingButItsUnlocking) {
    Property property("rws-etg");
    property.at = property.at + 300'000;
    for (const Command& command : due(property.state, property.at)) property.follow(command);
    ASSERT_TRUE(property.table().console_locked);
    EXPECT_EQ(due_at(property, property.at + 1'000'000), Due{});
    EXPECT_EQ(reason_of(property.give(Role::dealer, OpenBetting{})), "console_locked");
    EXPECT_EQ(reason_of(property.give(Role::supervisor, CloseTable{})), "console_locked");
    // Players are not held up.
    EXPECT_EQ(reason_of(property.give(property.player(1), CallAttendant{{1}})), "");
    EXPECT_EQ(reason_of(property.give(speaker(Role::dealer, true), UnlockConsole{})), "");
    EXPECT_EQ(reason_of(property.give(Role::dealer, OpenBetting{})), "");
    EXPECT_EQ(reason_of(property.give(Role::dealer, UnlockConsole{})), "console_not_locked");
    EXPECT_EQ(reason_of(property.give(machine, LockConsole{})), "round_in_play");
}

}  // namespace
}  // namespace sicbo::table
