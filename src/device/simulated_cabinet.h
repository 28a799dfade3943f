// SPDX-License-Identifier: MIT
// A cabinet that has no hardware and no money: note acceptor, ticket reader and ticket printer,
// with every fault on request.
//
// It is a state machine without socket, file or thread: lines go in, and next_line() takes lines
// out. The same class serves inside the server and in `sicbo cabinet`. One thread at a time may
// use an object.
//
// Whatever must outlive a power cut is in CabinetMemory: what the cabinet's controller has written
// down, and where its sensors would find a note, a ticket or the paper. It is saved after each step
// of each movement, before the next step. A power cut is the loss of the object; a new one that is
// given the saved memory goes on.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/time.h"
#include "device/cabinet.h"
#include "device/secure_line.h"

namespace sicbo::device::cabinet {

enum class CabinetFault : std::uint8_t {
    // These last until repair().
    door_open,
    stacker_full,
    note_jam,
    ticket_jam,
    acceptor_failed,
    printer_failed,
    paper_low,
    paper_out,
    // These happen once, at the next occasion.
    print_fails,    // before the paper moves
    print_unknown,  // in the middle of a ticket
    misread,        // the next ticket can't be read
    nonsense,       // the next message is invalid
    repeat,         // the next message is sent twice
    no_report,      // the next report is not sent on this connection
    disconnect,     // instead of the next message
};

// How far a note or a ticket has come.
enum class EscrowStage : std::uint8_t {
    escrow,    // the server has not said what to do with it
    stacking,  // it is on its way into the stacker
    stacked,   // in the stacker, not acknowledged
    returned,  // given back, not acknowledged
};

struct HeldItem {
    std::uint64_t counter = 0;
    Money amount;  // of a note
    EscrowStage stage = EscrowStage::escrow;
    bool in_stacker = false;  // what the sensor behind the point of no return says
};

// Where the sensors find the paper of a print job.
enum class PaperPosition : std::uint8_t { untouched, moving, presented };

struct HeldPrint {
    std::uint64_t counter = 0;
    PaperPosition position = PaperPosition::untouched;
    std::optional<table::PrintResult> result;  // not acknowledged; none: the job is under way
};

struct CabinetMemory {
    bool begun = false;  // a server has given it its counters
    std::uint64_t note = 0;
    std::uint64_t ticket = 0;
    std::uint64_t print = 0;
    std::optional<HeldItem> held_note;
    std::optional<HeldItem> held_ticket;
    std::optional<HeldPrint> held_print;
    // What a person would count.
    Money stacker;  // notes
    std::uint64_t tickets_stacked = 0;
    std::uint64_t tickets_printed = 0;
};

// The memory as a JSON object, for a file, and back.
std::string write_memory(const CabinetMemory& memory);
Result<CabinetMemory> read_memory(std::string_view text);

class SimulatedCabinet {
public:
    // Makes the memory durable before it returns. Returns false if the power was cut: then the
    // cabinet does nothing any more.
    using Save = std::function<bool(const CabinetMemory&)>;

    struct Options {
        Hash seed;         // its key is derived from this
        PublicKey server;  // the only server that it obeys
        CabinetMemory memory = {};
        Save save = [](const CabinetMemory&) { return true; };
        // Receives each ticket when it is presented to the player.
        std::function<void(const TicketFace&)> present = [](const TicketFace&) {};
    };
    // The power is switched on: whatever was under way before is finished as the sensors find it.
    explicit SimulatedCabinet(Options options);

    PublicKey public_key() const { return key_.public_key(); }
    const CabinetMemory& memory() const { return memory_; }
    const Status& status() const { return status_; }

    // Starts a new connection: both sides must prove their keys again, and queued lines are lost.
    void connect();
    // The connection is lost: what is in escrow is given back.
    void disconnect();
    // Returns true once the server has given it its counters on this connection.
    bool is_ready() const { return ready_; }

    // Handles one line of the server, given without its line feed. Returns false if the caller must
    // send what next_line() still holds and end the connection.
    bool handle_line(std::string_view line, Instant at);
    // Takes the next line that is due at `at`; nothing if none is. A report that the server does
    // not acknowledge is due again every five seconds.
    std::optional<std::string> next_line(Instant at);
    // Returns true if a fault asks to end the connection. Clears the fault.
    bool take_disconnect();

    // The player puts something in. Returns false if the cabinet does not take it: it is not
    // connected, a part does not work, or the last one is not acknowledged. The player keeps it.
    bool insert_note(Money amount);
    bool insert_ticket(const std::string& number);

    // Makes a part fail until repair(), or spoils the next note, ticket, print or message: it
    // depends on the fault. The server is told with the next line.
    void inject_fault(CabinetFault fault);
    // Ends all faults that last. A note or a ticket that was jammed goes back to the player.
    void repair();

private:
    using Held = std::optional<HeldItem>;

    bool handle_text(std::string_view text);
    bool handle(const Begin& message);
    bool handle(const Stack& message);
    bool handle(const Return& message);
    bool handle(const Print& message);
    bool handle(const Acknowledge& message);
    Held& held(Item item);
    bool save();
    void recover();
    void recover_print();
    void move_to_stacker(Item item);
    void give_back(Item item);
    void finish_print(table::PrintResult result);
    void resolve_pending_job(std::uint64_t counter);
    void report(Item item);
    void report_all();
    bool has_report(Item item) const;
    void report_status();
    bool jammed(Item item) const;
    bool can_take(Item item) const;
    bool can_print() const;
    bool take_fault(CabinetFault fault);
    void enqueue(const FromCabinet& message);

    struct QueuedLine {
        std::string text;
        bool sealed = true;  // when it is sent; the lines that open a connection are not
    };
    Options options_;
    SigningKey key_;
    CabinetMemory memory_;
    Status status_;
    std::set<CabinetFault> faults_;  // that happen once
    bool powered_ = true;
    // Of the connection.
    std::optional<SecureLine> line_;
    std::deque<QueuedLine> lines_;
    bool ready_ = false;
    bool disconnect_ = false;
    std::optional<Instant> repeat_at_;  // of reports that are not acknowledged
};

}  // namespace sicbo::device::cabinet

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<device::cabinet::CabinetFault> =
    std::to_array<std::string_view>({
        "door-open", "stacker-full", "note-jam", "ticket-jam", "acceptor-failed", "printer-failed",
        "paper-low", "paper-out", "print-fails", "print-unknown", "misread", "nonsense", "repeat",
        "no-report", "disconnect"});
template <> inline constexpr std::array words_of<device::cabinet::EscrowStage> =
    std::to_array<std::string_view>({"escrow", "stacking", "stacked", "returned"});
template <> inline constexpr std::array words_of<device::cabinet::PaperPosition> =
    std::to_array<std::string_view>({"untouched", "moving", "presented"});
// clang-format on

}  // namespace sicbo
