// SPDX-License-Identifier: MIT
// The server's part for the HTTP API: reads calls on network threads and queues them for the loop.
#include "server/server.h"
#include "wire/api.h"

namespace sicbo::server {

bool Server::take_http_request(const HttpRequest& request, Respond& respond) {
    if (!wire::is_api_target(request.target)) return false;
    check(request.peer != nullptr);
    const auto refuse = [&](const wire::ApiProblem& problem) {
        HttpResponse response{problem.status, problem_type, wire::write_problem(problem), false};
        response.allow = problem.allow;
        respond(std::move(response));
        return true;
    };
    if (!ready_) return refuse({503, "busy", "the server is not ready yet"});
    auto call =
        wire::read_api_call({request.method, request.target, request.content_type, request.body});
    if (!call) return refuse(call.error());
    const auto token = wire::read_bearer(request.authorization);
    if (!token && !wire::signs_in(*call)) {
        return refuse({401, "not_signed_in", "send the token as Authorization: Bearer TOKEN"});
    }
    if (is_overloaded()) return refuse({503, "busy", "too many requests wait"});
    enqueue({{},
             ApiSessions::Call{*std::move(call), std::string(token.value_or("")), *request.peer,
                               std::move(respond)}});
    return true;
}

// A close of betting does not wait behind the bets of others, however it arrives.
bool Server::is_urgent(const InboxItem& item) {
    const wire::RequestBody* body = nullptr;
    if (const auto* request = std::get_if<wire::Request>(&item.what)) body = &request->body;
    if (const auto* call = std::get_if<ApiSessions::Call>(&item.what)) body = &call->call.body;
    const auto* order = body ? std::get_if<wire::OrderRequest>(body) : nullptr;
    return order && holds<table::CloseBetting>(order->order);
}

}  // namespace sicbo::server
