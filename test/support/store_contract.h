// SPDX-License-Identifier: MIT
// The contract of store::Store as tests, which every store must pass. A test program includes this
// in one file and instantiates EveryStore with its stores.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <ostream>

#include "store/store.h"
#include "support/journal.h"

namespace sicbo::store {

// How to make an empty store. The folder is empty, and stays while the store is used.
struct StoreMaker {
    std::string name;
    std::function<std::unique_ptr<Store>(const test::Folder&)> make;

    friend std::ostream& operator<<(std::ostream& to, const StoreMaker& one) {
        return to << one.name;
    }
};

// What holds for every store.
class EveryStore : public testing::TestWithParam<StoreMaker> {
protected:
    EveryStore() : store_(GetParam().make(folder_)) {}
    Store& store() { return *store_; }

    Record record(std::initializer_list<std::string> events) {
        RecordWriter writer(store_->last());
        for (const std::string& event : events) writer.add(event);
        return writer.record();
    }
    std::vector<Record> read(std::uint64_t after) {
        std::vector<Record> records;
        const auto done = store_->read(after, [&](const Record& one) -> Result<bool> {
            records.push_back(one);
            return true;
        });
        EXPECT_TRUE(done) << done.error().text();
        return records;
    }

private:
    test::Folder folder_;
    std::unique_ptr<Store> store_;
};
TEST_P(EveryStore, KeepsQuarantinedCommandsBesideTheRecords) {
    EXPECT_TRUE(store().quarantined().value().empty());
    ASSERT_TRUE(store().quarantine({"a check", "first"}));
    ASSERT_TRUE(store().quarantine({"a check", "first again"}));  // before any event
    ASSERT_TRUE(store().append(record({"event"}), {}));
    ASSERT_TRUE(store().quarantine({"another", std::string("second\0", 7)}));
    const std::vector<Quarantine> wanted = {{"a check", "first again"},
                                            {"another", std::string("second\0", 7)}};
    EXPECT_EQ(store().quarantined().value(), wanted);
    EXPECT_EQ(store().quarantined_at().value(), (std::vector<std::uint64_t>{1, 2}));
    EXPECT_EQ(read(0).size(), 1u);
    ASSERT_TRUE(store().append(record({"after"}), {}));
}

TEST_P(EveryStore, BeginsWithNothingButItsOrigin) {
    EXPECT_EQ(store().last(), beginning_of(store().origin()));
    EXPECT_TRUE(read(0).empty());
    EXPECT_EQ(store().end_of_record(1).value(), std::nullopt);
    EXPECT_TRUE(store().snapshots().empty());
}

TEST_P(EveryStore, GivesBackTheRecordsInTheirOrder) {
    const std::vector<Record> kept = [&] {
        std::vector<Record> list;
        for (const auto& events : {std::initializer_list<std::string>{"a"},
                                   {"b", "", "d"},
                                   {"e", std::string(100'000, 'x')}}) {
            list.push_back(record(events));
            EXPECT_TRUE(store().append(list.back(), {}));
        }
        return list;
    }();
    EXPECT_EQ(store().last(), kept.back().last);
    EXPECT_EQ(store().last().sequence, 6u);
    EXPECT_EQ(read(0), kept);
    EXPECT_EQ(read(1), std::vector(kept.begin() + 1, kept.end()));
    EXPECT_EQ(read(3), std::vector(kept.begin() + 1, kept.end()));
    EXPECT_EQ(read(4), std::vector(kept.begin() + 2, kept.end()));
    EXPECT_TRUE(read(6).empty());
    EXPECT_EQ(store().end_of_record(2).value(), kept[1].last);
    EXPECT_EQ(store().end_of_record(4).value(), kept[1].last);
    EXPECT_EQ(store().end_of_record(7).value(), std::nullopt);
}

TEST_P(EveryStore, StopsReadingWhenItIsTold) {
    ASSERT_TRUE(store().append(record({"a"}), {}));
    ASSERT_TRUE(store().append(record({"b"}), {}));
    int count = 0;
    const auto stopped = store().read(0, [&](const Record&) -> Result<bool> {
        ++count;
        return false;
    });
    EXPECT_TRUE(stopped);
    EXPECT_EQ(count, 1);
    const auto failed = store().read(0, [&](const Record&) -> Result<bool> {
        ++count;
        return failure("no use");
    });
    EXPECT_EQ(failed.error().what, "no use");
    EXPECT_EQ(count, 2);
}

TEST_P(EveryStore, KeepsNotesWithTheRecordThatFollows) {
    ASSERT_TRUE(store().append(record({"a"}), {}));
    const std::vector<Note> notes = {{1, "one\n"}};
    ASSERT_TRUE(store().append(record({"b"}), notes));
    std::vector<Note> read;
    const auto take = [&](const Note& note) -> Result<bool> {
        read.push_back(note);
        return true;
    };
    ASSERT_TRUE(store().read_notes(0, take));
    EXPECT_EQ(read, notes);
    read.clear();
    ASSERT_TRUE(store().read_notes(1, take));
    EXPECT_TRUE(read.empty());
}

TEST_P(EveryStore, KeepsTheNewestTwoSnapshots) {
    for (const std::uint64_t sequence : {9u, 10u, 11u}) {
        ASSERT_TRUE(store().save_snapshot({{sequence, {}}, "state " + std::to_string(sequence)}));
    }
    const std::vector<Snapshot> kept = store().snapshots();
    ASSERT_EQ(kept.size(), 2u);
    EXPECT_EQ(kept[0].state, "state 11");
    EXPECT_EQ(kept[1].state, "state 10");
}

TEST_P(EveryStore, SaysWhereItsNotesEnd) {
    EXPECT_EQ(store().last_note().value(), std::nullopt);
    ASSERT_TRUE(store().append(record({"a"}), {}));
    ASSERT_TRUE(store().append(record({"b"}), std::vector<Note>{{1, "one\n"}}));
    EXPECT_EQ(store().last_note().value(), (Note{1, "one\n"}));
}

TEST_P(EveryStore, TakesNoRecordThatDoesNotFollow) {
    RecordWriter writer(store().last());
    writer.add("a");
    const Record first = writer.record();
    ASSERT_TRUE(store().append(first, {}));
    EXPECT_THROW(static_cast<void>(store().append(first, {})), CheckFailed);
    EXPECT_EQ(read(0).size(), 1u);
}

}  // namespace sicbo::store
