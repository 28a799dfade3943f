// SPDX-License-Identifier: MIT
// What certified dice decide after an interruption: CertifyDice and ConcludeHold.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/property.h"

namespace sicbo::table {
namespace {

using rules::Cause;
using rules::Step;
using test::machine;
using test::Property;
using test::reason_of;
using test::Role;

constexpr PersonId certifier = test::person(Role::dealer);

SeenDie flat(int face) { return {Sight::flat, static_cast<std::uint8_t>(face), certifier}; }
SeenDie found(int face) { return {Sight::not_seen, static_cast<std::uint8_t>(face), {}}; }

// A round with a bet that was played past the step when the power failed.
Property interrupted(std::string_view game, std::optional<Step> past) {
    Property property(game);
    property.go_past(Step::open);
    property.bet(1, "big", 1'000);
    if (past && *past != Step::open) property.go_past(*past);
    property.must(machine, Restart{});
    EXPECT_TRUE(property.table().held.has_value()) << game;
    return property;
}

Decision certify(Property& property, std::vector<SeenDie> dice, DiceCondition condition) {
    return property.by_two(CertifyDice{std::move(dice), condition, ""}, Role::dealer,
                           Role::supervisor);
}

template <class Fact>
bool has_fact(const Decision& decision) {
    return std::ranges::any_of(decision.events,
                               [](const Event& event) { return holds<Fact>(event.fact); });
}

// RWS 5.1.1, 5.10; Tai Sai 5.4.1, 5.14; MBS 5.8.2, 6.1.
TEST(CertifyDice, CountsFacesThatNobodySawOnlyOnDiceThatNobodyMoved) {
    for (const std::string_view game : {"rws-etg", "rws-taisai", "mbs-etg"}) {
        Property moved = interrupted(game, Step::uncover);
        const Decision referred =
            certify(moved, {found(4), found(4), found(6)}, DiceCondition::disturbed);
        EXPECT_EQ(reason_of(referred), "") << game;
        EXPECT_TRUE(has_fact<HoldReferred>(referred)) << game;
        EXPECT_FALSE(has_fact<RoundSettled>(referred)) << game;
        Property still = interrupted(game, Step::uncover);
        const Decision settled =
            certify(still, {found(4), found(4), found(6)}, DiceCondition::undisturbed);
        EXPECT_TRUE(has_fact<RoundSettled>(settled)) << game;
        Property seen = interrupted(game, Step::uncover);
        EXPECT_TRUE(has_fact<RoundSettled>(
            certify(seen, {flat(4), flat(4), flat(6)}, DiceCondition::disturbed)))
            << game;
    }
}

TEST(ConcludeHold, IsBoundToTheFacesThatWereSeenAndToNoOthers) {
    for (const std::string_view game : {"rws-etg", "rws-taisai", "mbs-etg"}) {
        Property property = interrupted(game, Step::uncover);
        certify(property, {flat(5), flat(0), found(6)}, DiceCondition::disturbed);
        ASSERT_TRUE(property.table().held && property.table().held->referred) << game;
        EXPECT_EQ(property.table().held->faces, std::vector<std::uint8_t>{5}) << game;
        EXPECT_EQ(reason_of(property.by_two(ConcludeHold{{6, 4, 1}, "camera"})), "dice_were_seen");
        EXPECT_EQ(reason_of(property.by_two(ConcludeHold{{5, 4, 1}, ""})), "reason_missing");
        EXPECT_EQ(reason_of(property.by_two(ConcludeHold{{5, 4, 1}, "camera"})), "") << game;
        EXPECT_EQ(property.table().past.at(1).roll, rules::Roll(5, 4, 1)) << game;
        EXPECT_EQ(reason_of(property.by_two(ConcludeHold{{5, 4, 1}, "camera"})), "not_held");
    }
}

// RWS 3.7, 5.3.2: what nobody has begun to mix decides nothing, and nobody is asked about it.
TEST(CertifyDice, VoidsARoundWhoseMixNeverBegan) {
    for (const std::string_view game : {"rws-etg", "rws-taisai"}) {
        Property property = interrupted(game, Step::close);
        const std::vector<SeenDie> unknown = {flat(0), flat(0), flat(0)};
        const Decision decision = certify(property, unknown, DiceCondition::disturbed);
        EXPECT_TRUE(has_fact<RoundVoided>(decision)) << game;
        EXPECT_FALSE(has_fact<HoldReferred>(decision)) << game;
    }
}

// MBS 5.5: a broken dome ends a referred round as damaged dice do.
TEST(AmendRounds, VoidsAReferredRoundForWhatDamagedItsDice) {
    for (const Cause cause : {Cause::broken, Cause::damaged_dice}) {
        Property property = interrupted("mbs-etg", Step::uncover);
        certify(property, {flat(1), flat(0), flat(0)}, DiceCondition::disturbed);
        const Decision decision = property.by_two(AmendRounds{{{1, {}, {}}}, cause, "dome"});
        EXPECT_EQ(reason_of(decision), "");
        EXPECT_TRUE(has_fact<DiceRemoved>(decision));
        EXPECT_EQ(property.table().past.at(1).void_for, cause);
    }
}

// Maryland 7.B, 7.C: the power is that of the electrical device.
TEST(CertifyDice, StopsATableWhoseDeviceFailedHoweverTheRoundEnds) {
    for (const DiceCondition condition : {DiceCondition::damaged, DiceCondition::broken}) {
        Property property = interrupted("maryland", Step::uncover);
        const std::vector<SeenDie> unseen = {found(0), found(0), found(0)};
        EXPECT_TRUE(has_fact<RoundVoided>(certify(property, unseen, condition)));
        EXPECT_TRUE(property.table().out_of_service.has_value());
        EXPECT_TRUE(property.table().repair_needed);
    }
    Property property = interrupted("maryland", Step::uncover);
    certify(property, {flat(5), flat(0), flat(0)}, DiceCondition::disturbed);
    property.by_two(DecideHold{Verdict::void_, "nobody knows"}, Role::supervisor, Role::dealer);
    EXPECT_FALSE(property.table().round.has_value());
    EXPECT_TRUE(property.table().repair_needed);
}

}  // namespace
}  // namespace sicbo::table
