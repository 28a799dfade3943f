// SPDX-License-Identifier: MIT
// The facts that the orders of orders_access.h lead to. apply() changes the state as a fact says
// (table/engine.h). Fields without a comment are those of the order.
#pragma once

#include <cstdint>
#include <string>

#include "core/hash.h"
#include "core/id.h"
#include "core/money.h"
#include "core/time.h"
#include "table/audience.h"
#include "table/words.h"

namespace sicbo::table {

// The actor of the event asked for the enrolment of a terminal. The code is valid until just before
// `expires_at`.
struct EnrolmentRequested {
    TerminalId terminal;
    Hash code;
    Instant expires_at;

    static constexpr Audience audience = Audience::table;
};

// A terminal was enrolled with the code that a person had asked for. The code is used up.
struct EnrolmentCompleted {
    TerminalId terminal;
    Hash key;
    Hash code;
    PersonId person;            // who asked for the code
    std::uint64_t request = 0;  // sequence of the event EnrolmentRequested
    bool replaced = false;      // the terminal had another key before
};

// Two people cleared a terminal. `stay` is its last stay, which ends. `kept` is the credit that was
// not paid out, and is unclaimed money now.
struct TerminalCleared {
    TerminalId terminal;
    StayId stay;
    Money kept;
    std::string note;
};

// A password of the person was stored.
struct PasswordSet {
    PersonId person;
    PersonId by;
    bool one_time = false;

    // Every console lists passwords that were reset.
    static constexpr Audience audience = Audience::consoles;
};

// The person signed in.
struct SignedIn {
    PersonId person;
};

// The person is signed in no longer. A restart, and PersonDisabled, sign out without this fact.
struct SignedOut {
    PersonId person;
    SignOutCause cause = SignOutCause::asked;
};

// The person asked the server to hash its program file; SoftwareChecked follows.
struct SelfCheckRequested {
    PersonId person;
};

// The person made a simulated device of the table fail.
struct FaultInjected {
    PersonId person;
    std::string fault;

    static constexpr Audience audience = Audience::table;
};

}  // namespace sicbo::table
