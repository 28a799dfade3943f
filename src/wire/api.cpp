// SPDX-License-Identifier: MIT
#include "wire/api.h"

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>

#include "core/check.h"
#include "wire/json.h"

namespace sicbo::wire {
namespace {

namespace json = boost::json;

using Outcome = std::expected<ApiCall, ApiProblem>;

constexpr std::uint64_t integer_max = std::uint64_t{1} << 53;

std::unexpected<ApiProblem> problem(int status, std::string_view reason, std::string detail) {
    return std::unexpected(ApiProblem{status, std::string(reason), std::move(detail)});
}

std::unexpected<ApiProblem> bad_message(std::string detail) {
    return problem(400, "bad_message", std::move(detail));
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

bool is_json(std::string_view content_type) {
    std::string type(trim(content_type.substr(0, content_type.find(';'))));
    std::ranges::transform(type, type.begin(), [](char one) {
        return 'A' <= one && one <= 'Z' ? static_cast<char>(one - 'A' + 'a') : one;
    });
    return type == "application/json";
}

// Reads the body as the members of a request of this type, and `more` members that the path says.
Outcome read_typed(std::string_view type, std::string_view body, std::string_view more = {}) {
    const std::string_view object = trim(body);
    if (!object.starts_with('{')) return bad_message("the body must be a JSON object");
    const std::string_view members = trim(object.substr(1));
    std::string text = "{\"id\":1,\"type\":\"" + std::string(type) + "\"" + std::string(more);
    text.append(members.starts_with('}') ? "" : ",").append(members);
    std::uint64_t id = 0;
    Result<Request> request = read_request(text, id);
    if (!request) {
        // Positions in the text that was put together mean nothing to the client.
        const JsonText own(object);
        return bad_message((own.error() ? *own.error() : request.error()).text());
    }
    return ApiCall{std::move(request->body)};
}

// The server knows who has signed in: a body that names a person is refused.
Outcome read_order(std::string_view type, std::string_view body) {
    Outcome call = read_typed(type, body);
    if (!call) return call;
    const auto* preview = std::get_if<PreviewRequest>(&call->body);
    const OrderRequest& order = preview ? preview->order : std::get<OrderRequest>(call->body);
    if (order.person) return bad_message("person: the token says who gives the order");
    if (!preview && order.request == 0) {
        return bad_message("request: an order needs a number, so that it can be sent again");
    }
    return call;
}

Outcome read_sign_in(std::string_view, std::string_view body) {
    Outcome call = read_typed("sign_in", body);
    if (call && std::get<SignIn>(call->body).single_act) {
        return bad_message("single_act: a token is for one person");
    }
    return call;
}

Outcome read_empty(std::string_view body, RequestBody request) {
    const std::string_view object = trim(body);
    if (!object.starts_with('{') || trim(object.substr(1)) != "}") {
        return bad_message("the body must be {}");
    }
    return ApiCall{std::move(request)};
}

Outcome read_find_tickets(std::string_view, std::string_view body) {
    Outcome call = read_typed("find_tickets", body);
    if (call && std::get<FindTickets>(call->body).person) {
        return bad_message("person: the token says who asks");
    }
    return call;
}

// What cashiers do with tickets. `request` is the number of the order that it becomes.
template <class Body>
Outcome read_cashier_call(std::string_view type, std::string_view body) {
    Outcome call = read_typed(type, body);
    if (!call) return call;
    const CashierRequest& by = std::get<Body>(call->body).by;
    if (by.person) return bad_message("person: the token says who gives the order");
    if (by.request == 0) {
        return bad_message("request: an order needs a number, so that it can be sent again");
    }
    return call;
}

Outcome read_topic_call(std::string_view rest, std::string_view) {
    const std::optional<Topic> topic = parse_topic(rest);
    if (!topic) return problem(404, "not_found", "there is no such topic");
    return ApiCall{Watch{*topic}};
}

bool read_number(std::string_view text, std::uint64_t max, std::uint64_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number >= 1 &&
           number <= max && text.front() != '0';
}

// `rest` is "3/rounds" or "3/rounds?limit=10&before=70".
Outcome read_rounds_call(std::string_view rest, std::string_view) {
    const std::size_t mark = rest.find('?');
    std::string_view query = mark == std::string_view::npos ? "" : rest.substr(mark + 1);
    const std::string_view path = rest.substr(0, mark);
    const std::size_t slash = path.find('/');
    ListRounds list;
    std::uint64_t table = 0;
    if (slash == std::string_view::npos || path.substr(slash) != "/rounds" ||
        !read_number(path.substr(0, slash), UINT32_MAX, table)) {
        return problem(404, "not_found", "there is no such path");
    }
    list.table = {static_cast<std::uint32_t>(table)};
    bool has_limit = false;
    while (!query.empty()) {
        const std::string_view part = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(part.size() + 1, query.size()));
        const std::size_t equals = part.find('=');
        const std::string_view name = part.substr(0, equals);
        const std::string_view value =
            equals == std::string_view::npos ? "" : part.substr(equals + 1);
        std::uint64_t number = 0;
        if (name == "limit" && !has_limit && read_number(value, 100, number)) {
            list.limit = static_cast<std::uint32_t>(number);
            has_limit = true;
        } else if (name == "before" && list.before == 0 &&
                   read_number(value, integer_max, number)) {
            list.before = number;
        } else {
            return bad_message("the query may have limit, from 1 to 100, and before, a round");
        }
    }
    return ApiCall{list};
}

struct Path {
    std::string_view path;  // after the prefix; with a slash at the end, more follows
    std::string_view method;
    // `rest` is what follows the path, and the query.
    Outcome (*read)(std::string_view rest, std::string_view body);
};

// clang-format off
constexpr std::array paths = {
    Path{"sign-in", "POST", read_sign_in},
    Path{"sign-out", "POST", [](std::string_view, std::string_view body) {
        return read_empty(body, SignOut{}); }},
    Path{"orders", "POST", [](std::string_view, std::string_view body) {
        return read_order("order", body); }},
    Path{"previews", "POST", [](std::string_view, std::string_view body) {
        return read_order("preview", body); }},
    Path{"self-checks", "POST", [](std::string_view, std::string_view body) {
        return read_empty(body, SelfCheck{}); }},
    Path{"tickets/find", "POST", read_find_tickets},
    Path{"tickets/sell", "POST", [](std::string_view, std::string_view body) {
        return read_cashier_call<SellTicketRequest>("sell_ticket", body); }},
    Path{"tickets/read", "POST", [](std::string_view, std::string_view body) {
        return read_cashier_call<ReadTicket>("read_ticket", body); }},
    Path{"tickets/cash", "POST", [](std::string_view, std::string_view body) {
        return read_cashier_call<CashTicketRequest>("cash_ticket", body); }},
    Path{"topics/", "GET", read_topic_call},
    Path{"tables/", "GET", read_rounds_call},
};
// clang-format on

const Path* find_path(std::string_view rest) {
    const std::string_view path = rest.substr(0, rest.find('?'));
    for (const Path& one : paths) {
        const bool is_open = one.path.ends_with('/');
        if (is_open ? path.starts_with(one.path) : path == one.path) return &one;
    }
    return nullptr;
}

struct ReasonStatus {
    std::string_view reason;
    int status;
};

// Every other reason is the rules' no: 409.
constexpr std::array statuses = {
    ReasonStatus{"bad_message", 400},
    ReasonStatus{"bad_text", 400},
    ReasonStatus{"not_signed_in", 401},
    ReasonStatus{"wrong_password", 401},
    ReasonStatus{"second_factor_required", 401},
    ReasonStatus{"wrong_second_factor", 401},
    ReasonStatus{"password_change_required", 403},
    ReasonStatus{"second_factor_missing", 403},
    ReasonStatus{"not_a_console", 403},
    ReasonStatus{"not_allowed", 403},
    ReasonStatus{"not_logged_on", 403},
    ReasonStatus{"certificate_missing", 403},
    ReasonStatus{"not_found", 404},
    ReasonStatus{"no_such_table", 404},
    ReasonStatus{"too_often", 429},
    ReasonStatus{"too_many_attempts", 429},
    ReasonStatus{"busy", 503},
    ReasonStatus{"stopping", 503},
};

std::string_view title_of(int status) {
    switch (status) {
        case 400: return "Bad Request";
        case 401: return "Unauthorized";
        case 403: return "Forbidden";
        case 404: return "Not Found";
        case 405: return "Method Not Allowed";
        case 409: return "Conflict";
        case 413: return "Content Too Large";
        case 415: return "Unsupported Media Type";
        case 429: return "Too Many Requests";
        case 503: return "Service Unavailable";
        default: return "Internal Server Error";
    }
}

std::string text_of(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    return value && value->is_string() ? std::string(value->as_string()) : std::string();
}

}  // namespace

std::expected<ApiCall, ApiProblem> read_api_call(const ApiRequest& request) {
    check(is_api_target(request.target));
    const std::string_view rest = request.target.substr(api_prefix.size());
    const Path* path = find_path(rest);
    if (!path) return problem(404, "not_found", "there is no such path");
    const bool is_read = path->method == "GET";
    if (request.method != path->method && !(is_read && request.method == "HEAD")) {
        auto wrong =
            problem(405, "method_not_allowed", "this path takes " + std::string(path->method));
        wrong.error().allow = is_read ? "GET, HEAD" : path->method;
        return wrong;
    }
    const bool has_query = rest.contains('?');
    if (has_query && path->path != "tables/") return bad_message("this path takes no query");
    if (is_read && !request.body.empty()) return bad_message("a read has no body");
    if (!is_read && !is_json(request.content_type)) {
        return problem(415, "unsupported_media_type", "the body must be application/json");
    }
    return path->read(rest.substr(path->path.size()), request.body);
}

std::optional<std::string_view> read_bearer(std::string_view authorization) {
    constexpr std::string_view scheme = "Bearer ";
    if (!authorization.starts_with(scheme)) return std::nullopt;
    return authorization.substr(scheme.size());
}

int status_of(std::string_view reason) {
    const auto at = std::ranges::find(statuses, reason, &ReasonStatus::reason);
    return at == statuses.end() ? 409 : at->status;
}

std::optional<std::uint64_t> reply_id(std::string_view message) {
    constexpr std::string_view begin = "{\"reply\":";
    if (!message.starts_with(begin)) return std::nullopt;
    message.remove_prefix(begin.size());
    std::uint64_t id = 0;
    const auto read = std::from_chars(message.data(), message.data() + message.size(), id);
    return read.ec == std::errc() ? std::optional(id) : std::nullopt;
}

std::expected<std::string, ApiProblem> read_reply(std::string_view reply) {
    check(reply_id(reply).has_value());
    constexpr std::string_view good = ",\"ok\":true";
    const std::size_t comma = reply.find(',');
    check(comma != std::string_view::npos);
    std::string_view rest = reply.substr(comma);
    if (rest.starts_with(good)) {
        rest.remove_prefix(good.size());
        if (rest.starts_with(',')) rest.remove_prefix(1);
        return "{" + std::string(rest);
    }
    const json::value value = json::parse(json::string_view(reply.data(), reply.size()));
    const json::object& object = value.as_object();
    ApiProblem refused;
    refused.reason = text_of(object, "reason");
    refused.detail = text_of(object, "detail");
    refused.clause = text_of(object, "clause");
    refused.status = status_of(refused.reason);
    if (const json::value* bets = object.if_contains("bets")) refused.bets = json::serialize(*bets);
    return std::unexpected(std::move(refused));
}

std::string write_problem(const ApiProblem& problem) {
    check(problem.status >= 400 && !problem.reason.empty());
    std::string text = "{\"type\":\"about:blank\",\"title\":" + quoted(title_of(problem.status)) +
                       ",\"status\":" + std::to_string(problem.status) +
                       ",\"reason\":" + quoted(problem.reason);
    if (!problem.detail.empty()) text += ",\"detail\":" + quoted(problem.detail);
    if (!problem.clause.empty()) text += ",\"clause\":" + quoted(problem.clause);
    if (!problem.bets.empty()) text += ",\"bets\":" + problem.bets;
    return text + "}";
}

}  // namespace sicbo::wire
