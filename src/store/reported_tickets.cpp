// SPDX-License-Identifier: MIT
#include "store/reported_tickets.h"

#include <cstring>
#include <tuple>

#include "core/check.h"
#include "store/reports.h"

namespace sicbo::store {

using namespace table;

namespace {

constexpr std::string_view columns =
    "name, sequence, last_four, amount, currency, state, issued_at, expires_at, table_id, "
    "terminal, stay, job, closed_at, closed_table, closed_terminal, closed_counter, actor_kind, "
    "actor";

// The name of the ticket that the fact issues or closes.
std::optional<Hash> ticket_of(const Fact& fact) {
    if (const auto* f = get_if<TicketCreated>(&fact)) return f->ticket;
    if (const auto* f = get_if<TicketSold>(&fact)) return f->ticket;
    if (const auto* f = get_if<TicketNotPrinted>(&fact)) return f->ticket;
    if (const auto* f = get_if<TicketCredited>(&fact)) return f->ticket;
    if (const auto* f = get_if<TicketVoided>(&fact)) return f->ticket;
    if (const auto* f = get_if<TicketExpired>(&fact)) return f->ticket;
    if (const auto* f = get_if<TicketCashed>(&fact)) return f->ticket;
    if (const auto* f = get_if<ExpiredCashed>(&fact)) return f->ticket;
    const auto* resolved = get_if<PrintResolved>(&fact);
    return resolved && !resolved->printed ? std::optional(resolved->ticket) : std::nullopt;
}

template <class IdType>
IdType id_at(const Statement& row, int column) {
    return {static_cast<std::uint32_t>(row.number(column))};
}

}  // namespace

const std::string_view tickets_schema = R"(
    CREATE TABLE ticket (
        name BLOB PRIMARY KEY, sequence INTEGER NOT NULL, last_four INTEGER NOT NULL,
        amount INTEGER NOT NULL, currency INTEGER NOT NULL, state TEXT NOT NULL,
        issued_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, table_id INTEGER NOT NULL,
        terminal INTEGER NOT NULL, stay INTEGER NOT NULL, job INTEGER NOT NULL,
        closed_at INTEGER NOT NULL, closed_table INTEGER NOT NULL,
        closed_terminal INTEGER NOT NULL, closed_counter INTEGER NOT NULL,
        actor_kind TEXT NOT NULL, actor INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX ticket_by_digits ON ticket (last_four, sequence);
)";

// Of two tickets that happened to get the same number, years apart, the later one counts.
const std::string_view insert_ticket =
    "INSERT OR REPLACE INTO ticket VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
    "?, ?, ?, ?, ?)";

std::optional<ReportedTicket> ticket_changed(const State& after, const Event& event,
                                             std::uint64_t sequence) {
    const std::optional<Hash> name = ticket_of(event.fact);
    if (!name) return std::nullopt;
    const TicketRecord& ticket = after.instruments.tickets.at(*name);
    check(ticket.changed_at == event.stamp.at);
    ReportedTicket changed{*name, ticket, {}, sequence};
    if (const auto* cashed = get_if<TicketCashed>(&event.fact)) changed.counter = cashed->counter;
    if (const auto* late = get_if<ExpiredCashed>(&event.fact)) changed.counter = late->counter;
    if (const auto* sold = get_if<TicketSold>(&event.fact)) changed.counter = sold->counter;
    return changed;
}

bool operator==(const ReportedTicket& a, const ReportedTicket& b) {
    const auto fields = [](const ReportedTicket& one) {
        const TicketRecord& t = one.ticket;
        return std::tuple(one.name, one.counter, one.sequence, t.amount, t.issued_at, t.expires_at,
                          t.changed_at, t.job, t.currency, t.table, t.terminal, t.stay,
                          t.changed_table, t.changed_terminal, t.changed_by, t.last_four, t.state);
    };
    return fields(a) == fields(b);
}

Result<void> write_ticket(Statement& insert, const ReportedTicket& one) {
    const TicketRecord& ticket = one.ticket;
    return insert.bind_blob(1, bytes_of(one.name))
        .bind(2, static_cast<std::int64_t>(one.sequence))
        .bind(3, ticket.last_four)
        .bind(4, ticket.amount.cents())
        .bind(5, ticket.currency.number)
        .bind(6, to_word(ticket.state))
        .bind(7, ticket.issued_at.milliseconds)
        .bind(8, ticket.expires_at.milliseconds)
        .bind(9, ticket.table.number)
        .bind(10, ticket.terminal.number)
        .bind(11, ticket.stay.number)
        .bind(12, static_cast<std::int64_t>(ticket.job))
        .bind(13, ticket.changed_at.milliseconds)
        .bind(14, ticket.changed_table.number)
        .bind(15, ticket.changed_terminal.number)
        .bind(16, one.counter.number)
        .bind(17, to_word(ticket.changed_by.kind))
        .bind(18, ticket.changed_by.number)
        .run();
}

Result<Statement> select_tickets(const Database& reports, std::string_view condition) {
    return reports.prepare("SELECT " + std::string(columns) + " FROM ticket " +
                           std::string(condition));
}

ReportedTicket read_ticket(const Statement& row) {
    ReportedTicket one;
    const std::string_view name = row.blob(0);
    check(name.size() == one.name.bytes.size());
    std::memcpy(one.name.bytes.data(), name.data(), name.size());
    one.sequence = static_cast<std::uint64_t>(row.number(1));
    TicketRecord& ticket = one.ticket;
    ticket.last_four = static_cast<std::uint16_t>(row.number(2));
    ticket.amount = Money::of_cents(row.number(3));
    ticket.currency = id_at<CurrencyCode>(row, 4);
    ticket.state = parse_word<TicketState>(row.text(5)).value_or(TicketState::voided);
    ticket.issued_at = {row.number(6)};
    ticket.expires_at = {row.number(7)};
    ticket.table = id_at<TableId>(row, 8);
    ticket.terminal = id_at<TerminalId>(row, 9);
    ticket.stay = id_at<StayId>(row, 10);
    ticket.job = static_cast<std::uint64_t>(row.number(11));
    ticket.changed_at = {row.number(12)};
    ticket.changed_table = id_at<TableId>(row, 13);
    ticket.changed_terminal = id_at<TerminalId>(row, 14);
    one.counter = id_at<CounterId>(row, 15);
    ticket.changed_by.kind = parse_word<ActorKind>(row.text(16)).value_or(ActorKind::system);
    ticket.changed_by.number = static_cast<std::uint32_t>(row.number(17));
    return one;
}

std::string describe_closed(const ReportedTicket& one) {
    const TicketRecord& ticket = one.ticket;
    std::string text = ticket.state == TicketState::expired
                           ? "the ticket expired at " + to_text(ticket.changed_at)
                           : "the ticket was " + std::string(to_word(ticket.state)) + " at " +
                                 to_text(ticket.changed_at);
    if (ticket.state == TicketState::expired) return text;
    if (one.counter) return text + " at counter " + std::to_string(one.counter.number);
    if (ticket.changed_terminal) {
        return text + " at terminal " + std::to_string(ticket.changed_terminal.number);
    }
    return ticket.changed_table ? text + " at table " + std::to_string(ticket.changed_table.number)
                                : text;
}

Result<std::optional<ReportedTicket>> ReportedTickets::find(const Hash& name) const {
    const Result<std::unique_ptr<Reports>> reports = Reports::open_to_read(reports_);
    if (!reports) return std::unexpected(reports.error());
    Result<Statement> row = select_tickets((*reports)->database(), "WHERE name = ?");
    if (!row) return std::unexpected(row.error());
    const Result<bool> there = row->bind_blob(1, bytes_of(name)).step();
    if (!there) return std::unexpected(there.error());
    if (!*there) return std::optional<ReportedTicket>();
    return std::optional(read_ticket(*row));
}

Result<std::vector<ReportedTicket>> ReportedTickets::find(std::uint16_t last_four,
                                                          std::size_t found_max) const {
    const Result<std::unique_ptr<Reports>> reports = Reports::open_to_read(reports_);
    if (!reports) return std::unexpected(reports.error());
    Result<Statement> row = select_tickets((*reports)->database(),
                                           "WHERE last_four = ? ORDER BY sequence DESC LIMIT ?");
    if (!row) return std::unexpected(row.error());
    row->bind(1, last_four).bind(2, static_cast<std::int64_t>(found_max));
    std::vector<ReportedTicket> found;
    while (true) {
        const Result<bool> there = row->step();
        if (!there) return std::unexpected(there.error());
        if (!*there) return found;
        found.push_back(read_ticket(*row));
    }
}

}  // namespace sicbo::store
