// SPDX-License-Identifier: MIT
// Requests that are sent again, late or out of order, and the clock that orders them.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "support/property.h"
#include "table/engine.h"

namespace sicbo::table {
namespace {

using rules::Step;
using test::bet_on;
using test::cents;
using test::machine;
using test::Property;
using test::reason_of;
using test::Role;
using test::Settings;
using test::spot_id;

// A table with a maximum of 100.00 on a spot, and bets open.
Property open_table() {
    Settings settings;
    settings.configuration.limit.max = cents(10'000);
    Property property("rws-etg", settings);
    property.go_on();
    return property;
}

TEST(Requests, SentAgainGetTheFirstAnswer) {
    Property property = open_table();
    property.bet(1, "big", 4'000);
    const Money credit = property.credit(1);
    const Command command = property.command(property.player(1), bet_on("big", 9'000));
    const Decision first = property.follow(command);
    ASSERT_EQ(first.answers.size(), 1u);
    EXPECT_EQ(first.answers[0].accepted, cents(6'000));
    EXPECT_EQ(first.answers[0].reason, Reason::spot_limit_reached);
    const auto again = [&] {
        Command same = command;
        same.stamp.at = property.at;
        const Decision decision = property.follow(same);
        EXPECT_TRUE(decision.events.empty());
        EXPECT_FALSE(decision.refusal);
        ASSERT_EQ(decision.answers.size(), 1u);
        EXPECT_EQ(decision.answers[0].asked, cents(9'000));
        EXPECT_EQ(decision.answers[0].accepted, cents(6'000));
        EXPECT_EQ(decision.answers[0].reason, Reason::spot_limit_reached);
        EXPECT_EQ(property.credit(1), credit - cents(6'000));
    };
    again();
    property.at = property.at + 5'000;
    again();
    property.go_past(Step::close);  // too late for a new bet, not for this answer
    again();
}

TEST(Requests, AfterTheCloseAreRefusedAlikeWhenSentAgain) {
    Property property = open_table();
    property.bet(1, "big", 4'000);
    property.go_past(Step::close);
    const Command bet = property.command(property.player(1), bet_on("big", 1'000));
    const Command withdrawal =
        property.command(property.player(1), WithdrawBets{{}, {{spot_id("big"), {}}}});
    for (const Command& command : {bet, withdrawal}) {
        const Decision first = property.follow(command);
        EXPECT_EQ(reason_of(first), "betting_closed");
        ASSERT_EQ(first.events.size(), 1u);
        EXPECT_TRUE(holds<LateAttempt>(first.events[0].fact));
        const Decision again = property.follow(command);
        EXPECT_EQ(reason_of(again), "betting_closed");
        EXPECT_EQ(again.refusal->clause, first.refusal->clause);
        EXPECT_TRUE(again.events.empty());
    }
}

TEST(Requests, AreKnownForAsLongAsSixtyFourOutcomesAreKept) {
    Property property = open_table();
    std::vector<Command> sent;
    for (int i = 0; i < 65; ++i) {
        sent.push_back(property.command(property.player(1), bet_on("big", 100)));
        ASSERT_EQ(reason_of(property.follow(sent.back())), "");
    }
    const Money credit = property.credit(1);
    EXPECT_EQ(reason_of(property.follow(sent[0])), "request_too_old");
    for (std::size_t i = 1; i < sent.size(); ++i) {
        const Decision again = property.follow(sent[i]);
        EXPECT_FALSE(again.refusal);
        EXPECT_TRUE(again.events.empty());
        EXPECT_EQ(again.answers.size(), 1u);
    }
    EXPECT_EQ(property.credit(1), credit);
    // Another player's requests are counted apart.
    EXPECT_EQ(reason_of(property.bet(2, "big", 100)), "");
}

TEST(Requests, OfAnEndedStayGetTheirFirstAnswerAndNobodyElseDoes) {
    Property property = open_table();
    const auto stay = [&] { return session_of(property.state, property.player(1).actor, {1}); };
    Command bet = property.command(property.player(1), bet_on("big", 1'000));
    bet.stamp.session = stay();
    EXPECT_EQ(property.follow(bet).answers.size(), 1u);
    property.go_past(Step::pay);
    property.must(Role::cashier, PayCredit{{1}, {}, {}});
    property.must(Role::cashier, PutCredit{{1}, {}, cents(5'000)});
    ASSERT_NE(stay(), bet.stamp.session);
    bet.stamp.at = property.at;
    const Decision resent = property.follow(bet);
    EXPECT_FALSE(resent.refusal);
    EXPECT_EQ(resent.answers.size(), 1u);
    Command of_next_player = bet;
    of_next_player.stamp.session = stay();
    const Decision next = property.follow(of_next_player);
    EXPECT_EQ(reason_of(next), "request_too_old");
    EXPECT_TRUE(next.answers.empty());
    Command late = property.command(property.player(1), CallAttendant{{1}});
    late.stamp.session = bet.stamp.session;
    EXPECT_EQ(reason_of(property.follow(late)), "session_ended");
}

TEST(Requests, ThatChangedNothingAreDecidedAnew) {
    Property property("rws-etg");
    const Command command = property.command(property.player(1), bet_on("big", 1'000));
    EXPECT_EQ(reason_of(property.follow(command)), "betting_not_open");
    property.go_on();
    EXPECT_EQ(reason_of(property.follow(command)), "");
    EXPECT_EQ(property.credit(1), cents(10'000'000 - 1'000));
}

TEST(Requests, BeginAtOne) {
    Property property("rws-etg");
    for (int seen = 0; seen < 2; ++seen) {
        Command command = property.command(property.player(1), CallAttendant{{1}});
        command.stamp.request = 0;
        EXPECT_EQ(reason_of(property.follow(command)), "request_too_old");
        property.must(property.player(1), CallAttendant{{1}});
        property.must(Role::cashier, AnswerCall{{1}});
    }
}

// Each message comes one to five times and up to fifty places late: what counts is each one's first
// arrival, and nothing else.
RC_GTEST_PROP(RequestsProperty, DeliveredSeveralTimesInAnyOrderHaveOneEffect, ()) {
    Property once = open_table();
    std::multimap<int, Command> deliveries;  // by their place in the line
    for (int i = 0; i < 40; ++i) {
        const int player = *rc::gen::inRange(1, 4);
        const auto amount = *rc::gen::inRange<std::int64_t>(1, 30) * 100;
        const std::string spot = *rc::gen::element("big", "small", "single-1");
        const Command command =
            *rc::gen::inRange(0, 3) == 0
                ? once.command(once.player(player),
                               WithdrawBets{{}, {{spot_id(spot), cents(amount)}}})
                : once.command(once.player(player), bet_on(spot, amount));
        const int copies = *rc::gen::inRange(1, 6);
        for (int copy = 0; copy < copies; ++copy) {
            deliveries.emplace(i + *rc::gen::inRange(0, 51), command);
        }
    }
    Property often = once;
    std::map<std::pair<Actor, std::uint64_t>, bool> kept;
    for (const auto& [place, command] : deliveries) {
        const Decision decision = often.follow(command);
        // A refusal is not kept, so that a later copy may fare better.
        bool& known = kept[{command.stamp.actor, command.stamp.request}];
        if (known) RC_ASSERT(decision.events.empty());
        if (known) continue;
        known = !decision.events.empty();
        if (known) once.follow(command);
    }
    RC_ASSERT(to_bytes(often.state) == to_bytes(once.state));
}

TEST(Alarms, OpenAnIncidentOnceAndChangeNoRound) {
    Property property = open_table();
    const auto raise = [&](const std::string& note) {
        return property.give(machine, RaiseAlarm{AlarmKind::early_reveal, note});
    };
    EXPECT_EQ(reason_of(raise("")), "bad_text");
    EXPECT_EQ(raise("round 1").events.size(), 2u);
    EXPECT_TRUE(raise("round 1").events.empty());  // not resolved yet
    EXPECT_EQ(raise("round 2").events.size(), 2u);
    ASSERT_EQ(property.table().incidents.size(), 2u);
    const auto& [id, incident] = *property.table().incidents.begin();
    EXPECT_EQ(incident.note, "early-reveal round 1");
    EXPECT_EQ(incident.resolves, rules::Role::shift_manager);
    property.must(Role::shift_manager, ResolveIncident{id, "looked into"});
    EXPECT_EQ(raise("round 1").events.size(), 2u);
}

TEST(Clock, AtAStartIsRememberedUntilItIsRight) {
    Property property = open_table();
    property.must(machine, NoteStartClock{{9'000}, {1'000}, true});
    EXPECT_EQ(property.state.machine.clock_behind, 8'000u);
    property.must(machine, NoteStartClock{{9'000}, {9'500}, false});
    EXPECT_EQ(property.state.machine.clock_behind, 0u);
}

TEST(Clock, NeverGoesBack) {
    Property property = open_table();
    property.at = property.state.at + -1;
    const State before = property.state;
    EXPECT_EQ(reason_of(property.bet(1, "big", 1'000)), "clock_wrong");
    EXPECT_EQ(reason_of(property.give(machine, Restart{})), "clock_wrong");
    EXPECT_EQ(to_bytes(property.state), to_bytes(before));
    property.at = property.state.at;
    EXPECT_EQ(reason_of(property.bet(1, "big", 1'000)), "");
    // Nor does it leave the calendar.
    property.at = clock_max;
    EXPECT_EQ(reason_of(property.bet(1, "big", 1'000)), "clock_wrong");
    property.at = clock_max + -1;
    EXPECT_EQ(reason_of(property.bet(1, "big", 1'000)), "");
}

TEST(Clock, IsNotMovedByARefusal) {
    Property property = open_table();
    const Instant before = property.at;
    property.at = before + 60'000;
    EXPECT_EQ(reason_of(property.bet(1, "big", 1)), "not_in_chips");
    property.at = before;
    EXPECT_EQ(reason_of(property.bet(1, "big", 1'000)), "");
}

}  // namespace
}  // namespace sicbo::table
