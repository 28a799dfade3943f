// SPDX-License-Identifier: MIT
// The HTTP API: what a request with a path and a JSON body asks for, and how its answer is written.
// docs/formats/api.md describes all of it. No session, socket or time in here.
//
// Each call is one request of the protocol (wire/message.h), so that every rule is in one place:
// POST /api/v1/orders with {"order": ...} is the request of type "order" with the same members.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "wire/message.h"

namespace sicbo::wire {

inline constexpr std::string_view api_prefix = "/api/v1/";

// Returns true if the target, a path with or without a query, belongs to the API.
constexpr bool is_api_target(std::string_view target) { return target.starts_with(api_prefix); }

// Why a call is not carried out.
struct ApiProblem {
    int status = 400;    // of HTTP
    std::string reason;  // a word of the protocol
    std::string detail = {};
    std::string clause = {};
    std::string_view allow = {};  // the methods that the path has; for status 405
    std::string bets = {};        // JSON: what became of each bet; empty: nothing to say
};

struct ApiCall {
    // Without an id, and without the person: the server fills in both. A Watch asks for the topic
    // once.
    RequestBody body;
};

// What of an HTTP request matters to the API. The texts must outlive the call.
struct ApiRequest {
    std::string_view method;
    std::string_view target;
    std::string_view content_type;
    std::string_view body;
};

// Reads one call. `request.target` must belong to the API.
std::expected<ApiCall, ApiProblem> read_api_call(const ApiRequest& request);

// Returns true if the call signs somebody in; all others need a token.
inline bool signs_in(const ApiCall& call) { return std::holds_alternative<SignIn>(call.body); }

// Returns the token of an Authorization header ("Bearer TOKEN"); nothing if it holds none.
std::optional<std::string_view> read_bearer(std::string_view authorization);

// The status of HTTP for a reason of the protocol.
int status_of(std::string_view reason);

// A message of the protocol, as a reply to a call: its members without `reply` and `ok`, or the
// problem if the request was refused. `reply` must be one that write_reply(), write_refusal() or
// write_error() wrote.
std::expected<std::string, ApiProblem> read_reply(std::string_view reply);

// Returns the id of the reply that the message is; nothing if it is another message.
std::optional<std::uint64_t> reply_id(std::string_view message);

// The body of an answer with a problem: RFC 9457, application/problem+json.
std::string write_problem(const ApiProblem& problem);

}  // namespace sicbo::wire
