// SPDX-License-Identifier: MIT
// A request of the HTTP API: its first line is the method and the target, the rest is the body.
#include <cstdint>
#include <string>
#include <string_view>

#include "core/check.h"
#include "wire/api.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t line = text.find('\n');
    const std::string_view head = text.substr(0, line);
    const std::string_view body = line == std::string_view::npos ? "" : text.substr(line + 1);
    const std::size_t blank = head.find(' ');
    const std::string target =
        std::string(wire::api_prefix) +
        std::string(blank == std::string_view::npos ? "" : head.substr(blank + 1));
    const auto call =
        wire::read_api_call({head.substr(0, blank), target, "application/json", body});
    if (!call) {
        check(call.error().status >= 400 && call.error().status < 500);
        check(!call.error().reason.empty());
        check(wire::write_problem(call.error()).starts_with("{\"type\":\"about:blank\""));
        return 0;
    }
    // Only what the API has: nobody takes a place, or acts for somebody whom the token does not
    // name.
    if (const auto* order = std::get_if<wire::OrderRequest>(&call->body)) {
        check(!order->person && order->request > 0);
    } else if (const auto* preview = std::get_if<wire::PreviewRequest>(&call->body)) {
        check(!preview->order.person);
    } else if (const auto* find = std::get_if<wire::FindTickets>(&call->body)) {
        check(!find->person && find->number.empty() != find->last_four.empty());
    } else if (const auto* sold = std::get_if<wire::SellTicketRequest>(&call->body)) {
        check(!sold->by.person && sold->by.request > 0);
    } else if (const auto* cashed = std::get_if<wire::CashTicketRequest>(&call->body)) {
        check(!cashed->by.person && cashed->by.request > 0);
    } else if (const auto* read = std::get_if<wire::ReadTicket>(&call->body)) {
        check(!read->by.person && read->by.request > 0);
    } else if (const auto* sign_in = std::get_if<wire::SignIn>(&call->body)) {
        check(!sign_in->single_act && wire::signs_in(*call));
    } else {
        check(std::holds_alternative<wire::Watch>(call->body) ||
              std::holds_alternative<wire::ListRounds>(call->body) ||
              std::holds_alternative<wire::SelfCheck>(call->body) ||
              std::holds_alternative<wire::SignOut>(call->body));
    }
    return 0;
}
