// SPDX-License-Identifier: MIT
#include "store/follower_thread.h"

#include <gtest/gtest.h>

#include <functional>
#include <thread>

#include "store/audit.h"
#include "store/files.h"
#include "store/snapshot.h"
#include "support/journal.h"
#include "wire/bytes.h"

namespace sicbo::store {
namespace {

using test::Folder;
using test::give_all;
using test::open_journal;
using test::some_rounds;
using test::start_loop;

std::map<ledger::Account, Money> balances_of(const Reports& reports) {
    std::map<ledger::Account, Money> balances;
    Statement rows = reports.database().prepare("SELECT kind, owner, amount FROM balance").value();
    while (rows.step().value()) {
        const auto kind = parse_word<ledger::AccountKind>(rows.text(0)).value();
        const Money amount = Money::of_cents(rows.number(2));
        if (amount == Money()) continue;
        balances[{kind, static_cast<std::uint32_t>(rows.number(1))}] = amount;
    }
    return balances;
}

std::string rounds_of(const Reports& reports) {
    return reports.database()
        .query_text(
            "SELECT group_concat(number || ' ' || end || ' ' || ifnull(roll, '') || ' ' || "
            "(SELECT count(*) FROM bet WHERE bet.round = round.number), ', ') FROM round")
        .value();
}

TEST(Follower, MakesReportsThatAgreeWithTheLedger) {
    MemoryStore journal;
    const auto loop = start_loop(journal);
    give_all(*loop, some_rounds());
    const auto follower = Follower::start(journal, {}).value();
    ASSERT_TRUE(follower->follow());
    EXPECT_EQ(follower->position(), journal.last());
    EXPECT_EQ(wire::write_state(follower->state()), wire::write_state(loop->state()));
    EXPECT_EQ(balances_of(follower->reports()), loop->state().ledger.balances());
    // The first was corrected, the last is void.
    EXPECT_EQ(rounds_of(follower->reports()), "1 settled 1-2-5 3, 2 settled 1-2-4 3, 3 void  1");
}

TEST(Follower, GoesOnWhereItStoppedAndBeginsAnewWhereItMust) {
    const Folder folder;
    const std::string path = folder.file("journal");
    const auto journal = open_journal(path);
    const auto loop = start_loop(*journal);
    const auto commands = some_rounds(6);
    const auto half = commands.begin() + static_cast<std::ptrdiff_t>(commands.size() / 2);
    give_all(*loop, {commands.begin(), half});
    Follower::start(*journal, {}).value()->follow().value();
    give_all(*loop, {half, commands.end()});
    const auto expect_all = [&] {
        const auto follower = Follower::start(*journal, {}).value();
        ASSERT_TRUE(follower->follow(7));
        ASSERT_TRUE(follower->follow());
        EXPECT_EQ(balances_of(follower->reports()), loop->state().ledger.balances());
    };
    expect_all();
    expect_all();
    remove_file(path + ".reports");
    expect_all();
    ASSERT_TRUE(write_file(path + ".reports", "nonsense"));
    expect_all();
    {
        // Reports of another journal.
        const auto reports = Reports::open(path + ".reports").value();
        ASSERT_TRUE(reports->begin());
        ASSERT_TRUE(reports->commit({5, sha256("another")}));
    }
    expect_all();
}

TEST(Follower, SignsAtEachRoundsEnd) {
    const Folder folder;
    MemoryStore journal;
    const auto loop = start_loop(journal);
    const Follower::Options options = {folder.file("key"), folder.file("notes")};
    const auto follower = Follower::start(journal, options).value();
    for (const table::Command& command : some_rounds()) {
        give_all(*loop, {command});
        ASSERT_TRUE(follower->follow());
        loop->add_notes(follower->take_notes());
    }
    // Two settled, one corrected, one void.
    std::vector<Note> notes;
    NoteReader reader(folder.file("notes"));
    while (auto note = reader.next().value()) notes.push_back(*note);
    EXPECT_EQ(notes.size(), 4u);
    for (const Note& note : notes) {
        const Checkpoint checkpoint = parse_checkpoint(note.text).value();
        EXPECT_TRUE(is_signed_by(checkpoint, follower->notary()->public_key()));
        EXPECT_EQ(journal.end_of_record(note.size).value(), checkpoint.at);
    }
    // All but the last have come into the journal with the records that followed.
    std::vector<Note> kept;
    ASSERT_TRUE(journal.read_notes(0, [&](const Note& note) -> Result<bool> {
        kept.push_back(note);
        return true;
    }));
    EXPECT_EQ(kept, std::vector(notes.begin(), notes.end() - 1));
    // What is signed is not signed again.
    ASSERT_TRUE(follower->sign_now());
    const auto again = Follower::start(journal, options).value();
    ASSERT_TRUE(again->follow());
    ASSERT_TRUE(again->sign_now());
    EXPECT_TRUE(again->take_notes().empty());
}

TEST(Follower, RefusesAJournalThatIsShorterThanWhatWasSigned) {
    const Folder folder;
    const Follower::Options options = {folder.file("key"), folder.file("notes")};
    MemoryStore longer;
    const auto loop = start_loop(longer);
    give_all(*loop, some_rounds());
    const auto follower = Follower::start(longer, options).value();
    ASSERT_TRUE(follower->follow());
    MemoryStore shorter;
    start_loop(shorter);
    EXPECT_NE(Follower::start(shorter, options).error().text().find("events are missing"),
              std::string::npos);
    // Nor one that went another way, or another property's.
    MemoryStore other;
    const auto other_loop = start_loop(other);
    auto commands = some_rounds(4);
    commands.front().stamp.at = commands.front().stamp.at + -1;
    give_all(*other_loop, commands);
    EXPECT_NE(Follower::start(other, options).error().text().find("the journal was changed"),
              std::string::npos);
    MemoryStore elsewhere("elsewhere");
    EXPECT_FALSE(Follower::start(elsewhere, options));
}

// Asks until it is so. A test that waits in vain ends by its time limit.
void wait_until(const std::function<bool()>& so) {
    while (!so()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

class FollowerThreads : public testing::Test {
protected:
    FollowerThread::Options options() const {
        return {.journal = path_,
                .follower = {.key = path_ + ".key", .notes = path_ + ".notes"},
                .poll_interval = std::chrono::milliseconds(1)};
    }

    const Folder folder_;
    const std::string path_ = folder_.file("journal");
    const std::unique_ptr<SqliteStore> journal_ = open_journal(path_);
    const std::unique_ptr<server::Loop> loop_ = start_loop(*journal_);
};

TEST_F(FollowerThreads, FollowWhileTheLoopWrites) {
    const auto thread = FollowerThread::start(options()).value();
    std::size_t notes = 0;
    for (const table::Command& command : some_rounds(20)) {
        give_all(*loop_, {command});
        auto taken = thread->take_notes();
        notes += taken.size();
        loop_->add_notes(std::move(taken));
        ASSERT_TRUE(loop_->compact());
    }
    ASSERT_TRUE(thread->finish());
    EXPECT_EQ(thread->sequence(), journal_->last().sequence);
    notes += thread->take_notes().size();
    EXPECT_GT(notes, 0u);
    EXPECT_EQ(journal_->snapshots().front().at, journal_->last());
    const Audit audit = store::audit({path_, "", "", true, {}}).value();
    EXPECT_EQ(audit.verdict, Verdict::intact) << audit.what;
    EXPECT_EQ(audit.signed_until, journal_->last().sequence);
}

TEST_F(FollowerThreads, SignForWhatNoRoundEnds) {
    FollowerThread::Options soon = options();
    soon.sign_after = std::chrono::seconds(0);
    const auto thread = FollowerThread::start(soon).value();
    std::vector<Note> notes;
    wait_until([&] {
        notes = thread->take_notes();
        return !notes.empty();
    });
    EXPECT_EQ(notes.back().size, journal_->last().sequence);
}

TEST_F(FollowerThreads, SayWhatEndedThem) {
    const auto thread = FollowerThread::start(options()).value();
    RecordWriter writer(journal_->last());
    writer.add("nonsense");
    ASSERT_TRUE(journal_->append(writer.record(), {}));
    wait_until([&] { return thread->error().has_value(); });
    EXPECT_TRUE(thread->error()->location.starts_with("event 2")) << thread->error()->text();
    EXPECT_FALSE(thread->finish());
}

// Nothing waits for the disk while reports are written, so that after the machine's next start they
// may be anything.
TEST(Reports, OpenWhenTheMachineStoppedAreBegunAnew) {
    const Folder folder;
    const std::string path = folder.file("journal");
    const auto journal = open_journal(path);
    const auto loop = start_loop(*journal);
    give_all(*loop, some_rounds());
    const auto position = [&] {
        return Reports::open(path + ".reports").value()->position().sequence;
    };
    const auto boot = [&](std::string_view is) {
        const Database database = Database::open(path + ".reports", Access::read_write).value();
        database.run("UPDATE position SET boot = '" + std::string(is) + "'").value();
    };
    {
        const auto follower = Follower::start(*journal, {}).value();
        ASSERT_TRUE(follower->follow());
        const auto reader = Reports::open_to_read(path + ".reports").value();
        EXPECT_EQ(reader->position(), journal->last());
        EXPECT_NE(reader->database().query_text("SELECT boot FROM position").value(), "");
    }
    EXPECT_EQ(position(), journal->last().sequence);
    boot("");
    EXPECT_EQ(position(), journal->last().sequence);
    boot("another start of the machine");
    EXPECT_FALSE(Reports::open_to_read(path + ".reports"));
    EXPECT_EQ(position(), 0u);
}

TEST(Recovery, TakesTheNewestSnapshotThatFits) {
    MemoryStore journal;
    const auto loop = start_loop(journal);
    give_all(*loop, some_rounds(4));
    const std::string state = wire::write_state(loop->state());
    const Position last = journal.last();
    const auto replayed = [&] {
        const Recovered at = recover(journal).value();
        EXPECT_EQ(wire::write_state(at.state), state);
        EXPECT_EQ(at.at, last);
        return at.replayed;
    };
    EXPECT_EQ(replayed(), last.sequence);
    const auto follower = Follower::start(journal, {}).value();
    ASSERT_TRUE(follower->follow(60));
    const Position middle = follower->position();
    ASSERT_TRUE(follower->snapshot_now());
    EXPECT_EQ(replayed(), last.sequence - middle.sequence);
    // One of another journal, one that is no state, one that claims another place.
    ASSERT_TRUE(journal.save_snapshot({{middle.sequence + 1, sha256("x")}, state}));
    EXPECT_EQ(replayed(), last.sequence - middle.sequence);
    ASSERT_TRUE(journal.save_snapshot({last, "nonsense"}));
    EXPECT_EQ(replayed(), last.sequence);
    ASSERT_TRUE(journal.save_snapshot({middle, state}));
    EXPECT_EQ(replayed(), last.sequence);
}

TEST(Recovery, SaysWhichSnapshotIsDamaged) {
    const test::Folder folder;
    const std::string path = folder.file("journal");
    const auto journal = SqliteStore::open({.path = path, .reserve_bytes = 0}).value();
    const auto loop = start_loop(*journal);
    give_all(*loop, some_rounds(1));
    const auto follower =
        Follower::start(*journal, {path + ".key", path + ".notes", 1'000'000}).value();
    ASSERT_TRUE(follower->follow());
    ASSERT_TRUE(follower->snapshot_now());
    EXPECT_TRUE(recover(*journal).value().untrusted.empty());
    const std::string file = files_with_prefix(path + ".snapshot-").at(0);
    const std::string bytes = read_file(file).value();
    std::string flipped = bytes;
    flipped.at(bytes.size() / 2) ^= 1;
    for (const std::string& damaged : {flipped, bytes.substr(0, bytes.size() / 2)}) {
        ASSERT_TRUE(write_file(file, damaged));
        const Recovered replayed = recover(*journal).value();
        EXPECT_EQ(replayed.replayed, journal->last().sequence);
        ASSERT_EQ(replayed.untrusted.size(), 1u);
        EXPECT_NE(replayed.untrusted.front().find(file + " is damaged"), std::string::npos);
    }
}

// A snapshot is a file that anybody who can write into the folder could put there.
TEST(Recovery, TrustsOnlyASnapshotThatTheJournalsKeyHasSigned) {
    const test::Folder folder;
    const std::string path = folder.file("journal");
    const auto journal = SqliteStore::open({.path = path, .reserve_bytes = 0}).value();
    const auto loop = start_loop(*journal);
    give_all(*loop, some_rounds(2));
    const auto follower =
        Follower::start(*journal, {path + ".key", path + ".notes", 1'000'000}).value();
    ASSERT_TRUE(follower->follow());
    ASSERT_TRUE(follower->snapshot_now());
    EXPECT_EQ(recover(*journal).value().replayed, 0u);
    // Other balances under the same signature, no signature, and another key's.
    Snapshot snapshot = journal->snapshots().front();
    const Snapshot as_signed = snapshot;
    snapshot.state += ' ';
    EXPECT_FALSE(journal->is_trusted(snapshot));
    snapshot = as_signed;
    snapshot.at.sequence += 1;
    EXPECT_FALSE(journal->is_trusted(snapshot));
    snapshot = as_signed;
    snapshot.at.hash = sha256("x");
    EXPECT_FALSE(journal->is_trusted(snapshot));
    snapshot = as_signed;
    snapshot.signature.clear();
    EXPECT_FALSE(journal->is_trusted(snapshot));
    ASSERT_TRUE(journal->save_snapshot(snapshot));
    const Recovered replayed = recover(*journal).value();
    EXPECT_EQ(replayed.replayed, journal->last().sequence);
    ASSERT_EQ(replayed.untrusted.size(), 1u);
    EXPECT_NE(replayed.untrusted.front().find("is not signed"), std::string::npos);
    const Notary stranger = Notary::create(folder.file("other.key"), journal->origin()).value();
    snapshot.signature = stranger.sign_text(snapshot_statement(journal->origin(), snapshot));
    EXPECT_FALSE(journal->is_trusted(snapshot));
    EXPECT_TRUE(journal->is_trusted(as_signed));
    // A forged one that claims to be newer than the journal keeps nobody from starting.
    snapshot.at.sequence += 1'000;
    ASSERT_TRUE(journal->save_snapshot(snapshot));
    EXPECT_TRUE(recover(*journal));
}

TEST(Follower, SignsNothingWhileSignaturesAreHeld) {
    const test::Folder folder;
    const std::string path = folder.file("journal");
    const auto journal = SqliteStore::open({.path = path, .reserve_bytes = 0}).value();
    const auto loop = start_loop(*journal);
    give_all(*loop, some_rounds(2));
    const auto follower =
        Follower::start(*journal, {path + ".key", path + ".notes", 10, true}).value();
    ASSERT_TRUE(follower->follow());
    ASSERT_TRUE(follower->sign_now());
    ASSERT_TRUE(follower->snapshot_now());
    EXPECT_TRUE(follower->take_notes().empty());
    EXPECT_TRUE(journal->snapshots().empty());
    EXPECT_FALSE(follower->all_signed());
    follower->allow_signing();
    ASSERT_TRUE(follower->sign_now());
    EXPECT_EQ(follower->take_notes().size(), 1u);
    EXPECT_TRUE(follower->all_signed());
}

TEST(Recovery, FindsAJournalThatWasCut) {
    MemoryStore journal;
    const auto loop = start_loop(journal);
    const Position last = {journal.last().sequence + 1, {}};
    ASSERT_TRUE(journal.save_snapshot({last, wire::write_state(loop->state())}));
    EXPECT_NE(recover(journal).error().text().find("events are missing"), std::string::npos);
}

TEST(Recovery, GoesOnFromAStateThatWasKeptWarm) {
    MemoryStore journal;
    const auto loop = start_loop(journal);
    give_all(*loop, some_rounds(4));
    const auto follower = Follower::start(journal, {}).value();
    ASSERT_TRUE(follower->follow(60));
    const Recovered warm = follower->recovered();
    const Recovered all = recover_from(warm, journal).value();
    EXPECT_EQ(all.at, journal.last());
    EXPECT_EQ(all.replayed, journal.last().sequence - warm.at.sequence);
    EXPECT_EQ(wire::write_state(all.state), wire::write_state(loop->state()));
    // Not over a journal that has lost what was followed, or has something else there.
    const auto error = [](const Recovered& before, const Store& store) {
        return recover_from(before, store).error().text();
    };
    MemoryStore shorter;
    start_loop(shorter);
    EXPECT_NE(error(warm, shorter).find("acknowledged events were lost"), std::string::npos);
    Recovered other = warm;
    other.at.hash = sha256("other");
    EXPECT_NE(error(other, journal).find("acknowledged events were lost"), std::string::npos);
}

TEST(Recovery, NamesTheEventThatCannotBe) {
    MemoryStore journal;
    const auto loop = start_loop(journal);
    RecordWriter writer(journal.last());
    writer.add("nonsense");
    ASSERT_TRUE(journal.append(writer.record(), {}));
    EXPECT_TRUE(recover(journal).error().location.starts_with("event 2"))
        << recover(journal).error().text();
    MemoryStore other;
    start_loop(other);
    RecordWriter round(other.last());
    table::Event event;
    event.stamp.table = TableId{1};
    event.fact = table::BettingClosed{};
    round.add(wire::write_event(event));
    ASSERT_TRUE(other.append(round.record(), {}));
    EXPECT_EQ(recover(other).error().location, "event 2");
}

}  // namespace
}  // namespace sicbo::store
