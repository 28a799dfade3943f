// SPDX-License-Identifier: MIT
#include "table/recall.h"

#include <gtest/gtest.h>

#include "support/property.h"

namespace sicbo::table {
namespace {

using test::machine;
using test::Property;
using test::reason_of;
using test::Role;
using test::Settings;

// A table that keeps one round and has played three, and what an earlier state knew of the first.
struct Played {
    Property property;
    std::vector<RoundRecord> first;

    Played() : property("rws-taisai", settings()) {
        RoundFinder finder(Property::id, {1});
        for (int i = 0; i < 3; ++i) {
            property.go_past(rules::Step::open);
            property.bet(1, "big", 1'000);
            property.finish({6, 5, 4});
            if (i == 0) first = finder.records(property.state);
        }
    }
    static Settings settings() {
        Settings settings;
        settings.configuration.rounds_kept = 1;
        return settings;
    }
    Decision recall(std::vector<std::uint64_t> rounds, std::string found) {
        return property.by_two(RecallRounds{std::move(rounds), "film", std::move(found)});
    }
};

TEST(Recall, RecordsAreReadAsTheyWereWritten) {
    const Played played;
    ASSERT_EQ(played.first.size(), 1u);
    const std::string text = write_records(played.first);
    const Result<std::vector<RoundRecord>> read = read_records(text);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(write_records(*read), text);
    for (const char* bad : {"0", "zz", "05", "ffffffffff"}) {
        EXPECT_FALSE(read_records(bad).has_value()) << bad;
    }
}

TEST(Recall, BringsBackWhatTheStateHasDropped) {
    Played played;
    EXPECT_FALSE(played.property.table().past.contains(1));
    EXPECT_EQ(reason_of(played.recall({1}, "")), "rounds_not_found");
    EXPECT_EQ(reason_of(played.recall({1, 2}, write_records(played.first))), "rounds_not_found");
    EXPECT_EQ(reason_of(played.recall({}, write_records(played.first))), "no_such_round");
    EXPECT_EQ(reason_of(played.recall({9}, write_records(played.first))), "no_such_round");
    EXPECT_EQ(reason_of(played.recall({3}, write_records(played.first))), "round_still_kept");
    std::vector<RoundRecord> forged = played.first;
    forged[0].round.bet_slips.begin()->second.layout = 9;
    EXPECT_EQ(reason_of(played.recall({1}, write_records(forged))), "rounds_not_found");
    EXPECT_EQ(reason_of(played.recall({1}, write_records(played.first))), "");
    EXPECT_TRUE(played.property.table().past.contains(1));
    const Money before = played.property.credit(1);
    const AmendRounds amend{{{1, {}, {}}}, rules::Cause::damaged_dice, "film"};
    EXPECT_EQ(reason_of(played.property.by_two(amend)), "");
    EXPECT_EQ(played.property.credit(1), before - test::cents(1'000));
}

TEST(Recall, IsForAShiftManagerAndASupervisor) {
    Played played;
    const RecallRounds order{{1}, "film", write_records(played.first)};
    Property& property = played.property;
    EXPECT_EQ(reason_of(property.give(Role::dealer, order)), "not_allowed");
    EXPECT_EQ(reason_of(property.by_two(order, Role::supervisor, Role::pit_manager)),
              "not_allowed");
    EXPECT_EQ(reason_of(property.by_two(order, Role::supervisor, Role::shift_manager)), "");
}

TEST(Recall, LastsUntilTheTableCloses) {
    Played played;
    ASSERT_EQ(reason_of(played.recall({1}, write_records(played.first))), "");
    Property& property = played.property;
    property.go_past(rules::Step::open);
    property.finish({1, 2, 4});
    EXPECT_TRUE(property.table().past.contains(1));
    EXPECT_FALSE(property.table().past.contains(3));
    property.must(Role::supervisor, CloseTable{});
    EXPECT_FALSE(property.table().past.contains(1));
    EXPECT_TRUE(property.table().past.contains(4));
}

// All affected rounds can be void, however many they are: those that are void make room.
TEST(Recall, OfMoreRoundsThanAreKeptGoesOnInBatches) {
    Played played;
    Property& property = played.property;
    constexpr std::uint64_t last = recalled_max + 2 * recall_order_max;
    auto node = property.table().past.extract(3);  // as if many rounds had been played
    node.key() = node.mapped().number = property.table().rounds = last;
    property.table().past.insert(std::move(node));
    const auto batch = [&](std::uint64_t first) {
        std::vector<std::uint64_t> rounds;
        std::vector<RoundRecord> records;
        for (std::uint64_t i = 0; i < recall_order_max; ++i) {
            rounds.push_back(first + i);
            records.push_back(played.first[0]);
            records.back().round.number = first + i;
        }
        return reason_of(played.recall(std::move(rounds), write_records(records)));
    };
    const auto make_void = [&](std::uint64_t first) {
        AmendRounds amend{{}, rules::Cause::damaged_dice, "film"};
        for (std::uint64_t i = 0; i < recall_order_max; ++i)
            amend.amendments.push_back({first + i, {}, {}});
        return reason_of(property.by_two(amend));
    };
    for (std::uint64_t first = 1; first <= recalled_max; first += recall_order_max) {
        ASSERT_EQ(batch(first), "");
    }
    EXPECT_EQ(batch(recalled_max + 1), "too_many_rounds");
    EXPECT_EQ(make_void(1), "");
    EXPECT_EQ(batch(recalled_max + 1), "");
    EXPECT_FALSE(property.table().past.contains(1));
    EXPECT_TRUE(property.table().past.contains(recall_order_max + 1));
    EXPECT_EQ(memory_of(property.state, Property::id).recalled.size(), recalled_max);
}

TEST(Edition, BeginsOnceAndNeverGoesBack) {
    State state;
    Command command;
    command.order = BeginEdition{edition_now + 1};
    EXPECT_EQ(reason_of(decide(state, command)), "amount_out_of_range");
    command.order = BeginEdition{edition_now};
    const Decision begun = decide(state, command);
    ASSERT_EQ(begun.events.size(), 1u);
    apply(state, begun.events[0]);
    EXPECT_TRUE(decide(state, command).events.empty());
    command.order = BeginEdition{0};
    EXPECT_EQ(reason_of(decide(state, command)), "amount_out_of_range");
}

// Maryland 2.C: from 28 to 31 days, and an hour for clocks that are set.
TEST(InstallDatedDice, TakesOnlyAMomentAtWhichAMonthCanEnd) {
    constexpr std::int64_t hour = 3'600'000;
    constexpr std::int64_t day = 24 * hour;
    const auto reason = [](std::int64_t after) {
        Property property("maryland");
        const Instant due = property.at + after;
        return reason_of(property.give(
            Role::dealer,
            InstallDatedDice{DiceId{7}, rules::MixerKind::automated_shaker, "", due}));
    };
    EXPECT_EQ(reason(28 * day - hour - 1), "amount_out_of_range");
    EXPECT_EQ(reason(28 * day - hour), "");
    EXPECT_EQ(reason(31 * day + hour), "");
    EXPECT_EQ(reason(31 * day + hour + 1), "amount_out_of_range");
}

}  // namespace
}  // namespace sicbo::table
