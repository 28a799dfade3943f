// SPDX-License-Identifier: MIT
#include "store/journal_verifier.h"

#include <gtest/gtest.h>

#include "store/open_store.h"
#include "support/journal.h"

namespace sicbo::store {
namespace {

using Status = JournalVerifier::Status;

class VerifiedJournals : public testing::Test {
protected:
    // Three records of two events each.
    void SetUp() override {
        const auto journal = SqliteStore::open({.path = path, .reserve_bytes = 0}).value();
        for (int i = 0; i < 3; ++i) {
            RecordWriter writer(journal->last());
            writer.add("event " + std::to_string(2 * i));
            writer.add("event " + std::to_string(2 * i + 1));
            ASSERT_TRUE(journal->append(writer.record(), {}));
        }
        end = journal->last();
    }
    void change(const std::string& sql) const {
        const Database database = Database::open(path, Access::read_write).value();
        ASSERT_TRUE(database.run(sql));
    }
    Result<void> verify() const {
        return verify_journal(*SqliteStore::open_to_read(path).value(), end, [] { return false; });
    }

    test::Folder folder;
    std::string path = folder.file("journal");
    Position end;
};

TEST_F(VerifiedJournals, AreSoundAsTheyWereWritten) {
    EXPECT_TRUE(verify());
    const JournalVerifier verifier(path, end, [] {});
    EXPECT_EQ(verifier.wait_for(std::chrono::seconds(20)), Status::sound);
    EXPECT_EQ(verifier.finding(), "");
}

TEST_F(VerifiedJournals, MayGrowMeanwhile) {
    const auto journal = SqliteStore::open({.path = path, .reserve_bytes = 0}).value();
    RecordWriter writer(journal->last());
    writer.add("later");
    ASSERT_TRUE(journal->append(writer.record(), {}));
    EXPECT_TRUE(verify());
}

TEST_F(VerifiedJournals, AreDamagedIfAnythingBeforeTheEndWasChanged) {
    change("UPDATE record SET bytes = replace(bytes, 'event 1', 'event 7') WHERE last = 2");
    ASSERT_FALSE(verify());
    bool told = false;
    const JournalVerifier verifier(path, end, [&] { told = true; });
    EXPECT_EQ(verifier.wait_for(std::chrono::seconds(20)), Status::damaged);
    EXPECT_NE(verifier.finding().find("event"), std::string::npos) << verifier.finding();
}

TEST_F(VerifiedJournals, AreDamagedIfARecordIsMissing) {
    change("DELETE FROM record WHERE last = 4");
    EXPECT_FALSE(verify());
}

TEST_F(VerifiedJournals, AreDamagedIfTheyEndElsewhereThanAtTheStart) {
    change("DELETE FROM record WHERE last = 6");
    ASSERT_FALSE(verify());
    EXPECT_NE(verify().error().text().find("event 6"), std::string::npos);
}

TEST_F(VerifiedJournals, AreOpenedAgainWhileTheirDatabaseIsAway) {
    int tries = 0;
    const auto open = [&]() -> Result<std::unique_ptr<Store>> {
        if (++tries < 3) return failure("timeout expired");
        return open_to_read(path);
    };
    const JournalVerifier verifier(open, end, [] {}, true);
    EXPECT_EQ(verifier.wait_for(std::chrono::seconds(20)), Status::sound);
    EXPECT_EQ(tries, 3);
    const auto away = [] { return Result<std::unique_ptr<Store>>(failure("timeout expired")); };
    const JournalVerifier left(away, end, [] {}, true);
    EXPECT_EQ(left.wait_for(std::chrono::milliseconds(10)), Status::running);
}

TEST_F(VerifiedJournals, AreDamagedInADatabaseTooIfItAnswers) {
    change("UPDATE record SET bytes = replace(bytes, 'event 1', 'event 7') WHERE last = 2");
    const JournalVerifier verifier([&] { return open_to_read(path); }, end, [] {}, true);
    EXPECT_EQ(verifier.wait_for(std::chrono::seconds(20)), Status::damaged);
}

TEST_F(VerifiedJournals, CanBeLeftAtAnyTime) {
    const auto journal = SqliteStore::open_to_read(path).value();
    EXPECT_EQ(verify_journal(*journal, end, [] { return true; }).error().what, "stopped");
    EXPECT_EQ(journal->quick_check([] { return true; }).error().what, "stopped");
    for (int i = 0; i < 20; ++i) JournalVerifier(path, end, [] {});
}

}  // namespace
}  // namespace sicbo::store
