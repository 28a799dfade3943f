// SPDX-License-Identifier: MIT
// The read model of tickets: each one as it was when it was issued, and in the end as it was when
// it was redeemed, expired or became void, with where, when and by whom. The engine forgets a
// ticket some days after it was closed; this table of the report database (store/reports.h) keeps
// it.
//
// A ticket is found by its name, the HMAC of its number (docs/decisions/0028-ticket-names.md), or
// by its last four digits. No number is in here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/sqlite.h"
#include "store/store.h"
#include "table/state.h"

namespace sicbo::store {

struct ReportedTicket {
    Hash name;
    table::TicketRecord ticket;  // as it was when it was issued, or closed
    CounterId counter;           // of the cage, where that was; 0: it was not there
    std::uint64_t sequence = 0;  // of the event that issued or closed it

    friend bool operator==(const ReportedTicket& a, const ReportedTicket& b);
};

// Returns the ticket that the event issues or closes, from the state after the event; nothing if it
// does neither.
std::optional<ReportedTicket> ticket_changed(const table::State& after, const table::Event& event,
                                             std::uint64_t sequence);

// The table of the report database, and the statement that writes a row of it.
extern const std::string_view tickets_schema;
extern const std::string_view insert_ticket;
Result<void> write_ticket(Statement& insert, const ReportedTicket& ticket);

// Returns the statement that reads tickets: by name with `WHERE name = ?`, or by another condition.
Result<Statement> select_tickets(const Database& reports, std::string_view condition);

// Reads the present row of such a statement.
ReportedTicket read_ticket(const Statement& row);

// What became of the ticket, as a sentence for staff: "the ticket was redeemed at ... at terminal
// 101".
std::string describe_closed(const ReportedTicket& ticket);

// Reads the table while the follower writes it. The reports may be deleted and made again at any
// time, so each call opens them: that takes a fraction of a millisecond, and only a ticket that the
// engine does not know, or one that staff ask for, is looked up. One thread at a time.
class ReportedTickets {
public:
    // `files` is the path prefix of the journal's files (Store::files).
    explicit ReportedTickets(const std::string& files) : reports_(files + ".reports") {}

    // Returns an error if there are no reports, or they can't be used.
    Result<std::optional<ReportedTicket>> find(const Hash& name) const;
    // Returns the tickets with these last four digits, those that changed last first; at most
    // `found_max` of them.
    Result<std::vector<ReportedTicket>> find(std::uint16_t last_four, std::size_t found_max) const;

private:
    std::string reports_;
};

}  // namespace sicbo::store
