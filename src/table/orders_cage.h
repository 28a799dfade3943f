// SPDX-License-Identifier: MIT
// The orders of the cage: cashier shifts at its counters, and what cashiers pay and take. They name
// no table and are given by people who are logged on at the property. decide() executes or refuses
// an order (table/engine.h); docs/authority.md lists who may give it.
//
// A counter is one drawer with one currency. A cashier gives the orders of a counter only within
// their own open shift there.
#pragma once

#include <string>

#include "core/hash.h"
#include "core/id.h"
#include "core/money.h"
#include "table/cage_policy.h"

namespace sicbo::table {

// Given by the server at a start with the policy of the configuration.
struct SetCagePolicy {
    CagePolicy policy;
};

// Opens a shift with the float that the incoming cashier has counted in the drawer. The first shift
// at a counter decides its currency.
struct OpenShift {
    CounterId counter;
    std::string currency;   // three capital letters
    bool training = false;  // play money
    Money counted;
};

// Ends the shift with what the outgoing cashier has counted. A supervisor may do it for a cashier
// who is absent.
struct CloseShift {
    CounterId counter;
    Money counted;
};

// Moves cash between the vault and the drawer. Takes two people.
struct MoveFloat {
    CounterId counter;
    bool in = false;  // true: into the drawer
    Money amount;
    std::string reason;
};

// Records that the drawer has more or less than its books say. Takes two people.
struct AdjustCounter {
    CounterId counter;
    bool more = false;
    Money amount;
    std::string reason;
};

// Sells a ticket for cash. The server has drawn its number and named it by its HMAC.
struct SellTicket {
    CounterId counter;
    Hash ticket;
    std::string last_four;
    Money amount;
    Patron patron;
};

// Redeems a ticket for cash. `last_four` is empty if the reader could not read the number. `closed`
// is true if the read model knows the ticket as closed long ago.
struct CashTicket {
    CounterId counter;
    Hash ticket;
    std::string last_four;
    bool closed = false;
    Patron patron;
};

// Unlocks the reader of a counter that three unknown numbers in a row have locked.
struct UnlockCounter {
    CounterId counter;
};

// Pays a hand pay. From the amounts of the cash policy on it takes two people.
struct CashHandPay {
    CounterId counter;
    HandPayId hand_pay;
    Patron patron;
};

// Pays the money that is kept for a player who has left. What the player owes is collected first.
struct CashUnclaimed {
    CounterId counter;
    StayId stay;
    Patron patron;
};

// Takes cash for what a player owes after a correction.
struct TakeReceivable {
    CounterId counter;
    StayId stay;
    Money amount;
    Patron patron;
};

// Voids a ticket that was sold at the cage and that nobody has redeemed. Its amount is kept with
// the expired tickets. Takes two people.
struct VoidSoldTicket {
    Hash ticket;
    std::string reason;
};

// Pays a ticket that expired, or that was sold at the cage and is void, while the state remembers
// it (CashPolicy::closed_days). Takes two people.
struct CashExpired {
    CounterId counter;
    Hash ticket;
    std::string reason;
    Patron patron;
};

}  // namespace sicbo::table
