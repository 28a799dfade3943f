// SPDX-License-Identifier: MIT
#include "store/command_audit.h"

#include <gtest/gtest.h>

#include "store/files.h"
#include "support/tampering.h"
#include "table/settlement.h"

namespace sicbo::store {
namespace {

using namespace table;
using test::Speaker;

const Actor terminal{ActorKind::terminal, 1};
const Actor dealer{ActorKind::person, test::person(rules::Role::dealer).number};
const Actor supervisor{ActorKind::person, test::person(rules::Role::supervisor).number};

Event event(Actor actor, rules::Role role, Fact fact, Postings postings = {}) {
    Event made;
    made.stamp.actor = actor;
    made.stamp.role = role;
    made.stamp.request = 7'777;
    made.stamp.table = TableId{1};
    made.fact = std::move(fact);
    made.postings = std::move(postings);
    return made;
}

// Journals that a changed program wrote: hashes and signatures are right, the commands are not.
class ForgedCommands : public test::Tampering {
protected:
    void TearDown() override {
        for (const std::string& path : files_with_prefix(copy())) remove_file(path);
    }
    static void expect_bad(const std::string& what) {
        const Audit audit = look(false);
        EXPECT_EQ(audit.verdict, Verdict::bad) << what;
        EXPECT_NE(audit.what.find(what), std::string::npos) << audit.what;
    }
};

TEST_F(ForgedCommands, BetsAfterTheCloseAreFound) {
    const Money ten = Money::of_cents(1'000);
    const auto bet = [&](const State&) -> std::vector<Event> {
        return {event(terminal, rules::Role::player,
                      BetsPlaced{StayId{1}, {{test::spot_id("big"), ten, ten, {}}}, {}},
                      {{ledger::credit(StayId{1}), ledger::escrow(TableId{1}), ten}})};
    };
    // While betting is open anybody may bet; after the close nobody.
    forge<BettingOpened>(bet);
    EXPECT_EQ(look(false).verdict, Verdict::intact) << look(false).what;
    forge<BettingClosed>(bet);
    expect_bad("BetsPlaced would have been refused: betting_closed");
    forge<BettingClosed>([&](const State& state) -> std::vector<Event> {
        const BetSlip& slip = state.tables.at(TableId{1}).round->bet_slips.at(StayId{1});
        const Bet& first = slip.bets.at(0);
        return {event(terminal, rules::Role::player,
                      BetsWithdrawn{StayId{1}, {{first.spot, first.stake, first.stake, {}}}},
                      {{ledger::escrow(TableId{1}), ledger::credit(StayId{1}), first.stake}})};
    });
    expect_bad("BetsWithdrawn would have been refused: betting_closed");
}

TEST_F(ForgedCommands, APitManagerWhoIsLoggedOffMayStopAllTables) {
    forge<BettingOpened>([&](const State& state) {
        const Speaker manager = test::speaker(rules::Role::pit_manager);
        const auto give = [&](const State& now, TableId table, std::uint64_t request, Order order) {
            const Stamp stamp{now.at, manager.actor, manager.role, request, table};
            return decide(now, {stamp, std::move(order)}).events;
        };
        std::vector<Event> events = give(state, TableId{1}, 7'000, LogOff{});
        State later = state;
        for (const Event& one : events) apply(later, one);
        const auto stopped = give(later, {}, 7'001, TakeOutOfService{"fire"});
        EXPECT_EQ(stopped.size(), 1u);
        events.insert(events.end(), stopped.begin(), stopped.end());
        return events;
    });
    EXPECT_EQ(look(false).verdict, Verdict::intact) << look(false).what;
}

TEST_F(ForgedCommands, OnePersonWhereTwoMustAgreeIsFound) {
    forge<TableOpened>([&](const State& state) -> std::vector<Event> {
        return {event(supervisor, rules::Role::supervisor,
                      Configured{state.tables.at(TableId{1}).configuration})};
    });
    expect_bad("Configured is not what any command leads to");
    forge<RoundSettled>([&](const State& state) -> std::vector<Event> {
        const Round& round = state.tables.at(TableId{1}).round
                                 ? *state.tables.at(TableId{1}).round
                                 : state.tables.at(TableId{1}).past.rbegin()->second;
        const Amendment other{round.number, rules::Roll{3, 3, 4}, {}};
        Amended amended{round.number, other.roll, {}, backs_under(state, round, other)};
        std::map<StayId, Money> nets;
        auto back = amended.back.begin();
        for (const auto& [stay, slip] : round.bet_slips) {
            for (const Bet& one : slip.bets) nets[stay] += *back++ - one.back;
        }
        return {event(supervisor, rules::Role::supervisor,
                      RoundsAmended{{amended}, rules::Cause::wrong_result, "by myself"},
                      amendment_postings(state, TableId{1}, nets, {}))};
    });
    expect_bad("RoundsAmended is not what any command leads to");
    forge<AuthorisationRequested>([&](const State& state) -> std::vector<Event> {
        const auto& [digest, pending] = *state.tables.at(TableId{1}).pending.begin();
        const Stamp& first = pending.command.stamp;
        return {event(first.actor, first.role, Authorised{digest, first.actor, first.role})};
    });
    expect_bad("Authorised would have been refused: same_person");
    forge<AuthorisationRequested>([&](const State& state) -> std::vector<Event> {
        Command command = state.tables.at(TableId{1}).pending.begin()->second.command;
        command.stamp.actor = dealer;
        return {event(supervisor, rules::Role::supervisor,
                      AuthorisationRequested{sha256("x"), command, state.at + 60'000})};
    });
    expect_bad("AuthorisationRequested is not what any command leads to");
}

// Earlier versions accepted what is refused now, and their journals hold.
TEST_F(ForgedCommands, ASupervisorWhoWasNotedAsPresentTwiceIsNoFault) {
    forge<BettingOpened>([&](const State&) -> std::vector<Event> {
        const Event once = event(supervisor, rules::Role::supervisor, PresenceNoted{});
        Event again = once;
        ++again.stamp.request;
        return {once, again};
    });
    EXPECT_EQ(look(false).verdict, Verdict::intact) << look(false).what;
    forge<BettingOpened>([&](const State&) -> std::vector<Event> {
        const Event once = event(supervisor, rules::Role::supervisor, PresenceNoted{});
        Event again = event(dealer, rules::Role::dealer, PresenceNoted{});
        ++again.stamp.request;
        return {once, again};
    });
    expect_bad("PresenceNoted would have been refused: not_allowed");
}

TEST_F(ForgedCommands, PeopleWithoutAuthorityAreFound) {
    // A person who does not exist, and one who may not give this order.
    forge<TableOpened>([&](const State&) -> std::vector<Event> {
        return {event({ActorKind::person, 99}, rules::Role::dealer, LastRoundAnnounced{})};
    });
    expect_bad("LastRoundAnnounced would have been refused: no_such_person");
    forge<TableOpened>([&](const State&) -> std::vector<Event> {
        return {event(dealer, rules::Role::dealer, TableClosed{})};
    });
    expect_bad("TableClosed would have been refused: not_allowed");
}

}  // namespace
}  // namespace sicbo::store
