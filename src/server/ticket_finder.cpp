// SPDX-License-Identifier: MIT
#include "server/ticket_finder.h"

#include <charconv>

#include "core/check.h"
#include "device/ticket_number.h"
#include "server/log.h"

namespace sicbo::server {

using namespace table;

namespace {

// What the engine knows goes: the reports have only the beginning and the end of a ticket. Only
// they know the counter of the cage.
wire::TicketFacts merge(const State& state, const store::ReportedTicket& reported,
                        bool shows_name) {
    wire::TicketFacts facts{reported.name, shows_name, reported.ticket, reported.counter};
    const auto known = state.instruments.tickets.find(reported.name);
    if (known == state.instruments.tickets.end()) return facts;
    if (known->second.changed_at != reported.ticket.changed_at) facts.counter = {};
    facts.ticket = known->second;
    return facts;
}

}  // namespace

Result<std::vector<wire::TicketFacts>> TicketFinder::by_number(const State& state,
                                                               std::string_view number) const {
    check(device::is_ticket_number(number));
    const Hash name = device::ticket_name(key_, number);
    const auto reported = reported_.find(name);
    if (reported && *reported) return std::vector{merge(state, **reported, true)};
    const auto known = state.instruments.tickets.find(name);
    if (known != state.instruments.tickets.end()) {
        return std::vector{wire::TicketFacts{name, true, known->second, {}}};
    }
    if (!reported) return std::unexpected(reported.error());
    return std::vector<wire::TicketFacts>();
}

Result<std::vector<wire::TicketFacts>> TicketFinder::by_last_four(const State& state,
                                                                  std::string_view last_four,
                                                                  bool shows_name) const {
    std::uint16_t digits = 0;
    const char* end = last_four.data() + last_four.size();
    const auto read = std::from_chars(last_four.data(), end, digits);
    check(read.ptr == end && last_four.size() == 4);
    const auto reported = reported_.find(digits, found_max);
    if (!reported) return std::unexpected(reported.error());
    std::vector<wire::TicketFacts> found;
    for (const store::ReportedTicket& one : *reported) {
        found.push_back(merge(state, one, shows_name));
    }
    return found;
}

bool TicketFinder::is_closed(const Hash& name) const {
    const auto reported = reported_.find(name);
    if (!reported) {
        log(LogLevel::warning, "the reports can't say whether a ticket was closed",
            {{"why", reported.error().text()}});
        return false;
    }
    return *reported && table::is_closed((*reported)->ticket.state);
}

std::string TicketFinder::describe_closed(const Hash& name) const {
    const auto reported = reported_.find(name);
    if (!reported || !*reported) return {};
    return store::describe_closed(**reported);
}

}  // namespace sicbo::server
