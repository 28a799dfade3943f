// SPDX-License-Identifier: MIT
#include "store/people.h"

#include <gtest/gtest.h>

namespace sicbo::store {
namespace {

using rules::Role;
using table::Actor;
using table::ActorKind;

TEST(People, AreNamedWithTheirPost) {
    table::State state;
    state.people[{1}].name = "Mei Tan";
    state.people[{2}].name = "Ann Lee";
    state.stays[{5}].player = "Lee";
    const auto named = [&](Actor actor, Role role = Role::system) {
        return describe_actor(state, actor, role);
    };
    EXPECT_EQ(named({ActorKind::person, 1}, Role::shift_manager), "Mei Tan, shift manager");
    EXPECT_EQ(named({ActorKind::person, 7}, Role::dealer), "person 7, dealer");
    EXPECT_EQ(named({ActorKind::terminal, 12}, Role::player), "terminal 12");
    EXPECT_EQ(named({ActorKind::seat, 5}, Role::player), "Lee");
    EXPECT_EQ(named({ActorKind::seat, 6}, Role::player), "stay 6");
    EXPECT_EQ(named({ActorKind::device, 0}), "device");
    EXPECT_EQ(named({}), "system");
    table::Stamp stamp;
    stamp.actor = {ActorKind::person, 2};
    stamp.role = Role::supervisor;
    EXPECT_EQ(describe_actor(state, stamp, std::nullopt), "Ann Lee, supervisor");
    EXPECT_EQ(
        describe_actor(state, stamp, FirstPerson{{ActorKind::person, 1}, Role::shift_manager}),
        "Mei Tan, shift manager, with Ann Lee, supervisor");
}

}  // namespace
}  // namespace sicbo::store
