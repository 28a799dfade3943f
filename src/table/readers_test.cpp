// SPDX-License-Identifier: MIT
// One person never decides against a device that reads the dice.
#include <gtest/gtest.h>

#include "support/property.h"

namespace sicbo::table {
namespace {

using rules::Roll;
using test::machine;
using test::Property;
using test::reason_of;
using test::Role;
using test::speaker;

constexpr test::Speaker device = {{ActorKind::device, 0}, Role::system};
const Hash close_hash = sha256("the close");

Proof signature(std::uint64_t counter, std::uint32_t mixes = 3) {
    return {sha256("tumbler"), counter, mixes, std::string(128, '0')};
}

// A table whose dice a device reads, in a round whose dice wait to be entered.
Property at_entry(std::string_view game) {
    Property property(game);
    property.must(machine, SetSafeguards{});
    property.must(machine, FitReader{true});
    property.go_on();
    while (next_step(property.rules(), *property.table().round)->step != rules::Step::enter) {
        property.go_on();
        const bool closed = is_done(property.rules(), *property.table().round, rules::Step::close);
        if (closed && !property.table().round->armed) {
            if (property.table().mixer == rules::MixerKind::tumbler) {
                property.must(machine, ArmTumbler{close_hash});
            } else {  // only a simulated device can read a shaker; the engine allows it in training
                property.table().round->armed = close_hash;
            }
        }
    }
    return property;
}

KeyDice keyed(Roll roll) { return {{roll.dice().begin(), roll.dice().end()}}; }

std::vector<std::string> facts_of(const Decision& decision) {
    std::vector<std::string> names;
    for (const Event& event : decision.events) {
        names.emplace_back(choice_names<FactChoice>[event.fact.index()]);
    }
    return names;
}

bool has(const Decision& decision, std::string_view fact) {
    const auto names = facts_of(decision);
    return std::ranges::find(names, fact) != names.end();
}

TEST(Reader, ADealerKeysAloneOnlyAfterASupervisorHasSwitched) {
    for (const char* game : {"rws-etg", "rws-taisai", "mbs-etg"}) {
        Property property = at_entry(game);
        EXPECT_EQ(reason_of(property.give(Role::dealer, keyed({1, 2, 4}))), "reader_in_use");
        EXPECT_EQ(reason_of(property.give(Role::dealer, SwitchToManualEntry{"silent"})),
                  "not_allowed");
        EXPECT_EQ(reason_of(property.give(Role::supervisor, SwitchToManualEntry{})),
                  "reason_missing");
        property.must(Role::supervisor, SwitchToManualEntry{"silent"});
        EXPECT_EQ(reason_of(property.give(Role::supervisor, SwitchToManualEntry{"again"})),
                  "manual_entry_on");
        property.must(Role::dealer, keyed({1, 2, 4}));
        EXPECT_EQ(reason_of(property.give(Role::supervisor, EnterResult{{1, 2, 4}})),
                  "same_person");
        property.must(Role::dealer, EnterResult{{1, 2, 4}});
        property.finish({1, 2, 4});
        EXPECT_TRUE(find_reader(property.state, Property::id)->manual);
        // Once switched on, it lasts for the next round too, until the table closes.
        Property closed = property;
        closed.must(Role::supervisor, CloseTable{});
        EXPECT_FALSE(find_reader(closed.state, Property::id)->manual);
        property.go_past(rules::Step::close);
        property.finish({1, 2, 5});
        EXPECT_TRUE(property.table().past.at(2).manual);
    }
}

TEST(Reader, EndsManualEntryWhenItAnswersAgain) {
    Property property = at_entry("rws-etg");
    property.must(Role::supervisor, SwitchToManualEntry{"silent"});
    const Decision read = property.must(device, ReportReading{1, close_hash, {1, 2, 4}, {}});
    EXPECT_EQ(facts_of(read), (std::vector<std::string>{"ReadingTaken", "ManualEntryEnded"}));
    EXPECT_EQ(reason_of(property.give(Role::supervisor, SwitchToManualEntry{"again"})),
              "reader_answers");
    property.must(Role::dealer, EnterResult{{1, 2, 4}});
    EXPECT_FALSE(property.table().past.at(1).manual);
}

TEST(Reader, IsNoneWhereNobodyHasFittedOne) {
    Property property("rws-etg");
    property.must(machine, SetSafeguards{});
    EXPECT_EQ(reason_of(property.give(Role::supervisor, SwitchToManualEntry{"why"})), "no_reader");
    property.go_on();
    property.finish({1, 2, 4});
}

TEST(Reader, InMarylandOnlyChecksWhatTheDealerEnters) {
    Property property = at_entry("maryland");
    property.must(Role::dealer, keyed({1, 2, 4}));
    property.must(Role::dealer, EnterResult{{1, 2, 4}});
    // The result waits for the lights: nothing is paid on it while a reading contradicts it.
    const Decision read =
        property.must(device, ReportReading{1, close_hash, {6, 5, 4}, signature(1)});
    EXPECT_TRUE(has(read, "ReadingDisputed") && has(read, "IncidentRaised"));
    property.go_on();
    EXPECT_EQ(reason_of(property.give(Role::dealer, SettleRound{})), "result_disputed");
    const IncidentId incident{property.state.incidents_raised};
    const Decision settled = property.by_two(ResolveDispute{incident, {6, 5, 4}, "film"},
                                             Role::dealer, Role::supervisor);
    EXPECT_EQ(reason_of(settled), "");
    property.finish({6, 5, 4});
    EXPECT_EQ(property.table().past.at(1).roll, (Roll{6, 5, 4}));
}

// Every pair of dice that are read and keyed, the reading first: who enters what was keyed.
TEST(Reader, TakesTwoPeopleForAllDiceThatContradictAReading) {
    for (const char* game : {"rws-etg", "maryland"}) {
        Property property = at_entry(game);
        Round& round = *property.table().round;
        for (int r = 0; r < rules::roll_count; ++r) {
            for (int k = 0; k < rules::roll_count; ++k) {
                round.reading = rules::nth_roll(r);
                round.keyed = rules::nth_roll(k);
                const EnterResult enter{rules::nth_roll(k)};
                const Command command = property.command(speaker(Role::dealer), enter);
                const Decision decision = decide(property.state, command);
                ASSERT_FALSE(decision.refusal);
                ASSERT_EQ(has(decision, "AuthorisationRequested"), r != k) << r << " " << k;
                ASSERT_EQ(has(decision, "ResultEntered"), r == k) << r << " " << k;
            }
        }
    }
}

// The other way round: the dealer has keyed and entered, and then the reader answers.
TEST(Reader, DisputesAllResultsThatAReadingContradictsLater) {
    for (const char* game : {"rws-etg", "maryland"}) {
        Property entered = at_entry(game);
        if (entered.table().mixer == rules::MixerKind::tumbler) {
            entered.must(Role::supervisor, SwitchToManualEntry{"silent"});
        }
        for (int k = 0; k < rules::roll_count; ++k) {
            const Roll roll = rules::nth_roll(k);
            Property property = entered;
            property.must(Role::dealer, keyed(roll));
            property.must(Role::dealer, EnterResult{roll});
            for (int r = 0; r < rules::roll_count; ++r) {
                const ReportReading reading{1, close_hash, rules::nth_roll(r), signature(1)};
                const Decision decision = decide(property.state, property.command(device, reading));
                ASSERT_FALSE(decision.refusal);
                ASSERT_EQ(has(decision, "ReadingDisputed"), r != k) << r << " " << k;
                ASSERT_EQ(has(decision, "IncidentRaised"), r != k) << r << " " << k;
            }
        }
    }
}

TEST(Reader, LetsTwoPeopleResolveADisputeByTheDice) {
    Property property = at_entry("rws-etg");
    property.must(Role::supervisor, SwitchToManualEntry{"silent"});
    property.must(Role::dealer, keyed({1, 2, 4}));
    property.must(Role::dealer, EnterResult{{1, 2, 4}});
    property.must(device, ReportReading{1, close_hash, {6, 5, 4}, signature(7)});
    EXPECT_EQ(property.table().tumbler_counter, 7u);
    const IncidentId incident{property.state.incidents_raised};
    EXPECT_EQ(reason_of(property.give(Role::supervisor, ResolveIncident{incident, "fine"})),
              "result_disputed");
    EXPECT_EQ(reason_of(property.by_two(ResolveDispute{incident, {2, 2, 2}, "no"}, Role::dealer)),
              "dice_were_seen");
    const Decision asked = property.give(Role::dealer, ResolveDispute{incident, {6, 5, 4}, "film"});
    ASSERT_TRUE(has(asked, "AuthorisationRequested"));
    Property stands = property;
    EXPECT_EQ(reason_of(stands.by_two(ResolveDispute{incident, {1, 2, 4}, "seen"}, Role::dealer)),
              "");
    EXPECT_EQ(stands.table().past.at(1).roll, (Roll{1, 2, 4}));
    const auto& request = get<AuthorisationRequested>(asked.events.at(0).fact);
    EXPECT_EQ(reason_of(property.give(Role::dealer, Authorise{request.digest})), "same_person");
    const Decision resolved = property.give(Role::supervisor, Authorise{request.digest});
    EXPECT_TRUE(has(resolved, "DisputeResolved") && has(resolved, "RoundsAmended"));
    EXPECT_EQ(property.table().past.at(1).roll, (Roll{6, 5, 4}));
    EXPECT_FALSE(property.table().incidents.contains(incident));
    EXPECT_TRUE(property.state.safety.disputes.empty());
}

TEST(Reader, AReadingThatAgreesLaterRaisesNothing) {
    Property property = at_entry("rws-etg");
    property.must(Role::supervisor, SwitchToManualEntry{"silent"});
    property.must(Role::dealer, keyed({1, 2, 4}));
    property.must(Role::dealer, EnterResult{{1, 2, 4}});
    const ReportReading reading{1, close_hash, {1, 2, 4}, signature(1)};
    EXPECT_EQ(facts_of(property.must(device, reading)),
              std::vector<std::string>{"ManualEntryEnded"});
    EXPECT_EQ(reason_of(property.give(device, ReportReading{1, sha256("x"), {1, 2, 4}, {}})),
              "no_round");
}

TEST(ContestedVoid, HoldsTheRoundUntilASecondPersonConfirms) {
    Property property = at_entry("rws-etg");
    ASSERT_EQ(
        reason_of(property.give(device, ReportReading{1, close_hash, {1, 2, 4}, signature(1)})),
        "");
    const Money escrow = property.balance(ledger::escrow(Property::id));
    const Decision reported =
        property.must(Role::dealer, Report{rules::Cause::damaged_dice, "a corner is off"});
    EXPECT_EQ(facts_of(reported), (std::vector<std::string>{"VoidContested", "IncidentRaised"}));
    EXPECT_EQ(property.table().phase, Phase::held);
    EXPECT_EQ(property.balance(ledger::escrow(Property::id)), escrow);
    EXPECT_EQ(reason_of(property.give(Role::dealer, DecideVoid{true, "sure"})), "same_person");
    EXPECT_EQ(reason_of(property.give(speaker(Role::dealer, true), DecideVoid{true, "sure"})),
              "not_allowed");
    Property rejected = property;
    rejected.must(Role::supervisor, DecideVoid{false, "it is whole"});
    rejected.must(Role::dealer, EnterResult{{1, 2, 4}});
    EXPECT_EQ(rejected.table().past.at(1).ended, RoundEnd::settled);
    const Decision confirmed = property.must(Role::supervisor, DecideVoid{true, "it is"});
    EXPECT_TRUE(has(confirmed, "RoundVoided") && has(confirmed, "DiceRemoved"));
    EXPECT_EQ(property.table().past.at(1).ended, RoundEnd::void_);
    EXPECT_EQ(property.table().past.at(1).reading, (Roll{1, 2, 4}));  // on record
}

TEST(ContestedVoid, IsWhatADieThatLeansAgainstTheReadingLeadsTo) {
    Property property("rws-etg");
    property.must(machine, SetSafeguards{});
    property.must(machine, FitReader{true});
    property.go_past(rules::Step::close);
    property.must(machine, ArmTumbler{close_hash});
    while (next_step(property.rules(), *property.table().round)->step != rules::Step::uncover) {
        property.go_on();
    }
    Property silent = property;
    EXPECT_TRUE(has(silent.must(Role::dealer, Uncover{false}), "VoidContested"));
    Property once = property;
    once.must(device, ReportReading{1, close_hash, {1, 2, 4}, signature(1, 1)});
    EXPECT_TRUE(has(once.must(Role::dealer, Uncover{false}), "RoundVoided"));
    Property unproved = property;
    unproved.must(device, ReportReading{1, close_hash, {1, 2, 4}, {}});
    EXPECT_TRUE(has(unproved.must(Role::dealer, Uncover{false}), "RoundVoided"));
    property.must(device, ReportReading{1, close_hash, {1, 2, 4}, signature(1)});
    EXPECT_TRUE(has(property.must(Role::dealer, Uncover{false}), "VoidContested"));
    property.must(machine, Restart{});
    EXPECT_EQ(property.table().phase, Phase::held);  // a restart decides nothing about it
    property.must(Role::supervisor, DecideVoid{false, "flat"});
    property.must(Role::dealer, Uncover{true});
    property.must(Role::dealer, EnterResult{{1, 2, 4}});
    EXPECT_EQ(property.table().past.at(1).ended, RoundEnd::settled);
}

// A table whose tumbler is armed and has the dice in the air: nothing is read yet.
Property while_mixing(std::string_view game, std::uint32_t edition = edition_now) {
    Property property(game);
    property.state.memory.edition = edition;
    property.must(machine, SetSafeguards{});
    property.must(machine, FitReader{true});
    property.go_past(rules::Step::close);
    property.must(machine, ArmTumbler{close_hash});
    if (!mixes_first(property.rules())) property.must(Role::dealer, StartCoveredMix{});
    return property;
}

TEST(Reader, CountsTheMixesItself) {
    for (const char* game : {"rws-etg", "rws-taisai", "mbs-etg"}) {
        Property property(game);
        property.must(machine, SetSafeguards{});
        property.must(machine, FitReader{true});
        if (!mixes_first(property.rules())) property.go_past(rules::Step::close);
        property.must(Role::dealer, StartCoveredMix{});
        for (const std::uint32_t mixes : {0u, 2u, 3u}) {
            EXPECT_EQ(reason_of(property.give(Role::dealer, EndMix{mixes})), "reader_in_use");
            EXPECT_EQ(reason_of(property.give(Role::supervisor, EndMix{mixes})), "reader_in_use");
        }
        Property before = property;
        before.state.memory.edition = 1;
        EXPECT_EQ(reason_of(before.give(Role::dealer, EndMix{3})), "");
        Property counted = property;
        counted.must(device, EndMix{3});
        property.must(Role::supervisor, SwitchToManualEntry{"silent"});
        EXPECT_EQ(reason_of(property.give(Role::supervisor, EndMix{0})), "same_person");
        property.must(Role::dealer, EndMix{3});
    }
    Property shaken = at_entry("maryland");  // where the dealer counts whatever a device reads
    EXPECT_GE(shaken.table().round->mixes, 3u);
}

// Whatever a person reports, before the dice are read and after: nobody voids the round alone.
TEST(ContestedVoid, IsWhatEveryVoidOfOnePersonLeadsToOnceTheDiceAreThrown) {
    for (const char* game : {"rws-etg", "rws-taisai", "mbs-etg"}) {
        for (const bool read : {false, true}) {
            Property thrown = while_mixing(game);
            if (read) {
                if (thrown.table().round->mixing) thrown.must(device, EndMix{3});
                thrown.must(device, ReportReading{1, close_hash, {1, 2, 4}, signature(1)});
            }
            int contested = 0;
            for (std::size_t i = 0; i < words_of<rules::Cause>.size(); ++i) {
                for (const Role role : {Role::dealer, Role::supervisor}) {
                    Property property = thrown;
                    const Report report{static_cast<rules::Cause>(i), "seen"};
                    const Decision decision = property.give(role, report);
                    EXPECT_FALSE(has(decision, "RoundVoided")) << game << " " << i;
                    contested += has(decision, "VoidContested");
                }
            }
            EXPECT_GT(contested, 0) << game;
        }
        Property before = while_mixing(game, 1);
        EXPECT_TRUE(has(before.must(Role::dealer, Report{rules::Cause::damaged_dice, "seen"}),
                        "RoundVoided"));
    }
}

TEST(ContestedVoid, LetsTheReaderCountAndReadInTheMeantime) {
    Property property = while_mixing("rws-etg");
    property.must(Role::dealer, Report{rules::Cause::damaged_dice, "a corner"});
    EXPECT_EQ(property.table().phase, Phase::held);
    property.must(machine, Restart{});
    EXPECT_EQ(property.table().phase, Phase::held);
    EXPECT_EQ(reason_of(property.give(Role::dealer, EndMix{3})), "table_held");
    EXPECT_EQ(reason_of(property.give(device, EndMix{0})), "table_held");
    property.must(device, EndMix{3});
    property.must(device, ReportReading{1, close_hash, {1, 2, 4}, signature(1)});
    EXPECT_EQ(property.table().phase, Phase::held);
    EXPECT_EQ(reason_of(property.give(device, Report{rules::Cause::damaged_dice, "sensed"})),
              "table_held");
    property.must(Role::supervisor, DecideVoid{false, "it is whole"});
    property.finish({1, 2, 4});
    EXPECT_EQ(property.table().past.at(1).ended, RoundEnd::settled);
}

TEST(ContestedVoid, IsConfirmedByADeviceThatSensesTheSame) {
    Property property = while_mixing("rws-etg");
    property.must(device, EndMix{3});
    EXPECT_TRUE(has(property.must(Role::dealer, Uncover{false}), "VoidContested"));
    EXPECT_EQ(reason_of(property.give(device, Report{rules::Cause::damaged_dice, "sensed"})),
              "table_held");
    const Decision agreed = property.must(device, Report{rules::Cause::not_flat, "sensed"});
    EXPECT_TRUE(has(agreed, "RoundVoided"));
    EXPECT_FALSE(find_reader(property.state, Property::id)->contested);
}

TEST(ContestedVoid, IsNoneForWhoeverOthersHaveSwitchedTheReaderOffFor) {
    Property property = while_mixing("rws-etg");
    property.must(Role::supervisor, SwitchToManualEntry{"silent"});
    Property alone = property;
    const Report report{rules::Cause::damaged_dice, "a corner"};
    EXPECT_TRUE(has(alone.must(Role::supervisor, report), "VoidContested"));
    EXPECT_TRUE(has(property.must(Role::dealer, report), "RoundVoided"));
}

// The reading comes when the round is void already: it is kept, and two people look at it.
TEST(Reader, IsHeardAboutARoundThatIsVoid) {
    Property property = while_mixing("rws-etg");
    property.must(Role::supervisor, SwitchToManualEntry{"silent"});
    property.must(Role::dealer, EndMix{0});
    ASSERT_EQ(property.table().past.at(1).ended, RoundEnd::void_);
    const ReportReading reading{1, close_hash, {6, 5, 4}, signature(7)};
    Property before = property;
    before.state.memory.edition = 1;
    EXPECT_EQ(reason_of(before.give(device, reading)), "no_round");
    EXPECT_EQ(reason_of(property.give(device, ReportReading{1, close_hash, {6, 5, 4}, {}})),
              "no_round");
    const Decision read = property.must(device, reading);
    EXPECT_EQ(facts_of(read),
              (std::vector<std::string>{"VoidRoundRead", "IncidentRaised", "ManualEntryEnded"}));
    EXPECT_EQ(property.table().past.at(1).reading, (Roll{6, 5, 4}));
    EXPECT_EQ(property.table().tumbler_counter, 7u);
    EXPECT_TRUE(property.must(device, reading).events.empty());  // the tumbler repeats itself
    EXPECT_EQ(
        reason_of(property.give(device, ReportReading{1, close_hash, {1, 1, 1}, signature(8)})),
        "no_round");
    const IncidentId incident{property.state.incidents_raised};
    EXPECT_EQ(reason_of(property.give(Role::supervisor, ResolveIncident{incident, "fine"})),
              "result_disputed");
    const ResolveDispute resolve{incident, {6, 5, 4}, "film"};
    EXPECT_TRUE(has(property.give(Role::dealer, resolve), "AuthorisationRequested"));
    EXPECT_EQ(reason_of(property.by_two(ResolveDispute{incident, {1, 1, 1}, "no"}, Role::dealer)),
              "dice_were_seen");
    EXPECT_EQ(reason_of(property.by_two(resolve, Role::dealer, Role::supervisor)), "");
    EXPECT_TRUE(property.state.safety.disputes.empty());
    EXPECT_EQ(property.table().past.at(1).ended, RoundEnd::void_);
}

}  // namespace
}  // namespace sicbo::table
