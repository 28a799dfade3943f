// SPDX-License-Identifier: MIT
// Parts of the state (table/state.h) that the orders of orders_safety.h change: caps, readers,
// disputed dice, duty at the property, the origin of appointments, quarantined commands.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "table/state_people.h"

namespace sicbo::table {

inline constexpr std::size_t quarantined_max = 256;
// How long a person may be given a new password after that was allowed.
inline constexpr std::int64_t reset_milliseconds = 600'000;

// A switch to manual entry that is in force.
struct ManualEntry {
    std::string reason;
    PersonId by;
    Instant since;
};

// A void that contradicts a signed reading, or was reported before the reader answered, and waits
// for a second person.
struct ContestedVoid {
    rules::Cause cause = rules::Cause::not_flat;
    std::string note;
    PersonId by;
    rules::Role role = rules::Role::dealer;  // in which the first person acted
};

// What a table has to do with a device that reads its dice.
struct Reader {
    bool fitted = false;
    std::optional<ManualEntry> manual;
    std::optional<ContestedVoid> contested;
};

// A result that a later reading contradicts, by the number of its incident; or the reading of a
// round that was void before it came.
struct Dispute {
    TableId table;
    std::uint64_t round = 0;
    rules::Roll entered = {1, 1, 1};  // as read if the round was void
    rules::Roll read = {1, 1, 1};
};

// An appointment whose origin is known: by virtue of which other appointment it was made.
struct Grant {
    PersonId person;
    Appointment appointment;
    std::uint64_t number = 0;  // sequence of the event Appointed
    std::uint64_t under = 0;   // number of the grant that the appointing person acted by; 0: none
};

// A command that failed a check.
struct QuarantinedCommand {
    Actor actor;
    std::uint64_t session = 0;
    std::uint64_t request = 0;
    TableId table;
    Hash digest;
};

// What protects the property, and what belongs to it besides its tables.
struct Safety {
    std::optional<Safeguards> safeguards;  // none: decided as by programs that knew none
    std::map<PersonId, LoggedOnAs> duty;   // logged on at the property, not at a table
    std::map<Hash, Pending> pending;       // orders of the property, by digest
    std::vector<Grant> grants;             // in the order in which they were made
    std::map<PersonId, Instant> resets;    // who may be given a new password, until when
    std::map<TableId, Reader> readers;
    std::map<IncidentId, Dispute> disputes;      // not resolved
    std::deque<QuarantinedCommand> quarantined;  // at most quarantined_max, oldest first

    bool empty() const;
};

}  // namespace sicbo::table
