// SPDX-License-Identifier: MIT
// The part of the state (table/state.h) that counts the money of terminals a second time, from the
// postings of the events. The meter of a terminal and that of its instruments are counted from the
// facts, so that the identities between both (table/instruments_check.cpp) find a mistake in
// either.
//
// It is kept from the first cash policy of the property on.
#pragma once

#include <cstdint>
#include <map>

#include "core/id.h"
#include "core/money.h"

namespace sicbo::table {

// What a terminal took and gave besides bets, by what it was. Between two orders none of it ever
// decreases. There is no promotional credit: its meters read 0.
struct CashMeter {
    std::map<Money, std::uint64_t> notes;  // that were stacked: how many of each denomination
    Money drop;                            // notes and tickets that were stacked
    Money drop_counted;                    // of it, notes in boxes that were counted, by the books
    Money cashable_tickets_in;
    Money cashable_tickets_out;
    Money promotional_tickets_in;
    Money promotional_tickets_out;
    Money tickets_back;       // were not printed, and are credit again
    Money attendant_in;       // cash
    Money attendant_out;      // cash that is no hand pay
    Money hand_paid;          // by an attendant or at the cage: wins and cancelled credit
    Money kept_out;           // became unclaimed money
    Money debts_out;          // was collected for a debt
    Money machine_paid_wins;  // without those of a large win that waits for its hand pay
    // Of the terminal's meter, before this was counted, and of tickets by number.
    Money earlier_in;
    Money earlier_out;
};

// Return what players have brought and taken away; a ticket that was not printed is neither.
inline Money brought_in(const CashMeter& meter) { return meter.drop + meter.attendant_in; }
inline Money taken_away(const CashMeter& meter) {
    return meter.cashable_tickets_out - meter.tickets_back + meter.attendant_out + meter.hand_paid +
           meter.kept_out;
}

// What was brought to a terminal and taken from it before its stay began, as far as alerts need it.
struct StayCash {
    Money brought;
    Money taken;
    Money alerted;  // of what the stay has taken, as the last alert said
};

struct Meters {
    std::map<TerminalId, CashMeter> terminals;
    std::map<TerminalId, StayCash> stays;  // kept while the policy has alerts

    bool empty() const { return terminals.empty() && stays.empty(); }
};

}  // namespace sicbo::table
