// SPDX-License-Identifier: MIT
#include "table/engine.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>

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
using test::spot_id;

PlaceBets on(std::string_view spot, std::int64_t amount) {
    return {{}, {{spot_id(spot), cents(amount)}}, {}};
}

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
    const Command command = property.command(property.player(1), on("big", 9'000));
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
    const Command bet = property.command(property.player(1), on("big", 1'000));
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
        sent.push_back(property.command(property.player(1), on("big", 100)));
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

TEST(Requests, ThatChangedNothingAreDecidedAnew) {
    Property property("rws-etg");
    const Command command = property.command(property.player(1), on("big", 1'000));
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
                : once.command(once.player(player), on(spot, amount));
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

// The orders of a round, each with the step that it belongs to.
std::vector<std::pair<Step, Order>> step_orders(const Property& property, Roll roll) {
    const auto [first, second, third] = roll.dice();
    return {{Step::open, OpenBetting{}},
            {Step::close, CloseBetting{}},
            {Step::mix, StartMix{}},
            {Step::mix, EndMix{3}},
            {Step::uncover, Uncover{}},
            {Step::enter, KeyDice{{first, second, third}}},
            {Step::enter, EnterResult{roll}},
            {Step::illuminate, ReportLights{winning_spots(property.game(), roll)}},
            {Step::collect, SettleRound{}},
            {Step::clear, ClearLights{}}};
}

// Walks a round order by order. At each place every order is tried; the one that comes next is
// followed and all others are refused.
void walk_steps(std::string_view game, const Settings& settings) {
    Property property(game, settings);
    const Roll roll{1, 2, 4};
    const auto orders = step_orders(property, roll);
    for (int rounds = 0; rounds < 2; ++rounds) {
        std::vector<std::string> walked;
        do {
            const std::optional<Round>& round = property.table().round;
            const Step next = round ? next_step(property.rules(), *round)->step
                                    : property.rules().steps.front().step;
            std::optional<Order> following;
            for (const auto& [step, order] : orders) {
                const bool mixing = round && round->mixing;
                const bool keyed = round && round->keyed;
                bool wanted = step == next;
                if (holds<StartMix>(order)) wanted = wanted && !mixing;
                if (holds<EndMix>(order)) wanted = wanted && mixing;
                if (holds<EnterResult>(order)) wanted = wanted && keyed;
                Property here = property;
                const std::string reason = reason_of(here.give(Role::dealer, order));
                EXPECT_EQ(reason.empty(), wanted) << game << " before " << to_word(next)
                                                  << ", order " << order.index() << ": " << reason;
                if (!wanted) {
                    EXPECT_EQ(to_bytes(here.state), to_bytes(property.state));
                }
                if (wanted && (!following || keyed)) following = order;
            }
            ASSERT_TRUE(following) << game << " before " << to_word(next);
            property.must(Role::dealer, *following);
            walked.emplace_back(to_word(next));
        } while (property.table().round);
        // Mixing takes two orders, and so does the result; what is paid is paid with what is
        // collected, and the electronic games do both by themselves.
        std::vector<std::string> wanted;
        for (const rules::StepRule& rule : property.rules().steps) {
            const bool twice = rule.step == Step::mix || rule.step == Step::enter;
            const bool by_itself =
                rule.step == Step::pay || (rule.step == Step::collect && rule.by == Role::system);
            if (!by_itself) wanted.emplace_back(to_word(rule.step));
            if (twice) wanted.emplace_back(to_word(rule.step));
        }
        EXPECT_EQ(walked, wanted) << game;
    }
}

TEST(Steps, AreTakenInTheOrderOfTheDocumentAndInNoOther) {
    for (const rules::Game& game : rules::documents()) walk_steps(game.id, {});
}

TEST(Steps, AreTakenInTheOrderThatTheSwitchSets) {
    for (const char* game : {"rws-etg", "rws-taisai"}) {
        Settings settings;
        settings.switches[rules::SwitchName::mix_order] = "before-close";
        walk_steps(game, settings);
    }
}

TEST(Steps, AreRefusedOnATableThatIsClosedOrOutOfService) {
    for (const rules::Game& game : rules::documents()) {
        Property closed(game.id);
        closed.must(Role::supervisor, CloseTable{});
        Property out(game.id);
        out.must(Role::supervisor, TakeOutOfService{"a spill"});
        for (const auto& [step, order] : step_orders(closed, {1, 2, 4})) {
            if (step == Step::illuminate && !game.equipment.lights) continue;
            EXPECT_EQ(reason_of(closed.give(Role::dealer, order)), "table_closed");
            EXPECT_EQ(reason_of(out.give(Role::dealer, order)), "out_of_service");
        }
    }
}

// Whatever a terminal says, and at whatever time it is stamped, its bet after the close costs
// nothing.
RC_GTEST_PROP(CloseProperty, NoBetAfterItIsDebited, ()) {
    const std::string game =
        *rc::gen::element<std::string>("rws-etg", "rws-taisai", "maryland", "mbs-etg");
    Property property(game);
    property.go_past(Step::open);
    const auto any_bet = [&](int player) {
        const std::string spot = *rc::gen::element("big", "small", "single-1", "any-triple");
        return property.command(property.player(player),
                                on(spot, *rc::gen::inRange<std::int64_t>(1, 100) * 100));
    };
    const auto early = *rc::gen::inRange(0, 10);
    Money staked;
    for (int i = 0; i < early; ++i) {
        const Decision decision = property.follow(any_bet(*rc::gen::inRange(1, 4)));
        for (const BetAnswer& answer : decision.answers) staked += answer.accepted;
    }
    RC_ASSERT(property.balance(ledger::escrow(Property::id)) == staked);
    const auto past = *rc::gen::element(Step::close, Step::uncover);
    property.go_past(past);
    const auto before = property.state.ledger.balances();
    for (int i = 0; i < 10; ++i) {
        const int player = *rc::gen::inRange(1, 4);
        Command late = any_bet(player);
        if (*rc::gen::inRange(0, 3) == 0) {
            late.order = WithdrawBets{{}, {{spot_id("big"), {}}}};
        }
        const auto shift = *rc::gen::inRange<std::int64_t>(-100'000, 100'000);
        late.stamp.at = property.at + shift;
        const Decision decision = property.follow(late);
        const std::string reason = reason_of(decision);
        RC_ASSERT(reason == (late.stamp.at < property.at ? "clock_wrong" : "betting_closed"));
        property.at = std::max(property.at, late.stamp.at);
        RC_ASSERT(property.state.ledger.balances() == before);
    }
}

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

TEST(LeastWindow, IsOverBeforeBettingCloses) {
    Settings settings;
    settings.configuration.betting_seconds_min = 15;
    for (const rules::Game& game : rules::documents()) {
        Property property(game.id, settings);
        property.go_past(Step::open);
        const Instant opened = property.at;
        if (next_step(property.rules(), *property.table().round)->step == Step::mix) {
            property.at = opened + 9'000;
            property.go_past(Step::mix);
        }
        property.at = opened + 14'999;
        EXPECT_EQ(reason_of(property.give(Role::dealer, CloseBetting{})), "window_too_short");
        EXPECT_EQ(reason_of(property.give(machine, CloseBetting{})), "window_too_short");
        property.at = opened + 15'000;
        EXPECT_EQ(reason_of(property.give(Role::dealer, CloseBetting{})), "");
    }
}

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

TEST(Configuration, IsValidatedAsAWhole) {
    struct Case {
        const char* game;
        const char* field;
        std::function<void(Configuration&)> change;
    };
    const std::string lines = "two\nlines";
    const rules::MixerKind tumbler = rules::MixerKind::tumbler;
    const rules::MixerKind shaker = rules::MixerKind::manual_shaker;
    const Money too_much = money_max + cents(1);
    const std::vector<Case> cases = {
        {"rws-etg", "currency", [](auto& c) { c.currency = "SG"; }},
        {"rws-etg", "currency", [](auto& c) { c.currency = "sgd"; }},
        {"rws-etg", "operator_name", [&](auto& c) { c.operator_name = lines; }},
        {"rws-etg", "chip", [](auto& c) { c.chip = cents(0); }},
        {"rws-etg", "chip", [](auto& c) { c.chip = cents(-100); }},
        {"rws-etg", "chip", [](auto& c) { c.chip = cents(1); }},  // half a cent at 8.5 to 1
        {"rws-etg", "chip", [&](auto& c) { c.chip = too_much; }},
        {"rws-etg", "limit.min", [](auto& c) { c.limit.min = cents(-1); }},
        {"rws-etg", "limit.min", [&](auto& c) { c.limit.min = too_much; }},
        {"rws-etg", "limit.max", [](auto& c) { c.limit.max = cents(99); }},
        {"rws-etg", "limit.max", [&](auto& c) { c.limit.max = too_much; }},
        {"rws-etg", "limit.max",
         [](auto& c) {
             c.limit.min = cents(1'000);
             c.limit.max = cents(900);
         }},
        {"maryland", "limit_of", [](auto& c) { c.limit_of[spot_id("odd")] = {}; }},
        {"rws-etg", "limit_of.big.max", [](auto& c) { c.limit_of[spot_id("big")].max = cents(0); }},
        {"rws-etg", "round_max", [](auto& c) { c.round_max = cents(0); }},
        {"rws-etg", "round_max",
         [](auto& c) {
             c.limit.min = cents(1'000);
             c.round_max = cents(900);
         }},
        {"rws-taisai", "differential_max", [](auto& c) { c.differential_max = cents(0); }},
        {"rws-etg", "differential_max", [](auto& c) { c.differential_max = cents(1'000); }},
        {"rws-etg", "policy", [](auto& c) { c.policy = Policy::advise; }},
        {"rws-etg", "exposure_max", [](auto& c) { c.exposure_max = cents(-1); }},
        {"rws-etg", "large_win", [&](auto& c) { c.large_win = too_much; }},
        {"rws-etg", "betting_seconds", [](auto& c) { c.betting_seconds = 3'601; }},
        {"rws-etg", "betting_seconds",
         [](auto& c) {
             c.betting_seconds = 10;
             c.betting_seconds_min = 11;
         }},
        {"rws-etg", "betting_seconds_min", [](auto& c) { c.betting_seconds_min = 3'601; }},
        {"rws-etg", "rounds_kept", [](auto& c) { c.rounds_kept = 0; }},
        {"rws-etg", "rounds_kept", [](auto& c) { c.rounds_kept = 100'001; }},
        {"rws-etg", "layout_approval", [&](auto& c) { c.layout_approval = lines; }},
        {"maryland", "approvals", [&](auto& c) { c.approvals[shaker].mixing.clear(); }},
        {"maryland", "approvals", [&](auto& c) { c.approvals[shaker].location = lines; }},
        {"maryland", "approvals", [&](auto& c) { c.approvals[tumbler] = {"a", "b"}; }},
    };
    for (const Case& one : cases) {
        Property property(one.game);
        Configuration configuration = property.table().configuration;
        ASSERT_FALSE(wrong_with(configuration, property.game()));
        one.change(configuration);
        const auto wrong = wrong_with(configuration, property.game());
        ASSERT_TRUE(wrong) << one.field;
        EXPECT_EQ(wrong->place, one.field);
        const Decision added =
            property.give(Role::administrator, AddTable{TableId{2}, "table 2", configuration});
        EXPECT_EQ(reason_of(added), "bad_configuration") << one.field;
        EXPECT_EQ(added.detail, wrong->text());
        if (std::string_view(one.field) == "currency") continue;  // fixed, see below
        const Decision changed = property.give(Role::supervisor, Configure{configuration});
        EXPECT_EQ(reason_of(changed), "bad_configuration") << one.field;
        EXPECT_EQ(changed.detail, wrong->text());
    }
}

TEST(Configuration, IsFixedWhileARoundIsPlayed) {
    Property property("rws-etg");
    Configuration configuration = property.table().configuration;
    configuration.limit.max = cents(10'000);
    for (const Step step : {Step::open, Step::close, Step::mix, Step::uncover}) {
        property.go_past(step);
        EXPECT_EQ(reason_of(property.give(Role::supervisor, Configure{configuration})),
                  "round_in_play");
    }
    property.finish({1, 2, 4});
    EXPECT_EQ(reason_of(property.by_two(Configure{configuration})), "");
}

TEST(Configuration, KeepsItsCurrencyItsTrainingAndItsGame) {
    Property property("rws-etg");
    const Configuration now = property.table().configuration;
    const auto refused = [&](auto change) {
        Configuration configuration = now;
        change(configuration);
        const Decision decision = property.give(Role::supervisor, Configure{configuration});
        return reason_of(decision) + " " + decision.detail;
    };
    const std::string fixed = "bad_configuration currency or training: is fixed";
    EXPECT_TRUE(refused([](auto& c) { c.currency = "USD"; }).starts_with(fixed));
    EXPECT_TRUE(refused([](auto& c) { c.training = true; }).starts_with(fixed));
    EXPECT_EQ(refused([](auto& c) { c.rules = sha256("nothing"); }), "rules_unknown ");
    const std::string other(rules::document_text("mbs-etg"));
    property.must(Role::administrator, AdoptRules{other});
    EXPECT_EQ(refused([&](auto& c) { c.rules = sha256(other); }), "rules_unknown ");
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
            if (!reason.empty()) property.give(Role::dealer, order);
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

TEST(Rounds, AreNamedByCommandsThatAreMeantForThem) {
    Property property("rws-etg");
    const auto bet_in = [&](std::uint64_t round) {
        Command command = property.command(property.player(1),
                                           PlaceBets{{}, {{spot_id("big"), cents(1'000)}}, {}});
        command.stamp.round = round;
        return command;
    };
    EXPECT_EQ(reason_of(property.follow(bet_in(1))), "wrong_round");  // none is in play yet
    property.go_past(Step::open);
    const Command first = bet_in(1);
    EXPECT_EQ(reason_of(property.follow(first)), "");
    EXPECT_EQ(reason_of(property.follow(bet_in(2))), "wrong_round");
    EXPECT_EQ(reason_of(property.follow(bet_in(0))), "");  // 0 is whichever is in play
    property.finish({1, 2, 4});
    property.go_past(Step::open);
    EXPECT_EQ(reason_of(property.follow(bet_in(1))), "wrong_round");
    EXPECT_EQ(reason_of(property.follow(bet_in(2))), "");
    // A resend gets its first answer, though its round is over.
    const Decision again = property.follow(first);
    EXPECT_EQ(reason_of(again), "");
    EXPECT_TRUE(again.events.empty());
}

TEST(Rounds, OfTheFirstOfTwoPeopleMustStillBeInPlay) {
    Property property("rws-etg");
    property.go_past(Step::open);
    Command asked = property.command(speaker(Role::shift_manager),
                                     AmendRounds{{{1, {}, {}}}, Cause::not_covered, "a reason"});
    asked.stamp.round = 1;
    const Decision requested = property.follow(asked);
    ASSERT_EQ(reason_of(requested), "");
    const Hash digest = get<AuthorisationRequested>(requested.events.at(0).fact).digest;
    property.finish({1, 2, 4});
    EXPECT_EQ(reason_of(property.give(Role::supervisor, Authorise{digest})), "wrong_round");
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
