// SPDX-License-Identifier: MIT
#include "store/store.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <fstream>

#include "store/memory.h"
#include "store/snapshot.h"
#include "store/sqlite_store.h"
#include "support/journal.h"
#include "support/store_contract.h"

namespace sicbo::store {
namespace {

using test::Folder;
using test::open_journal;

INSTANTIATE_TEST_SUITE_P(
    Stores, EveryStore,
    testing::Values(
        StoreMaker{"memory", [](const Folder&) { return std::make_unique<MemoryStore>("test"); }},
        StoreMaker{"sqlite",
                   [](const Folder& folder) { return open_journal(folder.file("journal")); }}),
    [](const auto& one) { return one.param.name; });

TEST(SqliteQuarantine, IsFoundByWhoeverOpensTheJournalNext) {
    const Folder folder;
    const std::string path = folder.file("journal");
    ASSERT_TRUE(open_journal(path)->quarantine({"why", "command"}));
    const std::vector<Quarantine> wanted = {{"why", "command"}};
    EXPECT_EQ(open_journal(path)->quarantined().value(), wanted);
    EXPECT_EQ(SqliteStore::open_to_read(path).value()->quarantined().value(), wanted);
}

std::string error_of(const std::string& path, Access access = Access::read_write) {
    const auto opened = SqliteStore::open({.path = path, .access = access, .reserve_bytes = 0});
    return opened ? std::string() : opened.error().text();
}

TEST(SqliteJournal, IsThereWhenItIsOpenedAgain) {
    const Folder folder;
    // Characters that would mean something in an address mean nothing in a path.
    const std::string path = folder.file("a journal?mode=memory&100%41#1");
    Position last;
    std::string origin;
    {
        const auto store = open_journal(path);
        RecordWriter writer(store->last());
        writer.add("a");
        ASSERT_TRUE(store->append(writer.record(), {}));
        last = store->last();
        origin = store->origin();
    }
    EXPECT_TRUE(std::filesystem::exists(path));
    EXPECT_EQ(open_journal(path)->last(), last);
    EXPECT_EQ(open_journal(path)->origin(), origin);
}

TEST(SqliteJournal, IsWrittenByOneProcessAlone) {
    const Folder folder;
    const auto store = open_journal(folder.file("journal"));
    EXPECT_EQ(error_of(folder.file("journal")),
              folder.file("journal") + ": another process has this journal open");
    EXPECT_EQ(error_of(folder.file("journal"), Access::read), "");
}

TEST(SqliteJournal, RefusesWhatItDoesNotKnow) {
    const Folder folder;
    EXPECT_NE(error_of(folder.file("none"), Access::read).find("no such file"), std::string::npos);
    std::ofstream(folder.file("text")) << std::string(5000, 'x');
    EXPECT_NE(error_of(folder.file("text")).find("not a database"), std::string::npos);
    {
        const auto other = Database::open(folder.file("other"), Access::read_write).value();
        ASSERT_TRUE(other.run("CREATE TABLE t (x)"));
    }
    EXPECT_NE(error_of(folder.file("other")).find("no journal of sicbo"), std::string::npos);
    open_journal(folder.file("newer"));
    {
        const auto newer = Database::open(folder.file("newer"), Access::read_write).value();
        ASSERT_TRUE(newer.run("PRAGMA user_version=2"));
    }
    EXPECT_NE(error_of(folder.file("newer")).find("format 2, which a newer sicbo wrote"),
              std::string::npos);
    EXPECT_NE(error_of(folder.file("no/such/folder")).find("can't be written"), std::string::npos);
}

// Whatever a database can hold besides would change what is read or written.
TEST(SqliteJournal, RefusesWhatNoJournalHolds) {
    const Folder folder;
    const std::string path = folder.file("journal");
    const auto refuses = [&](const std::string& sql, const std::string& says) {
        for (const char* part : {"", "-wal", "-shm"}) remove_file(path + part);
        {
            const auto journal = open_journal(path);
            RecordWriter writer(journal->last());
            writer.add("a");
            ASSERT_TRUE(journal->append(writer.record(), {}));
        }
        {
            const auto database = Database::open(path, Access::read_write).value();
            ASSERT_TRUE(database.run(sql)) << sql;
        }
        for (const Access access : {Access::read_write, Access::read}) {
            EXPECT_NE(error_of(path, access).find(says), std::string::npos)
                << sql << ": " << error_of(path, access);
        }
    };
    refuses("CREATE TRIGGER t AFTER INSERT ON record BEGIN DELETE FROM record; END",
            "has a trigger \"t\", which no journal has");
    refuses("CREATE VIEW v AS SELECT 1", "has a view \"v\", which no journal has");
    refuses("CREATE INDEX i ON record (first)", "has a index \"i\", which no journal has");
    refuses("CREATE TABLE more (a)", "has a table \"more\", which no journal has");
    refuses("ANALYZE", "sqlite_stat1");
    refuses("DROP TABLE note", "a table of the journal is missing");
    refuses(
        "DROP TABLE journal; CREATE VIEW journal AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
        "SELECT i + 1 FROM n) SELECT 'sicbo-' || max(i) AS origin FROM n",
        "the view \"journal\" differs from that of a journal");
    refuses("DROP TABLE note; CREATE TABLE note (size INTEGER, text TEXT)",
            "the table \"note\" differs from that of a journal");
    refuses("INSERT INTO journal VALUES ('sicbo-2')", "names two origins");
    refuses("DELETE FROM journal", "names no origin");
    refuses("UPDATE record SET last = 0", "a record ends with event 0");
    refuses("INSERT INTO record VALUES (-5, -5, zeroblob(32), x'')", "a record ends with event -5");
    refuses("INSERT INTO note VALUES (0, '')", "a note stands for event 0");
    refuses("INSERT INTO note VALUES (-1, '')", "a note stands for event -1");
    refuses("PRAGMA user_version=0", "format 0, which does not exist");
    refuses("PRAGMA user_version=-1", "format -1, which does not exist");
}

TEST(SqliteJournal, LeavesNothingBesideWhatIsNotItsOwn) {
    const Folder folder;
    std::ofstream(folder.file("text")) << std::string(5000, 'x');
    {
        const auto other = Database::open(folder.file("other"), Access::read_write).value();
        ASSERT_TRUE(other.run("CREATE TABLE t (x)"));
    }
    for (const char* name : {"text", "other"}) {
        EXPECT_FALSE(SqliteStore::open({.path = folder.file(name)}));
        EXPECT_EQ(files_with_prefix(folder.file(name)), std::vector{folder.file(name)});
    }
}

TEST(SqliteJournal, IsLockedByItselfToo) {
    const Folder folder;
    const std::string path = folder.file("journal");
    const auto store = open_journal(path);
    std::filesystem::create_hard_link(path, folder.file("second name"));
    EXPECT_NE(error_of(folder.file("second name")).find("another process"), std::string::npos);
    remove_file(path + ".lock");
    EXPECT_NE(error_of(path).find("another process"), std::string::npos);
}

TEST(SqliteJournal, IsGoneOnWithOnlyWhereItEnds) {
    const Folder folder;
    const std::string path = folder.file("journal");
    const auto store = open_journal(path);
    RecordWriter writer(store->last());
    writer.add("a");
    const auto database = Database::open(path, Access::read_write).value();
    ASSERT_TRUE(database.run("INSERT INTO record VALUES (1, 1, zeroblob(32), x'')"));
    const auto done = store->append(writer.record(), {});
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().what.find("does not end with event 0"), std::string::npos);
}

TEST(SqliteJournal, TakesNoRecordThatIsLargerThanAnyIs) {
    const Folder folder;
    const std::string path = folder.file("journal");
    {
        const auto store = open_journal(path);
        RecordWriter writer(store->last());
        writer.add(std::string(record_bytes_max - 10, 'x'));
        ASSERT_TRUE(store->append(writer.record(), {}));
        writer.start(store->last());
        writer.add(std::string(record_bytes_max + 1, 'x'));
        EXPECT_THROW(static_cast<void>(store->append(writer.record(), {})), CheckFailed);
    }
    const auto larger = [&](const std::string& sql) {
        ::sqlite3* connection = nullptr;
        ASSERT_EQ(::sqlite3_open(path.c_str(), &connection), SQLITE_OK);
        EXPECT_EQ(::sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
        ::sqlite3_close(connection);
    };
    larger("INSERT INTO record VALUES (2, 2, zeroblob(32), zeroblob(100000000))");
    const auto store = SqliteStore::open({path, Access::read}).value();
    std::uint64_t read = 0;
    const auto done = store->read(0, [&](const Record&) -> Result<bool> {
        ++read;
        return true;
    });
    EXPECT_FALSE(done);
    EXPECT_EQ(read, 1u);
}

TEST(SqliteJournal, BelievesNothingOfSectorsAndSyncsEveryCommit) {
    const Folder folder;
    EXPECT_TRUE(open_journal(folder.file("journal")));
    // A database that would believe is refused, so what is set is what is read back.
    const auto trusting =
        Database::open(folder.file("trusting"), Access::read_write, {}, true).value();
    EXPECT_EQ(trusting.powersafe_overwrite().value(), true);
    const auto careful = Database::open(folder.file("careful"), Access::read_write).value();
    EXPECT_EQ(careful.powersafe_overwrite().value(), false);
}

TEST(SqliteJournal, IsTidiedIntoOneFile) {
    const Folder folder;
    const auto store = open_journal(folder.file("journal"));
    RecordWriter writer(store->last());
    writer.add(std::string(200'000, 'x'));
    ASSERT_TRUE(store->append(writer.record(), {}));
    EXPECT_GT(store->wal_bytes(), 200'000u);
    ASSERT_TRUE(store->checkpoint_wal());
    EXPECT_EQ(store->wal_bytes(), 0u);
    EXPECT_GT(std::filesystem::file_size(folder.file("journal")), 200'000u);
}

TEST(Snapshots, AreRefusedWithAnyByteChanged) {
    const std::string bytes = write_snapshot({{12, sha256("x")}, "the state"});
    EXPECT_EQ(read_snapshot(bytes).value().state, "the state");
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (const int bit : {1, 128}) {
            std::string other = bytes;
            other[i] = static_cast<char>(other[i] ^ bit);
            EXPECT_FALSE(read_snapshot(other)) << i;
        }
        EXPECT_FALSE(read_snapshot(bytes.substr(0, i))) << i;
    }
}

TEST(Records, AreRefusedWithAnyByteChanged) {
    RecordWriter writer(beginning_of("test"));
    for (const char* event : {"first", "", "third"}) writer.add(event);
    const Record& record = writer.record();
    const auto fits = [](const Record& one) {
        return read_record(one, beginning_of("test"),
                           [](const Position&, std::string_view) { return Result<void>(); })
            .has_value();
    };
    EXPECT_TRUE(fits(record));
    for (std::size_t i = 0; i < record.bytes.size(); ++i) {
        Record other = record;
        other.bytes[i] = static_cast<char>(other.bytes[i] ^ 1);
        EXPECT_FALSE(fits(other)) << i;
        other.bytes = record.bytes.substr(0, i);
        EXPECT_FALSE(fits(other)) << i;
    }
    Record other = record;
    other.first = 2;
    EXPECT_FALSE(fits(other));
    other = record;
    other.last.sequence = 4;
    EXPECT_FALSE(fits(other));
    EXPECT_FALSE(read_record(record, beginning_of("another"),
                             [](const Position&, std::string_view) { return Result<void>(); }));
}

}  // namespace
}  // namespace sicbo::store
