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
    const auto rounds = latest_rounds(journal_, TableId{1}, 3).value();
    ASSERT_EQ(rounds.size(), 3u);
    for (const RoundSummary& listed : rounds) {
        const RoundHistory history =
            read_round_history(journal_, TableId{1}, listed.number).value();
        EXPECT_EQ(history.round.first, listed.first);
        EXPECT_EQ(history.round.last, listed.last);
        EXPECT_EQ(history.round.end, listed.end);
        EXPECT_EQ(history.round.roll, listed.roll);
        EXPECT_EQ(history.round.slips.size(), listed.slips.size());
        ASSERT_FALSE(history.events.empty());
        EXPECT_LE(history.events.front().at.sequence, listed.first);
    }
    EXPECT_FALSE(read_round_history(journal_, TableId{1}, 1'000));
}

}  // namespace
}  // namespace sicbo::store
