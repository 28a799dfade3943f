// SPDX-License-Identifier: MIT
// What a cabinet reports of its parts: note acceptor, ticket reader, ticket printer and door.
#pragma once

#include "table/words.h"

namespace sicbo::table {

struct CabinetStatus {
    bool connected = false;
    bool door_open = false;
    bool stacker_full = false;
    bool note_jam = false;
    bool ticket_jam = false;
    bool acceptor_failed = false;
    bool printer_failed = false;
    Paper paper = Paper::ok;

    friend bool operator==(const CabinetStatus&, const CabinetStatus&) = default;
};

// Return true if the cabinet can take a note, take a ticket, or print one now.
constexpr bool takes_notes(const CabinetStatus& s) {
    return s.connected && !s.door_open && !s.stacker_full && !s.note_jam && !s.acceptor_failed;
}
constexpr bool takes_tickets(const CabinetStatus& s) {
    return s.connected && !s.door_open && !s.stacker_full && !s.ticket_jam && !s.acceptor_failed;
}
constexpr bool prints(const CabinetStatus& s) {
    return s.connected && !s.door_open && !s.printer_failed && s.paper != Paper::out;
}

}  // namespace sicbo::table
