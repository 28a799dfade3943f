// SPDX-License-Identifier: MIT
// The part of the state (table/state.h) about betting instruments: tickets by their names, the
// cabinet of each terminal, and hand pays.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/codec.h"
#include "core/hash.h"
#include "core/time.h"
#include "table/actor.h"
#include "table/cabinet_status.h"
#include "table/cash_policy.h"
#include "table/words.h"

namespace sicbo::table {

inline constexpr int ticket_misses_max = 3;  // unknown numbers in a row that lock a reader
// How many tickets one ExpireTickets handles at most, and how many closed ones are dropped for each
// ticket that is closed.
inline constexpr std::size_t expired_at_once_max = 256;
inline constexpr std::size_t dropped_at_once_max = 4;

// A ticket, by its name. There may be millions, so it is small.
struct TicketRecord {
    Money amount;
    Instant issued_at;
    Instant expires_at;  // never: it does not expire
    Instant changed_at;  // into its present state
    std::uint64_t job = 0;
    CurrencyCode currency;
    TableId table;          // where it was issued; 0: at the cage
    TerminalId terminal;    // where it was issued; 0: at the cage
    StayId stay;            // for whom; 0: at the cage
    TableId changed_table;  // where it came into its present state; 0: at the cage
    TerminalId changed_terminal;
    Actor changed_by;
    std::uint16_t last_four = 0;
    TicketState state = TicketState::issued;
};

// Returns the digits as on the ticket: "0042". `last_four` must be at most 9999.
std::string four_digits(std::uint16_t last_four);

// A note or a ticket in the cabinet that is neither stacked nor returned yet.
struct BanknoteInAcceptor {
    std::uint64_t counter = 0;
    Money amount;
    Instant since;
};
struct TicketInReader {
    std::uint64_t counter = 0;
    Hash ticket;
    Instant since;
};

// What instruments have brought to a terminal and taken from it. The terminal's own meter includes
// all of it; these never decrease either.
struct InstrumentMeter {
    Money notes_in;
    Money tickets_in;
    Money tickets_out;
    Money tickets_unprinted;  // of tickets_out, back in the credit
    Money hand_paid_credit;   // cancelled credit
    Money hand_paid_wins;
};

// The note acceptor, ticket reader and ticket printer of a terminal.
struct Cabinet {
    CabinetStatus status;
    std::uint64_t note_counter = 0;  // of the last note that is known
    std::uint64_t ticket_counter = 0;
    std::uint64_t job = 0;  // the last one that was given to the printer
    std::optional<BanknoteInAcceptor> note;
    std::optional<TicketInReader> ticket;
    std::optional<Hash> printing;  // the ticket of the last job, until the printer has reported
    std::uint8_t misses = 0;       // unknown numbers in a row
    bool reader_locked = false;
    InstrumentMeter meter;
};

// A hand pay that is not acknowledged yet.
struct HandPay {
    TableId table;
    TerminalId terminal;
    StayId stay;
    Money amount;
    HandPayKind kind = HandPayKind::cancelled_credit;
    Instant requested_at;
    bool paid = false;
};

// What the tickets add up to, so that the invariants need not walk them. Kept by index_ticket() and
// unindex_ticket().
struct TicketTotals {
    std::array<std::size_t, words_of<TicketState>.size()> count = {};  // by state
    std::map<CurrencyCode, Money> live;  // of those that are not closed; no entry if zero

    std::size_t of(TicketState state) const { return count.at(static_cast<std::size_t>(state)); }

    friend bool operator==(const TicketTotals&, const TicketTotals&) = default;
};

struct Instruments {
    std::map<TableId, CashPolicy> policies;  // 0: of the property
    std::map<Hash, TicketRecord> tickets;
    std::map<TerminalId, Cabinet> cabinets;
    std::map<HandPayId, HandPay> hand_pays;
    std::uint32_t hand_pays_requested = 0;
    // Derived from the tickets, and not written: the tickets that can still expire, by expiry; the
    // closed tickets, by the time at which they were closed; and the totals of all of them.
    std::set<std::pair<Instant, Hash>> expiring = {};
    std::set<std::pair<Instant, Hash>> closed = {};
    TicketTotals totals = {};

    bool empty() const { return policies.empty(); }
};

// `expires_at` of a ticket that does not expire.
inline constexpr Instant never = clock_max;

// Returns true if the ticket can't be redeemed any more.
constexpr bool is_closed(TicketState state) {
    return state == TicketState::redeemed || state == TicketState::expired ||
           state == TicketState::voided;
}

// Add the ticket to what is derived from the tickets, or remove it. Whoever adds, changes or drops
// a ticket calls them: unindex before the change, index after it.
void index_ticket(Instruments& instruments, const Hash& name, const TicketRecord& ticket);
void unindex_ticket(Instruments& instruments, const Hash& name, const TicketRecord& ticket);

// Returns the policy of the table, or else that of the property; null while there is none.
const CashPolicy* find_policy(const Instruments& instruments, TableId table);

}  // namespace sicbo::table

template <>
struct sicbo::Codec<sicbo::table::Instruments> {
    static void write(ByteWriter& to, const table::Instruments& value);
    static table::Instruments read(ByteReader& from);
};
