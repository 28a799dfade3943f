// SPDX-License-Identifier: MIT
// The server's part for cabinets: their connections, and what their tickets show of the journal.
#include "server/keys.h"
#include "server/secret.h"
#include "server/server.h"
#include "store/checkpoint.h"

namespace sicbo::server {

Result<void> Server::open_cabinets(const device::SigningKey& key) {
    // Without a cash policy there are no tickets to be named.
    const bool has_tickets = options_.plan.cash || !loop_->state().instruments.empty();
    const Result<Hash> ticket_key = has_tickets
                                        ? load_or_create_secret(ticket_key_path(options_.folder))
                                        : device::random_hash();
    if (!ticket_key) return std::unexpected(ticket_key.error());
    ticket_finder_.emplace(*ticket_key, journal_->files());
    cabinets_.emplace(*loop_,
                      CabinetController::Options{
                          &options_.plan, key, *ticket_key, network_->threads(),
                          [this](const Hash& one) { return ticket_finder_->is_closed(one); }});
    cabinets_->start();
    simulated_cabinets_.emplace(*loop_, options_.plan, key.public_key(), *ticket_key, *cabinets_);
    return {};
}

void Server::connect_sessions_to_cabinets(Sessions::Options& sessions) {
    sessions.insert_note = [this](TerminalId terminal, Money amount) {
        return simulated_cabinets_->insert_note(terminal, amount);
    };
    sessions.insert_ticket = [this](TerminalId terminal, const std::string& number) {
        return simulated_cabinets_->insert_ticket(terminal, number);
    };
    sessions.ticket_finder = &*ticket_finder_;
    sessions.ticket_key = cabinets_->ticket_key();
    sessions.checkpoint = [this] { return cabinets_->checkpoint(); };
    sessions.tickets_of = [this](TerminalId terminal) {
        return simulated_cabinets_->tickets_of(terminal);
    };
}

void Server::begin_cabinet_turn(Instant now) {
    cabinets_->begin_turn(now);
    simulated_cabinets_->begin_turn(now);
}

// After the commit.
void Server::send_to_cabinets(Instant now) {
    std::vector<std::vector<Delivery>> lists = cabinets_->take_outbox();
    simulated_cabinets_->take_deliveries(lists, now);
    send_to_clients(std::move(lists), {});
}

void Server::set_checkpoint(const store::Note& note) {
    const Result<store::Checkpoint> checkpoint = store::parse_checkpoint(note.text);
    if (checkpoint) cabinets_->set_checkpoint(checkpoint->at);
}

HttpResponse Server::CabinetListener::on_http_request(const HttpRequest&) {
    return {.status = 404, .body = "not found\n"};
}

void Server::CabinetListener::on_connect(ConnectionId connection, const Peer&) {
    server_.enqueue({connection, CabinetConnected{}});
}

Server::Received Server::CabinetListener::on_message(ConnectionId connection,
                                                     std::string_view text) {
    const bool taken = server_.enqueue_message({connection, CabinetMessage{std::string(text)}});
    return taken ? Received::fine : Received::overloaded;
}

void Server::CabinetListener::on_disconnect(ConnectionId connection) {
    server_.enqueue({connection, CabinetDisconnected{}});
}

// Returns false if the item is not about a cabinet.
bool Server::handle_cabinet(const InboxItem& item) {
    if (const auto* line = std::get_if<CabinetMessage>(&item.what)) {
        cabinets_->on_line(item.from, line->text, steady_now());
    } else if (std::holds_alternative<CabinetConnected>(item.what)) {
        cabinets_->on_connect(item.from, steady_now());
    } else if (std::holds_alternative<CabinetDisconnected>(item.what)) {
        cabinets_->on_disconnect(item.from);
    } else {
        return false;
    }
    return true;
}

}  // namespace sicbo::server
