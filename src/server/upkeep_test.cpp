// SPDX-License-Identifier: MIT
#include "server/upkeep.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/journal.h"

namespace sicbo::server {
namespace {

using namespace table;
using test::Property;
using test::speaker;
using Progress = GracefulStop::Progress;

class DamagedJournalTest : public testing::Test {
protected:
    DamagedJournalTest() {
        test::give_all(*loop, property.commands);
        now = property.at + 60'000;
    }
    // Looks at the tables and returns how many alarms the look has raised.
    std::size_t alarms_after(std::int64_t milliseconds) {
        now = now + milliseconds;
        loop->tick(now);
        damage.stop_tables(*loop, finding, now);
        const auto events = loop->commit();
        EXPECT_TRUE(events);
        return static_cast<std::size_t>(
            std::ranges::count_if(*events, [this](const CommittedEvent& committed) {
                const auto* alarm = get_if<AlarmRaised>(&committed.event.fact);
                if (!alarm) return false;
                EXPECT_EQ(alarm->kind, AlarmKind::journal_damaged);
                note = alarm->note;
                return true;
            }));
    }
    void give(const test::Speaker& by, Order order) {
        const Reply reply = loop->execute(property.command(by, std::move(order)));
        EXPECT_FALSE(reply.refusal) << to_word(reply.refusal->reason);
    }
    const Table& table() const { return loop->state().tables.at(Property::id); }

    static constexpr std::int64_t interval = DamagedJournal::interval.count();
    Property property{"rws-etg", {.players = 0}};
    store::MemoryStore journal;
    std::unique_ptr<Loop> loop = test::start_loop(journal);
    DamagedJournal damage;
    std::string finding = "event 7 has another hash";
    std::string note;
    Instant now;
};

TEST_F(DamagedJournalTest, TakesTablesOutOfServiceWithAnAlarm) {
    EXPECT_EQ(alarms_after(0), 1u);
    EXPECT_EQ(table().out_of_service, "journal-damaged");
    EXPECT_EQ(note, finding);
    EXPECT_EQ(alarms_after(interval), 0u);
}

TEST_F(DamagedJournalTest, TakesATableOutOfServiceAgain) {
    EXPECT_EQ(alarms_after(0), 1u);
    give(speaker(rules::Role::supervisor), ReturnToService{});
    EXPECT_EQ(table().out_of_service, std::nullopt);
    EXPECT_EQ(alarms_after(interval - 1), 0u);  // too soon for another look
    EXPECT_EQ(table().out_of_service, std::nullopt);
    EXPECT_EQ(alarms_after(1), 0u);  // the incident of the first alarm is still open
    EXPECT_EQ(table().out_of_service, "journal-damaged");
}

TEST_F(DamagedJournalTest, RaisesTheAlarmOnceWhereATableIsOutOfServiceAnyway) {
    give(speaker(rules::Role::supervisor), TakeOutOfService{"cleaning"});
    EXPECT_EQ(alarms_after(0), 1u);
    EXPECT_EQ(table().out_of_service, "cleaning");
    EXPECT_EQ(alarms_after(interval), 0u);
}

TEST_F(DamagedJournalTest, ShowsAsMuchOfTheFindingAsANoteHolds) {
    finding.assign(1'000, 'x');
    EXPECT_EQ(alarms_after(0), 1u);
    EXPECT_EQ(note, std::string(DamagedJournal::note_max, 'x'));
}

TEST_F(DamagedJournalTest, LeavesRetiredTablesAlone) {
    give(speaker(rules::Role::supervisor), CloseTable{});
    give(test::machine, RetireTable{"sold"});
    EXPECT_EQ(alarms_after(0), 0u);
}

TEST(GracefulStop, IsCompleteWithoutARound) {
    const Property property("rws-etg", {.players = 2});
    const GracefulStop stop({1'000}, std::chrono::seconds(5));
    EXPECT_EQ(stop.progress(property.state, {1'000}), Progress::complete);
    EXPECT_EQ(stop.progress(property.state, {60'000}), Progress::complete);
    EXPECT_EQ(stop.progress(State(), {1'000}), Progress::complete);
}

TEST(GracefulStop, WaitsForARoundAsLongAsItMay) {
    Property property("rws-etg", {.players = 2});
    property.go_on();
    const GracefulStop stop({1'000}, std::chrono::seconds(5));
    EXPECT_EQ(stop.progress(property.state, {1'000}), Progress::waiting);
    EXPECT_EQ(stop.progress(property.state, {5'999}), Progress::waiting);
    EXPECT_EQ(stop.progress(property.state, {6'000}), Progress::timed_out);
    property.finish({6, 5, 4});
    EXPECT_EQ(stop.progress(property.state, {6'000}), Progress::complete);
}

TEST(GracefulStop, LogsRoundsAtOnceAndThenEveryTenSeconds) {
    GracefulStop stop({1'000}, std::chrono::seconds(60));
    EXPECT_TRUE(stop.is_log_due({1'000}));
    EXPECT_FALSE(stop.is_log_due({1'001}));
    EXPECT_FALSE(stop.is_log_due({10'999}));
    EXPECT_TRUE(stop.is_log_due({11'000}));
    EXPECT_FALSE(stop.is_log_due({20'999}));
}

TEST(RoundsInPlay, AreDescribedByWhatTheyWaitFor) {
    Property property("rws-etg", {.players = 2});
    EXPECT_EQ(describe_rounds_in_play(property.state), "");
    property.go_past(rules::Step::open);
    State state = property.state;
    const std::string next(to_word(next_step(property.rules(), *property.table().round)->step));
    EXPECT_EQ(describe_rounds_in_play(state), "table 1 round 1 waits for step " + next);
    state.tables[{2}] = state.tables.at({1});
    state.tables[{2}].held = Held{};
    EXPECT_EQ(describe_rounds_in_play(state), "table 1 round 1 waits for step " + next +
                                                  "; table 2 round 1 is held for " +
                                                  std::string(to_word(Held{}.cause)));
}

TEST(ChangedLibraries, AreThoseThatAreNewOrHaveAnotherHash) {
    const std::vector<SoftwarePart> before = {{"liba", sha256("a")}, {"libb", sha256("b")}};
    const std::vector<SoftwarePart> now = {
        {"liba", sha256("a")}, {"libb", sha256("other")}, {"libc", sha256("c")}};
    EXPECT_EQ(changed_libraries(before, now),
              (std::vector<LibraryChange>{{"libb", sha256("b"), sha256("other")},
                                          {"libc", std::nullopt, sha256("c")}}));
    EXPECT_TRUE(changed_libraries(before, before).empty());
    EXPECT_TRUE(changed_libraries({}, now).empty());  // the first check
}

TEST(EndedRounds, AreSettledOrVoid) {
    store::MemoryStore journal;
    const auto loop = test::start_loop(journal);
    Property property("rws-etg", {.players = 2});
    property.go_on();
    test::give_all(*loop, property.commands);
    const std::size_t given = property.commands.size();
    property.finish({6, 5, 4});
    property.go_on();
    property.must(rules::Role::dealer, Report{rules::Cause::exposed, ""});
    ASSERT_FALSE(property.table().round);
    for (std::size_t i = given; i < property.commands.size(); ++i) {
        loop->execute(property.commands[i]);
    }
    const auto events = loop->commit();
    ASSERT_TRUE(events);
    EXPECT_EQ(count_ended_rounds(*events), 2u);
    EXPECT_EQ(count_ended_rounds({}), 0u);
}

}  // namespace
}  // namespace sicbo::server
