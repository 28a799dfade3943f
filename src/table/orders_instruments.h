// SPDX-License-Identifier: MIT
// The orders about betting instruments: notes and tickets at a terminal, and hand pays. decide()
// executes or refuses an order (table/engine.h); docs/authority.md lists who may give it.
//
// No order holds the number of a ticket: who knows it could redeem it. The server computes the
// HMAC-SHA-256 of the number under the property's ticket key; that and the last four digits name
// the ticket (docs/decisions/0028-ticket-names.md).
#pragma once

#include <cstdint>
#include <string>

#include "core/hash.h"
#include "core/id.h"
#include "table/cabinet_status.h"
#include "table/cash_policy.h"
#include "table/words.h"

namespace sicbo::table {

// Given by the server at a start with the policy of the configuration: of the table, or of the
// property if the command has no table. From the first one on instruments are decided by policies.
struct SetCashPolicy {
    CashPolicy policy;
};

// Given by a terminal whose player cashes out: the whole credit becomes the ticket that is named,
// or a hand pay if the policy or the printer asks for one.
struct CashOut {
    TerminalId terminal;
    Hash ticket;
    std::string last_four;
};

// Given by the cabinet: what became of a print job.
struct ReportPrint {
    TerminalId terminal;
    std::uint64_t job = 0;
    PrintResult result = PrintResult::printed;
};

// Resolves a print of which the printer could not say whether it succeeded: the ticket is printed,
// or it is void and its amount is paid by hand. Takes two people.
struct ResolvePrint {
    TerminalId terminal;
    std::uint64_t job = 0;
    bool printed = false;
    std::string reason;
};

// Given by the cabinet: its reader holds a ticket, and has counted `counter` of them so far.
// `last_four` is empty if the reader could not read the number. `closed` is true if the read model
// knows the ticket as closed long ago.
struct PresentTicket {
    TerminalId terminal;
    std::uint64_t counter = 0;
    Hash ticket;
    std::string last_four;
    bool closed = false;
};

// Given by the cabinet: the ticket that was counted as `counter` was stacked, or given back to the
// player.
struct ReportTicket {
    TerminalId terminal;
    std::uint64_t counter = 0;
    bool stacked = false;
};

// Decides what became of a ticket in a reader that never reported it. Takes two people.
struct ResolveTicket {
    TerminalId terminal;
    std::uint64_t counter = 0;
    bool stacked = false;
    std::string reason;
};

// Given by the cabinet: its acceptor holds a note, and has counted `counter` of them so far.
struct PresentBanknote {
    TerminalId terminal;
    std::uint64_t counter = 0;
    Money amount;
};

// Given by the cabinet: the note that was counted as `counter` was stacked, or given back to the
// player.
struct ReportBanknote {
    TerminalId terminal;
    std::uint64_t counter = 0;
    Money amount;
    bool stacked = false;
};

// Decides what became of a note in an acceptor that never reported it. Takes two people.
struct ResolveBanknote {
    TerminalId terminal;
    std::uint64_t counter = 0;
    bool stacked = false;
    std::string reason;
};

// Given by the cabinet, or by the server when its connection is lost: the state of its parts.
struct ReportCabinet {
    TerminalId terminal;
    CabinetStatus status;
};

// Unlocks a reader that three unknown numbers in a row have locked.
struct UnlockReader {
    TerminalId terminal;
};

// Pays a hand pay to the player. From the amounts of the policy on it takes two people.
struct PayByHand {
    HandPayId hand_pay;
};

// Gives the terminal back to its player after the hand pay was paid.
struct AcknowledgeHandPay {
    HandPayId hand_pay;
};

// Ends a hand pay that was not paid: the credit stays at the terminal.
struct CancelHandPay {
    HandPayId hand_pay;
    std::string reason;
};

// Voids a ticket that nobody has redeemed. Its amount is kept for the stay that it came from, or
// with the expired tickets if that is forgotten. Takes two people, at the table where it was
// issued.
struct VoidTicket {
    Hash ticket;
    std::string reason;
};

// Given by the server when tickets are due: those whose last day has passed expire.
struct ExpireTickets {};

}  // namespace sicbo::table
