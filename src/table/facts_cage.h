// SPDX-License-Identifier: MIT
// The facts of the cage. apply() changes the state as a fact says (table/engine.h). Fields without
// a comment are those of the order (orders_cage.h). A fact that changes a player's money has the
// player's table in its stamp; all others have none.
#pragma once

#include <optional>
#include <string>

#include "core/choice.h"
#include "core/hash.h"
#include "table/audience.h"
#include "table/cage_policy.h"
#include "table/words.h"

namespace sicbo::table {

struct CagePolicySet {
    CagePolicy policy;

    static constexpr Audience audience = Audience::cage;
};

// A shift has begun. `expected` is what the shift before left; none: it is the counter's first, and
// the float comes from the vault.
struct ShiftOpened {
    CounterId counter;
    CurrencyCode currency;
    std::optional<Money> expected;
    Money counted;

    static constexpr Audience audience = Audience::cage;
};

struct ShiftClosed {
    CounterId counter;
    PersonId cashier;  // whose shift it was
    Money expected;    // by the books
    Money counted;

    static constexpr Audience audience = Audience::cage;
};

struct FloatMoved {
    CounterId counter;
    bool in = false;
    Money amount;
    std::string reason;

    static constexpr Audience audience = Audience::cage;
};

struct CounterAdjusted {
    CounterId counter;
    bool more = false;
    Money amount;
    std::string reason;

    static constexpr Audience audience = Audience::cage;
};

struct TicketSold {
    CounterId counter;
    Hash ticket;
    std::string last_four;
    Money amount;
    std::optional<Instant> expires_at;  // none: it does not expire
    Patron patron;

    static constexpr Audience audience = Audience::cage;
};

// The ticket is redeemed, for cash.
struct TicketCashed {
    CounterId counter;
    Hash ticket;
    Money amount;
    Patron patron;

    static constexpr Audience audience = Audience::cage;
};

// A ticket or a number was refused at the counter. `locked` is true if the counter's reader is
// locked from now on.
struct CounterTicketRejected {
    CounterId counter;
    Hash ticket;
    std::string last_four;
    Reason reason = Reason::no_such_ticket;
    bool locked = false;

    static constexpr Audience audience = Audience::cage;
};

struct CounterUnlocked {
    CounterId counter;

    static constexpr Audience audience = Audience::cage;
};

// The hand pay was paid at the cage. Its terminal stays locked until that is acknowledged.
struct HandPayCashed {
    CounterId counter;
    HandPayId hand_pay;
    StayId stay;
    Money amount;
    Patron patron;
};

struct UnclaimedCashed {
    CounterId counter;
    StayId stay;
    Money amount;
    Patron patron;
};

struct ReceivableTaken {
    CounterId counter;
    StayId stay;
    Money amount;
    Patron patron;
};

// An expired or void ticket was paid all the same: it is redeemed now.
struct ExpiredCashed {
    CounterId counter;
    Hash ticket;
    Money amount;
    std::string reason;
    Patron patron;

    static constexpr Audience audience = Audience::cage;
};

// All facts of the cage, for code that treats them alike.
using CageFacts = Choice<CagePolicySet, ShiftOpened, ShiftClosed, FloatMoved, CounterAdjusted,
                         TicketSold, TicketCashed, CounterTicketRejected, CounterUnlocked,
                         HandPayCashed, UnclaimedCashed, ReceivableTaken, ExpiredCashed>;

}  // namespace sicbo::table
