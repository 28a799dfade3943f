// SPDX-License-Identifier: MIT
// The facts about betting instruments. apply() changes the state as a fact says (table/engine.h).
// Fields without a comment are those of the order (orders_instruments.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/time.h"
#include "table/audience.h"
#include "table/cabinet_status.h"
#include "table/cash_policy.h"
#include "table/words.h"

namespace sicbo::table {

// The policy of the table, or of the property if the event has no table, was set.
struct CashPolicySet {
    CashPolicy policy;
};

// Credit became a ticket, which is about to be printed as the job.
struct TicketCreated {
    TerminalId terminal;
    StayId stay;
    Hash ticket;
    std::string last_four;
    Money amount;
    std::optional<Instant> expires_at;  // none: it does not expire
    std::uint64_t job = 0;

    static constexpr Audience audience = Audience::player;
};

// The ticket is printed.
struct TicketPrinted {
    TerminalId terminal;
    Hash ticket;

    static constexpr Audience audience = Audience::player;
};

// The ticket was not printed. It is void, and its amount is credit again, or unclaimed money if the
// stay has ended.
struct TicketNotPrinted {
    TerminalId terminal;
    Hash ticket;
    Money amount;

    static constexpr Audience audience = Audience::player;
};

// The printer can't say whether the ticket was printed. The terminal is locked.
struct PrintUnknown {
    TerminalId terminal;
    Hash ticket;
};

// Two people have found out whether the ticket was printed; `paid` is what they paid by hand for
// one that was not. The terminal is unlocked.
struct PrintResolved {
    TerminalId terminal;
    Hash ticket;
    bool printed = false;
    Money paid;
    std::string reason;
};

// A ticket in the reader is pending: nobody else can redeem it.
struct TicketPending {
    TerminalId terminal;
    std::uint64_t counter = 0;
    Hash ticket;
    Money amount;

    static constexpr Audience audience = Audience::player;
};

// A ticket or a number was refused at the reader. `locked` is true if the reader is locked from now
// on.
struct TicketRejected {
    TerminalId terminal;
    std::uint64_t counter = 0;
    Hash ticket;
    std::string last_four;
    Reason reason = Reason::no_such_ticket;
    bool locked = false;
};

// The pending ticket was stacked: it is redeemed, for credit of the stay.
struct TicketCredited {
    TerminalId terminal;
    StayId stay;
    Hash ticket;
    Money amount;

    static constexpr Audience audience = Audience::player;
};

// The pending ticket was given back to the player.
struct TicketReturned {
    TerminalId terminal;
    Hash ticket;

    static constexpr Audience audience = Audience::player;
};

// Two people have decided what became of an item that the cabinet never reported. What follows
// from it comes after it.
struct CabinetItemResolved {
    TerminalId terminal;
    std::uint64_t counter = 0;
    bool stacked = false;
    std::string reason;
};

// A note is in the acceptor, which may stack it.
struct BanknotePending {
    TerminalId terminal;
    std::uint64_t counter = 0;
    Money amount;

    static constexpr Audience audience = Audience::player;
};

// A note was refused.
struct BanknoteRejected {
    TerminalId terminal;
    std::uint64_t counter = 0;
    Money amount;
    Reason reason = Reason::amount_out_of_range;
};

// A note is in the stacker: its amount is credit of the stay.
struct BanknoteStacked {
    TerminalId terminal;
    StayId stay;
    std::uint64_t counter = 0;
    Money amount;

    static constexpr Audience audience = Audience::player;
};

// The note was given back to the player.
struct BanknoteReturned {
    TerminalId terminal;
    std::uint64_t counter = 0;

    static constexpr Audience audience = Audience::player;
};

// The state of the cabinet's parts has changed.
struct CabinetReported {
    TerminalId terminal;
    CabinetStatus status;
};

// The reader takes tickets again.
struct ReaderUnlocked {
    TerminalId terminal;
};

// The player is to be paid by hand. The terminal is locked until that is done.
struct HandPayRequested {
    HandPayId hand_pay;
    TerminalId terminal;
    StayId stay;
    Money amount;
    HandPayKind kind = HandPayKind::cancelled_credit;
};

// An attendant has paid the hand pay.
struct HandPaid {
    HandPayId hand_pay;
    StayId stay;
    Money amount;
};

// The hand pay is finished: the player can use the terminal again.
struct HandPayAcknowledged {
    HandPayId hand_pay;
};

// The hand pay was cancelled before it was paid; the credit stays at the terminal.
struct HandPayCancelled {
    HandPayId hand_pay;
    std::string reason;
};

// The ticket is void. Its amount is kept for the stay that it came from, or with the expired
// tickets if `stay` is 0.
struct TicketVoided {
    Hash ticket;
    StayId stay;
    Money amount;
    std::string reason;
};

// The ticket was not redeemed in time.
struct TicketExpired {
    Hash ticket;
    Money amount;
};

}  // namespace sicbo::table
