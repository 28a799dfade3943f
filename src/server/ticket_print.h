// SPDX-License-Identifier: MIT
// What the server has printed on a ticket: texts of the configuration, dates in the time zone of
// the table, and the last signed note of the journal.
#pragma once

#include <optional>
#include <string>

#include "device/ticket_face.h"
#include "server/property.h"
#include "store/store.h"
#include "table/state.h"

namespace sicbo::server {

// A ticket that is to be printed.
struct TicketToPrint {
    TableId table;       // that names house, currency and time zone
    std::string issuer;  // the terminal or counter, as printed: "Terminal 101"
    std::string number;
    Money amount;
    Instant issued_at;
    std::optional<Instant> expires_at;
};

// Returns the face of the ticket. The state must have its table.
device::TicketFace face_of(const table::State& state, const PropertyPlan& plan,
                           const TicketToPrint& ticket, const store::Position& checkpoint);

}  // namespace sicbo::server
