// SPDX-License-Identifier: MIT
// Journals in the database of a test: test/postgres/server.py starts its server.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "store/open_store.h"
#include "store/postgres_store.h"
#include "support/journal.h"

namespace sicbo::test {

using namespace store;

inline std::string server_address() {
    const char* address = std::getenv("SICBO_TEST_POSTGRES");
    if (!address) throw std::runtime_error("run this with test/postgres/server.py");
    return address;
}

// Every journal of these tests has a name of its own in the same database.
inline std::string new_name() {
    static int count = 0;
    return "t" + std::to_string(::getpid()) + "-" + std::to_string(++count);
}

inline PostgresAddress address_of(const Folder& folder, const std::string& name,
                                  const std::string& more = {}) {
    return parse_postgres_address(
               with_files(server_address() + "?journal=" + name + more, folder.file(name)))
        .value();
}

inline std::unique_ptr<PostgresStore> open_database(const PostgresAddress& address) {
    auto opened = PostgresStore::open({.address = address, .patience = {}});
    if (!opened) throw std::runtime_error(opened.error().text());
    return std::move(*opened);
}

// A session of the server's owner.
inline PostgresConnection owner() {
    return PostgresConnection::connect(parse_postgres_address(server_address()).value()).value();
}

inline void run_sql(const std::string& sql) {
    if (auto done = owner().run(sql); !done) throw std::runtime_error(done.error().text());
}

// Changes a setting of the whole server until the end of the scope.
class Setting {
public:
    Setting(std::string name, const std::string& value) : name_(std::move(name)) {
        run_sql("ALTER SYSTEM SET " + name_ + " = '" + value + "'");
        reload(value);
    }
    ~Setting() {
        const std::string before = owner()
                                       .query_text(
                                           "SELECT boot_val FROM pg_settings WHERE "
                                           "name = '" +
                                           name_ + "'")
                                       .value();
        run_sql("ALTER SYSTEM RESET " + name_);
        reload(before);
    }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

private:
    // The server reads its files again in its own time.
    void reload(const std::string& wanted) const {
        run_sql("SELECT pg_reload_conf()");
        for (int i = 0; i < 200; ++i) {
            if (owner().query_text("SHOW " + name_).value() == wanted) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        throw std::runtime_error(name_ + " does not change");
    }
    std::string name_;
};

// Asks until it is so, for at most twenty seconds. Returns whether it came to be so.
inline bool within_patience(const std::function<bool()>& is_so) {
    constexpr int tries_max = 2'000;
    for (int i = 0; i < tries_max; ++i) {
        if (is_so()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

class PostgresJournal : public testing::Test {
protected:
    static Record record_after(const Position& before, const std::string& event) {
        RecordWriter writer(before);
        writer.add(event);
        return writer.record();
    }
    static void append(Store& store, const std::string& event) {
        const auto done = store.append(record_after(store.last(), event), {});
        ASSERT_TRUE(done) << done.error().text();
    }
    std::string error_of(const std::string& more = {}) const {
        const auto opened =
            PostgresStore::open({.address = address_of(folder_, name_, more), .patience = {}});
        return opened ? "" : opened.error().text();
    }
    PostgresAddress address() const { return address_of(folder_, name_); }
    std::unique_ptr<PostgresStore> open() const { return open_database(address()); }
    static std::uint64_t count(const Store& store) {
        std::uint64_t records = 0;
        const auto done = store.read(0, [&](const Record&) -> Result<bool> {
            ++records;
            return true;
        });
        EXPECT_TRUE(done);
        return records;
    }

    const Folder folder_;
    const std::string name_ = new_name();
};

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

}  // namespace sicbo::test
