// SPDX-License-Identifier: MIT
// The part of the state (table/state.h) that concerns access: keys, enrolments and passwords.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/hash.h"
#include "core/id.h"
#include "core/time.h"
#include "table/words.h"

namespace sicbo::table {

// How long a code for an enrolment is valid.
inline constexpr std::int64_t enrolment_milliseconds = 600'000;

// The last request to enrol a terminal.
struct EnrolmentRequest {
    PersonId person;
    Hash code;  // SHA-256 of the code
    Instant requested_at;
    Instant expires_at;
    std::uint64_t number = 0;             // sequence of the event EnrolmentRequested
    std::optional<Instant> completed_at;  // when the code was used; none: it was not
    bool replaced = false;                // the terminal had another key before that
};

// When somebody else set the password of a person who had one, and who did.
struct PasswordReset {
    Instant at;
    PersonId by;  // 0: the owner of the machine
};

// What is known of a person's password.
struct PasswordRecord {
    Instant set_at;
    bool one_time = false;
    std::optional<PasswordReset> reset;  // the last one
};

struct Access {
    std::map<Key, std::string> keys;  // public halves of the keys that were replaced
    std::map<TerminalId, EnrolmentRequest> enrolments;
    std::map<TerminalId, StayId> cleared;  // the last stay that two people have cleared
    std::map<PersonId, PasswordRecord> passwords;
};

// Returns true if nothing is known.
inline bool is_empty(const Access& access) {
    return access.keys.empty() && access.enrolments.empty() && access.cleared.empty() &&
           access.passwords.empty();
}

}  // namespace sicbo::table
