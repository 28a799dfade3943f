// SPDX-License-Identifier: MIT
// Two people for accounts, duty at the property, and appointments that end with what they rest on.
#include <gtest/gtest.h>

#include "support/property.h"
#include "table/authority.h"

namespace sicbo::table {
namespace {

using test::administrator;
using test::machine;
using test::person;
using test::Property;
using test::reason_of;
using test::Role;
using test::Speaker;
using test::speaker;

// Gives an order without a table.
Decision at_property(Property& property, const Speaker& by, Order order) {
    Command command = property.command(by, std::move(order));
    command.stamp.table = {};
    return property.follow(command);
}

Property guarded() {
    Property property("rws-etg");
    property.must(machine, SetSafeguards{});
    return property;
}

Hash digest_in(const Decision& decision) {
    return get<AuthorisationRequested>(decision.events.at(0).fact).digest;
}

TEST(Accounts, OfSupervisorsAndAboveTakeASecondPerson) {
    std::uint32_t next = 100;
    for (const Role role : test::posts()) {
        Property property = guarded();
        const bool two = role == Role::supervisor || role == Role::pit_manager ||
                         role == Role::shift_manager || role == Role::administrator;
        const AddPerson add{PersonId{++next}, "new " + std::to_string(next), role};
        if (!two) {
            EXPECT_EQ(reason_of(at_property(property, administrator, add)), "") << to_word(role);
            EXPECT_TRUE(property.state.people.contains(add.person));
            continue;
        }
        EXPECT_EQ(reason_of(at_property(property, administrator, add)), "not_logged_on");
        at_property(property, administrator, LogOn{});
        // Not by naming a table either, where other people would agree.
        EXPECT_EQ(reason_of(property.give(administrator, add)), "no_such_table");
        const Decision asked = at_property(property, administrator, add);
        ASSERT_EQ(reason_of(asked), "");
        EXPECT_FALSE(property.state.people.contains(add.person));
        const Authorise agree{digest_in(asked)};
        const Speaker shift_manager = speaker(Role::shift_manager);
        EXPECT_EQ(reason_of(at_property(property, administrator, agree)), "same_person");
        EXPECT_EQ(reason_of(at_property(property, shift_manager, agree)), "not_logged_on");
        EXPECT_EQ(reason_of(property.give(Role::shift_manager, agree)), "no_such_request");
        for (const Role low : {Role::dealer, Role::supervisor, Role::pit_manager}) {
            at_property(property, speaker(low), LogOn{});
            EXPECT_EQ(reason_of(at_property(property, speaker(low), agree)), "not_allowed");
        }
        const bool by_administrator = role == Role::administrator;
        const Speaker second =
            by_administrator ? speaker(Role::administrator, true) : shift_manager;
        at_property(property, second, LogOn{});
        EXPECT_EQ(reason_of(at_property(property, second, agree)), "");
        EXPECT_TRUE(property.state.people.contains(add.person));
        EXPECT_TRUE(property.state.safety.pending.empty());
    }
}

TEST(Accounts, RequestsExpireAndEndWithARestart) {
    Property property = guarded();
    for (const Speaker& one : {administrator, speaker(Role::shift_manager)}) {
        at_property(property, one, LogOn{});
    }
    const AddPerson add{PersonId{77}, "new", Role::supervisor};
    const Authorise agree{digest_in(at_property(property, administrator, add))};
    Property restarted = property;
    restarted.must(machine, Restart{});
    EXPECT_EQ(reason_of(at_property(restarted, speaker(Role::shift_manager), agree)),
              "no_such_request");
    EXPECT_TRUE(restarted.state.safety.duty.contains(person(Role::administrator)));
    Property gone = property;
    at_property(gone, administrator, LogOff{});
    EXPECT_EQ(reason_of(at_property(gone, speaker(Role::shift_manager), agree)), "not_logged_on");
    property.at = property.at + authorisation_milliseconds;
    EXPECT_EQ(reason_of(at_property(property, speaker(Role::shift_manager), agree)),
              "request_expired");
}

TEST(Accounts, PasswordsOfSupervisorsAndAboveTakeASecondPerson) {
    Property property = guarded();
    const auto reset = [&](Role post) {
        return at_property(property, administrator, ResetPassword{person(post)});
    };
    EXPECT_EQ(reason_of(reset(Role::dealer)), "");
    EXPECT_TRUE(property.state.safety.resets.contains(person(Role::dealer)));
    at_property(property, machine,
                NotePassword{person(Role::dealer), person(Role::administrator), true});
    EXPECT_FALSE(property.state.safety.resets.contains(person(Role::dealer)));
    EXPECT_EQ(reason_of(reset(Role::supervisor)), "not_logged_on");
    // A dealer who acts as a supervisor counts as one.
    property.must(Role::supervisor, Appoint{person(Role::dealer), Role::supervisor, property.at,
                                            property.at + 60'000});
    EXPECT_EQ(reason_of(reset(Role::dealer)), "not_logged_on");
}

TEST(Accounts, SecondFactorsOfSupervisorsAndAboveTakeASecondPersonToo) {
    Property property = guarded();
    const auto remove = [&](Role post) {
        return at_property(property, administrator, RemoveSecondFactor{person(post)});
    };
    at_property(property, machine, NotePassword{person(Role::dealer), {}, false});
    at_property(property, machine, NoteSecondFactor{person(Role::dealer), true});
    EXPECT_EQ(reason_of(remove(Role::dealer)), "");
    const auto& reset = property.state.access.passwords.at(person(Role::dealer)).reset;
    ASSERT_TRUE(reset);  // shown with the passwords that somebody else has set
    EXPECT_EQ(reset->by, person(Role::administrator));
    EXPECT_EQ(reason_of(remove(Role::shift_manager)), "not_logged_on");
    at_property(property, administrator, LogOn{});
    const Decision asked = remove(Role::shift_manager);
    EXPECT_TRUE(get_if<AuthorisationRequested>(&asked.events.at(0).fact));
    const RemoveSecondFactor order{person(Role::dealer)};
    EXPECT_EQ(reason_of(at_property(property, speaker(Role::shift_manager), order)), "not_allowed");
    EXPECT_EQ(reason_of(at_property(property, administrator, RemoveSecondFactor{{999}})),
              "no_such_person");
}

TEST(Accounts, NamesHaveNoBlanksThatNobodySees) {
    Property property = guarded();
    const auto add = [&](const std::string& name) {
        return reason_of(at_property(property, administrator, AddPerson{{77}, name, Role::dealer}));
    };
    for (const char* name : {" dan", "dan ", "dan  b", "dan\u00A0", " "}) {
        EXPECT_EQ(add(name), "bad_text") << name;
    }
    Property before = property;
    before.state.memory.edition = 1;
    const AddPerson blank{{77}, "dan ", Role::dealer};
    EXPECT_EQ(reason_of(at_property(before, administrator, blank)), "");
    EXPECT_EQ(add("dan b"), "");
}

TEST(Accounts, WhoeverSetsThePropertyUpIsAlone) {
    State state;
    state.at = parse_instant("2026-01-05T10:00+00:00").value();
    std::uint64_t request = 0;
    const auto give = [&](const Speaker& by, Order order) {
        const Command command{{state.at, by.actor, by.role, ++request, {}}, std::move(order)};
        Decision decision = decide(state, command);
        for (const Event& event : decision.events) apply(state, event);
        return reason_of(decision);
    };
    EXPECT_EQ(give(machine, SetSafeguards{}), "");
    EXPECT_EQ(give(machine, AddPerson{person(Role::administrator), "a", Role::administrator}), "");
    const auto add = [&](std::uint32_t number, Role role) {
        return give(administrator, AddPerson{{number}, std::to_string(number), role});
    };
    EXPECT_EQ(add(101, Role::supervisor), "");
    EXPECT_EQ(add(102, Role::pit_manager), "");
    EXPECT_EQ(add(103, Role::shift_manager), "");
    EXPECT_EQ(add(104, Role::supervisor), "not_logged_on");  // somebody could agree now
    EXPECT_EQ(give(administrator, DisablePerson{{103}}), "");
    EXPECT_EQ(add(104, Role::supervisor), "not_logged_on");  // and disabling them helps nobody
    // The owner of the machine adds another administrator, in the name of the system.
    const AddPerson second{{105}, "second", Role::administrator};
    EXPECT_EQ(give(machine, second), "");
    const AddPerson third{{106}, "third", Role::administrator};
    EXPECT_EQ(give(machine, third), "not_allowed");
}

TEST(Appointments, OfSomebodyWhoActsEndNoLaterThanThatOne) {
    Property property = guarded();
    const Instant at = property.at;
    const auto appoint = [&](const Speaker& by, PersonId who, Role role, std::int64_t until) {
        return reason_of(property.give(by, Appoint{who, role, at, at + until}));
    };
    const PersonId acting = person(Role::dealer);
    const PersonId other = person(Role::dealer, true);
    EXPECT_EQ(appoint(speaker(Role::supervisor), acting, Role::supervisor, 20'000), "");
    const Speaker as_supervisor = test::speaker_as(Role::dealer, Role::supervisor);
    const std::int64_t in_2099 = 2'300'000'000'000;
    EXPECT_EQ(appoint(as_supervisor, other, Role::supervisor, in_2099), "appointment_too_long");
    EXPECT_EQ(appoint(as_supervisor, other, Role::supervisor, 20'001), "appointment_too_long");
    EXPECT_EQ(appoint(as_supervisor, other, Role::supervisor, 20'000), "");
    property.must(Role::dealer, LogOff{});  // a log-off ends neither
    EXPECT_TRUE(holds_role(property.state.people.at(other), Role::supervisor, property.at));
    Property later = property;
    later.at = at + 20'000;
    EXPECT_EQ(
        reason_of(later.give(test::Speaker{{ActorKind::person, other.number}, Role::supervisor},
                             AnnounceLastRound{})),
        "role_not_held");
    // Whoever outranks them revokes the first one, and with it the second.
    const RevokeAppointment revoke{acting, Role::supervisor};
    EXPECT_EQ(reason_of(property.give(test::speaker_as(Role::supervisor, Role::dealer), revoke)),
              "not_allowed");
    const Decision revoked = property.must(Role::supervisor, revoke);
    EXPECT_EQ(revoked.events.size(), 2u);
    EXPECT_FALSE(holds_role(property.state.people.at(acting), Role::supervisor, property.at));
    EXPECT_FALSE(holds_role(property.state.people.at(other), Role::supervisor, property.at));
    EXPECT_EQ(reason_of(property.give(Role::supervisor, revoke)), "no_such_appointment");
    EXPECT_TRUE(property.state.safety.grants.empty());
}

// Two that are equal could not be told apart when one of them is revoked.
TEST(Appointments, AreMadeOnceForTheSameTimes) {
    Property property = guarded();
    const Instant at = property.at;
    const PersonId first = person(Role::dealer);
    const PersonId second = person(Role::dealer, true);
    const PersonId third = person(Role::cashier);
    const auto appoint = [&](const Speaker& by, PersonId who, std::int64_t until) {
        return reason_of(property.give(by, Appoint{who, Role::supervisor, at, at + until}));
    };
    const auto acts = [&](PersonId who) {
        return holds_role(property.state.people.at(who), Role::supervisor, property.at);
    };
    EXPECT_EQ(appoint(speaker(Role::shift_manager), first, 20'000), "");
    const Speaker as_supervisor = test::speaker_as(Role::dealer, Role::supervisor);
    EXPECT_EQ(appoint(as_supervisor, second, 20'000), "");
    EXPECT_EQ(appoint(speaker(Role::shift_manager), second, 20'000), "already_appointed");
    EXPECT_EQ(appoint(speaker(Role::shift_manager), second, 30'000), "");
    EXPECT_EQ(appoint(speaker(Role::shift_manager), third, 10'000), "not_allowed");
    property.must(Role::shift_manager, RevokeAppointment{first, Role::supervisor});
    EXPECT_FALSE(acts(first));
    EXPECT_TRUE(acts(second));  // by what the shift manager granted, and by nothing else
    EXPECT_EQ(property.state.people.at(second).appointments.size(), 1u);
    EXPECT_EQ(property.state.safety.grants.size(), 1u);
}

TEST(Appointments, OfAnOldJournalCanBeRevokedToo) {
    Property property("rws-etg");
    property.must(Role::supervisor, Appoint{person(Role::dealer), Role::supervisor, property.at,
                                            property.at + 60'000});
    property.must(machine, SetSafeguards{});
    property.must(Role::pit_manager, RevokeAppointment{person(Role::dealer), Role::supervisor});
    EXPECT_FALSE(
        holds_role(property.state.people.at(person(Role::dealer)), Role::supervisor, property.at));
}

}  // namespace
}  // namespace sicbo::table
