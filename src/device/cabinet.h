// SPDX-License-Identifier: MIT
// The messages between a server and the cabinet of a terminal: note acceptor, ticket reader and
// ticket printer. JSON objects, each the text of one line of a SecureLine, whose initiator is the
// cabinet. docs/formats/cabinet.md specifies them. This header has no socket and no clock.
//
// Each note, each ticket and each print job has a counter. The cabinet keeps what became of it
// until the server has acknowledged that counter, and sends it again on every connection: so
// nothing is lost and nothing counts twice.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "core/id.h"
#include "core/money.h"
#include "core/result.h"
#include "core/words.h"
#include "device/ticket_face.h"
#include "table/words.h"

namespace sicbo::device::cabinet {

inline constexpr std::string_view protocol = "sicbo-cabinet-v1";

// What a counter counts.
enum class Item : std::uint8_t { note, ticket, print };

// Messages of the server.

// The first message of a connection. The counters are the last that the server knows; the cabinet
// continues above them. The cabinet answers with Ready, Status and what is not acknowledged.
struct Begin {
    TerminalId terminal;
    std::uint64_t note = 0;
    std::uint64_t ticket = 0;
    std::uint64_t print = 0;
    bool printing = false;  // the server does not know yet what became of the last print job
};

// Takes the note or ticket in escrow for good, or gives it back. `item` is not `print`.
struct Stack {
    Item item = Item::note;
    std::uint64_t counter = 0;
};
struct Return {
    Item item = Item::note;
    std::uint64_t counter = 0;
};

// Prints a ticket. Jobs are numbered without gaps. The cabinet never prints a job twice.
struct Print {
    std::uint64_t counter = 0;
    TicketFace face;
};

// What became of the item is in the journal: the cabinet may forget it.
struct Acknowledge {
    Item item = Item::note;
    std::uint64_t counter = 0;
};

using ToCabinet = std::variant<Begin, Stack, Return, Print, Acknowledge>;

// Messages of the cabinet.

// The answer to Begin, with the cabinet's own counters.
struct Ready {
    bool simulated = false;  // it has no money: for training tables only
    std::uint64_t note = 0;
    std::uint64_t ticket = 0;
    std::uint64_t print = 0;
};

// The state of all parts, after Ready and whenever it changes.
struct Status {
    bool door_open = false;
    bool stacker_full = false;
    bool note_jam = false;
    bool ticket_jam = false;
    bool acceptor_failed = false;
    bool printer_failed = false;
    table::Paper paper = table::Paper::ok;

    friend bool operator==(const Status&, const Status&) = default;
};

// A note is in escrow. The server answers with Stack or Return.
struct Note {
    std::uint64_t counter = 0;
    Money amount;
};

// A ticket is in escrow. `number` is empty if it could not be read. The server answers with Stack
// or Return.
struct Ticket {
    std::uint64_t counter = 0;
    std::string number;
};

// What became of a note or a ticket: it was stacked, or given back. `amount` is that of the note,
// and 0 for a ticket. The server answers with Acknowledge.
struct Done {
    Item item = Item::note;
    std::uint64_t counter = 0;
    Money amount;
    bool stacked = false;
};

// What became of a print job. The server answers with Acknowledge.
struct Printed {
    std::uint64_t counter = 0;
    table::PrintResult result = table::PrintResult::printed;
};

// The cabinet could not do what the last message asked for.
struct Failure {
    std::string reason;
};

using FromCabinet = std::variant<Ready, Status, Note, Ticket, Done, Printed, Failure>;

// Returns the message as the text of a line. The key "type" holds the name of the message in lower
// case.
std::string write_line(const ToCabinet& message);
std::string write_line(const FromCabinet& message);

// Reads the text of a line. Strict: besides unknown types and keys, a counter of 0, an amount of
// nothing, a number that is none and a face that can't be printed are errors.
Result<ToCabinet> read_to_cabinet(std::string_view line);
Result<FromCabinet> read_from_cabinet(std::string_view line);

}  // namespace sicbo::device::cabinet

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<device::cabinet::Item> =
    std::to_array<std::string_view>({"note", "ticket", "print"});
// clang-format on

}  // namespace sicbo
