// SPDX-License-Identifier: MIT
// The lease of a journal, and the takeover when it has lapsed.
#include "store/postgres_lease.h"

#include <atomic>
#include <thread>
#include <vector>

#include "store/lease_keeper.h"
#include "support/postgres_journal.h"

namespace sicbo::store {
namespace {

using namespace test;

constexpr std::chrono::milliseconds a_minute{60'000};

// Opens the journal as a standby does that takes over.
Result<std::unique_ptr<PostgresStore>> take_over(const PostgresAddress& address) {
    PostgresStore::Options options{.address = address};
    options.take_over = {"there:2", a_minute};
    return PostgresStore::open(options);
}

TEST_F(PostgresJournal, HasALeaseThatOnlyTheNewestEpochRenews) {
    const auto first = open();
    const PostgresLease lease = PostgresLease::open(address(), true).value();
    EXPECT_TRUE(lease.read().value().has_lapsed());
    EXPECT_EQ(lease.read().value().epoch, 0u);
    const auto renewed = lease.renew(first->epoch(), "here:1", a_minute).value();
    ASSERT_TRUE(renewed);
    EXPECT_EQ(renewed->endpoint, "here:1");
    EXPECT_EQ(renewed->owner, owner_of_this_process());
    EXPECT_GT(renewed->left, a_minute / 2);
    EXPECT_FALSE(renewed->hand_over);
    EXPECT_FALSE(lease.read().value().has_lapsed());
    EXPECT_FALSE(lease.renew(first->epoch() + 1, "there:2", a_minute).value());  // not begun
    run_sql("UPDATE sicbo.epoch SET backend = NULL WHERE owner <> ''");
    const auto second = open();
    EXPECT_FALSE(lease.renew(first->epoch(), "here:1", a_minute).value());
    EXPECT_TRUE(lease.renew(second->epoch(), "there:2", a_minute).value());
    ASSERT_TRUE(lease.release(first->epoch()));  // not its own any more
    EXPECT_FALSE(lease.read().value().has_lapsed());
    ASSERT_TRUE(lease.release(second->epoch()));
    EXPECT_TRUE(lease.read().value().has_lapsed());
}

TEST_F(PostgresJournal, IsTakenOverOnceTheLeaseHasLapsed) {
    const auto first = open();
    append(*first, "a");
    const PostgresLease lease = PostgresLease::open(address(), true).value();
    ASSERT_TRUE(lease.renew(first->epoch(), "here:1", a_minute).value());
    EXPECT_EQ(take_over(address()).error().what, lease_held_error);
    append(*first, "b");
    ASSERT_TRUE(lease.release(first->epoch()));
    const auto second = take_over(address()).value();  // although the first is still connected
    EXPECT_EQ(second->epoch(), first->epoch() + 1);
    EXPECT_EQ(second->last(), first->last());
    const Lease held = lease.read().value();
    EXPECT_EQ(held.epoch, second->epoch());
    EXPECT_EQ(held.endpoint, "there:2");
    EXPECT_FALSE(held.has_lapsed());
    EXPECT_EQ(take_over(address()).error().what, lease_held_error);
    // The first one learns it at its next append, and at its next renewal.
    const auto stale = first->append(record_after(first->last(), "c"), {});
    EXPECT_SAYS(stale.error().what, "another server has taken over");
    EXPECT_FALSE(lease.renew(first->epoch(), "here:1", a_minute).value());
    append(*second, "c");
}

TEST_F(PostgresJournal, IsNotTakenOverFromAWriterWithoutALeaseThatIsConnected) {
    auto first = open();
    append(*first, "a");
    EXPECT_EQ(take_over(address()).error().what, lease_held_error);
    first.reset();
    EXPECT_TRUE(take_over(address()));
}

TEST_F(PostgresJournal, IsTakenOverByOneOfSeveral) {
    const auto first = open();
    append(*first, "a");
    const PostgresLease lease = PostgresLease::open(address(), true).value();
    ASSERT_TRUE(lease.renew(first->epoch(), "here:1", std::chrono::milliseconds(1)).value());
    while (!lease.read().value().has_lapsed()) std::this_thread::yield();
    std::atomic<int> taken = 0;
    std::vector<std::jthread> standbys;
    for (int i = 0; i < 4; ++i) {
        standbys.emplace_back([&] { taken += take_over(address()).has_value() ? 1 : 0; });
    }
    standbys.clear();
    EXPECT_EQ(taken, 1);
}

TEST_F(PostgresJournal, RenewsTheLeaseWhileAnAppendWaits) {
    const auto store = open();
    const PostgresLease lease = PostgresLease::open(address(), true).value();
    const PostgresConnection other = owner();  // holds what an append holds until its commit
    ASSERT_TRUE(other.run("BEGIN; SELECT 1 FROM sicbo.epoch FOR SHARE"));
    EXPECT_TRUE(lease.renew(store->epoch(), "here:1", a_minute).value());
    ASSERT_TRUE(other.run("ROLLBACK"));
}

TEST_F(PostgresJournal, TellsItsLeaderToHandOver) {
    const auto store = open();
    const PostgresLease lease = PostgresLease::open(address(), true).value();
    EXPECT_FALSE(lease.request_hand_over(a_minute).value());  // nobody leads
    ASSERT_TRUE(lease.renew(store->epoch(), "here:1", a_minute).value());
    EXPECT_TRUE(lease.request_hand_over(a_minute).value());
    const auto renewed = lease.renew(store->epoch(), "here:1", a_minute).value();
    ASSERT_TRUE(renewed && renewed->hand_over);
    EXPECT_LE(*renewed->hand_over, a_minute);
    // The next leader is not asked any more.
    ASSERT_TRUE(lease.release(store->epoch()));
    EXPECT_TRUE(take_over(address()));
    EXPECT_FALSE(lease.read().value().hand_over);
}

TEST_F(PostgresJournal, NotifiesThoseWhoFollow) {
    const auto store = open();
    const PostgresLease lease = PostgresLease::open(address(), false).value();
    ASSERT_TRUE(lease.listen());
    EXPECT_FALSE(lease.wait_for_notification(std::chrono::milliseconds(1)).value());
    run_sql("NOTIFY sicbo_journal");
    EXPECT_TRUE(lease.wait_for_notification(a_minute).value());
}

TEST_F(PostgresJournal, KeepsALeaseUntilItIsLost) {
    const auto store = open();
    std::atomic<int> changes = 0;
    const auto keeper = LeaseKeeper::start({.address = address(),
                                            .epoch = store->epoch(),
                                            .endpoint = "here:1",
                                            .duration = std::chrono::seconds(5),
                                            .on_change = [&] { ++changes; }})
                            .value();
    EXPECT_TRUE(keeper->is_held());
    EXPECT_TRUE(keeper->wait_until_held());
    EXPECT_FALSE(keeper->hand_over());
    run_sql("UPDATE sicbo.epoch SET epoch = epoch + 1 WHERE owner <> ''");
    while (changes == 0) std::this_thread::yield();
    EXPECT_FALSE(keeper->is_held());
    EXPECT_SAYS(keeper->wait_until_held().error().what, "another server has taken over");
}

}  // namespace
}  // namespace sicbo::store
