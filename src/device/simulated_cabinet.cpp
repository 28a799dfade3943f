// SPDX-License-Identifier: MIT
#include "device/simulated_cabinet.h"

#include <boost/json/serialize.hpp>

#include "core/check.h"
#include "wire/fields_json.h"

namespace sicbo::device::cabinet {

using table::Paper;
using table::PrintResult;

std::string write_memory(const CabinetMemory& memory) {
    return boost::json::serialize(wire::Write::of(memory)) + "\n";
}

Result<CabinetMemory> read_memory(std::string_view text) {
    wire::JsonText source(text);
    CabinetMemory memory;
    wire::Read::into(source.root(), memory);
    if (source.error()) return std::unexpected(*source.error());
    return memory;
}

SimulatedCabinet::SimulatedCabinet(Options options)
    : options_(std::move(options)),
      key_(key_of(sha256("sicbo-cabinet-key-v1" + as_bytes(options_.seed)))),
      memory_(options_.memory) {
    recover();
}

bool SimulatedCabinet::save() {
    if (powered_) powered_ = options_.save(memory_);
    if (!powered_) lines_.clear();
    return powered_;
}

SimulatedCabinet::Held& SimulatedCabinet::held(Item item) {
    check(item != Item::print);
    return item == Item::note ? memory_.held_note : memory_.held_ticket;
}

// What is in the path goes back to the player, what is behind the point of no return is stacked.
void SimulatedCabinet::recover() {
    for (const Item item : {Item::note, Item::ticket}) {
        const Held& one = held(item);
        if (!one) continue;
        if (one->in_stacker) {
            move_to_stacker(item);
        } else if (one->stage != EscrowStage::returned) {
            give_back(item);
        }
    }
    recover_print();
}

void SimulatedCabinet::recover_print() {
    if (!memory_.held_print || memory_.held_print->result) return;
    switch (memory_.held_print->position) {
        case PaperPosition::untouched: return finish_print(PrintResult::not_printed);
        case PaperPosition::moving: return finish_print(PrintResult::unknown);
        case PaperPosition::presented: return finish_print(PrintResult::printed);
    }
}

void SimulatedCabinet::connect() {
    disconnect();
    if (!powered_) return;
    const PublicKey server = options_.server;
    line_.emplace(SecureLine::Options{SecureLine::Side::initiator, std::string(protocol), key_,
                                      [server](const PublicKey& key) { return key == server; }});
    lines_.push_back({line_->start(), false});
}

void SimulatedCabinet::disconnect() {
    line_.reset();
    lines_.clear();
    ready_ = false;
    disconnect_ = false;
    repeat_at_.reset();
    for (const Item item : {Item::note, Item::ticket}) {
        if (held(item) && held(item)->stage == EscrowStage::escrow) give_back(item);
    }
}

void SimulatedCabinet::enqueue(const FromCabinet& message) {
    if (!powered_ || !line_ || disconnect_) return;
    if (take_fault(CabinetFault::disconnect)) {
        disconnect_ = true;
        return;
    }
    if (take_fault(CabinetFault::nonsense)) {
        lines_.push_back({R"({"type":"nonsense"})"});
        return;
    }
    const std::string text = write_line(message);
    lines_.push_back({text});
    if (take_fault(CabinetFault::repeat)) lines_.push_back({text});
}

bool SimulatedCabinet::take_disconnect() { return std::exchange(disconnect_, false); }

bool SimulatedCabinet::handle_line(std::string_view line, Instant at) {
    if (!powered_ || !line_) return false;
    Result<SecureLine::Received> received = line_->receive(line);
    if (!received) {
        lines_.clear();  // they can't be sealed any more
        return false;
    }
    if (received->reply) lines_.push_back({*std::move(received->reply), false});
    if (!received->text) return true;
    const bool goes_on = handle_text(*received->text);
    if (!repeat_at_) repeat_at_ = at;
    return goes_on;
}

bool SimulatedCabinet::handle_text(std::string_view text) {
    const Result<ToCabinet> message = read_to_cabinet(text);
    if (!message) {
        constexpr std::size_t reason_max = 200;
        enqueue(Failure{message.error().text().substr(0, reason_max)});
        return false;
    }
    if (ready_ == std::holds_alternative<Begin>(*message)) return false;
    return std::visit([&](const auto& body) { return handle(body); }, *message) && powered_;
}

bool SimulatedCabinet::handle(const Begin& message) {
    const auto& job = memory_.held_print;
    if (message.printing && !(job && job->counter == message.print)) {
        resolve_pending_job(message.print);
    }
    memory_.begun = true;
    memory_.note = std::max(memory_.note, message.note);
    memory_.ticket = std::max(memory_.ticket, message.ticket);
    memory_.print = std::max(memory_.print, message.print);
    if (!save()) return false;
    ready_ = true;
    enqueue(Ready{true, memory_.note, memory_.ticket, memory_.print});
    report_status();
    report_all();
    return true;
}

// The server waits for a job that this cabinet has no record of. If the cabinet has every earlier
// job on record, this one never arrived, and never will: its number is used up. A cabinet that has
// lost its memory can't say.
void SimulatedCabinet::resolve_pending_job(std::uint64_t counter) {
    const bool never_arrived = memory_.begun && counter == memory_.print + 1;
    memory_.held_print = HeldPrint{counter, PaperPosition::untouched,
                                   never_arrived ? PrintResult::not_printed : PrintResult::unknown};
}

bool SimulatedCabinet::handle(const Stack& message) {
    const Held& one = held(message.item);
    if (!one || one->counter != message.counter) {
        enqueue(Failure{"nothing with this counter is in escrow"});
        return true;
    }
    if (one->stage == EscrowStage::escrow) {
        if (status_.door_open || status_.stacker_full || status_.acceptor_failed) {
            give_back(message.item);
        } else {
            move_to_stacker(message.item);
        }
    }
    if (has_report(message.item)) report(message.item);
    return true;
}

// Resumes at the step that the memory names.
void SimulatedCabinet::move_to_stacker(Item item) {
    HeldItem& one = *held(item);
    if (one.stage == EscrowStage::escrow) {
        one.stage = EscrowStage::stacking;
        if (!save()) return;
    }
    if (!one.in_stacker) {
        if (jammed(item)) return;  // until somebody clears the path
        one.in_stacker = true;
        if (item == Item::note) {
            memory_.stacker += one.amount;
        } else {
            ++memory_.tickets_stacked;
        }
        if (!save()) return;
    }
    if (one.stage != EscrowStage::stacked) {
        one.stage = EscrowStage::stacked;
        save();
    }
}

void SimulatedCabinet::give_back(Item item) {
    HeldItem& one = *held(item);
    check(!one.in_stacker);
    one.stage = EscrowStage::returned;
    save();
}

bool SimulatedCabinet::handle(const Return& message) {
    const Held& one = held(message.item);
    if (!one || one->counter != message.counter) {
        enqueue(Failure{"nothing with this counter is in escrow"});
        return true;
    }
    if (one->stage == EscrowStage::escrow) give_back(message.item);
    if (has_report(message.item)) report(message.item);
    return true;
}

bool SimulatedCabinet::handle(const Print& message) {
    if (memory_.held_print && memory_.held_print->counter == message.counter) {
        if (has_report(Item::print)) report(Item::print);
        return true;
    }
    if (message.counter <= memory_.print || memory_.held_print) {
        enqueue(Failure{"this job is over, or another one is"});
        return true;
    }
    memory_.print = message.counter;
    memory_.held_print = HeldPrint{message.counter, PaperPosition::untouched, std::nullopt};
    if (!save()) return false;
    if (!can_print() || take_fault(CabinetFault::print_fails)) {
        finish_print(PrintResult::not_printed);
    } else {
        memory_.held_print->position = PaperPosition::moving;
        if (!save()) return false;
        if (take_fault(CabinetFault::print_unknown)) {
            finish_print(PrintResult::unknown);
        } else {
            memory_.held_print->position = PaperPosition::presented;
            ++memory_.tickets_printed;
            options_.present(message.face);
            if (!save()) return false;
            finish_print(PrintResult::printed);
        }
    }
    if (has_report(Item::print)) report(Item::print);
    return true;
}

void SimulatedCabinet::finish_print(PrintResult result) {
    memory_.held_print->result = result;
    save();
}

bool SimulatedCabinet::handle(const Acknowledge& message) {
    if (message.item == Item::print) {
        if (has_report(Item::print) && memory_.held_print->counter == message.counter) {
            memory_.held_print.reset();
            save();
        }
        return true;
    }
    if (has_report(message.item) && held(message.item)->counter == message.counter) {
        held(message.item).reset();
        save();
    }
    return true;
}

bool SimulatedCabinet::has_report(Item item) const {
    if (item == Item::print) return memory_.held_print && memory_.held_print->result;
    const Held& one = item == Item::note ? memory_.held_note : memory_.held_ticket;
    return one && (one->stage == EscrowStage::stacked || one->stage == EscrowStage::returned);
}

void SimulatedCabinet::report(Item item) {
    if (!ready_ || take_fault(CabinetFault::no_report)) return;
    if (item == Item::print) {
        enqueue(Printed{memory_.held_print->counter, *memory_.held_print->result});
        return;
    }
    const HeldItem& one = *held(item);
    enqueue(Done{item, one.counter, one.amount, one.stage == EscrowStage::stacked});
}

void SimulatedCabinet::report_all() {
    for (const Item item : {Item::note, Item::ticket, Item::print}) {
        if (has_report(item)) report(item);
    }
}

void SimulatedCabinet::report_status() {
    if (ready_) enqueue(status_);
}

std::optional<std::string> SimulatedCabinet::next_line(Instant at) {
    constexpr std::int64_t repeat_milliseconds = 5'000;
    if (ready_ && repeat_at_ && at >= *repeat_at_ + repeat_milliseconds) {
        repeat_at_ = at;
        report_all();
    }
    if (lines_.empty()) return std::nullopt;
    const QueuedLine line = std::move(lines_.front());
    lines_.pop_front();
    check(!line.sealed || line_->is_open());
    return line.sealed ? line_->seal(line.text) : line.text;
}

bool SimulatedCabinet::jammed(Item item) const {
    return item == Item::note ? status_.note_jam : status_.ticket_jam;
}

bool SimulatedCabinet::can_take(Item item) const {
    const Held& one = item == Item::note ? memory_.held_note : memory_.held_ticket;
    return powered_ && ready_ && !one && !jammed(item) && !status_.door_open &&
           !status_.stacker_full && !status_.acceptor_failed;
}

bool SimulatedCabinet::can_print() const {
    return !status_.door_open && !status_.printer_failed && status_.paper != Paper::out;
}

bool SimulatedCabinet::insert_note(Money amount) {
    check(amount > Money());
    if (!can_take(Item::note)) return false;
    memory_.held_note = HeldItem{++memory_.note, amount};
    if (save()) enqueue(Note{memory_.note, amount});
    return true;
}

// The number of the ticket is not in the memory: who finds it there could redeem the ticket.
bool SimulatedCabinet::insert_ticket(const std::string& number) {
    if (!can_take(Item::ticket)) return false;
    memory_.held_ticket = HeldItem{++memory_.ticket, {}};
    if (save()) {
        enqueue(Ticket{memory_.ticket, take_fault(CabinetFault::misread) ? "" : number});
    }
    return true;
}

bool SimulatedCabinet::take_fault(CabinetFault fault) { return faults_.erase(fault) > 0; }

void SimulatedCabinet::inject_fault(CabinetFault fault) {
    switch (fault) {
        case CabinetFault::door_open: status_.door_open = true; break;
        case CabinetFault::stacker_full: status_.stacker_full = true; break;
        case CabinetFault::note_jam: status_.note_jam = true; break;
        case CabinetFault::ticket_jam: status_.ticket_jam = true; break;
        case CabinetFault::acceptor_failed: status_.acceptor_failed = true; break;
        case CabinetFault::printer_failed: status_.printer_failed = true; break;
        case CabinetFault::paper_low: status_.paper = Paper::low; break;
        case CabinetFault::paper_out: status_.paper = Paper::out; break;
        case CabinetFault::print_fails:
        case CabinetFault::print_unknown:
        case CabinetFault::misread:
        case CabinetFault::nonsense:
        case CabinetFault::repeat:
        case CabinetFault::no_report:
        case CabinetFault::disconnect: faults_.insert(fault); return;
    }
    report_status();
}

void SimulatedCabinet::repair() {
    status_ = {};
    report_status();
    for (const Item item : {Item::note, Item::ticket}) {
        const Held& one = held(item);
        if (!one || one->stage != EscrowStage::stacking || one->in_stacker) continue;
        give_back(item);
        report(item);
    }
}

}  // namespace sicbo::device::cabinet
