// SPDX-License-Identifier: MIT
// The export of tickets: each with where and when it was issued, and redeemed.
#include <map>

#include "store/export_source.h"
#include "store/people.h"

namespace sicbo::store {
namespace {

struct TicketRow {
    ExportRow issued;
    ExportRow redeemed = {"no", "", "", "", "", "", ""};
    bool in_period = false;
};

}  // namespace

Result<void> export_tickets(const Store& journal, const Period& period, const RowHandler& handle,
                            const Progress& progress) {
    const Result<Recovered> now = recover(journal, progress);
    if (!now) return std::unexpected(now.error());
    std::vector<TicketRow> rows;
    std::map<std::string, std::size_t> by_number;
    std::map<StayId, TerminalId> terminals;  // the state forgets stays
    const auto terminal_of = [&](StayId stay) {
        const auto found = terminals.find(stay);
        return found == terminals.end() ? "" : std::to_string(found->second.number);
    };
    // A ticket may have been issued long before the period in which it was redeemed.
    const auto look = [&](const JournalEvent& read) -> Result<bool> {
        const table::Stamp& stamp = read.event.stamp;
        if (stamp.at >= period.to) return false;
        const bool in_period =
            stamp.at >= period.from && (!period.table || stamp.table == period.table);
        if (const auto* begun = get_if<table::StayBegun>(&read.event.fact)) {
            if (begun->terminal) terminals[begun->stay] = begun->terminal;
        } else if (const auto* issued = get_if<table::TicketIssued>(&read.event.fact)) {
            by_number[issued->number] = rows.size();
            rows.push_back(
                {{issued->number, to_text(issued->amount), std::to_string(stamp.table.number),
                  terminal_of(issued->stay), std::to_string(issued->stay.number),
                  to_text_exact(stamp.at), std::to_string(read.at.sequence)}});
            rows.back().in_period = in_period;
        } else if (const auto* redeemed = get_if<table::TicketRedeemed>(&read.event.fact)) {
            const auto found = by_number.find(redeemed->number);
            if (found == by_number.end()) return failure("a ticket was redeemed, but not issued");
            TicketRow& row = rows.at(found->second);
            row.in_period = row.in_period || in_period;
            const bool at_cage = !redeemed->stay;
            row.redeemed = {"yes",
                            to_text_exact(stamp.at),
                            at_cage ? "cage" : "terminal",
                            at_cage ? "" : terminal_of(redeemed->stay),
                            at_cage ? "" : std::to_string(redeemed->stay.number),
                            describe_actor(now->state, stamp, read.first_person),
                            std::to_string(read.at.sequence)};
        }
        return true;
    };
    if (auto done = read_events(journal, 1, look); !done) return done;
    if (auto done = handle({"ticket", "amount", "table", "terminal", "stay", "issued_at",
                            "issued_event", "redeemed", "redeemed_at", "redeemed_where",
                            "redeemed_terminal", "redeemed_stay", "redeemed_by", "redeemed_event"});
        !done) {
        return done;
    }
    for (TicketRow& row : rows) {
        if (!row.in_period) continue;
        row.issued.insert(row.issued.end(), row.redeemed.begin(), row.redeemed.end());
        if (auto done = handle(row.issued); !done) return done;
    }
    return {};
}

}  // namespace sicbo::store
