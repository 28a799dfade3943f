// SPDX-License-Identifier: MIT
// How a person gets a second factor, proves it, and loses it.
#include <gtest/gtest.h>

#include "server/sign_in.h"
#include "server/totp.h"
#include "support/sessions.h"

namespace sicbo::server {
namespace {

using test::SmallHouse;
using test::SmallSessions;

class SecondFactor : public testing::Test {
protected:
    SecondFactor() { all.house.plan.access.second_factor.add(rules::Role::dealer); }

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
    std::uint64_t incomplete() { return all.sessions->counts().sign_ins.incomplete; }

    // Asks for a secret and returns its bytes.
    std::string enrol() {
        all.ask(here, wire::EnrolSecondFactor{"dealer", "right"});
        const std::uint64_t id = all.id;
        all.finish_check(true);
        const auto reply = all.reply_to(here, id);
        if (SmallSessions::outcome_of(reply) != "ok") return SmallSessions::outcome_of(reply);
        EXPECT_TRUE(std::string(reply.at("uri").as_string()).starts_with("otpauth://totp/"));
        return parse_base32(std::string(reply.at("secret").as_string())).value();
    }
    std::string code(const std::string& secret, int steps = 0) {
        const Instant wall = all.house.now + all.wall_ahead;
        const std::int64_t step = wall.milliseconds / 1'000 / totp_step_seconds + steps;
        return totp_code(secret, static_cast<std::uint64_t>(step));
    }
    std::string sign_in_with(const std::string& given) {
        return attempt(here, {"dealer", "right", given}, true);
    }
    SmallSessions all;
    const Peer console{.address = "10.0.0.1", .network = 1};
    ConnectionId here = all.connect(console);
};

TEST_F(SecondFactor, IsMadeOnceAndGivenEachTime) {
    EXPECT_EQ(sign_in_with(""), "second_factor_missing");
    enrol();
    const std::string secret = enrol();  // until it is confirmed it can be made again
    EXPECT_EQ(sign_in_with(""), "second_factor_required");
    EXPECT_EQ(sign_in_with(code(secret, 5)), "wrong_second_factor");
    EXPECT_EQ(failures(), 1);
    const std::string good = code(secret);
    EXPECT_EQ(sign_in_with(good), "ok");
    EXPECT_EQ(failures(), 0);
    EXPECT_EQ(sign_in_with(good), "wrong_second_factor");  // no code is good twice
    EXPECT_EQ(enrol(), "second_factor_in_use");
    all.wait(60'000);
    EXPECT_EQ(sign_in_with(code(secret)), "ok");
}

TEST_F(SecondFactor, IsAskedForBeforeAPasswordIsChanged) {
    const std::string secret = enrol();
    EXPECT_EQ(sign_in_with(code(secret)), "ok");
    const auto change = [&](const std::string& given) {
        all.ask(here, wire::SetPassword{"dealer", "quite another one", "old", {}, given});
        all.checks.at(0).new_hash = "$argon2id$new";
        all.finish_check(true);
        return SmallSessions::outcome_of(all.reply_to(here, all.id));
    };
    EXPECT_EQ(change(""), "second_factor_required");
    all.wait(60'000);
    EXPECT_EQ(change(code(secret)), "ok");
    EXPECT_TRUE(all.house.accounts.find(SmallHouse::dealer)->second_factor);
}

TEST_F(SecondFactor, IsRemovedByAnAdministrator) {
    const std::string secret = enrol();
    EXPECT_EQ(sign_in_with(code(secret)), "ok");
    const ConnectionId admin = all.connect(console);
    ASSERT_TRUE(all.house.accounts.set(SmallHouse::administrator, {"$argon2id$admin", false}));
    all.sign_in(admin, "admin");
    const wire::ResetSecondFactor reset{SmallHouse::administrator, "dealer"};
    EXPECT_EQ(all.outcome(here, wire::ResetSecondFactor{SmallHouse::dealer, "dealer"}),
              "not_allowed");
    const std::uint64_t before = all.house.journal.last().sequence;
    EXPECT_EQ(all.outcome(admin, reset), "ok");
    EXPECT_EQ(all.house.journal.last().sequence, before + 1);  // SecondFactorRemoved
    EXPECT_EQ(all.outcome(here, wire::SelfCheck{SmallHouse::dealer}), "not_signed_in");
    EXPECT_EQ(sign_in_with(""), "second_factor_missing");
}

// After a start with a clock that was far ahead, the journal's time stays ahead.
TEST_F(SecondFactor, GoesByTheMachinesClockAndNotByTheJournals) {
    const std::string secret = enrol();
    EXPECT_EQ(sign_in_with(code(secret)), "ok");
    constexpr std::int64_t day = 86'400'000;
    all.wall_ahead = -300 * day;
    const std::string good = code(secret);
    EXPECT_EQ(sign_in_with(good), "ok");
    EXPECT_EQ(sign_in_with(good), "wrong_second_factor");
}

// The right password without a code is an attempt too: counted, slowed down, and journalled.
TEST_F(SecondFactor, IsNoOracleForThePassword) {
    const std::string secret = enrol();
    EXPECT_EQ(incomplete(), 1u);
    EXPECT_EQ(sign_in_with(""), "second_factor_required");
    EXPECT_EQ(sign_in_with(""), "second_factor_required");
    EXPECT_EQ(failures(), 0);
    EXPECT_EQ(sign_in_with(""), "second_factor_required");
    EXPECT_EQ(failures(), 1);
    EXPECT_EQ(incomplete(), 4u);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(sign_in_with(""), "second_factor_required");
    EXPECT_EQ(sign_in_with(""), "too_many_attempts");
    all.wait(60'000);
    EXPECT_EQ(sign_in_with(code(secret)), "ok");
    EXPECT_EQ(failures(), 0);
}

// Also of somebody who only acts in the role, whether before the sign-in or after it.
TEST_F(SecondFactor, IsAskedForTheRoleThatAPersonActsIn) {
    all.house.plan.access.second_factor = {};
    all.house.plan.access.second_factor.add(rules::Role::supervisor);
    EXPECT_EQ(sign_in_with(""), "ok");
    const Instant now = all.house.now;
    ASSERT_FALSE(
        all.house
            .order(SmallHouse::supervisor, {},
                   table::Appoint{SmallHouse::dealer, rules::Role::supervisor, now, now + 600'000})
            .refusal);
    all.turn();
    wire::OrderRequest request;
    request.table = {2};
    request.person = SmallHouse::dealer;
    request.role = rules::Role::supervisor;
    request.order = table::LogOn{};
    EXPECT_EQ(all.outcome(here, request), "second_factor_missing");
    request.role.reset();
    EXPECT_EQ(all.outcome(here, request), "ok");
    EXPECT_EQ(sign_in_with(""), "second_factor_missing");
}

}  // namespace
}  // namespace sicbo::server
