// SPDX-License-Identifier: MIT
// Parts of the state (table/state.h) about people: who they are, where they are logged on, and what
// waits for a second one of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "table/event.h"

namespace sicbo::table {

// A post in which a person may act from `from` until just before `until`.
struct Appointment {
    rules::Role role = rules::Role::dealer;
    Instant from;
    Instant until;

    friend bool operator==(const Appointment&, const Appointment&) = default;
};

// A member of staff.
struct Person {
    std::string name;
    rules::Role role = rules::Role::dealer;
    bool disabled = false;
    std::uint8_t failures = 0;  // failed sign-ins in a row; failures_max of them lock the person
    std::vector<Appointment> appointments;
};

// A person's log-on at a table.
struct LoggedOnAs {
    rules::Role role = rules::Role::dealer;
    Instant since;
    std::uint64_t number = 0;  // the sequence of the event that logged the person on
};

// The state that an order for two people depends on; the request lapses when it changes
// (basis_of() in table/basis.h). What the order does not depend on is 0.
struct Basis {
    std::uint64_t round = 0;          // number of the round in play
    bool bets_settled = false;        // of that round
    std::uint64_t hold = 0;           // Held::number
    std::uint64_t configuration = 0;  // Table::configured
    // The last amendment of a round that the order names; from edition 2 on, for other orders, a
    // fingerprint of the player, the item, the dice or the account that the order is about.
    std::uint64_t subject = 0;
    Money owed;  // by the stay that the order names

    friend bool operator==(const Basis&, const Basis&) = default;
};

// An order that waits for a second person.
struct Pending {
    Command command;
    Instant expires_at;
    std::uint64_t sequence = 0;  // of the event AuthorisationRequested
    Basis basis;                 // when the order was given
};

}  // namespace sicbo::table
