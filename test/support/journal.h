// SPDX-License-Identifier: MIT
// Journals for tests: a folder of their own that goes away, and rounds that were really played.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "server/loop.h"
#include "store/memory.h"
#include "store/sqlite_store.h"
#include "support/property.h"

namespace sicbo::test {

class Folder {
public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "sicbo-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string file(const std::string& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

inline std::unique_ptr<store::SqliteStore> open_journal(const std::string& path) {
    auto opened = store::SqliteStore::open({.path = path, .reserve_bytes = 0});
    if (!opened) throw std::runtime_error(opened.error().text());
    return std::move(*opened);
}

inline std::unique_ptr<server::Loop> start_loop(store::Store& journal,
                                                const std::string& quarantine = {}) {
    auto loop =
        server::Loop::start(journal, {quarantine, parse_instant("2026-01-05T10:00+00:00").value()});
    if (!loop) throw std::runtime_error(loop.error().text());
    return std::move(*loop);
}

// Gives the commands to the loop when they were given, each registered by itself.
inline void give_all(server::Loop& loop, const std::vector<table::Command>& commands) {
    for (const table::Command& command : commands) {
        loop.tick(command.stamp.at);
        loop.execute(command);
        if (auto done = loop.commit(); !done) throw std::runtime_error(done.error().text());
    }
}

// The commands of some rounds with two players: won, lost, void, corrected.
inline std::vector<table::Command> some_rounds(int rounds = 2) {
    Property property("rws-etg", {.players = 2});
    for (int n = 0; n < rounds; ++n) {
        property.at = property.at + 1000;
        property.go_on();
        property.bet(1, "big", 10'000);
        property.at = property.at + 1000;
        property.bet(2, "small", 5'000);
        property.bet(2, "total-10", 1'000);
        property.finish(n % 2 == 0 ? rules::Roll{6, 5, 4} : rules::Roll{1, 2, 4});
    }
    property.at = property.at + 1000;
    property.by_two(table::AmendRounds{
        {{1, rules::Roll{1, 2, 5}, {}}}, rules::Cause::wrong_result, "seen on the film"});
    property.at = property.at + 1000;
    property.go_on();
    property.bet(1, "big", 10'000);
    property.must(Role::dealer, table::Report{rules::Cause::exposed, ""});
    return property.commands;
}

}  // namespace sicbo::test
