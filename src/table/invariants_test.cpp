// SPDX-License-Identifier: MIT
#include "table/invariants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "support/cage_desk.h"
#include "support/property.h"

namespace sicbo::table {
namespace {

using rules::Cause;
using rules::Roll;
using rules::Step;
using test::bet_on;
using test::cents;
using test::machine;
using test::Property;
using test::Role;
using test::Settings;
using test::Speaker;
using test::speaker;

// A ticket is out, a round is settled and one is void, and another is played with bets in it.
Property busy(std::string_view game = "rws-etg") {
    Settings settings;
    settings.configuration.limit.max = cents(50'000);
    settings.configuration.round_max = cents(80'000);
    Property property(game, settings);
    const auto bets = [&] {
        property.bet(1, "big", 10'000);
        property.bet(2, "small", 5'000);
    };
    property.go_past(Step::open);
    bets();
    if (property.game().equipment.terminals) {
        property.must(property.player(3), IssueTicket{{3}, "123456789012345678"});
    }
    property.must(Role::dealer, Report{Cause::exposed, ""});
    property.go_past(Step::open);
    bets();
    property.finish({6, 6, 5});
    property.go_past(Step::open);
    bets();
    return property;
}

std::vector<std::string> broken_in(const State& state) {
    std::vector<std::string> ids;
    for (const Invariant& invariant : invariants()) {
        if (invariant.find_violation(state)) ids.emplace_back(invariant.id);
    }
    return ids;
}

void move_balance(State& state, ledger::Account from, ledger::Account to, std::int64_t amount) {
    auto balances = state.ledger.balances();
    balances[from] -= cents(amount);
    balances[to] += cents(amount);
    std::erase_if(balances, [](const auto& one) { return one.second == Money(); });
    state.ledger = ledger::Ledger::of_balances(balances);
}

using Ids = std::vector<std::string>;

struct Break {
    const char* id;
    const char* what;
    std::function<void(Property&)> change;
};

TEST(Invariants, HoldInAGoodState) {
    for (const rules::Game& game : rules::documents()) {
        EXPECT_EQ(broken_in(busy(game.id).state), Ids{}) << game.id;
        EXPECT_EQ(broken(busy(game.id).state), std::nullopt);
    }
    EXPECT_EQ(broken_in(State()), Ids{});
}

Bet& first_bet(Round& round) { return round.bet_slips.begin()->second.bets.front(); }

// Breaks of what a round must be: its end, its stakes in escrow, its steps and its payments.
std::vector<Break> breaks_of_rounds() {
    return {
        {"I2", "a past round has not ended",
         [](Property& p) { p.table().past.at(1).ended = RoundEnd::none; }},
        {"I2", "a stake of a void round that was not returned",
         [](Property& p) { first_bet(p.table().past.at(1)).back -= cents(1); }},
        {"I2", "a void round that has a result",
         [](Property& p) { p.table().past.at(1).roll = Roll{1, 2, 4}; }},
        {"I2", "a slip without bets",
         [](Property& p) { p.table().past.at(1).bet_slips.begin()->second.bets.clear(); }},
        {"I2", "a bet without a stake",
         [](Property& p) {
             first_bet(p.table().past.at(1)).stake = Money();
             first_bet(p.table().past.at(1)).back = Money();
         }},
        {"I2", "settled without a result", [](Property& p) { p.table().past.at(2).roll.reset(); }},
        {"I3", "escrow without a stake",
         [](Property& p) {
             move_balance(p.state, ledger::house(Property::id), ledger::escrow(Property::id), 100);
         }},
        {"I3", "a stake that grew",
         [](Property& p) { first_bet(*p.table().round).stake += cents(100); }},
        {"I3", "bets settled, and still in escrow",
         [](Property& p) { p.table().round->bets_settled = true; }},
        {"I4", "a result before the close",
         [](Property& p) { p.table().round->roll = Roll{1, 2, 4}; }},
        {"I4", "idle with a round", [](Property& p) { p.table().phase = Phase::idle; }},
        {"I4", "held without a cause", [](Property& p) { p.table().phase = Phase::held; }},
        {"I4", "a cause, and not held",
         [](Property& p) { p.table().held = Held{Cause::not_covered, "why"}; }},
        {"I9", "a losing bet that was paid",
         [](Property& p) {
             p.table().past.at(2).bet_slips.at(p.stay(2)).bets.at(0).back = cents(1);
         }},
        {"I9", "a winning bet that was paid too little",
         [](Property& p) { first_bet(p.table().past.at(2)).back -= cents(1); }},
        {"I9", "another result than the one that was paid",
         [](Property& p) { p.table().past.at(2).roll = Roll{1, 1, 1}; }},
        {"I9", "an effective part that never was",
         [](Property& p) { first_bet(p.table().past.at(2)).effective -= cents(100); }},
    };
}

// Breaks of the books: the ledger, tickets, limits and meters.
std::vector<Break> breaks_of_books() {
    return {
        {"I1", "money from nowhere",
         [](Property& p) {
             auto balances = p.state.ledger.balances();
             balances[ledger::cash(Property::id)] += cents(1);
             p.state.ledger = ledger::Ledger::of_balances(balances);
         }},
        {"I10", "a ticket redeemed without its money",
         [](Property& p) { p.state.tickets.begin()->second.redeemed = true; }},
        {"I10", "a ticket of another amount",
         [](Property& p) { p.state.tickets.begin()->second.amount += cents(100); }},
        {"I10", "a ticket that is gone", [](Property& p) { p.state.tickets.clear(); }},
        {"I17", "unclaimed money that is negative",
         [](Property& p) {
             move_balance(p.state, ledger::unclaimed(p.stay(1)), ledger::house(Property::id), 100);
         }},
        {"I17", "a debt that is positive",
         [](Property& p) {
             move_balance(p.state, ledger::house(Property::id), ledger::receivable(p.stay(1)), 100);
         }},
        {"I17", "a bet over the maximum",
         [](Property& p) { p.table().configuration.limit.max = cents(9'900); }},
        {"I17", "a round over the maximum",
         [](Property& p) { p.table().configuration.round_max = cents(9'900); }},
        {"I17", "a stake between two chips",
         [](Property& p) { p.table().configuration.chip = cents(3'000); }},
        {"meters", "a meter that counts too much",
         [](Property& p) { p.table().terminals.at({1}).meter.in += cents(1); }},
        {"meters", "credit that no meter saw",
         [](Property& p) {
             move_balance(p.state, ledger::house(Property::id), ledger::credit(p.stay(1)), 100);
         }},
        {"cage", "the cash of the cage",
         [](Property& p) {
             move_balance(p.state, ledger::house(Property::id), ledger::cage(test::sgd()), 100);
         }},
        {"cage", "the account of differences",
         [](Property& p) {
             move_balance(p.state, ledger::house(Property::id), ledger::variance(test::sgd()), 100);
         }},
        {"meters", "a meter of a layout",
         [](Property& p) { p.table().layout_meters[0].won += cents(1); }},
        {"meters", "a meter of a kind",
         [](Property& p) { p.table().kind_meters[0].staked += cents(1); }},
        {"meters", "a meter of a felt that nobody is at",
         [](Property& p) { p.table().felt_meter.in += cents(1); }},
    };
}

TEST(Invariants, NameWhatIsBrokenAndNothingElse) {
    const Property good = busy();
    std::vector<Break> breaks = breaks_of_rounds();
    std::ranges::move(breaks_of_books(), std::back_inserter(breaks));
    for (const Break& one : breaks) {
        Property property = good;
        one.change(property);
        EXPECT_EQ(broken_in(property.state), Ids{one.id}) << one.what;
        const auto said = broken(property.state);
        ASSERT_TRUE(said) << one.what;
        EXPECT_TRUE(said->starts_with(std::string(one.id) + ": ")) << *said;
    }
    // Each invariant was seen to fail.
    for (const Invariant& invariant : invariants()) {
        EXPECT_TRUE(std::ranges::any_of(breaks, [&](const Break& b) {
            return b.id == invariant.id;
        })) << invariant.id;
    }
}

TEST(Invariants, WatchTheFeltToo) {
    const Property good = busy("rws-taisai");
    const std::vector<Break> breaks = {
        {"meters", "the felt's meter", [](Property& p) { p.table().felt_meter.out += cents(1); }},
        {"meters", "credit at the felt",
         [](Property& p) {
             move_balance(p.state, ledger::house(Property::id), ledger::credit(p.stay(1)), 100);
         }},
        {"I17", "a box over its maximum",
         [](Property& p) { p.table().configuration.limit.max = cents(9'900); }},
        {"I17", "a differential",
         [](Property& p) { p.table().configuration.differential_max = cents(4'900); }},
    };
    for (const Break& one : breaks) {
        Property property = good;
        one.change(property);
        EXPECT_EQ(broken_in(property.state), Ids{one.id}) << one.what;
    }
    Property advised = good;
    advised.table().configuration.limit.max = cents(9'900);
    advised.table().configuration.policy = Policy::advise;
    EXPECT_EQ(broken_in(advised.state), Ids{});
}

TEST(RoundEnd, IsAskedAboutTheNewestRoundAlone) {
    const Property good = busy();
    EXPECT_EQ(broken_at_end(good.state, Property::id), std::nullopt);
    const auto id_of_broken = [&](auto change) {
        Property property = good;
        change(property);
        return broken_at_end(property.state, Property::id).value_or("fine").substr(0, 4);
    };
    const auto pay_more = [](Round& round) {
        round.bet_slips.begin()->second.bets[0].back += cents(1);
    };
    const std::uint64_t newest = good.table().past.rbegin()->first;
    ASSERT_GT(newest, 1u);
    EXPECT_EQ(id_of_broken([&](Property& p) { pay_more(p.table().past.at(newest)); }), "I9: ");
    EXPECT_EQ(id_of_broken([&](Property& p) { pay_more(p.table().past.at(1)); }), "fine");
    EXPECT_EQ(id_of_broken([&](Property& p) {
                  p.table().past.at(newest).bet_slips.begin()->second.bets.clear();
              }),
              "I2: ");
    EXPECT_EQ(id_of_broken([&](Property& p) {
                  move_balance(p.state, ledger::house(Property::id), ledger::escrow(Property::id),
                               1);
              }),
              "I3: ");
}

TEST(RoundEnd, IsCheckedInReleaseBuildsToo) {
    const Property good = busy();
    EXPECT_NO_THROW(check_round_end(good.state, Property::id));
    const auto fails = [&](auto change) {
        Property property = good;
        change(property);
        EXPECT_THROW(check_round_end(property.state, Property::id), CheckFailed);
    };
    fails([](Property& p) {
        move_balance(p.state, ledger::house(Property::id), ledger::escrow(Property::id), 1);
    });
    fails([](Property& p) { p.table().past.at(2).ended = RoundEnd::none; });
    fails([](Property& p) { p.table().past.at(2).roll.reset(); });
    fails([](Property& p) { p.table().terminals.at({1}).meter.staked += cents(1); });
}

// What one command led to, forged.
Ids broken_by(const State& before, const Command& command, const Decision& decision) {
    Ids ids;
    for (const CommandInvariant& invariant : command_invariants()) {
        if (invariant.find_violation(before, command, decision)) ids.emplace_back(invariant.id);
    }
    return ids;
}

TEST(CommandInvariants, HoldForWhatTheEngineDecides) {
    Property property = busy();
    const Command bet = property.command(property.player(1), bet_on("big", 1'000));
    EXPECT_EQ(broken_by(property.state, bet, decide(property.state, bet)), Ids{});
}

// Tables at the moments that the forged decisions below are made for.
struct Moments {
    Property open = busy();
    Property closed = busy();
    Property resulted{"rws-taisai"};
    Property read{"rws-etg"};
    Property idle{"rws-etg"};
    Speaker dealer = speaker(Role::dealer);
    Speaker supervisor = speaker(Role::supervisor);
    ledger::Account house = ledger::house(Property::id);
    ledger::Account escrow = ledger::escrow(Property::id);
    ledger::Account credit = ledger::credit(open.stay(1));

    Moments() {
        closed.go_on();
        resulted.go_past(Step::open);
        resulted.go_past(Step::enter);
        read.go_past(Step::uncover);
        read.must(machine, ArmTumbler{sha256("the close")});
        read.must(machine, ReportReading{1, sha256("the close"), Roll{1, 2, 4}});
    }
};

struct CommandCase {
    const char* id;  // none: it may be so
    const char* what;
    const Property* before;
    Speaker by;
    std::uint64_t request;
    Decision decision;
};

Decision by_a_supervisor() {
    return Authorised{{}, speaker(Role::supervisor).actor, Role::supervisor};
}

// Bets, requests that are sent again, and refusals.
std::vector<CommandCase> cases_of_bets(const Moments& at) {
    Decision paid = Decision().add(LateAttempt{}, {{at.credit, at.escrow, cents(100)}});
    paid.refusal = Refusal{Reason::betting_closed};
    return {
        {"I4", "a bet after the close", &at.closed, at.dealer, 1000, BetsPlaced{}},
        {"I4", "a withdrawal after the close", &at.closed, at.dealer, 1000, BetsWithdrawn{}},
        {"I4", "a bet between rounds", &at.idle, at.dealer, 1000, BetsPlaced{}},
        {nullptr, "a bet while bets are open", &at.open, at.dealer, 1000, BetsPlaced{}},
        {"I7", "a second effect", &at.open, at.dealer, 1, LastRoundAnnounced{}},
        {nullptr, "a second answer", &at.open, at.dealer, 1, Decision()},
        {"I8", "a refusal that cost money", &at.closed, at.dealer, 1000, paid},
    };
}

// What takes two people.
std::vector<CommandCase> cases_of_pairs(const Moments& at) {
    return {
        {"I11", "other limits by one", &at.idle, at.dealer, 1000, Configured{}},
        {"I11", "an amendment by one", &at.idle, at.dealer, 1000, RoundsAmended{}},
        {"I11", "a waived debt by one", &at.idle, at.dealer, 1000, ReceivableWaived{}},
        {"I11", "a decided hold by one", &at.open, at.dealer, 1000, HoldDecided{}},
        {"I11", "a result against the reader by one", &at.read, at.dealer, 1000,
         ResultEntered{Roll{1, 2, 5}, true}},
        {nullptr, "a result with the reader", &at.read, at.dealer, 1000,
         ResultEntered{Roll{1, 2, 4}, true}},
        {"I11", "a void after a result by one", &at.resulted, at.dealer, 1000,
         RoundVoided{Cause::not_flat, ""}},
        {"I11", "one person for two", &at.idle, at.supervisor, 1000,
         by_a_supervisor().add(Configured{})},
        {nullptr, "two people", &at.idle, at.dealer, 1000, by_a_supervisor().add(Configured{})},
    };
}

// What ends or amends a round.
std::vector<CommandCase> cases_of_rounds(const Moments& at) {
    return {
        {"I12", "an amendment that reaches stakes in play", &at.open, at.dealer, 1000,
         by_a_supervisor().add(RoundsAmended{}, {{at.escrow, at.house, cents(100)}})},
        {"I15", "excess rejected after the close", &at.closed, at.dealer, 1000, ExcessRejected{}},
        {nullptr, "excess rejected before it", &at.open, at.dealer, 1000, ExcessRejected{}},
        {"I15", "void for a cause of another game", &at.closed, at.dealer, 1000,
         RoundVoided{Cause::mixer_failed, ""}},
        {nullptr, "void for a cause of this one", &at.closed, at.dealer, 1000,
         RoundVoided{Cause::not_flat, ""}},
        {"I15", "bets returned by one after the close", &at.closed, at.dealer, 1000,
         BetsReturned{}},
        {nullptr, "bets returned by two", &at.closed, at.dealer, 1000,
         by_a_supervisor().add(BetsReturned{})},
        {"collect", "a collection after a payment", &at.closed, at.dealer, 1000,
         Decision().add(RoundSettled{},
                        {{at.escrow, at.credit, cents(100)}, {at.escrow, at.house, cents(100)}})},
        {nullptr, "a collection before a payment", &at.closed, at.dealer, 1000,
         Decision().add(RoundSettled{},
                        {{at.escrow, at.house, cents(100)}, {at.escrow, at.credit, cents(100)}})},
    };
}

TEST(CommandInvariants, NameWhatIsBrokenAndNothingElse) {
    const Moments at;
    std::vector<CommandCase> cases = cases_of_bets(at);
    std::ranges::move(cases_of_pairs(at), std::back_inserter(cases));
    std::ranges::move(cases_of_rounds(at), std::back_inserter(cases));
    for (const CommandCase& one : cases) {
        Command command;
        command.stamp = {one.before->at, one.by.actor, one.by.role, one.request, Property::id};
        Decision decision = one.decision;
        for (Event& event : decision.events) event.stamp = command.stamp;
        const Ids wanted = one.id ? Ids{one.id} : Ids{};
        EXPECT_EQ(broken_by(one.before->state, command, decision), wanted) << one.what;
        const auto said = broken(one.before->state, command, decision);
        EXPECT_EQ(said.has_value(), one.id != nullptr) << one.what;
        if (said) {
            EXPECT_TRUE(said->starts_with(std::string(one.id) + ": ")) << *said;
        }
    }
    for (const CommandInvariant& invariant : command_invariants()) {
        EXPECT_TRUE(std::ranges::any_of(cases, [&](const CommandCase& c) {
            return c.id && c.id == invariant.id;
        })) << invariant.id;
    }
}

// Restart names no table: its events are judged by their own.
TEST(CommandInvariants, AreAskedOfRestartToo) {
    const Moments at;
    Command restart;
    restart.stamp.at = at.closed.at;
    restart.order = Restart{};
    const auto decided = [&](Fact fact) {
        Decision decision = Restarted{};
        decision.add(std::move(fact));
        for (Event& event : decision.events) event.stamp = restart.stamp;
        decision.events.back().stamp.table = Property::id;
        return broken_by(at.closed.state, restart, decision);
    };
    EXPECT_EQ(decided(RoundVoided{Cause::mixer_failed, ""}), Ids{"I15"});
    EXPECT_EQ(decided(RoundVoided{Cause::not_flat, ""}), Ids{});
}

}  // namespace
}  // namespace sicbo::table
