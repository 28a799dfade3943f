// SPDX-License-Identifier: MIT
// Requests of players about their cabinet.
#include "device/ticket_number.h"
#include "server/sessions.h"

namespace sicbo::server {

using namespace table;

// Queues a refusal and returns 0 if the connection has no place at a terminal.
TerminalId Sessions::terminal_of(ConnectionId connection, std::uint64_t id) {
    const Session& session = registry_.at(connection);
    if (session.place && session.place->terminal) return session.place->terminal;
    outbox_.refuse(connection, id, "has_no_place", "take a place at a terminal first");
    return {};
}

// The server draws the ticket's number and names the ticket (CabinetController::complete).
void Sessions::handle(ConnectionId connection, std::uint64_t id, const wire::RequestCashOut&) {
    const TerminalId terminal = terminal_of(connection, id);
    if (!terminal) return;
    wire::OrderRequest request;
    request.order = CashOut{terminal, {}, {}};
    router_.handle(connection, id, request);
}

void Sessions::handle(ConnectionId connection, std::uint64_t id, const wire::InsertNote& request) {
    const TerminalId terminal = terminal_of(connection, id);
    if (!terminal) return;
    const bool taken = options_.insert_note && options_.insert_note(terminal, request.amount);
    answer_insertion(connection, id, taken);
}

void Sessions::handle(ConnectionId connection, std::uint64_t id,
                      const wire::InsertTicket& request) {
    const TerminalId terminal = terminal_of(connection, id);
    if (!terminal) return;
    const bool taken = device::is_ticket_number(request.number) && options_.insert_ticket &&
                       options_.insert_ticket(terminal, request.number);
    answer_insertion(connection, id, taken);
}

// What becomes of the note or the ticket is in the terminal's topic later.
void Sessions::answer_insertion(ConnectionId connection, std::uint64_t id, bool taken) {
    if (taken) return outbox_.reply(connection, id);
    outbox_.refuse(connection, id, to_word(Reason::cabinet_not_ready),
                   "the cabinet does not take it now, or is not simulated");
}

}  // namespace sicbo::server
