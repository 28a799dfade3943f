// SPDX-License-Identifier: MIT
// Finds tickets for staff: those that the engine knows, and those that it has forgotten, of which
// the reports know what became. Every method runs on the loop thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/reported_tickets.h"
#include "wire/ticket_view.h"

namespace sicbo::server {

class TicketFinder {
public:
    // `key` names tickets; `files` is the path prefix of the journal's files (Store::files).
    TicketFinder(const Hash& key, const std::string& files) : key_(key), reported_(files) {}

    // Returns the ticket with the number, with its name, or nothing. The number is used only to
    // compute the name.
    Result<std::vector<wire::TicketFacts>> by_number(const table::State& state,
                                                     std::string_view number) const;

    // Returns the tickets with these last four digits, those that changed last first, at most
    // `found_max`. A ticket that was issued within the last second or so may be missing.
    Result<std::vector<wire::TicketFacts>> by_last_four(const table::State& state,
                                                        std::string_view last_four,
                                                        bool shows_name) const;

    // Returns true if the reports know the ticket as closed. If they can't be read, nobody knows:
    // returns false.
    bool is_closed(const Hash& name) const;

    // Returns what became of a closed ticket, as a sentence; empty if the reports do not know.
    std::string describe_closed(const Hash& name) const;

    static constexpr std::size_t found_max = 50;

private:
    Hash key_;
    store::ReportedTickets reported_;
};

}  // namespace sicbo::server
