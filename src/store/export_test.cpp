// SPDX-License-Identifier: MIT
#include "store/export.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "store/round_history.h"
#include "support/journal.h"
#include "wire/bytes.h"

namespace sicbo::store {
namespace {

using test::give_all;
using test::some_rounds;
using test::start_loop;

class Exports : public testing::Test {
protected:
    Exports() {
        loop_ = start_loop(journal_);
        give_all(*loop_, some_rounds());
    }

    std::vector<ExportRow> rows(ExportKind what, const Period& period = {{0}, clock_max}) {
        std::vector<ExportRow> all;
        const auto done =
            export_rows(journal_, what, period, [&](const ExportRow& row) -> Result<void> {
                all.push_back(row);
                return {};
            });
        EXPECT_TRUE(done) << done.error().text();
        for (const ExportRow& row : all) EXPECT_EQ(row.size(), all.front().size());
        return all;
    }
    std::vector<Instant> event_times() const {
        std::vector<Instant> times;
        const auto take = [&](std::uint64_t, std::string_view bytes) -> Result<void> {
            times.push_back(wire::read_event(bytes).value().stamp.at);
            return {};
        };
        EXPECT_TRUE(journal_.read(0, [&](const Record& record) -> Result<bool> {
            EXPECT_TRUE(split_record(record, take));
            return true;
        }));
        return times;
    }
    Money sum(const std::vector<ExportRow>& all, const std::string& column) {
        const auto place = std::ranges::find(all.front(), column) - all.front().begin();
        Money total;
        for (std::size_t i = 1; i < all.size(); ++i) {
            total += parse_money(all[i][static_cast<std::size_t>(place)]).value();
        }
        return total;
    }

    MemoryStore journal_;
    std::unique_ptr<server::Loop> loop_;
};

TEST_F(Exports, ListRoundsBetsAndEntries) {
    const auto rounds = rows(ExportKind::rounds);
    ASSERT_EQ(rounds.size(), 4u);
    EXPECT_EQ(rounds[1][6], "1-2-5");
    EXPECT_EQ(rounds[3][5], "void");
    EXPECT_EQ(rounds[3][8], "exposed");
    EXPECT_EQ(rows(ExportKind::bets).size(), 8u);
    EXPECT_EQ(sum(rows(ExportKind::bets), "stake"), sum(rounds, "staked"));
    EXPECT_EQ(sum(rows(ExportKind::bets), "back"), sum(rounds, "back"));
    EXPECT_GT(rows(ExportKind::entries).size(), 10u);

    EXPECT_EQ(rows(ExportKind::events).size(), journal_.last().sequence + 1);
}

TEST_F(Exports, MetersOfAPeriodAreWhatTheyWentUpBy) {
    const auto all = rows(ExportKind::meters);
    const std::size_t events = rows(ExportKind::events).size();
    // Every cut in two adds up.
    const std::vector<Instant> times = event_times();
    for (std::size_t i = 0; i < times.size(); i += 7) {
        const Instant cut = times[i];
        const auto before = rows(ExportKind::meters, {{0}, cut});
        const auto after = rows(ExportKind::meters, {cut, clock_max});
        for (const char* column : {"in", "out", "staked", "won", "returned", "recovered"}) {
            EXPECT_EQ(sum(before, column) + sum(after, column), sum(all, column)) << column;
        }
        EXPECT_EQ(rows(ExportKind::events, {{0}, cut}).size() +
                      rows(ExportKind::events, {cut, clock_max}).size() - 1,
                  events);
    }
}

TEST_F(Exports, FindTheLastEventBeforeAMoment) {
    EXPECT_EQ(last_before(journal_, {0}).value(), 0u);
    EXPECT_EQ(last_before(journal_, clock_max).value(), journal_.last().sequence);
    const std::vector<Instant> times = event_times();
    EXPECT_EQ(times.size(), journal_.last().sequence);
    for (std::size_t i = 0; i < times.size(); ++i) {
        EXPECT_LE(last_before(journal_, times[i]).value(), i);
        EXPECT_GE(last_before(journal_, times[i] + 1).value(), i + 1);
    }
}

TEST_F(Exports, TakeOneTableAlone) {
    EXPECT_EQ(rows(ExportKind::rounds, {{0}, clock_max, TableId{2}}).size(), 1u);
    EXPECT_EQ(rows(ExportKind::rounds, {{0}, clock_max, TableId{1}}).size(), 4u);
}

TEST_F(Exports, GiveARoundWithItsCorrection) {
    const auto [round, events] = read_round_history(journal_, TableId{1}, 1).value();
    EXPECT_TRUE(holds<table::RoundBegun>(events.front().event.fact));
    EXPECT_TRUE(holds<table::RoundsAmended>(events.back().event.fact));
    for (const RoundEvent& one : events) {
        EXPECT_EQ(wire::chain(one.previous, one.at.sequence, one.bytes), one.at.hash);
    }
    EXPECT_EQ(round.roll, (rules::Roll{1, 2, 5}));
    EXPECT_EQ(round.last, events.back().at.sequence);
    // The last one goes on to the end of the journal.
    const auto last = read_round_history(journal_, TableId{1}, 3).value();
    EXPECT_EQ(last.events.back().at, journal_.last());
    EXPECT_EQ(last.round.end, table::RoundEnd::void_);
    EXPECT_EQ(read_round_history(journal_, TableId{1}, 9).error().what,
              "there is no round 9 at table 1");
    EXPECT_FALSE(read_round_history(journal_, TableId{2}, 1));
}

// Worked out from events alone, it is what the engine's own state says.
TEST_F(Exports, ListRoundsAsTheStateHasThem) {
    const table::Table& table = loop_->state().tables.at(TableId{1});
    const auto listed = latest_rounds(journal_, {}, 50).value();
    ASSERT_EQ(listed.size(), table.past.size());
    auto is = listed.rbegin();
    for (const auto& [number, round] : table.past) {
        EXPECT_EQ(is->number, number);
        EXPECT_EQ(is->end, round.ended);
        EXPECT_EQ(is->roll, round.roll);
        EXPECT_EQ(is->manual, round.manual);
        EXPECT_EQ(is->cause, round.void_for);
        ASSERT_EQ(is->bet_slips.size(), round.bet_slips.size());
        for (const auto& [stay, slip] : round.bet_slips) {
            const std::vector<BetSummary>& bets = is->bet_slips.at(stay);
            ASSERT_EQ(bets.size(), slip.bets.size());
            for (std::size_t i = 0; i < bets.size(); ++i) {
                EXPECT_EQ(bets[i].spot, slip.bets[i].spot);
                EXPECT_EQ(bets[i].stake, slip.bets[i].stake);
                EXPECT_EQ(bets[i].effective, slip.bets[i].effective);
                EXPECT_EQ(bets[i].back, slip.bets[i].back);
                EXPECT_EQ(bets[i].terminal, slip.terminal);
            }
        }
        ++is;
    }
    EXPECT_EQ(latest_rounds(journal_, {}, 2).value().size(), 2u);
    EXPECT_TRUE(latest_rounds(journal_, {.table = {2}}, 2).value().empty());
}

}  // namespace
}  // namespace sicbo::store
