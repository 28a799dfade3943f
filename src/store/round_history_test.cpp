// SPDX-License-Identifier: MIT
#include "store/round_history.h"

#include <gtest/gtest.h>

#include "support/journal.h"
#include "wire/bytes.h"

namespace sicbo::store {
namespace {

// A journal with four rounds of two players.
class RoundHistories : public testing::Test {
protected:
    RoundHistories() {
        const auto loop = test::start_loop(journal_);
        test::give_all(*loop, test::some_rounds(4));
    }

    MemoryStore journal_;
};

TEST_F(RoundHistories, ReadEveryEventWithTheHashBeforeIt) {
    Position before = beginning_of(journal_.origin());
    const auto follow = [&](const JournalEvent& read) -> Result<bool> {
        EXPECT_EQ(read.at.sequence, before.sequence + 1);
        EXPECT_EQ(read.previous, before.hash);
        EXPECT_EQ(wire::write_event(read.event), read.bytes);
        before = read.at;
        return true;
    };
    ASSERT_TRUE(read_events(journal_, 1, follow));
    EXPECT_EQ(before, journal_.last());
}

TEST_F(RoundHistories, StopWhenTheHandlerHasEnough) {
    std::uint64_t count = 0;
    ASSERT_TRUE(read_events(journal_, 5, [&](const JournalEvent& read) -> Result<bool> {
        EXPECT_EQ(read.at.sequence, 5 + count);
        return ++count < 3;
    }));
    EXPECT_EQ(count, 3u);
    ASSERT_TRUE(read_events(journal_, journal_.last().sequence + 1,
                            [](const JournalEvent&) -> Result<bool> { return failure("called"); }));
}

TEST_F(RoundHistories, FindRecordsAndRounds) {
    const Record record = find_record(journal_, 3).value();
    EXPECT_LE(record.first, 3u);
    EXPECT_GE(record.last.sequence, 3u);
    EXPECT_FALSE(find_record(journal_, journal_.last().sequence + 1));
    std::uint64_t last = 0;
    const auto rounds = latest_rounds(journal_, {}, 100).value();
    ASSERT_FALSE(rounds.empty());
    for (std::uint64_t round = 1; round <= rounds.front().number; ++round) {
        const std::uint64_t start = find_round_start(journal_, TableId{1}, round).value();
        EXPECT_GT(start, last);
        last = start;
    }
    EXPECT_FALSE(find_round_start(journal_, TableId{1}, rounds.front().number + 1));
    EXPECT_FALSE(find_round_start(journal_, TableId{2}, 1));
}

TEST_F(RoundHistories, AgreeWithTheListOfRounds) {
    const auto rounds = latest_rounds(journal_, {.table = {1}}, 3).value();
    ASSERT_EQ(rounds.size(), 3u);
    for (const RoundSummary& listed : rounds) {
        const RoundHistory history =
            read_round_history(journal_, TableId{1}, listed.number).value();
        EXPECT_EQ(history.round.first, listed.first);
        EXPECT_EQ(history.round.last, listed.last);
        EXPECT_EQ(history.round.end, listed.end);
        EXPECT_EQ(history.round.roll, listed.roll);
        EXPECT_EQ(history.round.bet_slips.size(), listed.bet_slips.size());
        ASSERT_FALSE(history.events.empty());
        EXPECT_LE(history.events.front().at.sequence, listed.first);
    }
    EXPECT_FALSE(read_round_history(journal_, TableId{1}, 1'000));
}

// Round 1 of some_rounds() is amended by a shift manager with a supervisor: settled on 6-5-4, where
// player 1 won 100.00 on big and player 2 lost, then on 1-2-5, where small wins instead.
TEST_F(RoundHistories, KnowWhatAnAmendmentChangedAndWhoMadeIt) {
    const RoundSummary round = read_round_history(journal_, TableId{1}, 1).value().round;
    EXPECT_EQ(round.first_roll, rules::Roll(6, 5, 4));
    EXPECT_EQ(round.roll, rules::Roll(1, 2, 5));
    EXPECT_EQ(round.read, std::nullopt);
    ASSERT_EQ(round.amendments.size(), 1u);
    const AmendmentSummary& amendment = round.amendments.front();
    EXPECT_EQ(amendment.rounds, std::vector<std::uint64_t>{1});
    EXPECT_EQ(amendment.roll_before, rules::Roll(6, 5, 4));
    EXPECT_EQ(amendment.roll, rules::Roll(1, 2, 5));
    EXPECT_EQ(amendment.stamp.role, rules::Role::supervisor);
    ASSERT_TRUE(amendment.first_person.has_value());
    EXPECT_EQ(amendment.first_person->role, rules::Role::shift_manager);
    ASSERT_EQ(amendment.back.size(), 2u);
    const auto& [one, two] =
        std::pair(amendment.back.begin()->second, amendment.back.rbegin()->second);
    EXPECT_EQ(one.before, Money::of_cents(20'000));
    EXPECT_EQ(one.after, Money());
    EXPECT_EQ(two.before, Money());
    EXPECT_EQ(two.after, Money::of_cents(10'000));
    ASSERT_EQ(round.decisions.size(), 1u);
    EXPECT_EQ(round.decisions.front().sequence, amendment.sequence);
    EXPECT_TRUE(read_round_history(journal_, TableId{1}, 2).value().round.amendments.empty());
}

TEST_F(RoundHistories, AreChosenByAFilter) {
    const auto numbers = [&](const RoundFilter& filter, std::size_t limit = SIZE_MAX) {
        std::vector<std::uint64_t> list;
        for (const RoundSummary& round : latest_rounds(journal_, filter, limit).value()) {
            list.push_back(round.number);
        }
        return list;
    };
    using Numbers = std::vector<std::uint64_t>;
    EXPECT_EQ(numbers({}), (Numbers{5, 4, 3, 2, 1}));
    EXPECT_EQ(numbers({}, 2), (Numbers{5, 4}));
    EXPECT_EQ(numbers({.first_round = 2, .last_round = 3}), (Numbers{3, 2}));
    EXPECT_EQ(numbers({.terminal = {1}}), (Numbers{5, 4, 3, 2, 1}));
    EXPECT_EQ(numbers({.terminal = {2}}), (Numbers{4, 3, 2, 1}));  // the last one was void early
    EXPECT_EQ(numbers({.stay = {99}}), Numbers());
    const auto rounds = latest_rounds(journal_, {}, 5).value();
    EXPECT_EQ(numbers({.from = rounds[3].begun_at, .to = rounds[1].begun_at}), (Numbers{3, 2}));
}

}  // namespace
}  // namespace sicbo::store
