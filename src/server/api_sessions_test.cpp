// SPDX-License-Identifier: MIT
#include "server/api_sessions.h"

#include <gtest/gtest.h>

#include "support/sessions.h"

namespace sicbo::server {
namespace {

using namespace table;

struct ApiAnswer {
    int status = 0;  // 0: none yet
    boost::json::object body;
};

// A small property with an API in front of it, without a network.
class ApiRoom : public ::testing::Test {
protected:
    ApiRoom() { api.emplace(*s.sessions, ApiSessions::Options{}, s.house.now); }

    void turn(std::int64_t milliseconds = 0) {
        s.house.now = s.house.now + milliseconds;
        s.house.loop->tick(s.house.now);
        s.sessions->begin_turn(s.house.now);
        api->begin_turn(s.house.now);
        for (ApiSessions::Call& call : std::exchange(calls, {})) api->on_call(std::move(call));
        s.sessions->answer_reads();
        const auto events = s.house.commit();
        s.sessions->on_committed(events);
        auto lists = s.sessions->take_outbox(s.house.now);
        api->take_deliveries(lists);
        for (const auto& list : lists) left_over += list.size();
        EXPECT_TRUE(s.house.loop->is_committed());
    }

    // Queues a call for the next turn, and returns the number of its answer.
    std::size_t call(wire::RequestBody body, const std::string& token = {}, Peer peer = {}) {
        const std::size_t number = answers.size();
        answers.emplace_back();
        calls.push_back({wire::ApiCall{std::move(body)}, token, std::move(peer),
                         [this, number](HttpResponse response) {
                             EXPECT_EQ(answers[number].status, 0) << "answered twice";
                             answers[number] = {response.status,
                                                boost::json::parse(response.body).as_object()};
                         }});
        return number;
    }

    const ApiAnswer& ask(wire::RequestBody body, const std::string& token = {}, Peer peer = {}) {
        const std::size_t number = call(std::move(body), token, std::move(peer));
        turn();
        return answers[number];
    }

    // Ends the oldest password check.
    void check_password(bool is_right) {
        const PasswordCheck check = s.checks.at(0);
        s.checks.erase(s.checks.begin());
        s.sessions->on_password_checked(check, is_right);
        turn();
        turn(SignIn::answer_interval.count());
    }

    std::string sign_in(const std::string& name) {
        const std::size_t number = call(wire::SignIn{name, "right"});
        turn();
        check_password(true);
        EXPECT_EQ(answers[number].status, 200);
        return std::string(answers[number].body.at("token").as_string());
    }

    static std::string reason(const ApiAnswer& answer) {
        const auto* reason = answer.body.if_contains("reason");
        return reason ? std::string(reason->as_string()) : std::string();
    }

    static wire::OrderRequest order(Order order, std::uint64_t request, TableId table = {}) {
        wire::OrderRequest asked;
        asked.table = table;
        asked.request = request;
        asked.order = std::move(order);
        return asked;
    }

    test::SmallSessions s;
    std::optional<ApiSessions> api;
    std::vector<ApiSessions::Call> calls;
    std::deque<ApiAnswer> answers;
    std::size_t left_over = 0;  // deliveries that the network would get
};

TEST_F(ApiRoom, SignsInAndGivesOrders) {
    const std::string token = sign_in("dealer");
    const ApiAnswer& on = ask(order(LogOn{}, 1, {2}), token);
    EXPECT_EQ(on.status, 200);
    EXPECT_TRUE(s.house.loop->state().tables.at({2}).staff.size() == 1);
    EXPECT_EQ(ask(order(LogOn{}, 1, {2}), token).status, 200) << "a resend gets the first reply";
    const ApiAnswer& refused = ask(order(OpenTable{}, 2, {2}), token);
    EXPECT_EQ(refused.status, 403);
    EXPECT_EQ(reason(refused), "not_allowed");
    EXPECT_EQ(left_over, 0u);
}

TEST_F(ApiRoom, AnswersAWrongPasswordLateAndForgetsIt) {
    const std::size_t number = call(wire::SignIn{"dealer", "wrong"});
    turn();
    EXPECT_EQ(answers[number].status, 0);
    check_password(false);
    EXPECT_EQ(answers[number].status, 401);
    EXPECT_EQ(reason(answers[number]), "wrong_password");
    turn();
    EXPECT_EQ(api->size(), 0u);
    EXPECT_EQ(s.house.loop->state().people.at(test::SmallHouse::dealer).failures, 1u);
}

TEST_F(ApiRoom, NeedsATokenFromTheSameAddress) {
    const std::string token = sign_in("dealer");
    EXPECT_EQ(ask(wire::Watch{}, "nonsense").status, 401);
    EXPECT_EQ(ask(wire::Watch{}, "").status, 401);
    Peer other;
    other.address = "192.0.2.7";
    EXPECT_EQ(ask(wire::Watch{}, token, other).status, 401);
    EXPECT_EQ(ask(wire::Watch{}, token).status, 200);
}

TEST_F(ApiRoom, ReadsTopicsOnce) {
    const std::string token = sign_in("supervisor");
    const std::size_t first = call(wire::Watch{{wire::TopicKind::console, 2}}, token);
    const std::size_t second = call(wire::Watch{{wire::TopicKind::console, 2}}, token);
    turn();
    for (const std::size_t number : {first, second}) {
        EXPECT_EQ(answers[number].status, 200);
        EXPECT_EQ(answers[number].body.at("snapshot").as_string(), "console/2");
    }
    EXPECT_EQ(ask(wire::Watch{{wire::TopicKind::console, 99}}, token).status, 404);
    EXPECT_EQ(ask(wire::Watch{{wire::TopicKind::terminal, 201}}, token).status, 403);
    EXPECT_TRUE(api->next_due());
    turn();
    EXPECT_EQ(ask(wire::Watch{{wire::TopicKind::console, 2}}, token).status, 200);
}

TEST_F(ApiRoom, SignsOut) {
    const std::string token = sign_in("dealer");
    EXPECT_EQ(ask(wire::SignOut{}, token).status, 200);
    EXPECT_EQ(ask(wire::Watch{}, token).status, 401);
    EXPECT_EQ(api->size(), 0u);
}

TEST_F(ApiRoom, EndsWithASignInElsewhere) {
    const std::string token = sign_in("dealer");
    const std::string later = sign_in("dealer");
    EXPECT_EQ(ask(wire::Watch{}, token).status, 401);
    EXPECT_EQ(ask(wire::Watch{}, later).status, 200);
    turn();
    EXPECT_EQ(api->size(), 1u);
}

TEST_F(ApiRoom, EndsWithTheAccount) {
    const std::string token = sign_in("dealer");
    const PersonId dealer = test::SmallHouse::dealer;
    EXPECT_FALSE(s.house.order(test::SmallHouse::administrator, {}, DisablePerson{dealer}).refusal);
    turn();
    EXPECT_EQ(ask(wire::Watch{}, token).status, 401);
    turn();
    EXPECT_EQ(api->size(), 0u);
}

TEST_F(ApiRoom, EndsAfterIdleTime) {
    const std::string token = sign_in("dealer");
    constexpr std::int64_t minute = 60'000;
    for (int i = 0; i < 3; ++i) {
        turn(9 * minute);
        EXPECT_EQ(ask(wire::Watch{}, token).status, 200);
    }
    turn(11 * minute);
    EXPECT_EQ(ask(wire::Watch{}, token).status, 401);
}

TEST_F(ApiRoom, LimitsCallsOfAToken) {
    const std::string token = sign_in("dealer");
    std::vector<std::size_t> numbers;
    for (int i = 0; i < 60; ++i) numbers.push_back(call(wire::ListRounds{{1}}, token));
    turn();
    turn();
    const auto count = [&](int status) {
        return std::ranges::count_if(numbers,
                                     [&](std::size_t n) { return answers[n].status == status; });
    };
    EXPECT_GT(count(200), 0);
    EXPECT_GT(count(429), 0);
    EXPECT_EQ(count(200) + count(429), 60);
}

TEST_F(ApiRoom, HasAMaximumOfSessions) {
    ApiSessions::Options options;
    options.sessions_max = 0;
    api.emplace(*s.sessions, options, s.house.now);
    const ApiAnswer& answer = ask(wire::SignIn{"dealer", "right"});
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(reason(answer), "busy");
}

TEST_F(ApiRoom, TellsOnlySomeRolesAboutTickets) {
    const std::string token = sign_in("technician");
    EXPECT_EQ(ask(wire::FindTickets{{}, "1234", {}}, token).status, 403);
    const std::string other = sign_in("supervisor");
    const ApiAnswer& found = ask(wire::FindTickets{{}, "1234", {}}, other);
    EXPECT_EQ(found.status, 200);
    EXPECT_TRUE(found.body.at("tickets").as_array().empty());
    const ApiAnswer& wrong = ask(wire::FindTickets{"001234567890123456", {}, {}}, other);
    EXPECT_EQ(reason(wrong), "bad_ticket_number");
}

}  // namespace
}  // namespace sicbo::server
