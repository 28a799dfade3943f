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
    EXPECT_EQ(SmallSessions::outcome_of(all.reply_to(again, id)), "person_disabled");
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
    const std::vector<std::string> expected = {"in", "elsewhere", "in",    "asked",
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

}  // namespace
}  // namespace sicbo::server
