// SPDX-License-Identifier: MIT
#include "server/session.h"

#include <gtest/gtest.h>

namespace sicbo::server {
namespace {

using table::ActorKind;
using wire::TopicKind;

TEST(SessionRegistry, HasOneConnectionPerActor) {
    SessionRegistry registry;
    registry.add({1}, Hash());
    registry.add({2}, Hash());
    const table::Actor terminal{ActorKind::terminal, 101};
    EXPECT_EQ(registry.connection_of(terminal), std::nullopt);
    registry.bind(terminal, {1});
    EXPECT_EQ(registry.connection_of(terminal), ConnectionId{1});
    EXPECT_THROW(registry.bind(terminal, {2}), CheckFailed);
    registry.unbind(terminal);
    EXPECT_THROW(registry.unbind(terminal), CheckFailed);
    EXPECT_THROW(registry.bind(terminal, {3}), CheckFailed);
}

TEST(SessionRegistry, RemovesOnlySessionsThatNobodyUses) {
    SessionRegistry registry;
    registry.add({1}, Hash()).people.insert({7});
    EXPECT_THROW(registry.remove({1}), CheckFailed);
    registry.at({1}).people.clear();
    registry.remove({1});
    EXPECT_EQ(registry.find({1}), nullptr);
    EXPECT_THROW(registry.at({1}), CheckFailed);
}

TEST(Session, MayWatchItsOwnPlaceAndStaffTheConsole) {
    Session session;
    EXPECT_TRUE(may_watch({}, session, {TopicKind::property, 0}));
    EXPECT_TRUE(may_watch({}, session, {TopicKind::table, 1}));
    EXPECT_FALSE(may_watch({}, session, {TopicKind::terminal, 101}));
    EXPECT_FALSE(may_watch({}, session, {TopicKind::console, 1}));
    session.place = Place{{ActorKind::terminal, 101}, {1}, {101}};
    EXPECT_TRUE(may_watch({}, session, {TopicKind::terminal, 101}));
    EXPECT_FALSE(may_watch({}, session, {TopicKind::terminal, 102}));
    EXPECT_FALSE(may_watch({}, session, {TopicKind::seat, 101}));
    session.place = Place{{ActorKind::seat, 7}, {1}, {}};
    EXPECT_TRUE(may_watch({}, session, {TopicKind::seat, 7}));
    EXPECT_FALSE(may_watch({}, session, {TopicKind::places, 1}));
    session.people.insert({1});
    EXPECT_TRUE(may_watch({}, session, {TopicKind::places, 1}));
}

}  // namespace
}  // namespace sicbo::server
