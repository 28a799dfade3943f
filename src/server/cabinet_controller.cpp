// SPDX-License-Identifier: MIT
#include "server/cabinet_controller.h"

#include <sodium.h>

#include <algorithm>

#include "device/ticket_number.h"
#include "server/log.h"
#include "server/ticket_print.h"

namespace sicbo::server {

using namespace table;
namespace cabinet = device::cabinet;

namespace {

constexpr std::int64_t opening_milliseconds_max = 10'000;

// A cabinet of which the state knows nothing is like one that never did anything.
const Cabinet& cabinet_at(const State& state, TerminalId terminal) {
    static const Cabinet none;
    const auto found = state.instruments.cabinets.find(terminal);
    return found == state.instruments.cabinets.end() ? none : found->second;
}

CabinetStatus status_of(const cabinet::Status& status) {
    return {true,
            status.door_open,
            status.stacker_full,
            status.note_jam,
            status.ticket_jam,
            status.acceptor_failed,
            status.printer_failed,
            status.paper};
}

}  // namespace

CabinetController::CabinetController(Loop& loop, const Options& options)
    : loop_(loop), options_(options), outbox_(options.threads) {
    for (const TablePlan& table : options_.plan->tables) {
        for (const TerminalsPlan& terminals : table.terminals) {
            TerminalId terminal{terminals.first};
            for (const Hash& key : terminals.cabinet_keys) {
                if (!terminals.retired) add_key(terminal, key);
                ++terminal.number;
            }
        }
    }
}

void CabinetController::add_key(TerminalId terminal, const device::PublicKey& key) {
    for (const auto& [id, t] : loop_.state().tables) {
        if (t.terminals.contains(terminal)) terminals_[terminal] = id;
    }
    if (terminals_.contains(terminal)) keys_[key] = terminal;
}

void CabinetController::start() {
    std::vector<TerminalId> connected;
    for (const auto& [terminal, one] : loop_.state().instruments.cabinets) {
        if (one.status.connected) connected.push_back(terminal);
    }
    for (const TerminalId terminal : connected) report_disconnected(terminal);
}

// The status stays as it was last reported, except for the connection.
void CabinetController::report_disconnected(TerminalId terminal) {
    CabinetStatus status = cabinet_at(loop_.state(), terminal).status;
    status.connected = false;
    execute(terminal, ReportCabinet{terminal, status});
}

// Returns false if the order is refused. A refusal that the journal does not have is logged.
bool CabinetController::execute(TerminalId terminal, Order order) {
    Command command;
    command.stamp.actor = {ActorKind::device, 0};
    command.stamp.role = rules::Role::system;
    for (const auto& [id, t] : loop_.state().tables) {
        if (t.terminals.contains(terminal)) command.stamp.table = id;
    }
    const std::string name(choice_names<OrderChoice>[order.index()]);
    command.order = std::move(order);
    const Reply reply = loop_.execute(std::move(command));
    if (!reply.refusal) return true;
    if (reply.changed) return false;
    log_limited(terminal, "an order of a cabinet was refused",
                name + ": " + std::string(to_word(reply.refusal->reason)));
    return false;
}

void CabinetController::log_limited(TerminalId terminal, std::string_view message,
                                    const std::string& why) {
    const std::string number = std::to_string(terminal.number);
    const auto suppressed = limiter_.admit(number + " " + std::string(message), now_);
    if (!suppressed) return;
    log(LogLevel::warning, message,
        {{"terminal", number}, {"why", why}, {"suppressed", std::to_string(*suppressed)}});
}

bool CabinetController::is_closed(const State& state, const Hash& ticket) const {
    return options_.is_closed && !state.instruments.tickets.contains(ticket) &&
           options_.is_closed(ticket);
}

void CabinetController::complete(const State& state, Command& command) {
    if (auto* presented = get_if<PresentTicket>(&command.order)) {
        presented->closed = is_closed(state, presented->ticket);
    } else if (auto* cashed = get_if<CashTicket>(&command.order)) {
        cashed->closed = is_closed(state, cashed->ticket);
    }
    auto* order = get_if<CashOut>(&command.order);
    if (!order) return;
    const Table* t = find_table(state, command.stamp.table);
    const bool training = t && t->configuration.training;
    std::string number = device::new_ticket_number(training ? 0 : options_.plan->ticket_system);
    order->ticket = device::ticket_name(options_.ticket_key, number);
    order->last_four = number.substr(number.size() - 4);
    numbers_.push_back({order->ticket, std::move(number)});
}

void CabinetController::forget_numbers() {
    for (TicketNumber& one : numbers_) sodium_memzero(one.number.data(), one.number.size());
    numbers_.clear();
}

void CabinetController::begin_turn(Instant now) {
    now_ = now;
    while (!arrivals_.empty() && arrivals_.front().first <= now) {
        const ConnectionId connection = arrivals_.front().second;
        arrivals_.pop_front();
        const auto at = links_.find(connection);
        if (at == links_.end() || at->second.terminal) continue;
        end(connection, "the line was not opened in time");
    }
}

std::optional<Instant> CabinetController::next_due() const {
    if (arrivals_.empty()) return std::nullopt;
    return arrivals_.front().first;
}

std::size_t CabinetController::ready() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(links_, [](const auto& one) { return one.second.ready; }));
}

void CabinetController::on_connect(ConnectionId connection, Instant now) {
    now_ = now;
    device::SecureLine line({device::SecureLine::Side::responder, std::string(cabinet::protocol),
                             options_.key,
                             [this](const device::PublicKey& key) { return keys_.contains(key); }});
    links_.insert_or_assign(connection, Link{std::move(line), TerminalId(), false});
    arrivals_.emplace_back(now + opening_milliseconds_max, connection);
}

void CabinetController::on_line(ConnectionId connection, std::string_view text, Instant now) {
    now_ = now;
    const auto at = links_.find(connection);
    if (at == links_.end()) return;
    Link& link = at->second;
    Result<device::SecureLine::Received> received = link.line.receive(text);
    if (!received) {
        log_limited(link.terminal, "a cabinet was disconnected", received.error().text());
        return end(connection, "the line is broken");
    }
    if (received->reply) outbox_.enqueue(connection, *std::move(received->reply));
    if (link.line.is_open() && !link.terminal) open(connection, link);
    if (!received->text) return;
    const Result<cabinet::FromCabinet> message = cabinet::read_from_cabinet(*received->text);
    if (!message) {
        log_limited(link.terminal, "a cabinet was disconnected", message.error().text());
        return end(connection, "the message is invalid");
    }
    if (link.ready == std::holds_alternative<cabinet::Ready>(*message)) {
        log_limited(link.terminal, "a cabinet was disconnected", "its messages are out of order");
        return end(connection, "the message is out of order");
    }
    std::visit([&](const auto& body) { handle(connection, link, body); }, *message);
}

// The cabinet has proved its key. An earlier connection of the same cabinet is dead.
void CabinetController::open(ConnectionId connection, Link& link) {
    link.terminal = keys_.at(link.line.peer());
    const TerminalId terminal = link.terminal;
    if (const auto earlier = open_.find(terminal); earlier != open_.end()) {
        const ConnectionId old = earlier->second;
        end(old, "the cabinet has connected again");
    }
    open_[terminal] = connection;
    due_.push_back({connection, DueAnswer::Kind::begin});
}

void CabinetController::handle(ConnectionId connection, Link& link, const cabinet::Ready& message) {
    const Table* t = find_table(loop_.state(), terminals_.at(link.terminal));
    check(t);
    if (message.simulated && !t->configuration.training) {
        log_limited(link.terminal, "a cabinet was disconnected",
                    "it is simulated, and its table is not for training");
        return end(connection, "a simulated cabinet is for training tables");
    }
    link.ready = true;
}

void CabinetController::handle(ConnectionId, Link& link, const cabinet::Status& message) {
    execute(link.terminal, ReportCabinet{link.terminal, status_of(message)});
}

void CabinetController::handle(ConnectionId connection, Link& link, const cabinet::Note& message) {
    execute(link.terminal, PresentBanknote{link.terminal, message.counter, message.amount});
    due_.push_back({connection, DueAnswer::Kind::escrow, cabinet::Item::note, message.counter});
}

void CabinetController::handle(ConnectionId connection, Link& link,
                               const cabinet::Ticket& message) {
    PresentTicket order{link.terminal, message.counter, {}, {}, false};
    if (!message.number.empty()) {
        order.ticket = device::ticket_name(options_.ticket_key, message.number);
        order.last_four = message.number.substr(message.number.size() - 4);
    }
    execute(link.terminal, order);
    due_.push_back({connection, DueAnswer::Kind::escrow, cabinet::Item::ticket, message.counter});
}

// A report that is refused is not acknowledged: the cabinet repeats it until people have resolved
// what stands against it.
void CabinetController::handle(ConnectionId connection, Link& link, const cabinet::Done& message) {
    const bool is_note = message.item == cabinet::Item::note;
    const bool done =
        is_note
            ? execute(link.terminal, ReportBanknote{link.terminal, message.counter, message.amount,
                                                    message.stacked})
            : execute(link.terminal, ReportTicket{link.terminal, message.counter, message.stacked});
    if (!done) return;
    due_.push_back({connection, DueAnswer::Kind::acknowledge, message.item, message.counter});
}

void CabinetController::handle(ConnectionId connection, Link& link,
                               const cabinet::Printed& message) {
    if (!execute(link.terminal, ReportPrint{link.terminal, message.counter, message.result})) {
        return;
    }
    due_.push_back(
        {connection, DueAnswer::Kind::acknowledge, cabinet::Item::print, message.counter});
}

void CabinetController::handle(ConnectionId, Link& link, const cabinet::Failure& message) {
    log_limited(link.terminal, "a cabinet could not do what it was asked", message.reason);
}

void CabinetController::on_disconnect(ConnectionId connection) { drop(connection); }

// Closes the connection; nothing that it still sends counts.
void CabinetController::end(ConnectionId connection, std::string_view why) {
    outbox_.close(connection, why);
    drop(connection);
}

void CabinetController::drop(ConnectionId connection) {
    const auto at = links_.find(connection);
    if (at == links_.end()) return;
    const TerminalId terminal = at->second.terminal;
    links_.erase(at);
    const auto current = open_.find(terminal);
    if (current == open_.end() || current->second != connection) return;
    open_.erase(current);
    report_disconnected(terminal);
}

void CabinetController::send(ConnectionId to, const cabinet::ToCabinet& message) {
    outbox_.enqueue(to, links_.at(to).line.seal(cabinet::write_line(message)));
}

void CabinetController::on_committed(std::span<const CommittedEvent> events) {
    for (const DueAnswer& due : due_) answer(due);
    due_.clear();
    for (const CommittedEvent& one : events) {
        if (const auto* created = get_if<TicketCreated>(&one.event.fact)) {
            print(one.event, *created);
        }
    }
    forget_numbers();
}

// The state has nothing that is not committed: whatever it says may be said to the cabinet.
void CabinetController::answer(const DueAnswer& due) {
    const auto at = links_.find(due.to);
    if (at == links_.end()) return;
    const TerminalId terminal = at->second.terminal;
    const Cabinet& one = cabinet_at(loop_.state(), terminal);
    switch (due.kind) {
        case DueAnswer::Kind::begin:
            return send(due.to, cabinet::Begin{terminal, one.note_counter, one.ticket_counter,
                                               one.job, one.printing.has_value()});
        case DueAnswer::Kind::acknowledge:
            return send(due.to, cabinet::Acknowledge{due.item, due.counter});
        case DueAnswer::Kind::escrow: break;
    }
    const bool is_note = due.item == cabinet::Item::note;
    const bool is_pending = is_note ? one.note && one.note->counter == due.counter
                                    : one.ticket && one.ticket->counter == due.counter;
    if (is_pending) return send(due.to, cabinet::Stack{due.item, due.counter});
    send(due.to, cabinet::Return{due.item, due.counter});
}

// A ticket whose cabinet is gone is not printed: the cabinet says so when it comes back.
void CabinetController::print(const Event& event, const TicketCreated& created) {
    const auto number = std::ranges::find(numbers_, created.ticket, &TicketNumber::name);
    const auto connection = open_.find(created.terminal);
    if (number == numbers_.end() || connection == open_.end()) return;
    if (!links_.at(connection->second).ready) return;
    const TicketToPrint ticket{
        event.stamp.table, "Terminal " + std::to_string(created.terminal.number),
        number->number,    created.amount,
        event.stamp.at,    created.expires_at};
    send(connection->second,
         cabinet::Print{created.job, face_of(loop_.state(), *options_.plan, ticket, checkpoint_)});
}

}  // namespace sicbo::server
