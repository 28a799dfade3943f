// SPDX-License-Identifier: MIT
// The server as its caller sees it: what start() needs and makes, and how run() ends. Its journal
// shows what it did; test/net has what clients see of it.
#include "server/server.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <future>
#include <thread>

#include "store/files.h"
#include "support/journal.h"

namespace sicbo::server {
namespace {

PropertyPlan plan_of(const std::string& table) {
    const std::string text =
        "[server]\nlisten = \"127.0.0.1:0\"\n[[table]]\nnumber = 1\nname = \"One\"\n"
        "game = \"rws-etg\"\nchip = \"1.00\"\nmin = \"1.00\"\n" +
        table + "[[table.terminals]]\nlayout = \"rws-etg-1\"\nfirst = 1\ncount = 1\n";
    return read_property(
               text, "property.toml",
               [](const std::string&) -> Result<std::string> { return failure("no file"); })
        .value();
}

// A table that begins a round by itself, and whose betting lasts an hour or none at all.
std::string automatic(int betting_seconds) {
    return "training = true\nmode = \"automatic\"\ntumbler = \"simulated\"\npause_seconds = 0\n"
           "betting_seconds = " +
           std::to_string(betting_seconds) + "\n";
}

class ServerTest : public testing::Test {
protected:
    Server::Options options(const std::string& table = {}) const {
        return {.plan = plan_of(table), .folder = folder.file("data")};
    }
    std::string file(const std::string& name) const { return folder.file("data/" + name); }

    static std::unique_ptr<Server> start(Server::Options options) {
        auto server = Server::start(std::move(options));
        if (!server) throw std::runtime_error(server.error().text());
        return std::move(*server);
    }
    static std::string error_of(Server::Options options) {
        const auto server = Server::start(std::move(options));
        return server ? "no error" : server.error().text();
    }

    table::State journalled() const {
        const auto journal = store::SqliteStore::open_to_read(file("journal")).value();
        return store::recover(*journal).value().state;
    }
    // Waits until the journal has led to such a state.
    template <class Holds>
    bool until(Holds holds) const {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!holds(journalled())) {
            if (std::chrono::steady_clock::now() > end) return false;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return true;
    }
    static bool plays(const table::State& state) { return state.tables.at({1}).round.has_value(); }

    test::Folder folder;
};

TEST_F(ServerTest, CreatesAPropertyOnce) {
    Server::Options demo = options();
    demo.demo = true;
    {
        const auto server = start(demo);
        EXPECT_NE(server->port(), 0);
        EXPECT_FALSE(server->is_encrypted());
        EXPECT_EQ(server->created().accounts.size(), 8u);
    }
    for (const char* secret : {"accounts", "server.key", "tumbler.seed", "places.secret"}) {
        struct stat about = {};
        ASSERT_EQ(::stat(file(secret).c_str(), &about), 0) << secret;
        EXPECT_EQ(about.st_mode & 0777, 0600u) << secret;
    }
    const std::string key = store::read_file(file("server.key")).value();
    EXPECT_TRUE(start(demo)->created().accounts.empty());
    EXPECT_EQ(store::read_file(file("server.key")).value(), key) << "tumblers know it";
}

TEST_F(ServerTest, DoesNotStartWithoutItsPortOrFolder) {
    const auto first = start(options());
    Server::Options second = options();
    second.folder = folder.file("other");
    second.plan.port = first->port();
    EXPECT_NE(error_of(second).find("127.0.0.1:" + std::to_string(first->port())),
              std::string::npos)
        << error_of(second);
    // A server that could not listen has touched nothing that another one may use.
    EXPECT_FALSE(store::exists(folder.file("other/journal")));
    ASSERT_TRUE(store::write_file(folder.file("file"), "in the way"));
    second.plan.port = 0;
    second.folder = folder.file("file/data");
    EXPECT_NE(error_of(second).find(second.folder), std::string::npos) << error_of(second);
}

TEST_F(ServerTest, DoesNotStartOnTheJournalOfAnother) {
    const auto first = start(options());
    EXPECT_NE(error_of(options()).find(store::locked_error), std::string::npos);
}

TEST_F(ServerTest, DoesNotStartOnWhatIsNoJournal) {
    start(options()).reset();
    ASSERT_TRUE(store::write_file(file("journal"), std::string(8'192, 'x')));
    EXPECT_NE(error_of(options()).find("journal"), std::string::npos);
    EXPECT_EQ(store::read_file(file("journal")).value(), std::string(8'192, 'x'));
}

TEST_F(ServerTest, KeepsACertificateOfItsOwn) {
    Server::Options encrypted = options();
    encrypted.own_certificate = true;
    EXPECT_TRUE(start(encrypted)->is_encrypted());
    const std::string certificate = store::read_file(file("tls.crt")).value();
    struct stat about = {};
    ASSERT_EQ(::stat(file("tls.key").c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600u);
    start(encrypted).reset();
    EXPECT_EQ(store::read_file(file("tls.crt")).value(), certificate);
}

TEST_F(ServerTest, ChecksItsProgramFileAndSignsWhatItDid) {
    const auto server = start(options());
    auto running = std::async(std::launch::async, [&] { return server->run(); });
    EXPECT_TRUE(until([](const table::State& state) { return state.program.has_value(); }));
    server->stop();  // no round is in play
    EXPECT_TRUE(running.get());
    const auto journal = store::SqliteStore::open_to_read(file("journal")).value();
    EXPECT_FALSE(journal->snapshots().empty());
    EXPECT_EQ(journal->snapshots().front().at, journal->last());
}

TEST_F(ServerTest, FinishesItsRoundWhenItIsStopped) {
    const auto server = start(options(automatic(3)));
    auto running = std::async(std::launch::async, [&] { return server->run(); });
    EXPECT_TRUE(until(plays));
    server->stop();
    EXPECT_TRUE(running.get());
    const table::Table table = journalled().tables.at({1});
    EXPECT_FALSE(table.round.has_value());
    ASSERT_FALSE(table.past.empty());
    EXPECT_EQ(table.past.rbegin()->second.ended, table::RoundEnd::settled);
}

TEST_F(ServerTest, StopsInARoundWhenItIsStoppedTwice) {
    const auto server = start(options(automatic(3'600)));
    auto running = std::async(std::launch::async, [&] { return server->run(); });
    EXPECT_TRUE(until(plays));
    server->stop();
    EXPECT_EQ(running.wait_for(std::chrono::milliseconds(0)), std::future_status::timeout);
    server->stop();
    EXPECT_TRUE(running.get());
    EXPECT_TRUE(plays(journalled()));
}

}  // namespace
}  // namespace sicbo::server
