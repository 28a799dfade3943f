// SPDX-License-Identifier: MIT
// A journal of test/data/journals, replayed event by event.
#pragma once

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <string>

#include "store/record.h"
#include "store/recover.h"
#include "store/sqlite_store.h"

namespace sicbo::test {

// Replays a copy of the journal from its first event and calls seen(state, event, position) after
// each. The journal itself is never opened, so that SQLite leaves nothing beside it.
inline void replay_sample(const std::string& name, const store::ReplayObserver& seen) {
    namespace fs = std::filesystem;
    const fs::path folder =
        fs::temp_directory_path() / ("sample-" + name + "-" + std::to_string(::getpid()));
    fs::remove_all(folder);
    fs::create_directory(folder);
    const fs::path copy = folder / "journal";
    fs::copy_file(fs::path(SICBO_TEST_DATA) / "journals" / "v1" / (name + ".journal"), copy);
    auto journal = store::SqliteStore::open_to_read(copy.string());
    ASSERT_TRUE(journal.has_value()) << journal.error().text();
    store::Recovered at;
    at.at = store::beginning_of((*journal)->origin());
    const auto replay = [&](const store::Record& record) -> Result<bool> {
        if (auto done = store::replay(at, record, seen); !done) {
            return std::unexpected(done.error());
        }
        return true;
    };
    const Result<void> read = (*journal)->read(0, replay);
    EXPECT_TRUE(read.has_value()) << read.error().text();
    journal->reset();
    fs::remove_all(folder);
}

}  // namespace sicbo::test
