// SPDX-License-Identifier: MIT
#include "server/simulated_cabinets.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "device/ticket_number.h"

namespace sicbo::server {

using namespace table;
using device::cabinet::CabinetMemory;
using device::cabinet::EscrowStage;
using device::cabinet::HeldItem;
using device::cabinet::SimulatedCabinet;

namespace {

// The network never comes this far.
constexpr std::uint64_t first_connection = std::uint64_t{1} << 62;

CabinetMemory memory_of(const Cabinet& known) {
    CabinetMemory memory;
    memory.begun = true;
    memory.note = known.note_counter;
    memory.ticket = known.ticket_counter;
    memory.print = known.printing ? known.job - 1 : known.job;
    if (known.note) {
        memory.held_note = HeldItem{known.note->counter, known.note->amount, EscrowStage::returned};
    }
    if (known.ticket) {
        memory.held_ticket = HeldItem{known.ticket->counter, {}, EscrowStage::returned};
    }
    return memory;
}

}  // namespace

SimulatedCabinets::SimulatedCabinets(const Loop& loop, const PropertyPlan& plan,
                                     const device::PublicKey& key, const Hash& seed,
                                     CabinetController& controller)
    : loop_(loop), controller_(controller), next_connection_(first_connection) {
    for (const TablePlan& table : plan.tables) {
        if (!table.simulated_cabinets) continue;
        for (const TerminalsPlan& terminals : table.terminals) {
            if (terminals.retired) continue;
            for (std::uint32_t n = 0; n < terminals.count; ++n) {
                add({terminals.first + n}, key, seed);
            }
        }
    }
}

void SimulatedCabinets::add(TerminalId terminal, const device::PublicKey& key, const Hash& seed) {
    SimulatedCabinet::Options options;
    options.seed = sha256("sicbo-simulated-cabinet-v1" + device::as_bytes(seed) +
                          device::as_bytes(terminal.number));
    options.server = key;
    const auto& known = loop_.state().instruments.cabinets;
    if (const auto found = known.find(terminal); found != known.end()) {
        options.memory = memory_of(found->second);
    }
    Simulated& simulated = cabinets_[terminal];
    options.present = [this, &simulated](const device::TicketFace& face) {
        simulated.presented.push_back(
            {device::ticket_name(controller_.ticket_key(), face.number), to_json(face)});
    };
    simulated.cabinet = std::make_unique<SimulatedCabinet>(std::move(options));
    controller_.add_key(terminal, simulated.cabinet->public_key());
    talking_.insert(terminal);
}

void SimulatedCabinets::begin_turn(Instant now) {
    constexpr std::int64_t look_again = 5'000;  // milliseconds
    if (now >= look_at_) {
        look_at_ = now + look_again;
        for (const auto& [terminal, simulated] : cabinets_) talking_.insert(terminal);
    }
    for (const TerminalId terminal : std::exchange(talking_, {})) {
        Simulated& simulated = cabinets_.at(terminal);
        if (simulated.ended) {
            controller_.on_disconnect(simulated.connection);
            simulated.cabinet->disconnect();
            connections_.erase(simulated.connection);
            simulated.connection = {};
            simulated.ended = false;
        }
        if (!simulated.connection.number) {
            simulated.connection = {next_connection_++};
            connections_[simulated.connection] = terminal;
            controller_.on_connect(simulated.connection, now);
            simulated.cabinet->connect();
        }
        while (const auto line = simulated.cabinet->next_line(now)) {
            controller_.on_line(simulated.connection, *line, now);
        }
    }
}

void SimulatedCabinets::take_deliveries(std::vector<std::vector<Delivery>>& lists, Instant now) {
    for (std::vector<Delivery>& list : lists) {
        for (const Delivery& delivery : list) {
            const auto at = connections_.find(delivery.to);
            if (at == connections_.end()) continue;
            const TerminalId terminal = at->second;
            Simulated& simulated = cabinets_.at(terminal);
            bool goes_on = !delivery.close_afterwards;
            for (const SharedMessage& line : delivery.messages) {
                goes_on = simulated.cabinet->handle_line(*line, now) && goes_on;
            }
            talking_.insert(terminal);
            simulated.ended = simulated.ended || !goes_on;
        }
        std::erase_if(list, [](const Delivery& one) { return one.to.number >= first_connection; });
    }
}

void SimulatedCabinets::on_committed(std::span<const CommittedEvent> events) {
    for (const CommittedEvent& one : events) {
        if (const auto* credited = get_if<TicketCredited>(&one.event.fact)) {
            remove_ticket(credited->ticket);
        }
        if (const auto* cashed = get_if<TicketCashed>(&one.event.fact)) {
            remove_ticket(cashed->ticket);
        }
        const auto* printed = get_if<TicketPrinted>(&one.event.fact);
        if (!printed) continue;
        const auto at = cabinets_.find(printed->terminal);
        if (at == cabinets_.end()) continue;
        Simulated& simulated = at->second;
        std::ranges::move(simulated.presented, std::back_inserter(simulated.tickets));
        simulated.presented.clear();
        while (simulated.tickets.size() > tickets_max) simulated.tickets.pop_front();
    }
}

void SimulatedCabinets::remove_ticket(const Hash& name) {
    for (auto& [terminal, simulated] : cabinets_) {
        std::erase_if(simulated.tickets, [&](const ShownTicket& one) { return one.name == name; });
    }
}

bool SimulatedCabinets::insert_note(TerminalId terminal, Money amount) {
    const auto at = cabinets_.find(terminal);
    if (at == cabinets_.end() || amount <= Money()) return false;
    talking_.insert(terminal);
    return at->second.cabinet->insert_note(amount);
}

bool SimulatedCabinets::insert_ticket(TerminalId terminal, const std::string& number) {
    const auto at = cabinets_.find(terminal);
    if (at == cabinets_.end()) return false;
    talking_.insert(terminal);
    return at->second.cabinet->insert_ticket(number);
}

std::string SimulatedCabinets::tickets_of(TerminalId terminal) const {
    const auto at = cabinets_.find(terminal);
    if (at == cabinets_.end()) return "null";
    std::string all = "[";
    for (const ShownTicket& ticket : at->second.tickets) {
        if (all.size() > 1) all += ',';
        all += ticket.json.substr(0, ticket.json.find('\n'));
    }
    return all + "]";
}

}  // namespace sicbo::server
