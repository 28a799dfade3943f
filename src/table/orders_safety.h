// SPDX-License-Identifier: MIT
// The orders that keep one person, one device or one fault from hurting the house or the players:
// caps, quarantine, manual entry beside a reader, disputed dice, appointments and passwords.
// decide() executes or refuses an order (table/engine.h); docs/authority.md lists who may give it.
#pragma once

#include <cstdint>
#include <string>

#include "table/actor.h"
#include "table/codecs.h"
#include "table/safeguards.h"

namespace sicbo::table {

// Given by the server at every start with the caps of the configuration. From the first one on the
// property is decided with them, with readers that no single person overrules, and with two people
// for the accounts of supervisors and above.
struct SetSafeguards {
    Safeguards safeguards;
};

// Given by the server when a check failed while it decided or applied a command. The command is
// named by its actor, session and request, and by its digest; `order` is the name of its order and
// `why` the check. The table of the stamp is taken out of service, and its round follows the law of
// interruptions; with `hold_only` it is only held.
struct QuarantineCommand {
    Actor actor;
    std::uint64_t session = 0;
    std::uint64_t request = 0;
    Hash digest;
    std::string order;
    std::string why;
    bool hold_only = false;
};

// Given by the server at the start: whether a device that reads the dice is fitted at the table.
struct FitReader {
    bool fitted = false;
};

// Lets the dealer key the dice at a table whose reader does not answer. Ends when the reader
// answers again, or when the table closes.
struct SwitchToManualEntry {
    std::string reason;
};

// Given by a second person about a void that contradicts a signed reading, or that was reported
// before the reader had answered: confirms it, so that the
// round is void, or rejects it, so that play goes on.
struct DecideVoid {
    bool confirmed = false;
    std::string reason;
};

// Resolves the incident of a result that a later reading contradicts. `roll` is how the dice lay:
// as entered or as read. If it differs from the result, the round is settled on it. Takes two
// people.
struct ResolveDispute {
    IncidentId incident;
    rules::Roll roll = {1, 1, 1};
    std::string note;
};

// Ends all appointments of the person to the role that have not ended yet, and those that were made
// by virtue of them.
struct RevokeAppointment {
    PersonId person;
    rules::Role role = rules::Role::dealer;
};

// Allows an administrator to give the person a new one-time password, for ten minutes. Takes a
// second person if the person is a supervisor or above, or an administrator.
struct ResetPassword {
    PersonId person;
};

// Removes the person's second factor, so that another one can be made. Takes a second person where
// ResetPassword does.
struct RemoveSecondFactor {
    PersonId person;
};

// Given by the server when it has made a second factor for the person, and when the first code has
// confirmed it.
struct NoteSecondFactor {
    PersonId person;
    bool confirmed = false;
};

}  // namespace sicbo::table
