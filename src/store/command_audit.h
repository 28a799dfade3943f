// SPDX-License-Identifier: MIT
// Verifies that somebody was entitled to give the command behind each event.
//
// An event does not contain its command, but nearly all of it: the command is reconstructed from
// its first event and decided again in the state of that moment. Whatever decide() asks (who was
// logged on in which role, who else was present, whether betting was open, what the limits left) is
// thereby asked again. No journal or file in here; one object audits one journal, in order.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "table/state.h"

namespace sicbo::store {

struct DecodedEvent {
    table::Event event;
    std::string_view bytes;  // its canonical encoding; must outlive the audit of its record
};

class CommandAudit {
public:
    // Audits the first of `events`; the others follow it in the same record. `before` is the state
    // before the first. Call it once for each event, in order. Returns what is wrong, or nothing.
    // May throw if the event does not fit the state at all; the caller reports that.
    std::optional<std::string> audit_event(const table::State& before,
                                           std::span<const DecodedEvent> events);

    // Call it after the last event of each record. Returns what is wrong, or nothing: the events of
    // one command must all be in one record.
    std::optional<std::string> audit_record_end();

private:
    std::vector<std::string> expected_;  // the events of the command that is being audited
    std::size_t next_ = 0;               // how many of them were found
};

}  // namespace sicbo::store
