// SPDX-License-Identifier: MIT
// A test fixture for the audit: a journal that was really played, and ways to tamper with a copy.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "store/audit.h"
#include "store/follower.h"
#include "store/sqlite_store.h"
#include "support/journal.h"
#include "table/engine.h"
#include "wire/bytes.h"

namespace sicbo::test {

using namespace store;

// A journal of some rounds, signed to its end, and what an attacker who has the database, but
// neither the notes outside nor the key, may do to a copy of it.
class Tampering : public testing::Test {
protected:
    static void SetUpTestSuite() {
        folder_ = new Folder;
        const auto journal = open_journal(path());
        const auto loop = start_loop(*journal);
        const auto follower =
            Follower::start(*journal, {path() + ".key", path() + ".notes"}).value();
        for (const table::Command& command : some_rounds()) {
            give_all(*loop, {command});
            follower->follow().value();
            loop->add_notes(follower->take_notes());
        }
        follower->sign_now().value();
        last_ = journal->last().sequence;
    }
    static void TearDownTestSuite() { delete folder_; }

    static std::string path() { return folder_->file("journal"); }
    static std::string copy() { return folder_->file("copy"); }

    static void copy_journal() {
        for (const char* part : {"", "-wal", "-shm"}) {
            remove_file(copy() + part);
            if (exists(path() + part)) std::filesystem::copy_file(path() + part, copy() + part);
        }
    }
    static void change(const std::string& sql) {
        copy_journal();
        const Database database = Database::open(copy(), Access::read_write).value();
        const auto done = database.run("PRAGMA synchronous=OFF;" + sql);
        ASSERT_TRUE(done) << done.error().text();
    }
    static Audit look(bool with_notes = true, bool all_signed = false) {
        const std::string notes = with_notes ? path() + ".notes" : "";
        const Result<Audit> audit =
            store::audit({copy(), notes, path() + ".key.pub", all_signed, {}});
        if (audit) return *audit;
        Audit bad;
        bad.verdict = Verdict::bad;
        bad.what = audit.error().text();
        return bad;
    }

    // Rewrites the record with a changed event and gives all that follow new hashes.
    static void chain_anew(std::uint64_t sequence, const std::function<void(table::Event&)>& edit) {
        copy_journal();
        std::vector<Record> records;
        std::string origin;
        {
            const auto journal = SqliteStore::open_to_read(copy()).value();
            origin = journal->origin();
            RecordWriter writer(beginning_of(origin));
            journal
                ->read(0,
                       [&](const Record& record) -> Result<bool> {
                           split_record(
                               record,
                               [&](std::uint64_t at, std::string_view bytes) -> Result<void> {
                                   table::Event event = wire::read_event(bytes).value();
                                   if (at == sequence) edit(event);
                                   writer.add(wire::write_event(event));
                                   return {};
                               })
                               .value();
                           records.push_back(writer.record());
                           writer.start(records.back().last);
                           return true;
                       })
                .value();
        }
        const Database database = Database::open(copy(), Access::read_write).value();
        Statement update =
            database.prepare("UPDATE record SET hash = ?, bytes = ? WHERE last = ?").value();
        for (const Record& record : records) {
            const std::string hash(reinterpret_cast<const char*>(record.last.hash.bytes.data()),
                                   32);
            update.bind_blob(1, hash)
                .bind_blob(2, record.bytes)
                .bind(3, static_cast<std::int64_t>(record.last.sequence));
            update.run().value();
        }
    }
    // The first event that is of the kind.
    template <class Fact>
    static std::uint64_t first() {
        std::uint64_t found = 0;
        const auto journal = SqliteStore::open_to_read(path()).value();
        const auto look = [&](std::uint64_t at, std::string_view bytes) -> Result<void> {
            const table::Event event = wire::read_event(bytes).value();
            if (found == 0 && holds<Fact>(event.fact)) found = at;
            return {};
        };
        const auto read_record = [&](const Record& record) -> Result<bool> {
            split_record(record, look).value();
            return found == 0;
        };
        journal->read(0, read_record).value();
        return found;
    }

    // The journal of somebody who has the program and changed it: all rounds as they were played,
    // but for events put in behind the first one of the kind. What follows is decided as things
    // stand then.
    template <class Fact>
    static void forge(const std::function<std::vector<table::Event>(const table::State&)>& make) {
        for (const std::string& path : files_with_prefix(copy())) remove_file(path);
        const auto journal = open_journal(copy());
        table::State state;
        RecordWriter writer(journal->last());
        bool done = false;
        const auto add = [&](const table::Event& event) {
            table::apply(state, event);
            writer.add(wire::write_event(event));
        };
        for (const table::Command& command : some_rounds()) {
            bool here = false;
            for (const table::Event& event : table::decide(state, command).events) {
                add(event);
                here = here || holds<Fact>(event.fact);
            }
            if (here && !std::exchange(done, true)) {
                for (table::Event& event : make(state)) {
                    if (event.stamp.at == Instant()) event.stamp.at = state.at;
                    add(event);
                }
            }
            if (writer.empty()) continue;
            ASSERT_TRUE(journal->append(writer.record(), {}));
            writer.start(journal->last());
        }
        ASSERT_TRUE(done);
    }

    static inline Folder* folder_ = nullptr;
    static inline std::uint64_t last_ = 0;
};

}  // namespace sicbo::test
