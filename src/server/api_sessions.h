// SPDX-License-Identifier: MIT
// The sessions of the HTTP API: who has signed in with which token, and the calls that wait for an
// answer.
//
// To the session layer (server/sessions.h) an API session is one more connection: its calls are
// requests of the protocol, and what the session layer sends to it becomes the answers. So every
// rule about signing in, roles, limits and orders is the same as for the pages. Every method runs
// on the loop thread; an answer leaves only after the commit.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/sessions.h"
#include "server/token_bucket.h"
#include "wire/api.h"

namespace sicbo::server {

class ApiSessions {
public:
    using Respond = ConnectionHandler::Respond;
    struct Call {
        wire::ApiCall call;
        std::string token;  // empty: none was sent
        Peer peer;
        Respond respond;
    };
    struct Options {
        std::size_t sessions_max = 1'000;
        std::size_t open_calls_max = 16;      // calls of one session
        std::uint32_t calls_per_second = 20;  // of one session; token bucket, bursts of twice that
        std::chrono::milliseconds idle_max{10 * 60 * 1'000};
        std::chrono::milliseconds session_max{12 * 60 * 60 * 1'000};
        std::chrono::milliseconds answer_max{25'000};
    };
    // The sessions must outlive this object.
    ApiSessions(Sessions& sessions, const Options& options, Instant now);

    // Begins a turn: ends sessions that were idle for too long, or were signed out, and answers
    // calls that have waited for too long. Call it before on_call(), and before the commit.
    void begin_turn(Instant now);

    // Handles one call, which is answered in this turn or a later one.
    void on_call(Call call);

    // Takes what the session layer sends to API sessions out of the lists, and answers the calls.
    // Call it after the commit.
    void take_deliveries(std::vector<std::vector<Delivery>>& lists);

    // When the next turn is needed even if no call arrives.
    std::optional<Instant> next_due() const;

    std::size_t size() const { return sessions_.size(); }

private:
    struct OpenCall {
        Respond respond;
        std::optional<wire::Topic> topic;  // that was asked for
        bool accepted = false;             // what is missing is the topic
        bool signs_in = false;
        bool signs_out = false;
        Instant deadline;
    };
    struct ApiSession {
        Peer peer;
        std::optional<Hash> token;  // its hash; none before the sign-in has succeeded
        PersonId person;
        std::uint64_t last_id = 0;
        TokenBucket calls;
        Instant idle_until;
        Instant ends_at;
        std::map<std::uint64_t, OpenCall> open_calls = {};  // by the id of the request
        bool ending = false;                                // in the next turn
        std::set<wire::Topic> unwatch = {};                 // in the next turn
    };
    using ById = std::map<std::uint64_t, ApiSession>;  // by the number of the connection

    void sign_in(Call call);
    ById::iterator find(const Call& call);
    std::optional<wire::ApiProblem> refusal(ById::iterator at);
    void ask(ById::iterator at, Call call);
    void handle_message(ById::iterator at, const std::string& message);
    void answer_reply(ById::iterator at, std::uint64_t id, const std::string& message);
    void answer_topic(ApiSession& session, const std::string& message);
    std::string open(ById::iterator at, const std::string& reply);
    void end(ById::iterator at);

    Sessions& layer_;
    Options options_;
    Instant now_;
    Instant swept_at_;
    std::uint64_t next_ = 0;  // number of a connection
    ById sessions_;
    std::map<Hash, std::uint64_t> tokens_;  // hash of the token, number of the connection
    bool has_endings_ = false;              // or topics to unwatch
};

}  // namespace sicbo::server
