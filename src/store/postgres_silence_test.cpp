// SPDX-License-Identifier: MIT
// A database that hangs: calls end, and a server that leads ends with them.
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

#include "store/lease_keeper.h"
#include "store/postgres_lease.h"
#include "support/postgres_journal.h"

namespace sicbo::store {
namespace {

using namespace test;
using std::chrono::milliseconds;

PostgresAddress quick(PostgresAddress address, milliseconds silence_max) {
    address.silence_max = silence_max;
    return address;
}

PostgresConnection connect(milliseconds silence_max) {
    return PostgresConnection::connect(
               quick(parse_postgres_address(server_address()).value(), silence_max))
        .value();
}

// Holds up every append until it is destroyed.
class HeldTable {
public:
    HeldTable() : session_(owner()) {
        const auto done = session_.run("BEGIN; LOCK TABLE sicbo.record IN ACCESS EXCLUSIVE MODE");
        EXPECT_TRUE(done);
    }

private:
    PostgresConnection session_;
};

TEST(PostgresSilence, EndsACallThatIsNotAnsweredAndItsConnection) {
    const PostgresConnection connection = connect(milliseconds(200));
    ASSERT_TRUE(connection.run("SELECT 1"));
    const auto slept = connection.query("SELECT pg_sleep(60)");
    ASSERT_FALSE(slept);
    EXPECT_SAYS(slept.error().what, "has not answered for 200 ms");
    EXPECT_EQ(connection.last_state(), "08006");
    // An answer that comes late must not be that of another statement.
    EXPECT_FALSE(connection.run("SELECT 1"));
    EXPECT_FALSE(connection.query("SELECT 1::bigint"));
    EXPECT_FALSE(connection.execute_together({}));
    EXPECT_FALSE(connection.wait_for_notification(milliseconds(1)));
}

TEST(PostgresSilence, LetsAnAnswerComeForAsLongAsSomethingComes) {
    const PostgresConnection connection = connect(milliseconds(1'500));
    const auto begun = std::chrono::steady_clock::now();
    // The server sends a part of the answer whenever its buffer of 8 KiB is full.
    const auto rows =
        connection.query("SELECT repeat('x', 10000), pg_sleep(0.1) FROM generate_series(1, 25)");
    ASSERT_TRUE(rows) << rows.error().text();
    EXPECT_EQ(rows->rows(), 25);
    EXPECT_GT(std::chrono::steady_clock::now() - begun, milliseconds(2'000));
    ASSERT_TRUE(connection.run("SET application_name = 'still usable'"));
}

TEST(PostgresSilence, SendsAndReadsMoreThanTheSystemKeeps) {
    const PostgresConnection connection = connect(milliseconds(10'000));
    const std::string large(8 << 20, 'x');
    const auto rows =
        connection.query("SELECT $1::text || $2::text", Parameters().text(large).text(large));
    ASSERT_TRUE(rows) << rows.error().text();
    EXPECT_EQ(rows->bytes(0, 0).size(), 2 * large.size());
}

TEST(PostgresSilence, IsStatedByTheAddressOrFollowsFromTheLease) {
    const PostgresAddress plain = parse_postgres_address("postgres://a@b/c").value();
    EXPECT_EQ(plain.silence_max, milliseconds(0));
    EXPECT_EQ(to_serve(plain, milliseconds(5'000)).silence_max, milliseconds(60'000));
    EXPECT_EQ(to_serve(plain, milliseconds(30'000)).silence_max, milliseconds(120'000));
    EXPECT_EQ(to_watch(plain, milliseconds(5'000)).silence_max, milliseconds(5'000));
    EXPECT_EQ(to_watch(plain, milliseconds(5'000)).connect_max, std::chrono::seconds(5));
    EXPECT_EQ(to_watch(plain, milliseconds(60'000)).connect_max, std::chrono::seconds(10));
    const auto stated = parse_postgres_address("postgres://a@b/c?answer_timeout=7").value();
    EXPECT_EQ(stated.uri, "postgres://a@b/c");
    EXPECT_EQ(stated.silence_max, milliseconds(7'000));
    EXPECT_EQ(to_serve(stated, milliseconds(5'000)).silence_max, milliseconds(7'000));
    for (const char* wrong : {"0", "-1", "1.5", "", "86401", "soon"}) {
        EXPECT_FALSE(
            parse_postgres_address(std::string("postgres://a@b/c?answer_timeout=") + wrong))
            << wrong;
    }
}

TEST_F(PostgresJournal, TakesAnAppendThatIsNotAnsweredForNotAcknowledged) {
    const auto store =
        PostgresStore::open({.address = quick(address(), milliseconds(500)), .patience = {}})
            .value();
    append(*store, "a");
    const Position last = store->last();
    {
        const HeldTable held;
        const auto done = store->append(record_after(last, "b"), {});
        ASSERT_FALSE(done);
        EXPECT_SAYS(done.error().what, "has not answered");
    }
    EXPECT_EQ(store->last(), last);
    EXPECT_FALSE(store->append(record_after(last, "b"), {}));  // for good
    // Whether it was stored is known once the next epoch has begun.
    PostgresStore::Options next{.address = address()};
    const auto after = PostgresStore::open(next).value();
    EXPECT_GE(after->last().sequence, last.sequence);
    append(*after, "c");
}

// The end of a process, as the server gives it to its lease keeper.
TEST_F(PostgresJournal, EndsALeaderWhoseLoopWaitsForADatabaseThatHangs) {
    const auto store = open();
    std::promise<Error> stuck;
    const auto keeper =
        LeaseKeeper::start({.address = address(),
                            .epoch = store->epoch(),
                            .endpoint = "here:1",
                            .duration = milliseconds(1'000),
                            .on_stuck = [&](const Error& why) { stuck.set_value(why); }})
            .value();
    ASSERT_TRUE(keeper->wait_until_held());
    auto ended = stuck.get_future();
    // The loop is in an append from now on; the lease is renewed, so that it may take its time.
    EXPECT_EQ(ended.wait_for(milliseconds(5'500)), std::future_status::timeout);
    const PostgresConnection other = owner();
    ASSERT_TRUE(other.run("BEGIN; LOCK TABLE sicbo.lease IN ACCESS EXCLUSIVE MODE"));
    ASSERT_EQ(ended.wait_for(milliseconds(60'000)), std::future_status::ready);
    const std::string why = ended.get().what;
    EXPECT_SAYS(why, "the database does not answer");
    EXPECT_FALSE(keeper->is_held());
}

}  // namespace
}  // namespace sicbo::store
