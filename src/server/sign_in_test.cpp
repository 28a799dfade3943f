// SPDX-License-Identifier: MIT
#include "server/sign_in.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/sessions.h"
#include "wire/bytes.h"
#include "wire/view.h"

namespace sicbo::server {
namespace {

using test::SmallHouse;
using test::SmallSessions;
using wire::TopicKind;

class SigningIn : public testing::Test {
protected:
    bool is_signed_in(ConnectionId connection, PersonId person) {
        // Only somebody who is signed in may ask for a self check.
        const std::string outcome = all.outcome(connection, wire::SelfCheck{person});
        all.sessions->on_self_checked();
        all.turn();
        return outcome.empty();
    }
    SmallSessions all;
};

TEST_F(SigningIn, TellsTheClientWhoItIs) {
    const ConnectionId connection = all.connect();
    const auto reply = all.sign_in(connection, "dealer");
    EXPECT_EQ(SmallSessions::outcome_of(reply), "ok");
    EXPECT_EQ(reply.at("name").as_string(), "dealer");
    EXPECT_EQ(reply.at("role").as_string(), "dealer");
    EXPECT_TRUE(is_signed_in(connection, SmallHouse::dealer));
    EXPECT_FALSE(is_signed_in(connection, SmallHouse::supervisor));
}

TEST_F(SigningIn, ChecksTheHashOfTheAccountOrOfNobody) {
    const ConnectionId connection = all.connect();
    EXPECT_EQ(all.outcome(connection, wire::SignIn{"dealer", "x"}), "");
    EXPECT_EQ(all.checks.at(0).hash, "$argon2id$dealer");
    all.finish_check(false);
    EXPECT_EQ(all.outcome(connection, wire::SignIn{"nobody", "x"}), "");
    EXPECT_EQ(all.checks.at(0).hash, dummy_hash());
    all.finish_check(false);
    EXPECT_EQ(SmallSessions::outcome_of(all.reply_to(connection, all.id)), "wrong_password");
}

TEST_F(SigningIn, RegistersAWrongPassword) {
    const ConnectionId connection = all.connect();
    all.ask(connection, wire::SignIn{"dealer", "x"});
    const std::uint64_t before = all.house.journal.last().sequence;
    all.finish_check(false);
    EXPECT_EQ(all.house.journal.last().sequence, before + 1);
    EXPECT_FALSE(is_signed_in(connection, SmallHouse::dealer));
}

TEST_F(SigningIn, RefusesASecondCheckAndAFullQueue) {
    const ConnectionId connection = all.connect();
    all.ask(connection, wire::SignIn{"dealer", "x"});
    EXPECT_EQ(all.outcome(connection, wire::SignIn{"dealer", "x"}), "busy");
    all.finish_check(true);
    all.accepts_checks = false;
    EXPECT_EQ(all.outcome(connection, wire::SignIn{"supervisor", "x"}), "busy");
}

TEST_F(SigningIn, OnAnotherConnectionEndsTheFirstOne) {
    const ConnectionId first = all.connect();
    const ConnectionId second = all.connect();
    all.sign_in(first, "dealer");
    all.ask(first, wire::Watch{{TopicKind::console, 2}});
    all.received.clear();
    all.sign_in(second, "dealer");
    ASSERT_EQ(all.received[first.number].size(), 1u);
    EXPECT_NE(all.received[first.number][0].find("elsewhere"), std::string::npos);
    EXPECT_FALSE(is_signed_in(first, SmallHouse::dealer));
    EXPECT_EQ(all.outcome(first, wire::Watch{{TopicKind::console, 2}}), "not_allowed");
    EXPECT_TRUE(is_signed_in(second, SmallHouse::dealer));
}

TEST_F(SigningIn, EndsWithSignOutDisconnectOrADisabledAccount) {
    const ConnectionId connection = all.connect();
    EXPECT_EQ(all.outcome(connection, wire::SignOut{SmallHouse::dealer}), "not_signed_in");
    all.sign_in(connection, "dealer");
    EXPECT_EQ(all.outcome(connection, wire::SignOut{SmallHouse::dealer}), "ok");
    EXPECT_FALSE(is_signed_in(connection, SmallHouse::dealer));
    all.sign_in(connection, "dealer");
    all.sessions->on_disconnect(connection);
    const ConnectionId again = all.connect();
    all.sign_in(again, "dealer");
    EXPECT_FALSE(
        all.house.order(SmallHouse::administrator, {}, table::DisablePerson{SmallHouse::dealer})
            .refusal);
    all.turn();
    EXPECT_FALSE(is_signed_in(again, SmallHouse::dealer));
    all.ask(again, wire::SignIn{"dealer", "x"});
    const std::uint64_t id = all.id;
    all.finish_check(true);
    // Nobody learns whether the password of a disabled account is right; the attempt is journalled.
    EXPECT_EQ(SmallSessions::outcome_of(all.reply_to(again, id)), "wrong_password");
    EXPECT_EQ(all.house.loop->state().people.at(SmallHouse::dealer).failures, 1);
}

TEST_F(SigningIn, NeedsAPasswordOfOnesOwnFirst) {
    const ConnectionId connection = all.connect();
    ASSERT_TRUE(all.house.accounts.set(SmallHouse::dealer, {"$argon2id$once", true}));
    EXPECT_EQ(SmallSessions::outcome_of(all.sign_in(connection, "dealer")),
              "password_change_required");
    EXPECT_EQ(all.outcome(connection, wire::SetPassword{"dealer", "short", "old", {}}), "bad_text");
    all.ask(connection, wire::SetPassword{"dealer", "long enough", "old", {}});
    all.checks.at(0).new_hash = "$argon2id$new";  // as the background thread does
    all.finish_check(true);
    EXPECT_EQ(all.house.accounts.find(SmallHouse::dealer)->hash, "$argon2id$new");
    EXPECT_FALSE(all.house.accounts.find(SmallHouse::dealer)->must_change);
    EXPECT_EQ(SmallSessions::outcome_of(all.sign_in(connection, "dealer")), "ok");
}

// The person and everybody at a console see that an administrator has set a password.
TEST_F(SigningIn, TellsThatThePasswordWasReset) {
    const ConnectionId admin = all.connect();
    ASSERT_TRUE(all.house.accounts.set(SmallHouse::administrator, {"$argon2id$admin", false}));
    all.sign_in(admin, "admin");
    const ConnectionId dealer = all.connect();
    EXPECT_TRUE(all.sign_in(dealer, "dealer").at("password_reset").is_null());
    // Whoever has given an order had a password.
    EXPECT_FALSE(all.house.order(SmallHouse::dealer, {2}, table::LogOn{}).refusal);
    all.turn();
    all.ask(admin, wire::SetPassword{"dealer", "long enough", {}, SmallHouse::administrator});
    all.checks.at(0).new_hash = "$argon2id$reset";
    all.finish_check(false);
    all.ask(dealer, wire::SetPassword{"dealer", "her own choice", "long enough", {}});
    all.checks.at(0).new_hash = "$argon2id$own";
    all.finish_check(true);
    const auto reply = all.sign_in(dealer, "dealer");
    EXPECT_EQ(reply.at("password_reset").at("by").as_string(), "admin");
    const auto view = wire::console_view(all.house.loop->state(), {1});
    const auto part = std::ranges::find(view, "password_resets", &wire::Part::name);
    ASSERT_NE(part, view.end());
    EXPECT_NE(part->json.find("\"name\":\"dealer\""), std::string::npos) << part->json;
    EXPECT_NE(part->json.find("\"by\":\"admin\""), std::string::npos) << part->json;
}

TEST_F(SigningIn, IsJournalled) {
    const ConnectionId first = all.connect();
    const ConnectionId second = all.connect();
    all.sign_in(first, "dealer");
    all.sign_in(second, "dealer");
    all.ask(second, wire::SignOut{SmallHouse::dealer});
    all.sign_in(second, "dealer");
    all.ask(second, wire::SelfCheck{SmallHouse::dealer});
    all.sessions->on_disconnect(second);
    all.turn();
    const std::vector<std::string> expected = {"in", "elsewhere", "in",          "asked",
                                               "in", "check",     "disconnected"};
    std::vector<std::string> found;
    const auto take = [&](std::uint64_t, std::string_view bytes) -> Result<void> {
        const table::Fact fact = wire::read_event(bytes).value().fact;
        if (const auto* in = get_if<table::SignedIn>(&fact)) {
            EXPECT_EQ(in->person, SmallHouse::dealer);
            found.emplace_back("in");
        }
        if (const auto* out = get_if<table::SignedOut>(&fact)) {
            found.emplace_back(to_word(out->cause));
        }
        if (holds<table::SelfCheckRequested>(fact)) found.emplace_back("check");
        return {};
    };
    EXPECT_TRUE(all.house.journal.read(0, [&](const store::Record& record) -> Result<bool> {
        if (auto done = split_record(record, take); !done) return std::unexpected(done.error());
        return true;
    }));
    EXPECT_EQ(found, expected);
}

TEST_F(SigningIn, OfAPersonEndsWhenAnAdministratorResetsThePassword) {
    const ConnectionId dealer = all.connect();
    const ConnectionId admin = all.connect();
    const wire::SetPassword reset{"dealer", "long enough", {}, SmallHouse::administrator};
    EXPECT_EQ(all.outcome(admin, reset), "not_signed_in");
    ASSERT_TRUE(all.house.accounts.set(SmallHouse::administrator, {"$argon2id$admin", false}));
    all.sign_in(admin, "admin");
    all.sign_in(dealer, "dealer");
    EXPECT_EQ(
        all.outcome(dealer, wire::SetPassword{"admin", "long enough", {}, SmallHouse::dealer}),
        "not_allowed");
    EXPECT_EQ(all.outcome(
                  admin, wire::SetPassword{"nobody", "long enough", {}, SmallHouse::administrator}),
              "no_such_person");
    all.ask(admin, reset);
    all.checks.at(0).new_hash = "$argon2id$reset";
    all.finish_check(false);  // nothing was verified
    EXPECT_TRUE(all.house.accounts.find(SmallHouse::dealer)->must_change);
    EXPECT_FALSE(is_signed_in(dealer, SmallHouse::dealer));
}

class LoggingOn : public SigningIn {
protected:
    const Peer console{.address = "10.0.0.1", .network = 1};
    const Peer stranger{.address = "8.8.8.8", .network = 2};

    // The reason with which an attempt is refused; "ok" if it is not.
    std::string attempt(ConnectionId connection, wire::SignIn request, bool is_right) {
        const auto reply = all.ask(connection, std::move(request));
        const std::uint64_t id = all.id;
        if (!reply.empty()) return SmallSessions::outcome_of(reply);
        all.finish_check(is_right);
        return SmallSessions::outcome_of(all.reply_to(connection, id));
    }
    std::uint8_t failures() {
        return all.house.loop->state().people.at(SmallHouse::dealer).failures;
    }
    SignInCounts counts() { return all.sessions->counts().sign_ins; }
};

TEST_F(LoggingOn, FailuresAtAConsoleLockAndAlert) {
    const ConnectionId supervisor = all.connect(console);
    all.sign_in(supervisor, "supervisor");
    const ConnectionId here = all.connect({.address = "10.0.0.2", .network = 3});
    all.received.clear();
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(attempt(here, {"dealer", "x"}, false), "wrong_password");
    }
    EXPECT_EQ(failures(), 3);
    ASSERT_EQ(all.received[supervisor.number].size(), 1u);
    EXPECT_NE(all.received[supervisor.number][0].find("account_locked"), std::string::npos);
    const std::uint64_t before = all.house.journal.last().sequence;
    // A locked account answers alike to the right and to a wrong password, and is not counted on.
    EXPECT_EQ(attempt(here, {"dealer", "x"}, true), "wrong_password");
    EXPECT_EQ(attempt(here, {"dealer", "x"}, false), "wrong_password");
    EXPECT_EQ(all.house.journal.last().sequence, before);
    EXPECT_EQ(counts().failed, 5u);
}

TEST_F(LoggingOn, ElsewhereLocksNobodyAndTakesLongerEachTime) {
    const ConnectionId far = all.connect(stranger);
    const std::uint64_t before = all.house.journal.last().sequence;
    EXPECT_EQ(attempt(far, {"dealer", "right"}, true), "not_a_console");
    EXPECT_EQ(attempt(far, {"dealer", "right"}, true), "too_many_attempts");
    all.wait(1'000);
    EXPECT_EQ(attempt(far, {"dealer", "right"}, true), "not_a_console");
    all.wait(1'000);
    EXPECT_EQ(attempt(far, {"dealer", "right"}, true), "too_many_attempts");
    // Another address with the same name has to wait too, and one with another name does not.
    const ConnectionId other = all.connect({.address = "8.8.4.4", .network = 4});
    EXPECT_EQ(attempt(other, {"dealer", "right"}, true), "too_many_attempts");
    EXPECT_EQ(attempt(other, {"supervisor", "right"}, true), "not_a_console");
    EXPECT_TRUE(all.checks.empty());  // none cost any work
    EXPECT_EQ(all.house.journal.last().sequence, before);
    EXPECT_EQ(counts().elsewhere, 3u);
    EXPECT_EQ(counts().delayed, 3u);
    EXPECT_EQ(attempt(all.connect(console), {"dealer", "right"}, true), "ok");
}

TEST_F(LoggingOn, SuccessResetsTheCount) {
    const ConnectionId here = all.connect(console);
    attempt(here, {"dealer", "x"}, false);
    attempt(here, {"dealer", "x"}, false);
    EXPECT_EQ(failures(), 2);
    EXPECT_EQ(attempt(here, {"dealer", "right"}, true), "ok");
    EXPECT_EQ(failures(), 0);
    EXPECT_EQ(attempt(here, {"dealer", "x"}, false), "wrong_password");
    EXPECT_EQ(attempt(here, {"dealer", "right"}, true), "ok");
}

TEST_F(LoggingOn, AnAddressThatFailsOftenHasToWait) {
    const ConnectionId here = all.connect(console);
    for (std::uint32_t i = 0; i <= SignIn::undelayed_failures_max; ++i) {
        EXPECT_EQ(attempt(here, {"nobody", "x"}, false), "wrong_password");
    }
    EXPECT_EQ(attempt(here, {"dealer", "x"}, true), "too_many_attempts");
    EXPECT_EQ(attempt(all.connect({.address = "10.0.0.9", .network = 9}), {"dealer", "x"}, true),
              "ok");
}

TEST_F(LoggingOn, AnswersEveryFailureAfterTheSameTime) {
    ASSERT_FALSE(
        all.house.loop->execute_system({}, table::ReportFailedLogOn{SmallHouse::technician})
            .refusal);
    for (int i = 0; i < 2; ++i) {
        all.house.loop->execute_system({}, table::ReportFailedLogOn{SmallHouse::technician});
    }
    all.turn();
    for (const auto& [name, is_right] : std::vector<std::pair<std::string, bool>>{
             {"dealer", false}, {"nobody", false}, {"technician", false}, {"technician", true}}) {
        const ConnectionId here = all.connect(console);
        all.ask(here, wire::SignIn{name, "x"});
        const PasswordCheck check = all.checks.at(0);
        all.checks.clear();
        all.wait(60);
        all.sessions->on_password_checked(check, is_right);
        all.turn();
        EXPECT_TRUE(all.received[here.number].empty()) << name;
        EXPECT_EQ(all.sessions->next_due(), check.asked_at + 250) << name;
        all.wait(190);
        ASSERT_EQ(all.received[here.number].size(), 1u) << name;
        EXPECT_NE(all.received[here.number][0].find("wrong_password"), std::string::npos);
    }
}

TEST_F(LoggingOn, OneAddressDoesNotKeepOthersWaiting) {
    for (int i = 0; i < 60; ++i) {
        all.ask(all.connect({.address = "10.0.0.66", .network = 66}), wire::SignIn{"nobody", "x"});
    }
    const ConnectionId honest = all.connect(console);
    all.ask(honest, wire::SignIn{"dealer", "right"});
    const std::uint64_t id = all.id;
    int others = 0;
    while (all.checks.at(0).id != id) {
        all.finish_check(false);
        ++others;
    }
    EXPECT_LE(others, 3);
    all.finish_check(true);
    EXPECT_EQ(SmallSessions::outcome_of(all.reply_to(honest, id)), "ok");
    EXPECT_GT(counts().busy, 0u);
}

TEST_F(LoggingOn, RefusesWeakAndUnchangedPasswords) {
    const ConnectionId here = all.connect(console);
    const auto set = [&](const std::string& fresh, const std::string& old) {
        return all.outcome(here, wire::SetPassword{"dealer", fresh, old, {}});
    };
    EXPECT_EQ(set("Password1", "old"), "weak_password");
    EXPECT_EQ(set("dealer99", "old"), "weak_password");
    EXPECT_EQ(set("same one as before", "same one as before"), "password_unchanged");
    EXPECT_TRUE(all.checks.empty());
}

TEST_F(LoggingOn, ANewPasswordEndsSessionsElsewhere) {
    const ConnectionId first = all.connect(console);
    const ConnectionId second = all.connect(console);
    all.sign_in(first, "dealer");
    all.received.clear();
    all.ask(second, wire::SetPassword{"dealer", "quite another one", "old", {}});
    all.checks.at(0).new_hash = "$argon2id$new";
    all.finish_check(true);
    EXPECT_FALSE(is_signed_in(first, SmallHouse::dealer));
    // On its own connection the person stays signed in.
    all.sign_in(second, "dealer");
    all.ask(second, wire::SetPassword{"dealer", "and one more of them", "old", {}});
    all.checks.at(0).new_hash = "$argon2id$newer";
    all.finish_check(true);
    EXPECT_TRUE(is_signed_in(second, SmallHouse::dealer));
}

class SigningInForOneAct : public LoggingOn {
protected:
    std::string order(PersonId person, table::Order what) {
        wire::OrderRequest request;
        request.table = {2};
        request.person = person;
        request.order = std::move(what);
        all.id = std::max<std::uint64_t>(all.id, 1'000);
        return all.outcome(here, request);
    }
    std::string sign_in_for_one_act() {
        return attempt(here, {"supervisor", "right", {}, true}, true);
    }
    const ConnectionId here = all.connect(console);
};

TEST_F(SigningInForOneAct, EndsWithTheAct) {
    const ConnectionId elsewhere = all.connect(console);
    all.sign_in(elsewhere, "supervisor");
    all.sign_in(here, "dealer");
    EXPECT_EQ(sign_in_for_one_act(), "ok");
    EXPECT_TRUE(is_signed_in(elsewhere, SmallHouse::supervisor));  // a session of its own
    EXPECT_EQ(order(SmallHouse::supervisor, table::LogOn{}), "ok");
    EXPECT_EQ(order(SmallHouse::supervisor, table::TakeOutOfService{"a look at the dice"}), "ok");
    EXPECT_EQ(order(SmallHouse::supervisor, table::RecordRepair{"they are fine"}), "not_signed_in");
    EXPECT_EQ(order(SmallHouse::supervisor, table::LogOff{}), "ok");
    EXPECT_EQ(order(SmallHouse::supervisor, table::LogOn{}), "not_signed_in");
    EXPECT_TRUE(is_signed_in(here, SmallHouse::dealer));
    EXPECT_TRUE(is_signed_in(elsewhere, SmallHouse::supervisor));
}

// Somebody who knows the old password may be signed in with it for one act.
TEST_F(SigningInForOneAct, EndsWhenThePersonChangesThePassword) {
    const ConnectionId own = all.connect(console);
    const auto change = [&](ConnectionId on, const std::string& fresh) {
        all.ask(on, wire::SetPassword{"supervisor", fresh, "old", {}});
        all.checks.at(0).new_hash = "$argon2id$new";
        all.finish_check(true);
    };
    all.sign_in(here, "dealer");
    EXPECT_EQ(sign_in_for_one_act(), "ok");
    change(own, "quite another one");  // on a connection where nobody is signed in
    EXPECT_EQ(order(SmallHouse::supervisor, table::LogOn{}), "not_signed_in");
    all.sign_in(own, "supervisor");
    EXPECT_EQ(sign_in_for_one_act(), "ok");
    const std::uint64_t before = all.house.journal.last().sequence;
    change(own, "and one more of them");                       // where the person is signed in
    EXPECT_EQ(all.house.journal.last().sequence, before + 2);  // PasswordSet, SignedOut
    EXPECT_EQ(order(SmallHouse::supervisor, table::LogOn{}), "not_signed_in");
    EXPECT_TRUE(is_signed_in(own, SmallHouse::supervisor));
}

TEST_F(SigningInForOneAct, EndsWhenItIsLeftOrTakesTooLong) {
    all.sign_in(here, "dealer");
    EXPECT_EQ(sign_in_for_one_act(), "ok");
    EXPECT_EQ(all.outcome(here, wire::SignOut{SmallHouse::supervisor}), "ok");
    EXPECT_EQ(order(SmallHouse::supervisor, table::LogOn{}), "not_signed_in");
    EXPECT_EQ(sign_in_for_one_act(), "ok");
    all.wait(SignIn::single_act_max.count());
    EXPECT_EQ(order(SmallHouse::supervisor, table::LogOn{}), "not_signed_in");
    EXPECT_EQ(sign_in_for_one_act(), "ok");
    ASSERT_FALSE(
        all.house.order(SmallHouse::administrator, {}, table::DisablePerson{SmallHouse::supervisor})
            .refusal);
    all.turn();
    EXPECT_EQ(order(SmallHouse::supervisor, table::LogOn{}), "not_signed_in");
}

}  // namespace
}  // namespace sicbo::server
